"""What nbgrader's gradebook says, and when work was due.

The database is read alone, with the standard library; nothing is ever written into it.
"""

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from subword_lab.instructor.submissions import as_utc

SCORES = """
select s.student_id, a.name, n.name, b.name, g.auto_score, g.manual_score, g.needs_manual_grade,
  c.max_score
from grade g
join submitted_notebook sn on g.notebook_id = sn.id
join notebook n on sn.notebook_id = n.id
join submitted_assignment s on sn.assignment_id = s.id
join assignment a on s.assignment_id = a.id
join base_cell b on g.cell_id = b.id
join grade_cells c on c.id = b.id
"""
EXTENSIONS = """
select s.student_id, a.name, s.extension from submitted_assignment s
join assignment a on s.assignment_id = a.id where s.extension is not null
"""
DUE = "select name, duedate from assignment where duedate is not null"
STUDENTS = "select id, first_name, last_name, email, lms_user_id from student"
EPOCH = datetime(1970, 1, 1)  # SQLAlchemy keeps a span of time as a moment after this one


@dataclass(frozen=True, slots=True)
class Score:
    """What the gradebook holds for one cell: points by machine, points by hand, or None.

    `waits` says that a person has yet to mark it, `most` how many points it can have.
    """

    auto: float | None
    manual: float | None
    waits: bool
    most: float = 0.0


@dataclass(frozen=True, slots=True)
class Student:
    """A student as the gradebook knows one; fields are empty where nobody filled them."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_id: str = ""


@dataclass(frozen=True)
class Gradebook:
    """Scores by (student, assignment, notebook, cell), times by assignment and student."""

    scores: dict[tuple[str, str, str, str], Score] = field(default_factory=dict)
    due: dict[str, datetime] = field(default_factory=dict)
    extra: dict[tuple[str, str], timedelta] = field(default_factory=dict)
    students: dict[str, Student] = field(default_factory=dict)

    def late(self, student: str, assignment: str, handed_in: datetime | None) -> float | None:
        """Minutes after the student's own deadline, extra time counted; None if not known."""
        if handed_in is None or assignment not in self.due:
            return None
        over = handed_in - self.due[assignment] - self.extra_time(student, assignment)
        return max(round(over.total_seconds() / 60, 1), 0.0)

    def extra_time(self, student: str, assignment: str) -> timedelta:
        """The extra time a student has for an assignment."""
        return self.extra.get((student, assignment), timedelta())


def read(path: Path | None, deadlines: Path | None = None) -> Gradebook:
    """Read a gradebook and a file of deadlines, which goes before; either may be missing.

    `ValueError` if a file is there and is not what it should be.
    """
    book = _database(path) if path else Gradebook()
    if deadlines:
        for row in _rows(deadlines):
            _take_deadline(book, row, deadlines)
    return book


def _database(path: Path) -> Gradebook:
    if not path.is_file():
        raise FileNotFoundError(f"there is no gradebook {path}; run nbgrader autograde first")
    book = Gradebook()
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            for *where, auto, manual, waits, most in database.execute(SCORES):
                student, assignment, notebook, cell = map(str, where)
                score = Score(auto, manual, bool(waits), most)
                book.scores[student, assignment, notebook, cell] = score
            book.due.update({name: as_utc(due) for name, due in database.execute(DUE)})
            for student, assignment, span in database.execute(EXTENSIONS):
                book.extra[student, assignment] = datetime.fromisoformat(span) - EPOCH
            for id, *rest in database.execute(STUDENTS):
                book.students[id] = Student(id, *(str(value or "") for value in rest))
    except (sqlite3.Error, ValueError, TypeError) as error:
        raise ValueError(f"{path} is no gradebook of nbgrader: {error}") from None
    return book


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with open(path, encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        wanted = {"assignment", "due", "student", "extra_minutes"}
        if not {"assignment"} < set(reader.fieldnames or ()) <= wanted:
            raise ValueError(f"{path}: wanted the columns {', '.join(sorted(wanted))}")
        yield from reader


def _take_deadline(book: Gradebook, row: dict[str, str], path: Path) -> None:
    """Take one row: a time for all, or extra minutes for one student."""
    name, student = row["assignment"], row.get("student") or ""
    try:
        if row.get("due"):
            book.due[name] = as_utc(row["due"])
        if student and row.get("extra_minutes"):
            book.extra[student, name] = timedelta(minutes=float(row["extra_minutes"]))
    except (ValueError, OverflowError):
        raise ValueError(
            f"{path}: {row} is no deadline; due is a time such as 2026-03-01T12:00+01:00,"
            " extra_minutes a number"
        ) from None
