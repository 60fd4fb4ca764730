"""What a class handed in: who, which assignment, which file, when; and what the course handed out.

The folders are nbgrader's: `DIR/submitted/<student>/<assignment>/<notebook>.ipynb`, and `source` or
`release` beside `submitted`. A folder of students alone will do as well.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from subword_lab import exercises, lab
from subword_lab.instructor import reading
from subword_lab.instructor.reading import Cell, Notebook
from subword_lab.progress import answers

HANDED_OUT = ("source", "release")
REPAIRED = ".repaired.ipynb"
MOST_TEXT = 1 << 22  # bytes of a file of answers or events that is read


@dataclass(frozen=True, slots=True)
class Submission:
    """One notebook of one student; `path` is None where a folder came without a notebook."""

    student: str
    assignment: str
    path: Path | None
    handed_in: datetime | None = None

    @property
    def name(self) -> str:
        """Student, assignment and file, to be read."""
        return f"{self.student}/{self.assignment}/{self.path.name if self.path else '-'}"


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a notebook looked like when it was handed out, and which exercises count in it."""

    lesson: str
    exercises: tuple[str, ...]
    cells: tuple[Cell, ...]


def find(course: Path) -> list[Submission]:
    """Return every submission below a course, sorted; a folder without a notebook is one too.

    `FileNotFoundError` if there is no such folder, `ValueError` if nobody has handed in anything.
    """
    root = course / "submitted" if (course / "submitted").is_dir() else course
    found = [
        Submission(student.name, assignment.name, path, _handed_in(assignment))
        for student in _folders(root)
        for assignment in _folders(student)
        for path in (_link(student, assignment) or _notebooks(assignment))
    ]
    if not found:
        raise ValueError(f"no <student>/<assignment>/ below {root}; is it a folder of submissions?")
    return found


def _folders(place: Path) -> list[Path]:
    entries = [Path(entry.path) for entry in os.scandir(place) if entry.is_dir()]
    return sorted(entry for entry in entries if not entry.name.startswith("."))


def _link(*folders: Path) -> list[Path]:
    """The first of the folders that is a link: it may lead to anybody's work, and is not read."""
    return [folder for folder in folders if folder.is_symlink()][:1]


def _notebooks(folder: Path) -> list[Path | None]:
    """A folder's notebooks; a repaired copy is none of its own beside its original."""
    files = sorted(folder.glob("*.ipynb"))
    originals = {path.name for path in files}
    kept = [f for f in files if f.name.replace(REPAIRED, ".ipynb") not in originals - {f.name}]
    return [*kept] or [None]


def _handed_in(folder: Path) -> datetime | None:
    """When a submission came, from nbgrader's file, as UTC; None if it is not said."""
    try:
        text = (folder / "timestamp.txt").read_text(encoding="utf-8").strip()
        return as_utc(text.removesuffix("UTC").strip())
    except (OSError, ValueError):
        return None


def as_utc(text: str) -> datetime:
    """Read a time; one without a zone is in UTC. `ValueError` if it is none.

    >>> as_utc("2026-03-01 12:00").isoformat()
    '2026-03-01T12:00:00+00:00'
    """
    time = datetime.fromisoformat(text)
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


# What was handed out ------------------------------------------------------------------------------


@cache
def assignment(course: Path, name: str, lesson: str) -> Assignment:
    """Return what a course handed out under a name; the lesson as it is shipped, if it did not."""
    for folder in HANDED_OUT:
        path = course / folder / name / f"{lesson}.ipynb"
        if path.is_file():
            cells = reading.read(path).cells
            scored = tuple(cell.exercise for cell in cells if cell.role == "score")
            return Assignment(lesson, scored, cells)
    shipped = {path.stem: path for path in lab.shipped_notebooks()}
    cells = reading.read(shipped[lesson]).cells if lesson in shipped else ()
    return Assignment(lesson, tuple(e.id for e in exercises.of_lesson(lesson)), cells)


def lesson_of(submission: Submission, notebook: Notebook, course: Path) -> str | None:
    """Name the lesson of a notebook, by its file, what the course wrote into it, or its cells.

    It is one that the assignment asks for: another lesson's points are not this one's.
    """
    asked = _asked(course, submission.assignment)
    named = notebook.raw.get("metadata")
    ours = named.get("subword_lab") if isinstance(named, dict) else None
    written = ours.get("lesson") if isinstance(ours, dict) else None
    stem = submission.path.stem if submission.path else ""
    for name in (stem, written, submission.assignment if stem not in _lessons() else None):
        if name in asked:
            return str(name)
    prefixes = {lesson[:2]: lesson for lesson in asked}
    ids = [cell.id[:2] for cell in notebook.cells if re.match(r"\d\d-", cell.id)]
    counted = {prefix: ids.count(prefix) for prefix in ids if prefix in prefixes}
    return prefixes[max(counted, key=lambda p: counted[p])] if counted else None


@cache
def _asked(course: Path, assignment: str) -> tuple[str, ...]:
    """The lessons an assignment consists of: as handed out, or as it is named; else any."""
    folders = [course / folder / assignment for folder in HANDED_OUT]
    handed_out = {path.stem for folder in folders for path in folder.glob("*.ipynb")}
    lessons = tuple(lesson for lesson in _lessons() if lesson in handed_out)
    return lessons or tuple({assignment} & {*_lessons()}) or _lessons()


@cache
def _lessons() -> tuple[str, ...]:
    return tuple(dict.fromkeys(exercise.lesson for exercise in exercises.all()))


# What stands beside a notebook --------------------------------------------------------------------


def typed_answers(submission: Submission, lesson: str) -> dict[str, Any]:
    """Return the answers given in panels, by exercise id, from the file beside the notebook."""
    if submission.path is None:
        return {}
    path = submission.path.with_name(f"{lesson}.answers.json")
    return answers.read(path) if _readable(path) else {}


def events(submission: Submission) -> Iterator[Mapping[str, Any]]:
    """Yield the events of a progress file that was handed in, `*.jsonl` beside the notebook."""
    for path in sorted(submission.path.parent.glob("*.jsonl")) if submission.path else ():
        for line in path.read_bytes().splitlines() if _readable(path) else ():
            try:
                event = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(event, dict) and isinstance(event.get("object"), str):
                yield event


def _readable(path: Path) -> bool:
    return not path.is_symlink() and path.is_file() and path.stat().st_size <= MOST_TEXT


def version(notebook: Notebook) -> str:
    """Return the version of the package that ran a notebook, else the one that made it, or ""."""
    for cell, raw in zip(notebook.cells, notebook.raw.get("cells") or (), strict=False):
        if cell.role == "edition":
            shown = re.search(r"\d+\.\d+[\w.+-]*", json.dumps(raw.get("outputs", "")))
            if shown:
                return shown[0][:40]
    made = {str(cell.ours["version"])[:40] for cell in notebook.cells if "version" in cell.ours}
    return max(made, default="")
