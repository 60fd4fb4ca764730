"""Marks as files for others: CSV, and the gradebooks of Canvas and Moodle.

Canvas reads the columns Student, ID, SIS User ID, SIS Login ID, Section and one for each
assignment, with a second row "Points Possible" (its guide "How do I import grades in the
Gradebook"). Moodle asks which column says who (ID number, e-mail or user name) and which is which
grade (its page "Grade import"). A student without a submission has an empty mark, not 0.
"""

import csv
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from subword_lab.instructor.audit import Audited, Disagreement
from subword_lab.instructor.gradebooks import Gradebook, Score, Student

FORMULA = tuple("=+-@\t\r\n＝＋－＠")
Row = list[object]
Where = tuple[str, str, str]  # student, assignment, notebook


def safe(value: object) -> object:
    """Keep a table from computing what a student wrote: a text that begins a formula gets a quote.

    >>> safe("=1+2"), safe(-0.5), safe(" @x"), safe(None)
    ("'=1+2", -0.5, "' @x", '')
    """
    if value is None:
        return ""
    if isinstance(value, float) and math.isfinite(value):
        return round(value, 4)
    if isinstance(value, int):
        return value
    text = "".join(c if c.isprintable() else " " for c in str(value))
    risky = str(value).startswith(FORMULA) or text.lstrip().startswith(FORMULA)
    return f"'{text}" if risky else text


def write(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Write a table; every field is made safe."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([safe(field) for field in row] for row in rows)


# What an audit found -----------------------------------------------------------------------------

MARKS = (
    "student", "assignment", "notebook", "status", "earned", "points", "gradebook", "by_hand",
    "disagreements", "late_minutes", "extra_minutes", "version", "problems", "walls",
)  # fmt: skip
EXERCISES = (
    "student", "assignment", "exercise", "earned", "points", "gradebook", "outcome",
    "misconception", "message", "remark",
)  # fmt: skip


def marks(
    results: Iterable[Audited], book: Gradebook, differing: Iterable[Disagreement]
) -> list[Row]:
    """One row for each submission."""
    different = Counter((each.student, each.assignment) for each in differing)
    scores = _by_submission(book)
    rows: list[Row] = [[*MARKS]]
    for r in results:
        count = different[r.student, r.assignment]
        auto, manual = _in_gradebook(scores[_where(r)].values())
        rows.append(
            [r.student, r.assignment, r.notebook, r.status, r.earned, r.points, auto, manual,
             count, r.late, r.extra, r.version, " ".join(r.problems), " ".join(r.walls)]
        )  # fmt: skip
    return rows


def by_exercise(results: Iterable[Audited], book: Gradebook) -> list[Row]:
    """One row for each exercise of each submission."""
    rows: list[Row] = [[*EXERCISES]]
    for r in results:
        for m in r.marks:
            score = book.scores.get((r.student, r.assignment, r.notebook, m.exercise))
            rows.append(
                [r.student, r.assignment, m.exercise, m.earned, m.points,
                 score.auto if score else None, m.outcome, m.misconception, m.message, m.remark]
            )  # fmt: skip
    return rows


def _by_submission(book: Gradebook) -> Mapping[Where, dict[str, Score]]:
    """The gradebook's scores by cell, for each submission; none for one it does not know."""
    found: dict[Where, dict[str, Score]] = defaultdict(dict)
    for (student, assignment, notebook, cell), score in book.scores.items():
        found[student, assignment, notebook][cell] = score
    return found


def _where(result: Audited) -> Where:
    return result.student, result.assignment, result.notebook


def _in_gradebook(scores: Collection[Score]) -> tuple[float | None, float | None]:
    """What the gradebook gives a submission by machine and by hand; None where it says nothing."""
    auto = [score.auto for score in scores if score.auto is not None]
    manual = [score.manual for score in scores if score.manual is not None]
    return (sum(auto) if auto else None, sum(manual) if manual else None)


# Gradebooks --------------------------------------------------------------------------------------


def plain_table(results: Sequence[Audited], book: Gradebook) -> list[Row]:
    """One row for each student, one column for each assignment."""
    names, points, totals = _totals(results, book)
    rows: list[Row] = [["student", *names], ["points", *(points[name] for name in names)]]
    rows += [[s.id, *(totals.get((s.id, name)) for name in names)] for s in _all(results, book)]
    return rows


def canvas(results: Sequence[Audited], book: Gradebook) -> list[Row]:
    """Canvas's gradebook; the student's id is the SIS login, the gradebook's LMS id Canvas's."""
    names, points, totals = _totals(results, book)
    rows: list[Row] = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *names],
        ["    Points Possible", "", "", "", "", *(points[name] for name in names)],
    ]
    for s in _all(results, book):
        who = f"{s.last_name}, {s.first_name}" if s.last_name else s.id
        given = [totals.get((s.id, name)) for name in names]
        rows.append([who, s.lms_id, "", s.id, "", *given])
    return rows


def moodle(results: Sequence[Audited], book: Gradebook) -> list[Row]:
    """Moodle's gradebook; a student's id is the user name, the LMS id the ID number."""
    names, _, totals = _totals(results, book)
    rows: list[Row] = [
        ["Username", "ID number", "First name", "Last name", "Email address", *names]
    ]
    for s in _all(results, book):
        given = [totals.get((s.id, name)) for name in names]
        rows.append([s.id, s.lms_id, s.first_name, s.last_name, s.email, *given])
    return rows


FORMATS = {"csv": plain_table, "canvas": canvas, "moodle": moodle}


def _totals(
    results: Sequence[Audited], book: Gradebook
) -> tuple[list[str], dict[str, float], dict[tuple[str, str], float]]:
    """Assignments, the points each can give, and what each student has; both with those by hand.

    A submission that could not be graded has no total: it is to be looked at, and is no 0.
    """
    names = sorted({result.assignment for result in results})
    points = {
        name: max(sum(r.points for r in results if (r.student, r.assignment) == pair) for pair in
                  {(r.student, r.assignment) for r in results if r.assignment == name})
        + _points_by_hand(results, book, name)
        for name in names
    }  # fmt: skip
    scores = _by_submission(book)
    totals: dict[tuple[str, str], float] = defaultdict(float)
    for result in results:
        if result.status == "graded":
            totals[result.student, result.assignment] += _total(result, scores[_where(result)])
    return names, points, totals


def _total(result: Audited, scores: Mapping[str, Score]) -> float:
    """The audit's points and those by hand; a mark that a person gave goes before a machine's."""
    by_hand = {cell: s.manual for cell, s in scores.items() if s.manual is not None}
    checked = [by_hand.pop(mark.exercise, mark.earned) for mark in result.marks]
    return round(sum(checked) + sum(by_hand.values()), 4)


def _points_by_hand(results: Iterable[Audited], book: Gradebook, assignment: str) -> float:
    """The points of an assignment's cells that only a person can mark."""
    checked = {mark.exercise for result in results for mark in result.marks}
    cells = {(notebook, cell): score.most for (_, name, notebook, cell), score
             in book.scores.items() if name == assignment and cell not in checked}  # fmt: skip
    return sum(cells.values())


def waiting(book: Gradebook) -> int:
    """How many cells a person has yet to mark."""
    return sum(score.waits for score in book.scores.values())


def _all(results: Iterable[Audited], book: Gradebook) -> list[Student]:
    ids = sorted({result.student for result in results} | set(book.students))
    return [book.students.get(id, Student(id)) for id in ids]
