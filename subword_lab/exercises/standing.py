"""Where the learner stands: lesson by lesson, and what to do next."""

from dataclasses import dataclass

from subword_lab import i18n, progress
from subword_lab.exercises import registry
from subword_lab.exercises.model import Exercise
from subword_lab.quiz import review


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

    `attempts_at_next` counts how often that exercise was tried already, `due` the questions that
    wait for a review.
    """

    lessons: tuple[LessonStanding, ...]
    answered: int
    answered_right: int
    bets_placed: int
    bets_won: int
    next: Exercise | None
    attempts_at_next: int
    due: int = 0


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
        due=len(review.due()),
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
    """The exercise tried last; if it is passed the next in its lesson, else in the course."""
    known = registry.by_id()
    tried = [known[event.object] for event in progress.events() if event.object in known]
    here = (tried[-1], *registry.of_lesson(tried[-1].lesson)) if tried else ()
    return next((task for task in (*here, *known.values()) if task.id not in summary.passed), None)


def said(now: Standing) -> list[str]:
    """Say in a few lines what the lessons add up to, how questions and bets went, what is next."""
    lines = [
        i18n.t(
            "progress.said.total",
            earned=f"{sum(lesson.earned for lesson in now.lessons):g}",
            points=sum(lesson.points for lesson in now.lessons),
            passed=sum(lesson.passed for lesson in now.lessons),
            exercises=sum(lesson.exercises for lesson in now.lessons),
            attempts=sum(lesson.attempts for lesson in now.lessons),
        ),
        i18n.t("progress.said.answered", right=now.answered_right, answered=now.answered),
        i18n.t("progress.said.bets", won=now.bets_won, placed=now.bets_placed),
        i18n.t("interview.review.due", due=now.due) if now.due else "",
        _said_next(now),
        progress.notice(),
    ]
    return [line for line in lines if line]


def _said_next(now: Standing) -> str:
    if now.next is None:
        return i18n.t("progress.said.all_done")
    key = "progress.said.again" if now.attempts_at_next else "progress.said.next"
    name, times = now.next.title, now.attempts_at_next
    return i18n.t(key, lesson=now.next.lesson, title=name, attempts=times)
