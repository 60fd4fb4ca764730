"""The rules of a stored notebook: nbval compares all of it, learners find their way in it."""

import ast
import re
from functools import cache
from pathlib import Path

import nbformat
import pytest

from build import NOTEBOOKS, in_step, sources
from solved import asked
from subword_lab import exercises
from subword_lab.views import steppers

LESSONS = [
    "00_start_here",
    "01_oov",
    "02_bpe",
    "03_byte_level_bpe",
    "04_wordpiece",
    "05_unigram",
    "06_sentencepiece",
    "07_in_production",
    "08_interview",
    "A_claims",
]
STEMS = [path.stem for path in sources()]
STEPPERS = {"stepper"} | {path.stem for path in Path(steppers.__file__).parent.glob("[a-z]*.py")}
FORBIDDEN_CALLS = {"Output", "interact", "interactive", "interactive_output", "clear_output"}
FORBIDDEN_NAMES = {"In", "Out", "_", "__", "___"}

every_lesson = pytest.mark.parametrize("stem", STEMS)
every_full_lesson = pytest.mark.parametrize("stem", [s for s in STEMS if "01" <= s[:2] <= "08"])


@cache
def read_notebook(stem):
    return nbformat.read(NOTEBOOKS / f"{stem}.ipynb", as_version=nbformat.NO_CONVERT)


def code_cells(stem):
    return [cell for cell in read_notebook(stem).cells if cell.cell_type == "code"]


def text(stem):
    return "\n\n".join(c.source for c in read_notebook(stem).cells if c.cell_type == "markdown")


def tagged(cell, tag):
    return tag in cell.metadata.get("tags", ())


def calls(cell):
    """The names of all functions called in a cell: `check` for views.check(...)."""
    functions = [n.func for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Call)]
    return [getattr(f, "attr", getattr(f, "id", "")) for f in functions]


def names_read(cell):
    names = [n for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Name)]
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def all_calls(stem):
    return [name for cell in code_cells(stem) for name in calls(cell)]


def outputs(stem):
    return [(cell, output) for cell in code_cells(stem) for output in cell.outputs]


def test_all_lessons_are_there():
    assert [stem for stem in LESSONS if stem not in STEMS] == []


def test_every_notebook_has_a_lesson():
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == STEMS


@every_lesson
def test_notebook_is_in_step_with_its_lesson(stem):
    source = next(path for path in sources() if path.stem == stem)
    assert in_step(source), f"run: python lessons/build.py lessons/{stem}.py"


@every_lesson
def test_every_code_cell_was_executed(stem):
    # nbval compares nothing in a cell without a count
    assert [c.id for c in code_cells(stem) if c.execution_count is None] == []


@every_lesson
def test_no_stored_errors_and_nothing_on_stderr(stem):
    bad = [c.id for c, o in outputs(stem) if o.output_type == "error" or o.get("name") == "stderr"]
    assert bad == []


@every_lesson
def test_no_widget_state_is_stored(stem):
    assert "widgets" not in read_notebook(stem).metadata
    kinds = [kind for _, output in outputs(stem) for kind in output.get("data", ())]
    assert not any("widget-view" in kind for kind in kinds)


@every_lesson
def test_outputs_are_short(stem):
    for cell in code_cells(stem):
        size = sum(len(text) for output in cell.outputs for text in texts(output))
        assert size < 40_000, f"{cell.id} stores {size} characters"  # pictures carry their style
        said = sum(len(plain(output)) for output in cell.outputs)
        assert said < 10_000, f"{cell.id} prints {said} characters"


def plain(output):
    """What an output says in plain text."""
    return output.get("text", "") + output.get("data", {}).get("text/plain", "")


def texts(output):
    """The parts of an output that nbval compares: all but the pictures."""
    data = output.get("data", {})
    return [output.get("text", ""), *(v for k, v in data.items() if not k.startswith("image/"))]


@every_lesson
def test_outputs_hold_no_addresses_or_paths(stem):
    for cell, output in outputs(stem):
        for part in texts(output):
            assert not re.search(r"\bat 0x[0-9a-f]{6,}|/(?:home|root|tmp|Users)/", part), cell.id


@every_lesson
def test_cells_are_short(stem):
    assert [c.id for c in code_cells(stem) if len(c.source.splitlines()) > 30] == []


@every_lesson
def test_no_patterns_that_break_comparison(stem):
    for cell in code_cells(stem):
        assert not FORBIDDEN_CALLS & set(calls(cell)), cell.id
        assert not FORBIDDEN_NAMES & names_read(cell), cell.id
        assert "display_id" not in cell.source and "%%" not in cell.source, cell.id
        assert not cell.source.rstrip().endswith(";"), cell.id


@every_lesson
def test_one_title_then_goals_and_at_the_end_a_recap(stem):
    cells = read_notebook(stem).cells
    assert len(re.findall(r"^# \S", text(stem), re.MULTILINE)) == 1
    first = cells[0]
    assert first.cell_type == "markdown" and first.source.startswith("# ")
    if stem[:2] >= "01":
        opening = "\n".join(c.source for c in cells[:3] if c.cell_type == "markdown").lower()
        assert "you will" in opening, "say what the learner will be able to do"
        assert cells[-1].source.startswith("## Recap"), "end with what is to be remembered"


@every_lesson
def test_every_code_exercise_is_followed_by_its_check(stem):
    cells = code_cells(stem)
    for at, cell in enumerate(cells):
        if tagged(cell, "exercise"):
            following = cells[at + 1]
            assert tagged(following, "check"), f"no check after {cell.id}"
            assert cell.metadata["exercise"] in following.source, f"{following.id} checks another"


@every_lesson
def test_an_exercise_cell_begins_as_its_exercise_says(stem):
    for cell in code_cells(stem):
        if tagged(cell, "exercise"):
            wanted = ast.parse(exercises.get(cell.metadata["exercise"]).stub).body[-1]
            assert ast.unparse(asked(cell.source)) == ast.unparse(wanted), cell.id


@every_full_lesson
def test_a_lesson_has_all_its_parts(stem):
    names = all_calls(stem)
    assert STEPPERS & set(names), "a stepper"
    assert "exercise" in names, "a widget exercise"
    assert "quiz_cards" in names, "a quiz"
    assert sum(tagged(cell, "exercise") for cell in code_cells(stem)) >= 2, "two code exercises"
    assert re.search(r"^##+ .*what you may have read elsewhere", text(stem), re.I | re.M)


@every_full_lesson
def test_the_last_page_is_a_cheat_sheet(stem):
    sheet = read_notebook(stem).cells[-2]
    assert sheet.source.startswith("## Cheat sheet\n")
    assert len(sheet.source.splitlines()) <= 25 and len(sheet.source) < 2_800, "one page"
