"""A task of one's own at the end of each lesson: its numbers are drawn for each student.

The draw comes from the student's public token: SUBWORD_LAB_TOKEN where submissions are scored,
`tokens.json` beside the notebook where the student works. A copied answer is another task's.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from subword_lab import i18n
from subword_lab.exercises.forms import Rows
from subword_lab.exercises.model import Exercise
from subword_lab.exercises.own import tasks

FILE = "tokens.json"
FORMAT = 1
POINTS = 4


@dataclass(frozen=True, slots=True)
class Own:
    """What one student is asked, ready to be read."""

    text: str

    def __repr__(self) -> str:
        return self.text


def task(id: str, student: str | None) -> Own:
    """Return the student's own task, or what to do where the student is not known.

    `KeyError` if no lesson has a task of that id.
    """
    if id not in tasks.TASKS:
        raise KeyError(f"there is no own task {id!r}; there are {', '.join(tasks.TASKS)}")
    token = _token() or (token_of(student) if student else None)
    if token is None:
        return Own(i18n.t("own.unknown_student" if student else "own.who", file=FILE))
    said = {name: _say(value) for name, value in tasks.params(id, token).items()}
    example = ", ".join(f'"{row}": …' for row in tasks.TASKS[id].rows)
    answer = i18n.t("own.answer", name=id.replace("-", "_"), example=f"{{{example}}}")
    return Own("\n".join([i18n.t(f"own.{id}.title"), i18n.t(f"own.{id}.prompt", **said), answer]))


def exercise(id: str) -> Exercise:
    """Return the exercise of a lesson's own task, as it is for the token in the environment."""
    return _exercise(id, _token())


@cache
def _exercise(id: str, token: str) -> Exercise:
    wanted, reference = tasks.TASKS[id], _result(id, token)
    return Exercise(
        id=id,
        area="own",
        lesson=wanted.lesson,
        kind="predict",
        points=POINTS,
        form=Rows(wanted.rows),
        reference=reference,
        withheld=reference is None,
        wrong={},
    )


def _result(id: str, token: str) -> Any:
    """Compute the right answer; None in a class's edition, which is not told how."""
    if find_spec(f"{__name__}.results") is None:
        return None
    from subword_lab.exercises.own import results

    return results.RESULTS[id](tasks.params(id, token))


def _token() -> str:
    return os.environ.get("SUBWORD_LAB_TOKEN", "")


# Who has which token -----------------------------------------------------------------------------


def hashed(student: str) -> str:
    """Name a student in a file that the whole class gets: ids are not told to others.

    >>> hashed(" ada ") == hashed("ada")
    True
    """
    return hashlib.sha256(student.strip().encode("utf-8", "surrogatepass")).hexdigest()[:16]


def token_of(student: str) -> str | None:
    """Look a student's token up in the file beside the notebook; None if it is not there."""
    try:
        whole = json.loads(Path(FILE).read_bytes())
        return str(whole["tokens"][hashed(str(student))]) if whole["format"] == FORMAT else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _say(value: Any) -> str:
    """Write a drawn value as it is typed in a call."""
    if isinstance(value, list | tuple):
        return ", ".join(value)
    return value if isinstance(value, str) else repr(value)
