"""Write a course, and bring it up to date without touching what the instructor has edited.

A manifest in the course remembers the hash of each file as it was written. A file that still has
it is ours and may be replaced; any other is the instructor's and is kept.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from subword_lab import lab
from subword_lab.exercises.own import quizzes
from subword_lab.instructor import keys, notebooks, packing, roster

CONFIG = "nbgrader_config.py"
IGNORED = f"{keys.FILE}\ngradebook.db\nsubmitted/\nautograded/\nfeedback/\n*.log\n"


@dataclass(frozen=True, slots=True)
class Written:
    """What was done with one file of the course; `path` is relative to it."""

    path: str
    action: Literal["written", "updated", "same", "kept"]


def init(
    course: Path,
    students: Path | None = None,
    lessons: Sequence[str] | None = None,
    quiz: int = 0,
) -> list[Written]:
    """Write an nbgrader course into a folder; run again, it adds and updates, and keeps edits.

    With `quiz`, each lesson ends with a graded quiz of so many questions; it needs the class list.
    `ValueError` if a lesson does not exist, the class list is missing or cannot be read, the quiz
    is too long, or the folder is a file.
    """
    if course.exists() and not course.is_dir():
        raise ValueError(f"{course} is a file; give a folder, a new one or that of a course")
    chosen = _chosen(lessons)
    ids = roster.read(students) if students else None
    if quiz and ids is None:
        raise ValueError("a quiz is drawn for each student: give the class list with --students")
    if quiz:
        quizzes.name("02_bpe", quiz)  # refuses a length that cannot be, before anything is written
    course.mkdir(parents=True, exist_ok=True)
    done = [Written(keys.FILE, "written" if keys.create(course) else "same")]
    secret = keys.read(course)
    manifest = lab.read_manifest(course)
    for name, content in _files(secret, chosen, ids, quiz):
        done.append(_place(course, name, content, manifest))
        text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
        (course / lab.MANIFEST).write_text(text, encoding="utf-8")
    return done


def _chosen(lessons: Sequence[str] | None) -> list[Path]:
    known = {path.stem: path for path in lab.shipped_notebooks()}
    for lesson in lessons or ():
        if lesson not in known:
            raise ValueError(f"there is no lesson {lesson!r}; there are {', '.join(known)}")
    return [known[name] for name in known if not lessons or name in lessons]


def _files(
    secret: str, lessons: list[Path], students: list[str] | None, quiz: int
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a course under their names."""
    yield ".gitignore", IGNORED.encode()
    yield CONFIG, (Path(__file__).parent / "nbgrader_config.template").read_bytes()
    for path in lessons:
        folder = f"source/{path.stem}"
        yield f"{folder}/{path.name}", notebooks.assignment(path, quiz).encode()
        if students is not None:
            yield f"{folder}/tokens.json", roster.tokens(secret, students).encode()
        if quiz and students is not None and path.stem in quizzes.TAUGHT:
            sheets = roster.quiz_sheets(secret, students, path.stem, quiz)
            yield f"{folder}/{quizzes.FILE}", sheets.encode()
    yield f"student/{packing.wheel_name()}", packing.wheel()


def _place(course: Path, name: str, content: bytes, manifest: dict[str, str]) -> Written:
    """Write one file unless it holds the instructor's work."""
    path, ours = course / name, hashlib.sha256(content).hexdigest()
    action: Literal["written", "updated", "same", "kept"] = "written"
    if path.exists():
        found = lab.digest(path)
        if found != ours and found != manifest.get(name):
            return Written(name, "kept")
        action = "same" if found == ours else "updated"
    if action != "same":
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.tmp")
        draft.write_bytes(content)
        draft.replace(path)
    manifest[name] = ours
    return Written(name, action)
