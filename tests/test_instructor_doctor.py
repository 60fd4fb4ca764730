"""The doctor names what is wrong with a notebook; a repaired one has the same answers."""

import json

import nbformat
import pytest

from build import NOTEBOOKS
from submitted import hand_in
from subword_lab import exercises
from subword_lab.cli import main
from subword_lab.instructor import audit, doctor, notebooks, reading
from subword_lab.instructor.repair import repair

LESSON = "02_bpe"
MERGE = "bpe-merge-word"
ANSWER = "def merge_word(symbols, pair):\n    return ('mine', 'ü')\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with one assignment, as it is handed out."""
    course = tmp_path_factory.mktemp("course")
    folder = course / "source" / LESSON
    folder.mkdir(parents=True)
    (folder / f"{LESSON}.ipynb").write_text(notebooks.assignment(NOTEBOOKS / f"{LESSON}.ipynb"))
    return course


@pytest.fixture
def written(course):
    """The notebook of a student who has answered everything, in a way of their own."""
    found = json.loads((course / "source" / LESSON / f"{LESSON}.ipynb").read_text())
    for cell in found["cells"]:
        cell["source"] = doctor.bare("".join(cell["source"]))
        if (
            cell["metadata"].get("subword_lab", {}).get("exercise") == MERGE
            and role(cell) == "answer"
        ):
            cell["source"] = ANSWER
    return found


def role(cell):
    return cell["metadata"].get("subword_lab", {}).get("role")


def score_of(found, id=MERGE):
    return next(i for i, c in enumerate(found["cells"]) if grade_id(c) == id)


def grade_id(cell):
    return cell["metadata"].get("nbgrader", {}).get("grade_id")


@pytest.fixture
def see(course, tmp_path_factory, request):
    """Hand a notebook in; give its path and the names of what is wrong with it."""

    def submit(found):
        student = request.node.name.encode().hex()
        data = found if isinstance(found, bytes) else json.dumps(found).encode()
        path = hand_in(course, student, LESSON, data)
        return path, {problem.name for problem in doctor.examine(path)}

    return submit


def answers(path):
    """The answer cells of a file, in order."""
    cells = reading.read(path).cells
    return [cell.source for cell in cells if cell.role == "answer" and cell.source == ANSWER]


def missing(found):
    del found["cells"][score_of(found)]


def missing_edition(found):
    found["cells"] = [cell for cell in found["cells"] if role(cell) != "edition"]


def edited(found):
    found["cells"][score_of(found)]["source"] = "exercises.score = lambda *a: 2.0"


def duplicated(found):
    at = score_of(found)
    found["cells"].insert(at, dict(found["cells"][at]))


def copied_answer(found):
    at = next(i for i, c in enumerate(found["cells"]) if c["source"] == ANSWER)
    found["cells"].insert(at, {**found["cells"][at], "source": "merge_word = None"})


def out_of_order(found):
    found["cells"].insert(3, found["cells"].pop(score_of(found)))


def without_metadata(found):
    for cell in found["cells"]:
        cell["metadata"] = {}


def huge(found):
    stream = {"output_type": "stream", "name": "stdout", "text": "x" * 2_000_000}
    found["cells"][score_of(found)]["outputs"] = [stream]


def other_version(found):
    for cell in found["cells"]:
        if role(cell) == "edition":
            data = {"text/plain": "'0.0.9'"}
            result = {"output_type": "execute_result", "execution_count": 1, "metadata": {}}
            cell["outputs"] = [{**result, "data": data}]


def old_format(found):
    cells = [{**c, "input": c["source"]} if c["cell_type"] == "code" else c for c in found["cells"]]
    found.clear()
    found |= {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]}


def strange_format(found):
    found["nbformat"] = "four"


def no_cells_among(found):
    found["cells"].insert(2, "text")


WOUNDS = {
    missing: ("missing_cell", None),
    missing_edition: ("missing_cell", None),
    edited: ("edited_cell", None),
    duplicated: ("duplicated_cell", None),
    copied_answer: ("duplicated_cell", None),
    out_of_order: ("out_of_order", None),
    without_metadata: ("lost_metadata", None),
    huge: ("huge_output", None),
    old_format: ("old_format", None),
    strange_format: ("strange_format", None),
    no_cells_among: ("bad_cells", None),
    other_version: ("other_version", "other_version"),
}


def test_a_sound_notebook_has_nothing(written, see):
    assert see(written)[1] == set()


@pytest.mark.parametrize("wound", WOUNDS, ids=lambda wound: wound.__name__)
def test_each_wound_is_named_and_mended_and_answers_stay(wound, written, see, course):
    wound(written)
    path, names = see(written)
    wanted, left = WOUNDS[wound]
    assert wanted in names
    before = path.read_bytes()
    mended = repair(path)
    assert path.read_bytes() == before
    assert answers(mended) == [ANSWER]
    nbformat.validate(nbformat.read(mended, as_version=nbformat.NO_CONVERT))
    assert {problem.name for problem in doctor.examine(mended)} == ({left} if left else set())


def test_own_cells_stay_where_they_were(written, see):
    at = score_of(written)
    mine = {"cell_type": "code", "source": "helper = 1", "metadata": {}, "outputs": [],
            "execution_count": None, "id": "mine"}  # fmt: skip
    written["cells"].insert(at, mine)
    missing(written)
    mended = [cell.source for cell in reading.read(repair(see(written)[0])).cells]
    assert mended.count("helper = 1") == 1
    assert mended.index(ANSWER) < mended.index("helper = 1")


def test_a_file_cut_short(written, see):
    data = json.dumps(written).encode()
    path, names = see(data[: len(data) * 3 // 4])
    assert {"truncated", "missing_cell"} <= names
    assert answers(repair(path)) == [ANSWER]


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_file_in_another_encoding(written, see, encoding):
    path, names = see(json.dumps(written, ensure_ascii=False).encode(encoding, "replace"))
    assert names == {"not_utf8"}
    mended = repair(path)
    assert answers(mended) == [ANSWER]
    assert doctor.examine(mended) == []


def test_missing_answers_are_named(written, see):
    for cell in written["cells"]:
        if cell["source"] == ANSWER:
            cell["source"] = exercises.get(MERGE).stub
    path, names = see(written)
    assert names == {"no_answer"}
    assert [problem.about for problem in doctor.examine(path)] == [MERGE]


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff", b"[]", b"{}", b"null", b'{"cells": 3}', b"{" * 9999]
)
def test_what_is_no_notebook_is_named_and_not_repaired(data, see):
    path, names = see(data)
    assert names & {"no_notebook", "truncated"}
    with pytest.raises(ValueError, match="no cell of .* can be read"):
        repair(path)


def test_a_link_is_not_followed(course, tmp_path):
    secret = tmp_path / "secret.ipynb"
    secret.write_text("{}")
    path = tmp_path / "x.ipynb"
    path.symlink_to(secret)
    assert [problem.name for problem in doctor.examine(path)] == ["no_file"]


def test_a_notebook_of_no_lesson(tmp_path):
    path = tmp_path / "essay.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "cells": [{"cell_type": "code", "source": "1"}]}))
    assert [problem.name for problem in doctor.examine(path)] == ["no_lesson"]


def test_the_commands(written, see, course, capsys):
    missing(written)
    path, _ = see(written)
    assert main(["instructor", "doctor", str(path)]) == 1
    assert f"missing cell: {MERGE}." in capsys.readouterr().out
    assert main(["instructor", "repair", str(path)]) == 0
    mended = path.with_name(f"{LESSON}.repaired.ipynb")
    assert main(["instructor", "doctor", str(mended)]) == 0
    assert main(["instructor", "repair", str(path)]) == 2  # never over a file that is there
    assert main(["instructor", "doctor", str(path.parent / "none.ipynb")]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_notebook_cannot_steer_the_terminal(written, see, capsys):
    written["nbformat"] = "\x1b[2J\x07"
    path, _ = see(written)
    assert main(["instructor", "doctor", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "strange format" in printed and "\x1b" not in printed


def test_a_repaired_copy_is_graded_once(written, see, course):
    path, _ = see(written)
    repair(path)
    found = audit.submissions.find(course)
    mine = [each.path for each in found if each.path and each.path.parent == path.parent]
    assert mine == [path]


def test_line_ends_of_another_system_are_no_edits(see, written):
    for cell in written["cells"]:
        cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")
    assert see(written)[1] == set()


def test_a_name_that_nbgrader_passes_over_is_told(course, see, written, capsys):
    path = see(written)[0]
    renamed = path.rename(path.with_name("02_bpe (1).ipynb"))
    assert main(["instructor", "doctor", str(renamed)]) == 1
    assert "nbgrader takes it as 02_bpe.ipynb alone" in capsys.readouterr().out
