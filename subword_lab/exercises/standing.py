"""Where the learner stands: lesson by lesson, and what to do next."""

from dataclasses import dataclass

from subword_lab import progress
from subword_lab.exercises import registry
from subword_lab.exercises.model import Exercise


@dataclass(frozen=True, slots=True)
class LessonStanding:
    """Points earned and to be had in one lesson, exercises passed and there, and all attempts."""

    lesson: str
    earned: float
    points: int
    passed: int
    exercises: int
    attempts: int


@dataclass(frozen=True, slots=True)
class Standing:
    """All lessons in course order, questions, bets, and the exercise to try next (None: all done).

    `attempts_at_next` counts how often that exercise was tried already.
    """

    lessons: tuple[LessonStanding, ...]
    answered: int
    answered_right: int
    bets_placed: int
    bets_won: int
    next: Exercise | None
    attempts_at_next: int


def standing() -> Standing:
    """Add up all that was recorded on this machine.

    >>> standing().lessons[0].lesson
    '00_start_here'
    """
    summary = progress.summary()
    bets = progress.bets.all()
    coming = _next(summary)
    return Standing(
        lessons=tuple(_of_lesson(lesson, summary) for lesson in _lessons()),
        answered=summary.answered,
        answered_right=summary.answered_right,
        bets_placed=len(bets),
        bets_won=sum(bet.won for bet in bets),
        next=coming,
        attempts_at_next=summary.attempts.get(coming.id, 0) if coming else 0,
    )


def _lessons() -> tuple[str, ...]:
    return tuple(dict.fromkeys(task.lesson for task in registry.by_id().values()))


def _of_lesson(lesson: str, summary: progress.Summary) -> LessonStanding:
    tasks = registry.of_lesson(lesson)
    return LessonStanding(
        lesson=lesson,
        # an exercise may be worth less than when it was solved
        earned=sum(min(summary.best.get(task.id, 0.0), task.points) for task in tasks),
        points=sum(task.points for task in tasks),
        passed=sum(task.id in summary.passed for task in tasks),
        exercises=len(tasks),
        attempts=sum(summary.attempts.get(task.id, 0) for task in tasks),
    )


def _next(summary: progress.Summary) -> Exercise | None:
    """The first exercise not passed in the lesson worked in last; else the first of the course."""
    known = registry.by_id()
    tried = [event.object for event in progress.events() if event.object in known]
    here = registry.of_lesson(known[tried[-1]].lesson) if tried else ()
    return next((task for task in (*here, *known.values()) if task.id not in summary.passed), None)
