"""The real nbgrader on a course of ours: honest work gets its marks, whatever stands beside it."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from subword_lab import exercises, i18n
from subword_lab.exercises import own
from subword_lab.exercises.own import results, tasks
from subword_lab.instructor import audit, course, gradebooks, keys

pytestmark = pytest.mark.grading

LESSON, FIRST = "02_bpe", "00_start_here"
POINTS = {e.id: e.points for e in exercises.of_lesson(LESSON)} | {"own-02": own.POINTS}
VALUES = [id for id in POINTS if not exercises.get(id).is_code]

# What an instructor types ------------------------------------------------------------------------


def test_the_teacher_s_page_names_commands_of_nbgrader_that_exist():
    from nbgrader.apps.nbgraderapp import NbGraderApp

    page = (Path(__file__).parents[1] / "docs" / "teaching.md").read_text(encoding="utf-8")
    said = i18n.t("instructor.init.next", course="course")
    commands = set(
        re.findall(r"(?:^ +|`|: |, )nbgrader ([a-z_]+)", f"{page}\n{said}", re.MULTILINE)
    )
    assert {"autograde", "zip_collect", "generate_feedback"} <= commands
    assert commands <= {*NbGraderApp().subcommands}


# A zip of each student ---------------------------------------------------------------------------


def test_a_zip_is_taken_apart_whatever_made_it(tmp_path):
    """A folder is often zipped as a whole, and systems and editors add files of their own."""
    from traitlets.config import Config

    config, template = Config(), Path(course.__file__).with_name("nbgrader_config.template")
    names = {"get_config": lambda: config, "__file__": str(tmp_path / course.CONFIG)}
    exec(template.read_text(encoding="utf-8"), names)
    wanted = re.compile(config.FileNameCollectorPlugin.named_regexp)
    for path, found in {
        "ada/02_bpe.ipynb": ("ada", "02_bpe.ipynb"),
        "ada/02_bpe/02_bpe.ipynb": ("ada", "02_bpe.ipynb"),
        "ada/home/my work/02_bpe.answers.json": ("ada", "02_bpe.answers.json"),
        "ada/__MACOSX/02_bpe/._02_bpe.ipynb": None,
        "ada/02_bpe/.ipynb_checkpoints/02_bpe-checkpoint.ipynb": None,
        "ada/.DS_Store": None,
    }.items():
        match = wanted.match(f"/c/downloaded/02_bpe/extracted/{path}")
        assert (match and (match["student_id"], match["file_id"])) == found


# Submissions: what is done to a released notebook -------------------------------------------------


def cells_of(notebook, role):
    """The cells of a role, by exercise."""
    ours = ((cell, cell.metadata.get("subword_lab", {})) for cell in notebook.cells)
    return {data["exercise"]: cell for cell, data in ours if data.get("role") == role}


def solve(notebook, own_answer=None, leave=()):
    """Put our answers into a notebook, as nbgrader's source has them."""
    for id, cell in cells_of(notebook, "answer").items():
        if id in leave:
            continue
        exercise = exercises.get(id)
        if id == "own-02":
            cell.source = f"own_02 = {own_answer!r}"
        else:
            cell.source = f"{exercises.solution(id)}\n"
            assert exercise.name in cell.source


def write_first(text, id="bpe-count-pairs"):
    """Code above the answer to an exercise."""

    def change(notebook):
        cell = cells_of(notebook, "answer")[id]
        cell.source = f"{text}\n{cell.source}"

    return change


def answer_with(text, id="bpe-count-pairs"):
    def change(notebook):
        cells_of(notebook, "answer")[id].source = text

    return change


def delete(role, id):
    def change(notebook):
        gone = cells_of(notebook, role)[id]
        notebook.cells = [cell for cell in notebook.cells if cell is not gone]

    return change


def duplicate(notebook):
    cell = cells_of(notebook, "score")["bpe-count-pairs"]
    twin = nbformat.from_dict({**cell, "id": "pasted"})  # as a front end pastes a cell
    notebook.cells.insert(notebook.cells.index(cell), twin)


def age(notebook):
    """Metadata of a version that nbgrader refuses, and some that is no metadata at all."""
    for cell in cells_of(notebook, "score").values():
        cell.metadata["nbgrader"]["schema_version"] = 99
    cells_of(notebook, "answer")["bpe-encode"].metadata["nbgrader"] = 5


def forget(notebook):
    """Some editors keep no metadata."""
    for cell in notebook.cells:
        cell.metadata, cell["id"] = nbformat.NotebookNode(), f"new-{cell['id']}"


def edit(notebook):
    for cell in cells_of(notebook, "score").values():
        cell.source = "5.0"


def all_at_the_top(text):
    """Code in a cell of its own, before everything else."""
    return lambda notebook: notebook.cells.insert(0, new_code_cell(text))


LOOP = "def count_pairs(word_counts):\n    while True:\n        pass"
STUBBORN = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
WARNING = "import warnings, sys\nwarnings.warn('old style')\nsys.stderr.write('note\\n')"
THEIRS = (
    "from subword_lab import exercises\ncount_pairs = exercises.get('bpe-count-pairs').reference"
)
FORGED = "from subword_lab import exercises\nexercises.score = lambda id, answer: {}"
FAKE_MODULE = """
import sys, types
fake = types.ModuleType("subword_lab.exercises")
fake.score = lambda id, answer: 1.0
sys.modules["subword_lab.exercises"] = fake
import subword_lab
subword_lab.exercises = fake
"""
PRINTED = "print(2.0)\nfrom IPython.display import display\ndisplay(2.0)\n2.0"

SOLVED = {  # a solved notebook, and what is done to it
    "ada": lambda notebook: None,
    "crashing": write_first("raise RuntimeError('no')"),
    "deleted-answer": delete("answer", "bpe-count-pairs"),
    "deleted-score": delete("score", "bpe-count-pairs"),
    "duplicated": duplicate,
    "edited": edit,
    "forgotten": forget,
    "other-version": age,
    "exit": write_first("exit"),
    "kills-the-kernel": write_first("import os; os._exit(1)"),
    "loop": answer_with(LOOP),
    "loop-outside": write_first("while True: pass"),
    "warning": write_first(WARNING),
}
BLANK = {  # an empty notebook, and what is done to it
    "blank": lambda notebook: None,
    "forged": all_at_the_top(FORGED.format("1.0")),
    "forged-too-high": all_at_the_top(FORGED.format("99.0")),
    "forged-module": all_at_the_top(FAKE_MODULE),
    "prints": write_first(PRINTED),
    "reads-ours": answer_with(THEIRS),
}
STOPPED = {"forged-too-high", "kills-the-kernel", "latin-1", "truncated"}


# One run of nbgrader ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Graded:
    """A course after nbgrader, and what it said."""

    folder: Path
    said: dict
    marks: dict


def nbgrader(folder, *command):
    """Run one command of nbgrader as a shell would, away from the user's own settings."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": tools, "JUPYTER_CONFIG_DIR": str(folder / "none")}
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *command],
        cwd=folder, env=env, capture_output=True, text=True, timeout=500,
    )  # fmt: skip
    return done.returncode, done.stderr


def submit(folder, student, lesson, change):
    notebook = nbformat.read(folder / "release" / lesson / f"{lesson}.ipynb", as_version=4)
    change(notebook)
    path = folder / "submitted" / student / lesson / f"{lesson}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    return path


def shorten(folder):
    """Leave what is graded: an instructor may, and two dozen submissions run in a minute."""
    path = folder / "source" / LESSON / f"{LESSON}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if "subword_lab" in cell.metadata]
    path.write_text(nbformat.writes(notebook), encoding="utf-8")


def own_answer(folder, student):
    token = keys.token(keys.read(folder), student)
    return results.RESULTS["own-02"](tasks.params("own-02", token))


def read_marks(folder, lesson):
    """What the gradebook holds: points by student and exercise."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}", folder.name) as book:
        return {
            submission.student.id: {
                grade.name: grade.auto_score
                for notebook in submission.notebooks
                for grade in notebook.grades
            }
            for submission in book.assignment_submissions(lesson)
        }


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class") / "course"
    roster = folder.parent / "roster.csv"
    roster.write_text("id,first_name\nada,Ada\ncopied,Carl\n", encoding="utf-8")
    course.init(folder, roster, [FIRST, LESSON])
    with (folder / course.CONFIG).open("a", encoding="utf-8") as config:
        config.write("c.Execute.timeout = 10\n")
    shorten(folder)
    said = {"generate": nbgrader(folder, "generate_assignment", "--assignment", "*")}

    def solved(student, change, leave=()):
        def both(notebook):
            solve(notebook, own_answer(folder, student), leave)
            change(notebook)

        return submit(folder, student, LESSON, both)

    for student, change in SOLVED.items():
        solved(student, change)
    for student, change in BLANK.items():
        submit(folder, student, LESSON, change)
    solved(
        "partial",
        answer_with(
            "def best_pair(counts):\n    return max(counts, key=counts.get)", "bpe-best-pair"
        ),
    )
    submit(folder, "copied", LESSON, lambda notebook: solve(notebook, own_answer(folder, "ada")))
    panels = solved("panels", lambda notebook: None, leave=VALUES)
    given = {id: exercises.get(id).reference for id in VALUES if id != "own-02"}
    kept = {"format": 1, "lesson": LESSON, "answers": given}
    panels.with_name(f"{LESSON}.answers.json").write_text(json.dumps(kept), encoding="utf-8")
    whole = solved("truncated", lambda notebook: None)
    whole.write_bytes(whole.read_bytes()[:5000])
    whole = solved("latin-1", write_first("# déjà vu"))
    whole.write_bytes(whole.read_text(encoding="utf-8").encode("latin-1", "replace"))

    submit(folder, "ada", FIRST, solve)
    submit(folder, "blank", FIRST, lambda notebook: None)
    said["whole lesson"] = nbgrader(folder, "autograde", FIRST)
    said["autograde"] = nbgrader(folder, "autograde", LESSON)
    said["feedback"] = nbgrader(folder, "generate_feedback", LESSON)
    said["export"] = nbgrader(folder, "export")
    return Graded(folder, said, read_marks(folder, LESSON))


# What came of it ----------------------------------------------------------------------------------


def test_nbgrader_took_the_course(graded):
    assert graded.said["generate"][0] == 0, graded.said["generate"][1]
    assert graded.said["whole lesson"][0] == 0, graded.said["whole lesson"][1]
    assert graded.said["feedback"][0] == 0, graded.said["feedback"][1]
    assert graded.said["export"][0] == 0, graded.said["export"][1]


def test_the_release_holds_no_answers_and_runs_blank(graded):
    text = (graded.folder / "release" / LESSON / f"{LESSON}.ipynb").read_text(encoding="utf-8")
    assert "SOLUTION" not in text and "HIDDEN" not in text and "# your answer here" in text
    for id in VALUES[:-1]:
        assert repr(exercises.get(id).reference) not in text.replace("\\", "")


def test_all_but_the_broken_were_graded(graded):
    done = {path.parent.name for path in (graded.folder / "autograded").glob(f"*/{LESSON}")}
    everybody = {path.name for path in (graded.folder / "submitted").iterdir()}
    assert everybody - done == STOPPED, graded.said["autograde"][1][-3000:]


def test_a_whole_lesson_with_its_pictures_and_widgets(graded):
    marks = read_marks(graded.folder, FIRST)
    assert marks["ada"] == {e.id: e.points for e in exercises.of_lesson(FIRST)}
    assert set(marks["blank"].values()) == {0}


FULL = dict(POINTS)


@pytest.mark.parametrize(
    ("student", "expected"),
    [
        ("ada", FULL),
        ("blank", dict.fromkeys(POINTS, 0)),
        ("warning", FULL),
        ("edited", FULL),
        ("exit", FULL),
        ("duplicated", FULL),
        ("deleted-score", FULL),
        ("forgotten", FULL),
        ("other-version", FULL),
        ("panels", {**FULL, "own-02": 0}),
        ("crashing", {**FULL, "bpe-count-pairs": 0}),
        ("deleted-answer", {**FULL, "bpe-count-pairs": 0}),
        ("loop", {**FULL, "bpe-count-pairs": 0}),
        ("loop-outside", {**FULL, "bpe-count-pairs": 0}),
        ("prints", dict.fromkeys(POINTS, 0)),
    ],
)
def test_marks(graded, student, expected):
    marks = {id: mark for id, mark in graded.marks[student].items() if id in POINTS}
    assert marks == expected


def test_a_half_right_answer_gets_part_of_its_points(graded):
    marks = graded.marks["partial"]
    assert 0 < marks["bpe-best-pair"] < POINTS["bpe-best-pair"]
    assert marks["bpe-count-pairs"] == POINTS["bpe-count-pairs"]


def test_a_copied_own_task_fails(graded):
    assert graded.marks["copied"]["own-02"] <= own.POINTS / 4
    assert graded.marks["ada"]["own-02"] == own.POINTS


def test_the_explanation_waits_for_a_reader(graded):
    assert graded.marks["ada"]["02_bpe-explain"] == 0  # untouched
    assert "02_bpe-explain" in graded.marks["blank"]


def test_forging_in_the_kernel_fools_nbgrader_alone(graded):
    """Why marks are audited outside the kernel: docs/decisions says so."""
    assert graded.marks["forged"]["bpe-count-pairs"] == 1
    assert graded.marks["forged-module"]["bpe-count-pairs"] == 1
    assert graded.marks["reads-ours"]["bpe-count-pairs"] == POINTS["bpe-count-pairs"]


def test_no_submission_sees_the_secret(graded):
    secret = keys.read(graded.folder)
    for name in ("release", "autograded", "feedback"):
        for path in (graded.folder / name).rglob("*"):
            assert path.is_dir() or secret.encode() not in path.read_bytes(), path


def test_feedback_and_marks_leave(graded):
    pages = {path.parent.parent.name for path in (graded.folder / "feedback").rglob("*.html")}
    assert {"ada", "blank", "partial", "loop"} <= pages
    table = (graded.folder / "grades.csv").read_text(encoding="utf-8")
    assert f"{LESSON}," in table and ",ada," in table


# The audit beside it ------------------------------------------------------------------------------

NOTHING = dict.fromkeys(POINTS, 0)
WITHOUT = {**FULL, "bpe-count-pairs": 0}  # the cell's code ends, or never ends, before the answer
EARNED = {
    **dict.fromkeys(SOLVED, FULL),
    **dict.fromkeys(BLANK, NOTHING),
    **dict.fromkeys(("crashing", "deleted-answer", "kills-the-kernel", "loop"), WITHOUT),
    "loop-outside": WITHOUT,
    "latin-1": FULL,
    "panels": {**FULL, "own-02": 0},
}


@pytest.fixture(scope="module")
def audited(graded):
    """The audit's results by student, and where the gradebook says otherwise."""
    book = gradebooks.read(graded.folder / "gradebook.db")
    found = [r for r in audit.audit(graded.folder, book, 2) if r.assignment == LESSON]
    return {result.student: result for result in found}, list(audit.disagreements(found, book))


@pytest.mark.parametrize("student", EARNED)
def test_the_audit_gives_each_what_was_earned(audited, student):
    marks = {mark.exercise: mark.earned for mark in audited[0][student].marks}
    assert marks == EARNED[student]


def test_the_audit_loses_nobody(graded, audited):
    assert set(audited[0]) == {path.name for path in (graded.folder / "submitted").iterdir()}
    assert audited[0]["truncated"].problems == ("truncated",)


def test_the_audit_and_nbgrader_differ_where_marks_were_forged_or_lost(audited):
    differing = {"less": set(), "more": set(), "unscored": set()}
    for each in audited[1]:
        differing[each.why].add(each.student)
    assert differing["less"] == {"forged", "forged-module", "reads-ours"}
    lost = differing["unscored"] | differing["more"]
    assert {"kills-the-kernel", "latin-1"} <= lost <= STOPPED
