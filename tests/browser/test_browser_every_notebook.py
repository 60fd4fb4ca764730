"""Every notebook of the course: its cells run in JupyterLab, and what they show is accessible."""

import os
from pathlib import Path

import pytest

from browser import driving
from subword_lab.lab import shipped_notebooks

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
AXE = Path(os.environ.get("SUBWORD_LAB_VOCABS") or ROOT / ".vocabs") / "axe-core" / "axe.min.js"
NAMES = [path.name for path in shipped_notebooks()]

# what axe finds, and where, that is not ours to mend
EXCEPTIONS = {
    # ipywidgets gives a slider's handle no name; a named box beside it holds the same value
    ("aria-input-field-name", "noUi-handle"),
    # JupyterLab gives a plot no alternative text; the cell prints it, see PLOTS_WITHOUT_WORDS
    ("image-alt", "data:image/png"),
}
PLOTS_WITHOUT_WORDS = f"""{driving.CODE}.map(cell => cell.outputs)
    .filter(outputs => outputs.some(output => output.data?.['image/png']))
    .filter(outputs => !outputs.some(output => output.name === 'stdout'))"""
VIOLATIONS = """async () => {
    const areas = '.jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea';
    const found = await axe.run({include: [[areas]]}, {resultTypes: ['violations']});
    return found.violations
        .filter(rule => ['serious', 'critical'].includes(rule.impact))
        .flatMap(rule => rule.nodes.map(node => ({
            rule: rule.id, html: node.html.slice(0, 300), why: node.failureSummary})));
}"""


@pytest.fixture(scope="module")
def lab(new_page, missing):
    """JupyterLab with axe-core in its page."""
    if not AXE.exists():
        missing("axe-core (make axe)")
    page = new_page("lab")
    page.add_script_tag(path=AXE)
    yield page
    page.close()


def violations(page):
    """What axe-core calls serious or critical in what the cells show, exceptions apart."""
    return [
        found
        for found in page.evaluate(VIOLATIONS)
        if not any(found["rule"] == rule and mark in found["html"] for rule, mark in EXCEPTIONS)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_all_cells_run_and_what_they_show_is_accessible_in_both_themes(lab, name):
    driving.open_notebook(lab, name)
    driving.run_all(lab)
    counts = lab.evaluate(driving.EXECUTION_COUNTS)
    assert len(counts) > 3 and None not in counts
    assert lab.evaluate(driving.ERRORS) == []
    assert lab.evaluate(PLOTS_WITHOUT_WORDS) == []
    for theme in ("Dark", "Light"):
        driving.use_theme(lab, theme)
        assert violations(lab) == []
    driving.close(lab)
    assert lab.complaints == []
    assert lab.abroad == []


def test_axe_sees_what_is_wrong(lab):
    """A button without a name is found: the check above can fail."""
    driving.open_notebook(lab, NAMES[0])
    lab.evaluate("""() => document.querySelector('.jp-OutputArea')
        .append(document.createElement('button'))""")
    assert {found["rule"] for found in violations(lab)} == {"button-name"}
    driving.close(lab)
