"""What the results of a class say together."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median

from subword_lab import exercises
from subword_lab.instructor.audit import Audited
from subword_lab.instructor.gradebooks import Gradebook

HARDEST = 5
RIGHT = "correct"


@dataclass(frozen=True, slots=True)
class Exercise:
    """How an exercise went: `share` is the mean share of its points among those who tried it.

    `tried` and `right` count students, `attempts` is the median over those who handed their
    progress in, `misconceptions` counts the wrong answers that were recognized.
    """

    id: str
    assignment: str
    tried: int
    blank: int
    right: int
    share: float
    attempts: float | None
    misconceptions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Alike:
    """Students whose answers are the same code, token by token, in each of some exercises."""

    students: tuple[str, ...]
    exercises: tuple[str, ...]


def by_exercise(results: Iterable[Audited]) -> list[Exercise]:
    """Return how each exercise went, in the order of the assignments and their exercises."""
    marks = defaultdict(list)
    tries: dict[tuple[str, str], list[int]] = defaultdict(list)
    for result in results:
        for mark in result.marks:
            marks[result.assignment, mark.exercise].append(mark)
            if result.attempts and mark.exercise in result.attempts:
                tries[result.assignment, mark.exercise].append(result.attempts[mark.exercise])
    found = []
    for (assignment, id), given in sorted(marks.items(), key=lambda entry: entry[0][0]):
        tried = [mark for mark in given if mark.outcome != "not_attempted"]
        wrong = Counter(mark.misconception for mark in tried if mark.misconception)
        made = tries[assignment, id]
        found.append(
            Exercise(
                id,
                assignment,
                len(tried),
                len(given) - len(tried),
                sum(mark.outcome == RIGHT for mark in tried),
                sum(m.earned / m.points for m in tried) / len(tried) if tried else 0.0,
                median(made) if made else None,
                tuple(wrong.most_common()),
            )
        )
    return found


def hardest(found: Iterable[Exercise], count: int = HARDEST) -> list[Exercise]:
    """Return the exercises in which those who tried earned the smallest share."""
    tried = [exercise for exercise in found if exercise.tried and exercise.share < 1]
    return sorted(tried, key=lambda exercise: (exercise.share, exercise.id))[:count]


def not_started(results: Iterable[Audited], book: Gradebook) -> Iterator[tuple[str, list[str]]]:
    """Yield each assignment with the students who have not begun it.

    They handed in nothing, or a notebook without any answer; students whom neither the gradebook
    nor a submission names cannot be missed.
    """
    results = list(results)
    everybody = {result.student for result in results} | set(book.students)
    begun: dict[str, set[str]] = {result.assignment: set() for result in results}
    for result in results:
        unread = result.status not in ("graded", "no_notebook", "second")
        if unread or any(mark.outcome != "not_attempted" for mark in result.marks):
            begun[result.assignment].add(result.student)
    for assignment, students in sorted(begun.items()):
        yield assignment, sorted(everybody - students)


def alike(results: Iterable[Audited]) -> list[Alike]:
    """Return groups with the same code, those alike in most exercises first.

    Only code counts, and each student's own task: in the others a right answer is everybody's.
    """
    same: dict[tuple[str, str], set[str]] = defaultdict(set)
    for result in results:
        for mark in result.marks:
            if mark.digest and _tells_apart(mark.exercise):
                same[mark.exercise, mark.digest].add(result.student)
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for (id, _), students in same.items():
        if len(students) > 1:
            groups[tuple(sorted(students))].append(id)
    found = [Alike(students, tuple(sorted(ids))) for students, ids in groups.items()]
    return sorted(found, key=lambda a: (-len(a.exercises), len(a.students), a.students))


def _tells_apart(id: str) -> bool:
    return id.startswith("own-") or exercises.get(id).is_code
