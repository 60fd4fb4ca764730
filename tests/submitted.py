"""A class's submissions, made from the course's own notebooks and the model solutions."""

import json
from pathlib import Path

import nbformat

from build import NOTEBOOKS
from solved import is_exercise, solve
from subword_lab import exercises
from subword_lab.instructor import cells


def notebook(lesson, answers=None, solved=True, only=None):
    """A lesson's notebook, handed out for some of its exercises, with model solutions put in.

    `answers` gives other code by exercise id.
    """
    found = nbformat.read(NOTEBOOKS / f"{lesson}.ipynb", as_version=nbformat.NO_CONVERT)
    kept = []
    for cell in found.cells:
        id = cell.metadata.get("exercise")
        if only is None or id in only:
            kept.append(cell)
        if only is not None and id in only:
            kept.append(cells.score(f"{cell.id}-score", exercises.get(id)))
    found.cells = kept
    for cell in filter(is_exercise, found.cells):
        id = cell.metadata["exercise"]
        if id in (answers or {}):
            cell.source = answers[id]
        elif solved:
            cell.source = solve(cell.source, exercises.get(id).reference)
    return found


def data(found):
    """A notebook as the bytes of its file."""
    return json.dumps(found, indent=1).encode()


def hand_out(course, lesson, only):
    """Put the blank notebook of an assignment where the course keeps its sources."""
    folder = Path(course) / "source" / lesson
    folder.mkdir(parents=True)
    (folder / f"{lesson}.ipynb").write_bytes(data(notebook(lesson, solved=False, only=only)))


def hand_in(course, student, lesson, found, beside=None):
    """Put a notebook (or bytes) into a course's folder of submissions, and files beside it."""
    folder = Path(course) / "submitted" / student / lesson
    folder.mkdir(parents=True)
    path = folder / f"{lesson}.ipynb"
    path.write_bytes(found if isinstance(found, bytes) else data(found))
    for name, text in (beside or {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    return path
