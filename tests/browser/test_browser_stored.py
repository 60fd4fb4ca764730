"""A notebook that came by mail: nothing is trusted, nothing is run; and Notebook 7 runs one."""

from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from browser.driving import ERRORS, NOTEBOOK, PANEL, open_notebook, press, run_all
from subword_lab.lab import shipped_notebooks

pytestmark = pytest.mark.browser
LESSON = "05_unigram.ipynb"
ITS_OWN = "reading 'schema'"  # Notebook 7.6 says this of its settings, with any notebook
TRUSTED = f"""{NOTEBOOK}.content.widgets.filter(cell => cell.model.type === 'code'
    && cell.model.outputs.length && cell.model.trusted).map(cell => cell.model.id)"""


@pytest.fixture(scope="module")
def untrusted(new_page, server):
    """A lesson that differs from the copy that was trusted, opened in JupyterLab."""
    (shipped,) = (path for path in shipped_notebooks() if path.name == LESSON)
    notebook = nbformat.read(shipped, as_version=4)
    notebook.metadata["sent"] = "by mail"
    nbformat.write(notebook, Path(server["root_dir"]) / "by_mail.ipynb")
    page = new_page("lab")
    open_notebook(page, "by_mail.ipynb")
    yield page
    page.close()


def test_an_untrusted_notebook_reads_well(untrusted, tmp_path):
    """No live widget and no drawing is missed: what they say stands there, in bricks and tables."""
    assert untrusted.evaluate(TRUSTED) == []
    expect(untrusted.locator(PANEL)).to_have_count(0)
    stored = untrusted.locator(".jp-OutputArea-output").filter(has_text="all ways to cut hugs")
    for said in ("step 0 of", "ln p", "hug"):
        expect(stored.first).to_contain_text(said)
    ground = stored.first.locator("div[style]").first
    expect(ground).to_have_css("background-color", "rgb(255, 255, 255)")
    stored.first.scroll_into_view_if_needed()
    untrusted.screenshot(path=tmp_path / "untrusted.png")


@pytest.fixture(scope="module")
def notebook_7(new_page):
    """The first lesson in Notebook 7, run."""
    page = new_page("notebooks/00_start_here.ipynb")
    run_all(page)
    yield page
    page.close()


def test_notebook_7_runs_a_lesson(notebook_7):
    assert notebook_7.evaluate(ERRORS) == []
    panel = notebook_7.locator(PANEL).filter(has_text="Submit").first
    panel.get_by_role("button", name="·").first.focus()
    press(notebook_7, "Space")
    expect(panel.get_by_role("textbox")).to_have_value("u|nboxed")
    assert [said for said in notebook_7.complaints if ITS_OWN not in said] == []
    assert notebook_7.abroad == []
