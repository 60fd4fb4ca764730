"""What holds for every exercise: reference, wrong answers, stub, texts, points, score."""

import ast
import random
import warnings
from contextlib import contextmanager

import pytest
from nbformat.v4 import new_code_cell, new_output

from build import parse, sources
from solved import is_exercise
from subword_lab import exercises
from subword_lab.exercises import cases, forms, guard, model, plain, registry
from subword_lab.exercises.threaded import Thread

OF_LESSONS = exercises.all()
ALL = (*OF_LESSONS, *registry.rounds().values())
CODE = [exercise for exercise in ALL if exercise.is_code]
WRONG = [(exercise, wrong) for exercise in ALL for wrong in exercise.wrong_answers]


@pytest.fixture(autouse=True)
def state_off(monkeypatch):
    monkeypatch.setenv("SUBWORD_LAB_STATE", "off")


class Here:
    """Calls a function of ours in this process: it is known to end, and no fork is needed."""

    def __init__(self, function):
        self.function = function

    def call(self, args, seconds, until):
        return guard.call(self.function, args)

    def close(self):
        pass


@contextmanager
def working_in(worker):
    """Without a fork: cheaper, and no report may change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "_worker", worker)
        yield


def by_id(value):
    return getattr(value, "id", getattr(value, "name", None))


def run_stub(exercise):
    """The stub as a notebook cell leaves it: a function or a value."""
    names = {}
    exec(exercise.stub, names)
    return list(names.values())[-1]


@pytest.mark.parametrize("exercise", ALL, ids=by_id)
def test_the_data_are_complete(exercise):
    assert exercise.kind in model.KINDS
    assert isinstance(exercise.points, int) and exercise.points > 0
    assert len(exercise.wrong) >= 4
    assert len(exercise.hints) == 3
    assert all([exercise.title, exercise.prompt, exercise.right])
    messages = [wrong.message for wrong in exercise.wrong_answers]
    assert len({*messages, exercise.right}) == len(messages) + 1
    assert exercise.is_code == (exercise.form is None)
    assert exercise.partial.keys() <= exercise.wrong.keys()
    assert exercise.reference not in (0, 3, "x", [], {}, None)


@pytest.mark.parametrize("exercise", [e for e in ALL if not e.is_code], ids=by_id)
def test_the_right_answer_can_be_given_in_the_form(exercise):
    match exercise.form:
        case forms.Choice(options):
            answers = [exercise.reference, *exercise.wrong.values()]
            assert set(answers) <= set(options) and len(set(options)) == len(options)
        case forms.Cut(text):
            assert "".join(exercise.reference) == text
        case forms.Order(items):
            assert sorted(exercise.reference) == sorted(items)
            assert tuple(exercise.reference) != items, "the items must not stand in order"
        case forms.Slider(minimum, maximum):
            assert minimum <= exercise.reference <= maximum
        case forms.Match(rows, options):
            assert tuple(exercise.reference) == rows
            assert set(exercise.reference.values()) <= set(options)


@pytest.mark.parametrize("exercise", ALL, ids=by_id)
def test_the_stub_is_not_attempted(exercise):
    report = exercises.check(exercise.id, run_stub(exercise))
    assert (report.outcome, report.earned) == ("not_attempted", 0.0)


@pytest.mark.parametrize("exercise", ALL, ids=by_id)
def test_the_reference_earns_all_points(exercise):
    report = exercises.check(exercise.id, exercise.reference, "practice")
    assert (report.outcome, report.earned) == ("correct", exercise.points)
    assert report.message == exercise.right
    with working_in(Thread):
        assert exercises.check(exercise.id, exercise.reference, "another") == report


@pytest.mark.parametrize(("exercise", "wrong"), WRONG, ids=by_id)
def test_a_wrong_answer_gets_its_own_message(exercise, wrong):
    # what is right, but too slow, must be stopped
    slow = wrong.name == exercise.slow
    with working_in(Thread if slow else Here):
        for seed in ("practice", "another")[slow:]:
            told = exercises.check(exercise.id, wrong.answer, seed)
            assert told.misconception == wrong.name
            assert told.message == wrong.message
            assert told.outcome != "correct" and told.earned < exercise.points


@pytest.mark.parametrize("exercise", CODE, ids=by_id)
def test_a_report_does_not_depend_on_who_does_the_work(exercise):
    wrong = exercise.wrong_answers[0].answer
    report = exercises.check(exercise.id, wrong, "practice")
    with working_in(Thread):
        assert repr(exercises.check(exercise.id, wrong, "practice")) == repr(report)


@pytest.mark.parametrize("exercise", CODE, ids=by_id)
def test_the_reference_needs_only_its_imports(exercise):
    names = {}
    exec(exercises.solution(exercise.id), names)
    answer = names[exercise.name]
    assert exercises.check(exercise.id, answer).outcome == "correct"


@pytest.mark.parametrize("exercise", CODE, ids=by_id)
def test_the_prompt_names_the_function_as_the_stub_does(exercise):
    parameters = ast.parse(exercise.stub).body[-1].args.args
    assert f"{exercise.name}({', '.join(p.arg for p in parameters)})" in exercise.prompt


@pytest.mark.parametrize("exercise", CODE, ids=by_id)
def test_a_table_of_the_practice_cases_earns_nothing_on_other_seeds(exercise):
    known = {plain.dumps(c): exercise.reference(*c) for c in cases.generate(exercise, "practice")}
    padded = _with_parameters(exercise, known)
    with working_in(Here):
        assert exercises.score(exercise.id, padded, "practice") == exercise.points
        assert exercises.score(exercise.id, padded, "secret") == 0


def _with_parameters(exercise, known):
    parameters = ", ".join(f"a{i}" for i in range(exercise.reference.__code__.co_argcount))
    return eval(
        f"lambda {parameters}: known[dumps(({parameters},))]",
        {"known": known, "dumps": plain.dumps},
    )


@pytest.mark.parametrize("exercise", CODE, ids=by_id)
def test_a_constant_earns_nothing(exercise):
    tried = cases.generate(exercise, "practice")
    for args in random.Random(1).sample(tried, 3):
        value = exercise.reference(*args)
        parameters = ", ".join(f"a{i}" for i in range(len(args)))
        constant = eval(f"lambda {parameters}: value", {"value": value})
        with working_in(Here):
            assert exercises.score(exercise.id, constant) == 0


@pytest.mark.parametrize("exercise", CODE, ids=by_id)
def test_every_case_is_fair(exercise):
    tried = cases.generate(exercise, "practice")
    assert len(tried) >= 20
    for args in tried:
        assert exercise.valid(*args)
        exercise.reference(*args)


def grade(value, points, before=()):
    """What nbgrader makes of a grade cell whose last expression is this value."""
    from nbgrader.utils import determine_grade

    cell = new_code_cell("", outputs=[*before])
    cell.metadata["nbgrader"] = {
        "grade": True,
        "solution": False,
        "locked": True,
        "points": points,
        "grade_id": "x",
        "schema_version": 3,
    }
    data = {"text/plain": repr(value)}
    cell.outputs.append(new_output("execute_result", data=data, execution_count=1))
    return determine_grade(cell)


def crash(*args):
    raise RuntimeError("boom")


def warn_only(exercise):
    def answer(*args):
        warnings.warn("noise", stacklevel=1)
        return exercise.reference(*args)

    answer.__wrapped__ = exercise.reference  # so that its signature is the reference's
    return answer if exercise.is_code else exercise.reference


@pytest.mark.grading
@pytest.mark.parametrize("exercise", ALL, ids=by_id)
def test_a_score_is_what_nbgrader_reads(exercise, capfd):
    answers = [exercise.reference, None, crash, object(), 3, "x", [], float("nan"), 10**400, {1}]
    answers += [exercise.wrong_answers[0].answer, run_stub(exercise), warn_only(exercise)]
    with working_in(Here):
        scores = [exercises.score(exercise.id, answer) for answer in answers[:-1]]
    scores.append(exercises.score(exercise.id, answers[-1]))
    assert all(type(score) is float and 0 <= score <= exercise.points for score in scores)
    assert scores[0] == scores[-1] == exercise.points
    assert scores[1:10] == [0.0] * 9
    graded = [grade(score, exercise.points) for score in scores]
    assert graded == [(score, exercise.points) for score in scores]
    assert capfd.readouterr() == ("", "")


def test_lessons_divide_the_exercises():
    lessons = dict.fromkeys(exercise.lesson for exercise in OF_LESSONS)
    assert sum((exercises.of_lesson(lesson) for lesson in lessons), ()) == OF_LESSONS
    assert exercises.of_lesson("99_none") == ()


@pytest.mark.parametrize("lesson", sources(), ids=lambda path: path.stem)
def test_the_order_is_that_of_the_lesson(lesson):
    """What to do next follows it."""
    shown = [cell.metadata["exercise"] for cell in parse(lesson).cells if is_exercise(cell)]
    assert shown == [exercise.id for exercise in exercises.of_lesson(lesson.stem)]


def test_half_of_the_exercises_need_no_code():
    without = sum(exercise.form is not None for exercise in OF_LESSONS)
    assert without >= len(OF_LESSONS) / 2
    assert len({exercise.kind for exercise in OF_LESSONS}) >= 6


@pytest.mark.parametrize("id", ["bpe-cuont-pairs", "", 3, "\ud800", None])
def test_an_unknown_id_names_the_nearest(id):
    with pytest.raises(KeyError, match="did you mean [a-z]+-"):
        exercises.get(id)
