"""The students of a class: read from a file, and told apart by public tokens."""

import csv
import json
from pathlib import Path

from subword_lab.exercises import own
from subword_lab.exercises.own import quizzes
from subword_lab.instructor import keys

COLUMN = "id"
FORBIDDEN = "/\\+"  # nbgrader makes folders of ids, and its exchange splits at plus signs


def read(path: Path) -> list[str]:
    """Return the ids of a class list: a CSV file with a column `id`, as nbgrader imports it.

    `ValueError` for a file that is no such list, an empty, repeated or impossible id.
    """
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines(), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{path} is no CSV file in UTF-8: {error}") from None
    if not rows or COLUMN not in rows[0]:
        seen = ", ".join(map(str, rows[0])) if rows else "nobody"
        raise ValueError(
            f"{path}: wanted a first line with the column {COLUMN!r}, then students, with commas"
            f" between the columns; it has {seen}"
        )
    students: list[str] = []
    for number, row in enumerate(rows, 2):
        student = (row[COLUMN] or "").strip()
        if not student or student.startswith(".") or set(student) & set(FORBIDDEN):
            raise ValueError(f"{path}, line {number}: {student!r} cannot be a student's id")
        if student in students:
            raise ValueError(f"{path}, line {number}: {student!r} is there twice")
        students.append(student)
    return students


def tokens(secret: str, students: list[str]) -> str:
    """Return the text of `tokens.json`: each student's token under the hash of the id."""
    by_hash = {own.hashed(student): keys.token(secret, student) for student in students}
    return json.dumps({"format": own.FORMAT, "tokens": by_hash}, indent=1, sort_keys=True) + "\n"


def quiz_sheets(secret: str, students: list[str], lesson: str, count: int) -> str:
    """Return the text of `quizzes.json`: what each student is asked in the quiz of a lesson."""
    found = {student: keys.token(secret, student) for student in students}
    return quizzes.sheets(found, quizzes.name(lesson, count), keys.seed(secret, lesson))
