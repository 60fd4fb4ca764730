"""Exercises: data, checks that name the misconception, points, hints.

>>> from subword_lab import exercises
>>> exercises.get("bpe-next-merge").points
2
"""

import contextlib
import hashlib
import io
import os
import secrets
import warnings
from collections.abc import Mapping
from typing import Any

from subword_lab import progress
from subword_lab.exercises import functions, hints, own, plain, registry, values
from subword_lab.exercises.hints import Hint
from subword_lab.exercises.model import Exercise, Report, WrongAnswer
from subword_lab.exercises.own import quizzes
from subword_lab.exercises.standing import LessonStanding, Standing, said, standing

__all__ = [
    "Exercise",
    "Hint",
    "LessonStanding",
    "Report",
    "Standing",
    "WrongAnswer",
    "all",
    "check",
    "get",
    "hint",
    "of_lesson",
    "said",
    "score",
    "solution",
    "standing",
    "unfinished",
]


def all() -> tuple[Exercise, ...]:
    """Return every exercise, in the order of the course."""
    return tuple(registry.by_id().values())


def get(id: str) -> Exercise:
    """Return the exercise of that id; `KeyError` with the nearest ids if there is none.

    `own-02`, quizzes and their like are drawn for each student; they are not in `all`.
    """
    if quizzes.is_quiz(id):
        return quizzes.exercise(id)
    return own.exercise(id) if id in list(own.tasks.TASKS) else registry.get(id)


def of_lesson(lesson: str) -> tuple[Exercise, ...]:
    """Return the exercises of a lesson such as `"02_bpe"`, in its order."""
    return registry.of_lesson(lesson)


def check(id: str, answer: Any, seed: str | None = None) -> Report:
    """Check an answer and remember the attempt.

    The report depends on the answer and the seed alone; the seed chooses the cases of a function
    exercise, and comes from the variable SUBWORD_LAB_SEED where it is not given. With neither, an
    answer that is right on the practice cases must be so on cases that are new each time.
    `KeyError` if there is no such exercise.
    """
    exercise = get(id)
    given = os.environ.get("SUBWORD_LAB_SEED") if seed is None else seed
    seeds = ("practice", secrets.token_hex(4)) if given is None else (given,)
    report = _evaluate(exercise, answer, seeds)
    if report.outcome != "not_attempted":
        hints.remember(exercise, report, answer)
        progress.record(
            "passed" if report.outcome == "correct" else "attempted",
            id,
            outcome=report.outcome,
            earned=report.earned,
            points=report.points,
            misconception=report.misconception,
            digest=_digest(answer),
        )
    return report


def score(id: str, answer: Any, seed: str | None = None) -> float:
    """Return the points an answer earns: a finite float from 0 to the exercise's points.

    Where a value is not given, the one that was given in the exercise's panel counts: it lies in
    a file beside the notebook.
    Never raises for any answer and writes nothing, since a grader would take a warning for a
    failure. `KeyError` if there is no such exercise: a mistyped id must not pass as 0 points.
    """
    chosen = os.environ.get("SUBWORD_LAB_SEED", "practice") if seed is None else seed
    with _silence():
        exercise = get(id)
        try:
            if answer is None and not exercise.is_code:
                answer = progress.answers.load(exercise.lesson, id)
            earned = float(_evaluate(exercise, answer, (chosen,)).earned)
        except BaseException:  # an answer that breaks the checker has not earned anything
            return 0.0
    return round(min(max(earned, 0.0), float(exercise.points)), 4)


def unfinished(answers: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids of the exercises that these answers do not solve yet.

    A lesson asks before it runs what the learner has built. `KeyError` if an id is unknown.

    >>> unfinished({"bpe-next-merge": None})
    ('bpe-next-merge',)
    """
    return tuple(id for id, answer in answers.items() if score(id, answer) < get(id).points)


def hint(id: str) -> Hint:
    """Return the next hint of an exercise; each new attempt opens a further one.

    `KeyError` if there is no such exercise.
    """
    return hints.take(get(id))


def solution(id: str) -> str:
    """Return the source of the reference function, or the right value as it would be typed.

    `KeyError` if there is no such exercise.
    """
    return hints.solution(get(id))


def _evaluate(exercise: Exercise, answer: Any, seeds: tuple[str, ...]) -> Report:
    if exercise.is_code:
        return functions.evaluate(exercise, answer, *seeds)
    return values.evaluate(exercise, answer)


def _digest(answer: Any) -> str:
    """Tell one attempt from another without keeping what was written."""
    told = functions.fingerprint(answer) if callable(answer) else answer
    return hashlib.sha256(plain.to_bytes(told)).hexdigest()[:12]


@contextlib.contextmanager
def _silence():  # type: ignore[no-untyped-def]
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        warnings.simplefilter("ignore")
        yield
