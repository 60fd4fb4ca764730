"""In which order a submission's cells run and its exercises are looked at.

The order is the notebook's. A cell that is the course's own, unchanged, is not run: only what it
imports and defines is there. An answer is looked at where its score cell stands, or after the cell
that gives it, whichever comes later; a notebook without the course's metadata is read by names.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from subword_lab import exercises
from subword_lab.instructor.reading import Cell
from subword_lab.instructor.submissions import Assignment

NOT_RUN = ("score", "variant", "edition")


@dataclass(frozen=True, slots=True)
class Run:
    """Run a cell, or only what it defines; not from the statement `stop` on, if there is one."""

    number: int  # of the cell in the notebook, from 1
    source: str
    definitions: bool
    stop: int | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """Check the answer to an exercise; `sources` are the cells that give it, to be compared."""

    exercise: str
    name: str
    sources: tuple[str, ...]


def plan(cells: tuple[Cell, ...], handed_out: Assignment) -> list[Run | Look]:
    """Return what to do with a notebook, step by step; every exercise is looked at once."""
    ours = {_bare(cell.source) for cell in handed_out.cells}
    steps: list[tuple[int, int, Run | Look]] = []
    for at, cell in enumerate(cells):
        if cell.kind == "code" and cell.role not in NOT_RUN and cell.source.strip():
            run = Run(at + 1, cell.source, definitions=_bare(cell.source) in ours)
            steps.append((at, 0, run))
    for id in handed_out.exercises:
        name = exercises.get(id).name
        giving = list(_giving(cells, id, name))
        scored = [i for i, cell in enumerate(cells) if cell.role == "score" and cell.exercise == id]
        look = Look(id, name, tuple(cells[i].source for i in giving))
        steps.append((max([*giving, *scored], default=len(cells)), 1, look))
    return [step for _, _, step in sorted(steps, key=lambda entry: entry[:2])]


def _giving(cells: tuple[Cell, ...], id: str, name: str) -> Iterable[int]:
    """The cells that give an answer: by the course's metadata, else by what they define."""
    code = [i for i, cell in enumerate(cells) if cell.kind == "code"]
    marked = [
        i
        for i in code
        if cells[i].exercise == id and cells[i].role in ("answer", "")
        and "check" not in cells[i].metadata.get("tags", ())
    ]  # fmt: skip
    if marked:
        return marked
    defines = re.compile(rf"^(?:def\s+{name}\s*\(|{name}\s*(?::[^=\n]+)?=[^=])", re.MULTILINE)
    return [i for i in code if cells[i].role in ("answer", "") and defines.search(cells[i].source)]


def _bare(source: str) -> str:
    """A cell's text, whatever ends its lines."""
    return "\n".join(source.splitlines()).strip()
