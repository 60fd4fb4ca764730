"""Every submission graded anew, beside what nbgrader's gradebook says.

As many results come out as submissions went in, whatever they hold. A result says what was wrong
with the file, what each exercise earned, and where the gradebook says something else.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from subword_lab import exercises
from subword_lab.instructor import keys, plans, pool, reading, regrading, submissions
from subword_lab.instructor.gradebooks import Gradebook
from subword_lab.instructor.regrading import Mark
from subword_lab.instructor.rerun import ALL_SECONDS, Rerun
from subword_lab.instructor.submissions import Submission

FORMAT = 1
ROUNDING = 0.005
GRACE = 60.0  # seconds beyond a notebook's own limit until its process is given up


@dataclass(frozen=True, slots=True)
class Audited:
    """What became of one submission.

    `status` is "graded", "no_notebook", "unreadable", "no_lesson", "second" (of a lesson that has
    one notebook already) or "lost"; `problems` are those of the file, `walls` what held while the
    code ran, `attempts` those of a file of progress.
    """

    student: str
    assignment: str
    notebook: str
    status: str
    marks: tuple[Mark, ...] = ()
    problems: tuple[str, ...] = ()
    version: str = ""
    walls: tuple[str, ...] = ()
    attempts: Mapping[str, int] | None = None
    late: float | None = None
    extra: float = 0.0

    @property
    def earned(self) -> float:
        """The points of all exercises together."""
        return round(sum(mark.earned for mark in self.marks), 4)

    @property
    def points(self) -> int:
        """The points that could be had."""
        return sum(mark.points for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An exercise for which the gradebook says another number, or none where points were earned."""

    student: str
    assignment: str
    exercise: str
    here: float
    there: float | None
    why: str


def audit(
    course: Path, book: Gradebook, workers: int, done: Callable[[int, int], None] | None = None
) -> list[Audited]:
    """Grade all submissions of a course; `done` is told how many are, and of how many.

    `FileNotFoundError` or `ValueError` if there are none.
    """
    found = submissions.find(course)
    secret = _secret(course)
    exercises.all()  # read once, before there are several processes
    tasks = [(str(course), secret, submission) for submission in found]
    results: dict[int, Audited] = {}
    for number, result in pool.each(regrade, tasks, workers, ALL_SECONDS + GRACE):
        lost = isinstance(result, pool.Lost)
        results[number] = _lost(found[number], result.why) if lost else result
        if done:
            done(len(results), len(found))
    if sorted(results) != list(range(len(found))):
        raise RuntimeError(f"{len(found)} submissions went in, {len(results)} came out")
    timed = [_timed(results[i], found[i], book) for i in range(len(found))]
    return list(_once(timed))


def regrade(task: tuple[str, str | None, Submission]) -> Audited:
    """Grade one submission; all that can be wrong with it is in the result."""
    course, secret, submission = task
    blank = Audited(submission.student, submission.assignment, "", "no_notebook")
    if submission.path is None:
        return blank
    notebook = reading.read(submission.path)
    problems = tuple(problem.name for problem in notebook.problems)
    here = replace(blank, notebook=submission.path.stem, problems=problems)
    if not notebook.cells:
        return replace(here, status="unreadable")
    lesson = submissions.lesson_of(submission, notebook, Path(course))
    if lesson is None:
        return replace(here, status="no_lesson")
    seed = _become(secret, submission)
    handed_out = submissions.assignment(Path(course), submission.assignment, lesson)
    steps = plans.plan(notebook.cells, handed_out)
    rerun = Rerun()
    try:
        typed = submissions.typed_answers(submission, lesson)
        marks = tuple(regrading.regrade(rerun, steps, typed, seed))
    finally:
        rerun.close()
    return replace(
        here,
        status="graded",
        marks=tuple(sorted(marks, key=lambda mark: handed_out.exercises.index(mark.exercise))),
        version=submissions.version(notebook),
        walls=rerun.walls,
        attempts=_attempts(submission),
    )


def _once(results: list[Audited]) -> Iterator[Audited]:
    """Let each lesson of an assignment count once: the notebook that is named as handed out."""
    counted: dict[tuple[str, str, str], Audited] = {}
    for result in results:
        lesson = _lesson(result)
        if lesson == result.notebook or (*_where(result), lesson) not in counted:
            counted[*_where(result), lesson] = result
    for result in results:
        second = result.marks and counted[*_where(result), _lesson(result)] is not result
        yield replace(result, status="second", marks=()) if second else result


def _where(result: Audited) -> tuple[str, str]:
    return result.student, result.assignment


def _lesson(result: Audited) -> str:
    return exercises.get(result.marks[0].exercise).lesson if result.marks else ""


def _become(secret: str | None, submission: Submission) -> str:
    """Take the seed of the assignment and the token of the student, which choose the cases."""
    if secret is None:
        os.environ.pop("SUBWORD_LAB_TOKEN", None)
        return os.environ.get("SUBWORD_LAB_SEED", "practice")
    own = keys.environment(secret, submission.student, submission.assignment)
    os.environ.update(own)  # a learner's code runs in a process without them
    return own["SUBWORD_LAB_SEED"]


def _secret(course: Path) -> str | None:
    return keys.read(course) if (course / keys.FILE).exists() else None


def _lost(submission: Submission, why: str) -> Audited:
    notebook = submission.path.stem if submission.path else ""
    return Audited(submission.student, submission.assignment, notebook, "lost", problems=(why,))


def _timed(result: Audited, submission: Submission, book: Gradebook) -> Audited:
    late = book.late(result.student, result.assignment, submission.handed_in)
    extra = book.extra_time(result.student, result.assignment).total_seconds() / 60
    return replace(result, late=late, extra=extra)


def _attempts(submission: Submission) -> dict[str, int] | None:
    tries = Counter(
        str(event["object"])
        for event in submissions.events(submission)
        if event.get("verb") in ("attempted", "passed")
    )
    return dict(tries) or None


def disagreements(results: Iterable[Audited], book: Gradebook) -> Iterator[Disagreement]:
    """Yield each exercise on which the audit and the gradebook differ.

    `why` is "more" or "less" (than the gradebook gives), or "unscored" where it has no points.
    """
    for result in results:
        for mark in result.marks:
            where = (result.student, result.assignment, result.notebook, mark.exercise)
            score = book.scores.get(where)
            there = None if score is None else score.auto
            if there is None and mark.earned == 0:
                continue
            if there is None or abs(mark.earned - there) > ROUNDING:
                why = "unscored" if there is None else "more" if mark.earned > there else "less"
                yield Disagreement(*where[:2], mark.exercise, mark.earned, there, why)


# Kept between commands ---------------------------------------------------------------------------


def save(results: Iterable[Audited], path: Path) -> None:
    """Keep results as JSON."""
    whole = {"format": FORMAT, "results": [asdict(result) for result in results]}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(whole, indent=1) + "\n", encoding="ascii")


def load(path: Path) -> list[Audited]:
    """Read kept results. `ValueError` if the file holds something else."""
    try:
        whole: dict[str, Any] = json.loads(path.read_bytes())
        if whole["format"] != FORMAT:
            raise ValueError(f"format {whole['format']}")
        return [_audited(data) for data in whole["results"]]
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{path} holds no audit ({error}); run the audit again") from None


def _audited(data: dict[str, Any]) -> Audited:
    marks = tuple(Mark(**mark) for mark in data.pop("marks"))
    problems, walls = tuple(data.pop("problems")), tuple(data.pop("walls"))
    return Audited(**data, marks=marks, problems=problems, walls=walls)
