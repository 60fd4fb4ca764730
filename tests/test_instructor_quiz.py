"""Graded quizzes: drawn by the course's secret, asked without keys, marked with partial credit."""

import json
import subprocess
import sys
from collections import Counter

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from submitted import hand_in
from subword_lab import cli, exercises, i18n, quiz
from subword_lab.exercises.own import hashed, quizzes
from subword_lab.instructor import audit, cells, course, keys, notebooks, packing
from subword_lab.instructor.gradebooks import Gradebook
from subword_lab.quiz import lettering, own
from test_exercises_registry import grade
from test_instructor_course import ALONE, in_edition

LESSON, COUNT = "02_bpe", 5
ID = quizzes.name(LESSON, COUNT)
NAME = ID.replace("-", "_")
SECRET = "s" * 64
STUDENTS = [f"student{n}" for n in range(30)]


@pytest.fixture
def become(monkeypatch):
    """Make this process score for a student."""

    def student(name, secret=SECRET):
        for variable, value in keys.environment(secret, name, LESSON).items():
            monkeypatch.setenv(variable, value)
        return exercises.get(ID)

    return student


def drawn(name, secret=SECRET):
    return quizzes.draw(ID, keys.seed(secret, LESSON), keys.token(secret, name))


# Drawing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", quizzes.TAUGHT)
def test_a_quiz_is_the_same_for_ever_and_goes_from_easy_to_hard(lesson):
    id = quizzes.name(lesson, COUNT)
    questions = quizzes.draw(id, "seed", "token")
    assert questions == quizzes.draw(id, "seed", "token")
    assert [q.level for q in questions] == sorted(q.level for q in questions)
    assert len({q.id for q in questions}) == COUNT
    assert all(q.kind in quizzes.GRADED and q.generator is None for q in questions)
    assert {q.topic for q in questions} <= set(quizzes.TAUGHT[lesson])


def test_students_get_quizzes_of_their_own():
    quizzes_drawn = Counter(tuple(q.stem.en for q in drawn(name)) for name in STUDENTS)
    assert max(quizzes_drawn.values()) == 1
    assert drawn("ada", "x" * 64) != drawn("ada")
    letterings = {}
    for question in (q for name in STUDENTS for q in drawn(name) if q.kind == "single"):
        key = tuple(sorted(option.text.en for option in question.options))
        letterings.setdefault(key, set()).add(lettering.shuffled(question))
    assert max(map(len, letterings.values())) > 1, "the same question, but the same letters"


def test_another_bank_is_refused_and_not_marked(become, tmp_path, monkeypatch):
    become("ada")
    own_file = tmp_path / "mine.toml"
    one = next(q for q in quiz.questions() if q.topic == "bpe" and q.kind == "numeric")
    own_file.write_text(
        f"""[[question]]
id = "mine-one"
kind = "numeric"
topic = "bpe"
level = 1
source = "class"
answer = {one.answer or 7}
stem = {{ en = "How many?", zh = "多少？" }}
why = {{ en = "So many.", zh = "这么多。" }}
""",
        encoding="utf-8",
    )
    monkeypatch.setenv(own.VARIABLE, str(own_file))
    forget()
    try:
        with pytest.raises(KeyError, match="drawn from another bank"):
            exercises.score(ID, {"1": "A"})
        assert quizzes.name(LESSON, COUNT) != ID
    finally:
        monkeypatch.delenv(own.VARIABLE)
        forget()


def forget():
    for remembered in (quiz.questions, quizzes._pool, quizzes._digest):
        remembered.cache_clear()


@pytest.mark.parametrize("count", [0, 11, True, "5", 2.5])
def test_a_quiz_of_another_length_is_refused(count):
    with pytest.raises(ValueError, match="a quiz has 1 to 10 questions"):
        quizzes.name(LESSON, count)
    with pytest.raises(ValueError, match="has no quiz"):
        quizzes.name("00_start_here", 3)


@pytest.mark.parametrize("id", ["quiz-02-0-abcd", "quiz-99-5-abcd", "quiz-02-5", 7, None, "\ud800"])
def test_what_is_no_quiz(id):
    assert not quizzes.is_quiz(id)
    with pytest.raises(KeyError):
        exercises.get(id)
    with pytest.raises(KeyError, match="there is no quiz"):
        quizzes.show(id, "ada")


# Marking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("student", STUDENTS[:6])
def test_right_answers_earn_everything_and_each_one_its_share(student, become):
    task = become(student)
    right = task.reference
    assert json.loads(json.dumps(right)) == right
    assert exercises.score(ID, right) == COUNT == task.points
    assert exercises.score(ID, {int(row): answer for row, answer in right.items()}) == COUNT
    for row in right:
        assert exercises.score(ID, {row: right[row]}) == 1
    assert exercises.check(ID, right).outcome == "correct"
    assert exercises.check(ID, {"1": right["1"]}).message == "1 of 5 points."
    assert exercises.check(ID, None).outcome == "not_attempted"


def test_a_copied_quiz_earns_little(become):
    copied = become("ada").reference
    earned = []
    for student in STUDENTS[:10]:
        become(student)
        earned.append(exercises.score(ID, copied))
    assert sum(earned) / len(earned) <= COUNT / 2


def test_partly_right_is_partly_paid(become):
    for student in STUDENTS:
        task = become(student)
        for row, answer in task.reference.items():
            if isinstance(answer, list) and len(answer) > 2:
                assert 0 < exercises.score(ID, {row: [*answer[1:], answer[0]]}) <= 1
                return
    raise AssertionError("nobody was asked for an order or for several letters")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)


@settings(max_examples=60)
@given(answer=st.dictionaries(st.sampled_from("12345x"), values) | values)
def test_any_answer_has_a_score(answer):
    assert 0.0 <= exercises.score(ID, answer) <= COUNT


# What a class is given ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A course of one lesson, with a quiz, for two students."""
    folder = tmp_path_factory.mktemp("quiz") / "course"
    roster = folder.parent / "roster.csv"
    roster.write_text("id\nada\nbob\n", encoding="utf-8")
    course.init(folder, roster, [LESSON], quiz=COUNT)
    return folder


def test_the_sheets_hold_questions_and_no_keys(made):
    text = (made / "source" / LESSON / quizzes.FILE).read_text(encoding="utf-8")
    secret = keys.read(made)
    whole = json.loads(text)
    assert set(whole["quizzes"]) == {hashed("ada"), hashed("bob")} and "ada" not in text
    for name in ("ada", "bob"):
        asked = whole["quizzes"][hashed(name)]
        questions = drawn(name, secret)
        assert [sheet["stem"]["en"] for sheet in asked] == [q.stem.en for q in questions]
        assert all(set(sheet) == {"kind", "stem", "code", "options"} for sheet in asked)
        for sheet, question in zip(asked, questions, strict=True):
            given = list(sheet["options"].values())
            order = lettering.shuffled(question)
            assert [o["zh"] for o in given] == [question.options[at].text.zh for at in order]
            assert question.id not in text and question.why.en not in text


def test_a_student_reads_the_own_quiz(made, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert "student id" in repr(quizzes.show(ID, None))
    assert "not in quizzes.json" in repr(quizzes.show(ID, "ada"))
    shipped = (made / "source" / LESSON / quizzes.FILE).read_bytes()
    (tmp_path / quizzes.FILE).write_bytes(shipped)
    ada, bob = quizzes.show(ID, " ada "), quizzes.show(ID, "bob")
    assert ada != bob and f"{NAME} = " in repr(ada) and "5. " in repr(ada)
    questions = drawn("ada", keys.read(made))
    assert all(question.stem.en in repr(ada) for question in questions)
    i18n.set_language("zh")
    try:
        assert questions[0].stem.zh in repr(quizzes.show(ID, "ada"))
    finally:
        i18n.set_language(None)
    for broken in (b"", b"\xff", b"[]", b'{"format": 9}', shipped[:-9], b'{"format":1,"quiz":5}'):
        (tmp_path / quizzes.FILE).write_bytes(broken)
        assert "not in quizzes.json" in repr(quizzes.show(ID, "ada"))


@pytest.fixture(scope="module")
def notebook():
    path = notebooks_path()
    return nbformat.reads(notebooks.assignment(path, COUNT), as_version=4)


def notebooks_path():
    return next(path for path in course._chosen([LESSON]))


def cell(notebook, role):
    return next(c for c in notebook.cells if c.metadata.get("subword_lab", {}).get("role") == role
                and c.metadata["subword_lab"].get("exercise") == ID)  # fmt: skip


def test_a_quiz_is_four_cells_at_the_end(notebook):
    roles = [c.metadata["subword_lab"]["role"] for c in notebook.cells[-4:]]
    assert roles == ["intro", "variant", "answer", "score"]
    score = cell(notebook, "score")
    assert score.metadata["nbgrader"]["points"] == COUNT and score.metadata["nbgrader"]["locked"]
    assert f'exercises.score("{ID}", globals().get("{NAME}"))' in score.source
    assert cell(notebook, "answer").source.startswith(f"{NAME} = None\n{cells.BEGIN}")
    plain = nbformat.reads(notebooks.assignment(notebooks_path()), as_version=4)
    assert [c.id for c in notebook.cells[:-4]] == [c.id for c in plain.cells]


@pytest.mark.grading
def test_nbgrader_accepts_it_and_takes_the_score(notebook, become):
    from nbgrader.nbgraderformat import MetadataValidator

    MetadataValidator().validate_nb(notebook)
    right = become("ada").reference
    for answer, points in ((right, COUNT), ({"1": right["1"]}, 1), (None, 0)):
        earned = exercises.score(ID, answer)
        assert grade(earned, COUNT) == (points, COUNT)


def test_the_audit_marks_each_student_by_the_own_questions(made):
    blank = made / "source" / LESSON / f"{LESSON}.ipynb"
    secret = keys.read(made)
    keyed = {
        name: {str(n): lettering.write(q) for n, q in enumerate(drawn(name, secret), 1)}
        for name in ("ada", "bob")
    }
    answers = {"ada": keyed["ada"], "bob": {"1": keyed["bob"]["1"], "2": "?"}}
    for name, answer in answers.items():
        handed = nbformat.read(blank, as_version=4)
        handed.cells = [
            c for c in handed.cells if c.metadata.get("subword_lab", {}).get("exercise") == ID
        ]
        cell(handed, "answer").source = f"{NAME} = {answer!r}"
        hand_in(made, name, LESSON, handed)
    found = {r.student: r for r in audit.audit(made, Gradebook(), workers=1)}
    marks = {name: next(m for m in r.marks if m.exercise == ID) for name, r in found.items()}
    assert {name: (m.earned, m.points) for name, m in marks.items()} == {
        "ada": (COUNT, COUNT),
        "bob": (1, COUNT),
    }


def test_what_init_refuses(tmp_path, capsys):
    roster = tmp_path / "roster.csv"
    roster.write_text("id\nada\n", encoding="utf-8")
    new = str(tmp_path / "new")
    for wrong, said in (
        (["--quiz", "5"], "give the class list with --students"),
        (["--quiz", "11", "--students", str(roster)], "a quiz has 1 to 10 questions; got 11"),
    ):
        assert cli.main(["instructor", "init", new, *wrong]) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    lesson = ["--lessons", LESSON, "--students", str(roster), "--quiz", "3"]
    assert cli.main(["instructor", "init", new, *lesson]) == 0
    assert f"source/{LESSON}/{quizzes.FILE}" in capsys.readouterr().out


IN_CLASS = f"""
from subword_lab import exercises
from subword_lab.exercises.own import quizzes
print(exercises.get("{ID}").reference, exercises.check("{ID}", {{"1": "B"}}).outcome)
print(exercises.check("{ID}", None).outcome, exercises.score("{ID}", {{"1": "B"}}))
print(quizzes.show("{ID}", "ada"))
"""


def test_in_the_class_edition_answers_are_kept_and_not_marked(made, tmp_path):
    wheel = tmp_path / packing.wheel_name()
    wheel.write_bytes(packing.wheel())
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    site = tmp_path / "site"
    subprocess.run([*pip, "--no-compile", "--target", str(site), str(wheel)], check=True)
    (site / "sitecustomize.py").write_text(ALONE, encoding="utf-8")
    (tmp_path / quizzes.FILE).write_bytes((made / "source" / LESSON / quizzes.FILE).read_bytes())
    shown = in_edition(site, IN_CLASS, tmp_path, SUBWORD_LAB_STATE="off")
    assert shown.startswith("None kept\nnot_attempted 0.0\n")
    assert drawn("ada", keys.read(made))[0].stem.en in shown
