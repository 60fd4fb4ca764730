"""What `subword-lab instructor init` writes: the course, each student's own task, the edition."""

import ast
import copy
import json
import os
import re
import stat
import subprocess
import sys
import zipfile

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import cli, exercises, lab, progress
from subword_lab.exercises import own, plain
from subword_lab.exercises.own import results, tasks
from subword_lab.instructor import (
    cells,
    course,
    keys,
    mending,
    notebooks,
    packing,
    roster,
    withheld,
)

SECRET = "s" * 64
ALL = exercises.all()
CODE = [exercise for exercise in ALL if exercise.is_code]
OWN = [exercises.get(id) for id in tasks.TASKS]
LESSONS = [path for path in lab.shipped_notebooks() if exercises.of_lesson(path.stem)]


def by_id(value):
    return getattr(value, "id", getattr(value, "stem", None))


@pytest.fixture
def token(monkeypatch):
    """Make this process score for a student."""

    def choose(student):
        monkeypatch.setenv("SUBWORD_LAB_TOKEN", keys.token(SECRET, student))

    return choose


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """A folder of a notebook, with state on and a home of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)
    monkeypatch.setattr(progress.answers, "_memory", {})
    return tmp_path


# Keys and students --------------------------------------------------------------------------------


def test_a_secret_is_made_once_and_for_its_owner(tmp_path):
    assert keys.create(tmp_path)
    secret = keys.read(tmp_path)
    assert not keys.create(tmp_path) and keys.read(tmp_path) == secret
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / keys.FILE).stat().st_mode) == 0o600


def test_a_lost_or_cut_secret_is_said(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"instructor init"):
        keys.read(tmp_path)
    (tmp_path / keys.FILE).write_bytes(b"\xff\xfe short")
    with pytest.raises(ValueError, match="wanted 32 or more"):
        keys.read(tmp_path)


@given(st.text(max_size=5), st.text(max_size=5))
def test_each_name_has_keys_of_its_own(one, other):
    seeds = {keys.seed(SECRET, one), keys.seed(SECRET, other)}
    tokens = {keys.token(SECRET, one), keys.token(SECRET, other)}
    assert len(seeds) == len(tokens) == len({one, other})
    assert not seeds & tokens
    assert SECRET not in json.dumps(keys.environment(SECRET, one, other))


def test_a_class_list_is_read_as_nbgrader_reads_it(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text("\ufeffid,first_name\n ada ,Ada\nbob@x.org,\n", encoding="utf-8")
    assert roster.read(path) == ["ada", "bob@x.org"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "first line with the column 'id'"),
        (b"name\nada\n", "first line with the column 'id'"),
        (b"id\n\xff\n", "no CSV file in UTF-8"),
        (b"id\nada\nada\n", "line 3: 'ada' is there twice"),
        (b"Id;name\nada;A,x\n", "it has Id;name"),
        (b"id,x\n,1\n", "line 2: '' cannot be"),
        (b"id\n../up\n", "line 2: '../up' cannot be"),
        (b"id\na+b\n", "cannot be a student's id"),
        (b'id\n"ada\n', "no CSV file"),
    ],
)
def test_a_class_list_that_cannot_be(tmp_path, content, said):
    path = tmp_path / "roster.csv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=said):
        roster.read(path)


# The course ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A course of two lessons and three students."""
    folder = tmp_path_factory.mktemp("a") / "course"
    students = folder.parent / "roster.csv"
    students.write_text("id\nada\nbob\n", encoding="utf-8")
    done = course.init(folder, students, ["00_start_here", "02_bpe"])
    assert {one.action for one in done} == {"written"}
    return folder


def actions(done):
    return {one.path: one.action for one in done}


def test_init_again_changes_nothing(written):
    before = {path: path.read_bytes() for path in written.rglob("*") if path.is_file()}
    done = course.init(written, written.parent / "roster.csv", ["00_start_here", "02_bpe"])
    assert {one.action for one in done} == {"same"}
    assert {path: path.read_bytes() for path in written.rglob("*") if path.is_file()} == before
    assert {one.path for one in done} | {lab.MANIFEST} == {
        path.relative_to(written).as_posix() for path in before
    }


def test_init_keeps_edits_restores_what_is_gone_and_updates_its_own(tmp_path, monkeypatch):
    folder = tmp_path / "course"
    course.init(folder, lessons=["00_start_here"])
    config, notebook = folder / course.CONFIG, folder / "source/00_start_here/00_start_here.ipynb"
    config.write_text("# mine", encoding="utf-8")
    notebook.unlink()
    done = actions(course.init(folder, lessons=["00_start_here"]))
    assert (done[course.CONFIG], config.read_text(encoding="utf-8")) == ("kept", "# mine")
    assert done["source/00_start_here/00_start_here.ipynb"] == "written" and notebook.exists()
    monkeypatch.setattr(course, "IGNORED", "another edition\n")
    assert actions(course.init(folder, lessons=["00_start_here"]))[".gitignore"] == "updated"
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "another edition\n"


def test_init_says_what_it_wrote(tmp_path, capsys):
    command = ["instructor", "init", str(tmp_path / "course"), "--lessons", "00_start_here"]
    assert cli.main(command) == 0
    shown = capsys.readouterr().out
    assert "wrote     secret.key" in shown and "nbgrader generate_assignment" in shown
    assert cli.main(command) == 0
    assert "unchanged nbgrader_config.py" in capsys.readouterr().out


def test_what_init_refuses(tmp_path, capsys):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert cli.main(["instructor", "init", str(tmp_path / "file")]) != 0
    assert "is a file" in capsys.readouterr().err
    wrong = ["instructor", "init", str(tmp_path / "new"), "--lessons", "02_bpa"]
    assert cli.main(wrong) != 0
    assert "no lesson '02_bpa'" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_who_has_which_token_is_told_without_names(written):
    text = (written / "source/02_bpe/tokens.json").read_text(encoding="utf-8")
    assert "ada" not in text and keys.read(written) not in text
    found = json.loads(text)["tokens"]
    assert found[own.hashed("ada")] == keys.token(keys.read(written), "ada")


# Its notebooks ------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=LESSONS, ids=by_id)
def lesson(request):
    return request.param, nbformat.reads(notebooks.assignment(request.param), as_version=4)


def roles(notebook, role):
    found = [c for c in notebook.cells if c.metadata.get("subword_lab", {}).get("role") == role]
    return {cell.metadata["subword_lab"].get("exercise"): cell for cell in found}


@pytest.mark.grading
def test_a_lesson_is_what_nbgrader_accepts(lesson):
    from nbgrader.nbgraderformat import MetadataValidator

    MetadataValidator().validate_nb(lesson[1])


def test_each_exercise_has_an_answer_and_then_one_score(lesson):
    path, notebook = lesson
    shipped = nbformat.read(path, as_version=4).cells
    name = path.stem
    wanted = [cell.metadata["exercise"] for cell in shipped if "exercise" in cell.metadata]
    wanted += [f"own-{name[:2]}"] if f"own-{name[:2]}" in tasks.TASKS else []
    answers, scores = roles(notebook, "answer"), roles(notebook, "score")
    assert sorted(answers) == sorted(scores) == sorted(wanted)
    places = [cell.id for cell in notebook.cells]
    for id, cell in scores.items():
        exercise = exercises.get(id)
        assert places.index(cell.id) > places.index(answers[id].id)
        assert cell.metadata["nbgrader"]["points"] == exercise.points
        assert cell.metadata["nbgrader"]["grade_id"] == id
        calls = [n for n in ast.parse(cell.source).body if not isinstance(n, ast.ImportFrom)]
        call = f"exercises.score('{id}', globals().get('{exercise.name}'))"
        assert [ast.unparse(node) for node in calls] == [call]


def test_one_cell_is_marked_by_hand(lesson):
    name, notebook = lesson[0].stem, lesson[1]
    by_hand = roles(notebook, "explain")
    assert list(by_hand) == ([f"own-{name[:2]}"] if name != "00_start_here" else [])
    for cell in by_hand.values():
        assert cell.metadata["nbgrader"]["points"] == cells.EXPLAIN_POINTS
        assert (cell.cell_type, cell.metadata["nbgrader"]["grade_id"]) == (
            "markdown",
            f"{name}-explain",
        )


def test_no_output_and_no_question_of_the_quiz_is_handed_out(lesson):
    code = [cell for cell in lesson[1].cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    assert not any(name in cell.source for cell in code for name in notebooks.QUIZ)


@pytest.mark.grading
def test_our_answers_are_right_and_blank_ones_not_attempted(lesson):
    from nbgrader.preprocessors import ClearSolutions

    clear = ClearSolutions(code_stub={"python": "# your answer here"})
    for id, cell in roles(lesson[1], "answer").items():
        exercise = exercises.get(id)
        names = {"exercises": exercises}
        exec(cell.source, names)
        assert exercises.score(id, names[exercise.name]) == exercise.points
        names = {}
        clear.preprocess_cell(cell, {"language": "python"}, 0)
        exec(cell.source, names)
        assert exercises.check(id, names[exercise.name]).outcome == "not_attempted"


# Mending ------------------------------------------------------------------------------------------


RELEASED = nbformat.reads(notebooks.assignment(LESSONS[0]), as_version=4)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_damage_to_metadata_is_mended(data):
    given_out, notebook = RELEASED, copy.deepcopy(RELEASED)
    for _ in range(data.draw(st.integers(1, 8))):
        place = data.draw(st.integers(0, len(notebook.cells) - 1))
        cell = notebook.cells[place]
        match data.draw(st.sampled_from(["copy", "delete", "forget", "spoil", "rename"])):
            case "copy":
                twin = nbformat.from_dict({**cell, "id": f"pasted-{len(notebook.cells)}"})
                notebook.cells.insert(data.draw(st.integers(0, place)), twin)
            case "delete" if len(notebook.cells) > 1:
                del notebook.cells[place]
            case "forget":
                cell.metadata = nbformat.NotebookNode()
            case "spoil":
                values = [5, {}, {"grade_id": 3}, {"schema_version": 99, "grade_id": "start-cut"}]
                cell.metadata["nbgrader"] = data.draw(st.sampled_from(values))
            case "rename":
                cell["id"] = f"new-{place}"
    sources = [cell.source for cell in notebook.cells]
    mending.mend(notebook, given_out)
    kept = [c.metadata["nbgrader"] for c in notebook.cells if "nbgrader" in c.metadata]
    names = [data["grade_id"] for data in kept]
    theirs = [c.metadata["nbgrader"] for c in given_out.cells if "nbgrader" in c.metadata]
    assert len(set(names)) == len(names) and all(data in theirs for data in kept)
    assert {d["grade_id"] for d in theirs if d["grade"]} <= set(names)
    assert [cell.source for cell in notebook.cells][: len(sources)] == sources


# A task of one's own ------------------------------------------------------------------------------


@pytest.mark.parametrize("exercise", OWN, ids=by_id)
def test_a_copied_answer_fails(exercise, token):
    token("ada")
    answer = exercises.get(exercise.id).reference
    assert exercises.score(exercise.id, answer) == own.POINTS
    earned = []
    for student in ("bob", "cem", "dee"):
        token(student)
        earned.append(exercises.score(exercise.id, answer))
    assert max(earned) <= own.POINTS / 2, earned


@pytest.mark.parametrize("id", tasks.TASKS)
def test_the_drawn_results_are_many(id):
    made = {plain.dumps(results.RESULTS[id](tasks.params(id, f"{n}"))) for n in range(8)}
    assert len(made) >= 7


@pytest.mark.parametrize("exercise", OWN, ids=by_id)
def test_a_task_is_told_in_full(exercise, token):
    token("ada")
    text = repr(own.task(exercise.id, None))
    assert exercise.name in text and all(f'"{row}"' in text for row in exercise.form.rows)
    assert "{" not in text.replace("{'", "").split(f"{exercise.name} = {{")[0]
    partly = dict.fromkeys(exercise.form.rows, "?")
    assert exercises.check(exercise.id, partly).outcome == "wrong"
    assert exercises.check(exercise.id, {"a row": 1}).message.startswith("There is no row")
    assert len(exercise.hints) == 3 and exercise.title
    assert repr(exercises.get(exercise.id).reference) in exercises.solution(exercise.id)


def test_a_student_finds_the_own_task_by_id(alone, written, monkeypatch):
    monkeypatch.delenv("SUBWORD_LAB_TOKEN", raising=False)
    assert "student id" in repr(own.task("own-02", None))
    assert "not in tokens.json" in repr(own.task("own-02", "ada"))
    shipped = (written / "source/02_bpe/tokens.json").read_bytes()
    (alone / "tokens.json").write_bytes(shipped)
    mine, theirs = own.task("own-02", " ada "), own.task("own-02", "bob")
    assert "merges" in repr(mine) and mine != theirs
    for broken in (b"", b"\xff", b"[]", b'{"format": 9}', shipped[:-9]):
        (alone / "tokens.json").write_bytes(broken)
        assert own.token_of("ada") is None
    with pytest.raises(KeyError, match="no own task"):
        own.task("own-99", "ada")


# Scores -------------------------------------------------------------------------------------------


def test_an_answer_from_a_panel_counts_where_the_cell_is_empty(alone):
    right, wrong = (exercises.get("bpe-next-merge").reference, "d est")
    assert exercises.score("bpe-next-merge", None) == 0
    progress.answers.save("02_bpe", "bpe-next-merge", right)
    progress.answers._memory.clear()  # as after a restart
    assert exercises.score("bpe-next-merge", None) == exercises.get("bpe-next-merge").points
    assert exercises.score("bpe-next-merge", "something else") == 0, "the cell comes first"
    path = alone / "02_bpe.answers.json"
    for broken in (b"", b"{", b"\xff", b'{"format":1,"answers":7}', b"[" * 100_000):
        path.write_bytes(broken)
        assert exercises.score("bpe-next-merge", None) == 0
    assert wrong != right


class Spiteful:
    """Raises whatever is asked of it, and more than an Exception."""

    def __getattribute__(self, name):
        raise SystemExit(name)

    def __call__(self, *args):
        raise KeyboardInterrupt


class Pretender(dict):
    def __eq__(self, other):
        return True

    __hash__ = None


HOSTILE = [Spiteful(), Pretender(x=1), type, print, ..., "\ud800", [[]] * 9, {None: {}}, 1e400, -1]


@pytest.mark.parametrize("exercise", [*ALL, *OWN], ids=by_id)
def test_no_answer_breaks_a_score(exercise, capfd):
    for answer in HOSTILE:
        score = exercises.score(exercise.id, answer)
        assert type(score) is float and 0 <= score <= exercise.points / 2
    assert capfd.readouterr() == ("", "")


SCORES = """
import sys
from subword_lab import exercises
ids = [e.id for e in exercises.all()] + list(exercises.own.tasks.TASKS)
for id in ids:
    exercise = exercises.get(id)
    print(id, exercises.score(id, exercise.reference) == exercise.points, exercises.score(id, None))
"""


def test_scores_are_silent_where_warnings_are_errors(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCORES],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(ALL) + len(OWN)
    assert all(line.endswith(" True 0.0") for line in lines), done.stdout


# The class's edition ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    """The students' package, installed by pip from the wheel."""
    folder = tmp_path_factory.mktemp("edition")
    wheel = folder / packing.wheel_name()
    wheel.write_bytes(packing.wheel())
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command = [*pip, "--no-compile", "--target", str(folder / "site"), str(wheel)]
    subprocess.run(command, check=True, capture_output=True)
    (folder / "site" / "sitecustomize.py").write_text(ALONE, encoding="utf-8")
    return folder / "site"


ALONE = """
import sys  # an editable installation would lend the edition what it lacks
sys.meta_path = [f for f in sys.meta_path if "editable" not in getattr(f, "__module__", "").lower()]
"""


def in_edition(site, code, folder, **env):
    env = {**os.environ, "PYTHONPATH": str(site), **env}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_a_build_left_behind_hides_nothing(tmp_path, monkeypatch):
    """A source tree may hold a folder of an older build; it comes first on the path of a test."""
    left = tmp_path / "subword_lab.egg-info"
    left.mkdir()
    (left / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: subword_lab\nVersion: 0.0.1\n")
    monkeypatch.syspath_prepend(tmp_path)
    written = dict(packing._files())[f"{packing.INFO}/METADATA"].decode()
    assert f"\nVersion: {packing.VERSION}\n" in written and "Requires-Dist: regex" in written


def test_the_edition_holds_no_answers(edition):
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (edition / "subword_lab/exercises").rglob("*")
        if path.suffix in (".py", ".json")
    )
    names = {path.relative_to(edition / "subword_lab").as_posix() for path in edition.rglob("*.*")
             if edition / "subword_lab" in path.parents}  # fmt: skip
    gone = ("instructor", "quiz/bank", "quiz/generators", "exercises/coding", "i18n/en/coding")
    assert not [n for n in names if n.startswith(gone)]
    assert "exercises/own/results.py" not in names and "exercises/own/tasks.py" in names
    for exercise in CODE:
        given = functions_of(text_of(edition, exercise))[exercise.reference.__name__, exercise.id]
        assert len(given.body) == 1 + (ast.get_docstring(given) is not None)
        for name in exercise.wrong:
            assert f"def {name}(" not in text
    lessons = "".join(text_of(edition, exercise) for exercise in ALL)
    given = set(re.findall(r"reference=(.*),\n", lessons))
    assert given == {"None", "reference"}


def functions_of(text):
    """The functions of a module that look an exercise up, by name and exercise."""
    found = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return {
        (node.name, call.value.args[0].value): node
        for node in found
        if ast.unparse(call := node.body[-1]).startswith("return recorded.call(")
    }


def text_of(edition, exercise):
    module = f"subword_lab/exercises/lesson_{exercise.lesson[:2]}.py"
    return (edition / module).read_text(encoding="utf-8")


IN_EDITION = """
import sys, json
import subword_lab
from subword_lab import exercises
assert subword_lab.__version__.endswith("+class"), subword_lab.__file__
answers = json.load(open("answers.json", encoding="utf-8"))
for exercise in exercises.all():
    names = {}
    exec(answers[exercise.id], names)
    given = names[exercise.name]
    names = {}
    exec(exercise.stub, names)
    blank = exercises.check(exercise.id, list(names.values())[-1]).outcome
    told = exercises.solution(exercise.id)
    print(exercise.id, exercises.check(exercise.id, given).outcome, blank, told.count("\\n"))
print(len(exercises.all()), exercises.get("own-02").reference, exercises.solution("own-02"))
"""


def test_the_edition_checks_functions_and_keeps_values(edition, tmp_path):
    answers = {e.id: exercises.solution(e.id) for e in ALL}
    (tmp_path / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
    *lines, last = in_edition(edition, IN_EDITION, tmp_path, SUBWORD_LAB_STATE="off").split("\n")[
        : len(ALL) + 1
    ]
    expected = {e.id: "correct" if e.is_code else "kept" for e in ALL}
    assert [line.split() for line in lines] == [
        [id, outcome, "not_attempted", "0"] for id, outcome in expected.items()
    ]
    assert last.startswith(f"{len(ALL)} None The solution is not in this edition")


WRONG_IN_EDITION = """
from subword_lab import exercises
def merge_word(symbols, pair):
    return tuple(symbols)
print(exercises.check("bpe-merge-word", merge_word))
"""


def test_the_edition_shows_a_failing_case(edition, tmp_path):
    shown = in_edition(edition, WRONG_IN_EDITION, tmp_path, SUBWORD_LAB_STATE="off")
    assert "expected:" in shown and "merge_word(" in shown and "got:" in shown


def test_the_edition_has_its_command_but_nothing_for_instructors(edition, tmp_path):
    shown = in_edition(edition, "from subword_lab import cli\ncli.VERBS['lab']\nprint(*cli.VERBS)",
                       tmp_path)  # fmt: skip
    assert "lab" in shown.split() and "instructor" not in shown.split()


def test_a_lesson_runs_blank_in_the_edition(edition, tmp_path, monkeypatch):
    from nbclient import NotebookClient

    path = next(path for path in LESSONS if path.stem == "02_bpe")
    notebook = nbformat.reads(notebooks.assignment(path), as_version=4)
    for cell in roles(notebook, "answer").values():
        cell.source = cell.source.partition(cells.BEGIN)[0]
    for cell in roles(notebook, "score").values():
        cell.source = cell.source.partition(cells.HIDE)[0]
    monkeypatch.setenv("PYTHONPATH", str(edition))
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = roles(notebook, "edition")[None].outputs[0]["data"]["text/plain"]
    assert shown == repr(packing.VERSION)


def test_the_same_package_gives_the_same_bytes(tmp_path):
    first = packing.wheel()
    packing.wheel.cache_clear()
    assert packing.wheel() == first
    (tmp_path / "w.whl").write_bytes(first)
    with zipfile.ZipFile(tmp_path / "w.whl") as archive:
        assert archive.testzip() is None


def test_a_reference_that_raises_cannot_be_recorded():
    exercise = exercises.get("bpe-merge-word")

    def raises(symbols, pair):
        raise ValueError

    from dataclasses import replace

    with pytest.raises(ValueError, match="the reference raises ValueError"):
        withheld.results([replace(exercise, reference=raises)])
