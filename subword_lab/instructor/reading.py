"""A notebook's bytes, read as far as they can be: every defect is named, what is whole is kept.

Learners' files come cut short, in other encodings, in old formats, and edited by hand. Nothing in
them is run or trusted here.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LARGEST = 1 << 26  # bytes of a file that is read at all
MOST_CELLS = 5000


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a notebook: a name such as "truncated", and what it is about."""

    name: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as text; `output_size` counts the characters of its stored outputs."""

    kind: str
    source: str
    id: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    output_size: int = 0

    @property
    def ours(self) -> Mapping[str, Any]:
        """What the course wrote into the cell's metadata."""
        found = self.metadata.get("subword_lab")
        return found if isinstance(found, dict) else {}

    @property
    def grade_id(self) -> str:
        """The name by which nbgrader knows the cell, or an empty text."""
        found = self.metadata.get("nbgrader")
        return str(found.get("grade_id", "")) if isinstance(found, dict) else ""

    @property
    def exercise(self) -> str:
        """The id of the exercise that the metadata names, or an empty text."""
        named = self.ours.get("exercise") or self.metadata.get("exercise") or ""
        return named if isinstance(named, str) else ""

    @property
    def role(self) -> str:
        """The cell's role in a graded notebook: "answer", "score", … or an empty text."""
        role = self.ours.get("role", "")
        return role if isinstance(role, str) else ""


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook as it was read: its raw form, its cells, and what was wrong with the bytes."""

    raw: dict[str, Any]
    cells: tuple[Cell, ...]
    problems: tuple[Problem, ...] = ()


def read(path: Path) -> Notebook:
    """Read a file. `OSError` if it cannot be opened; all else is a problem of the notebook."""
    if path.is_symlink() or not path.is_file():
        return Notebook({}, (), (Problem("no_file"),))
    if (size := path.stat().st_size) > LARGEST:
        return Notebook({}, (), (Problem("too_large", f"{size / 1e6:.0f} MB"),))
    return parse(path.read_bytes())


def parse(data: bytes) -> Notebook:
    """Read a notebook's bytes.

    >>> cut = b'{"cells": [{"cell_type": "code", "source": "x = 1"}, {"cell_ty'
    >>> found = parse(cut)
    >>> [cell.source for cell in found.cells], [problem.name for problem in found.problems]
    (['x = 1'], ['truncated'])
    """
    text, problems = _decode(data)
    raw, more = _load(text)
    problems += more
    cells = _raw_cells(raw, problems)
    if len(cells) > MOST_CELLS:
        problems.append(Problem("too_many_cells", str(len(cells))))
        cells = cells[:MOST_CELLS]
    return Notebook(raw, tuple(map(_cell, cells)), tuple(problems))


def _decode(data: bytes) -> tuple[str, list[Problem]]:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace"), [Problem("not_utf8", "UTF-16")]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        kept = data.decode("utf-8", "surrogateescape")
        bad = sum("\udc80" <= c <= "\udcff" for c in kept)
        if bad <= 3 and error.end >= len(data) - 3:  # cut in the middle of a character
            return data.decode("utf-8", "ignore"), []
        return data.decode("cp1252", "replace"), [Problem("not_utf8", f"byte {error.start}")]


def _load(text: str) -> tuple[dict[str, Any], list[Problem]]:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return _salvage(text)
    if isinstance(raw, dict):
        return raw, []
    return {}, [Problem("no_notebook", type(raw).__name__)]


def _salvage(text: str) -> tuple[dict[str, Any], list[Problem]]:
    """Take every whole cell out of broken JSON, one after another."""
    start = re.search(r'"cells"\s*:\s*\[', text)
    if not start:
        return {}, [Problem("no_notebook", "no JSON with cells")]
    decoder, cells, at = json.JSONDecoder(), [], start.end()
    while begin := re.compile(r"[\s,]*(?=\{)").match(text, at):
        try:
            cell, at = decoder.raw_decode(text, begin.end())
        except (ValueError, RecursionError):
            break
        cells.append(cell)
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, [
        Problem("truncated", f"{len(cells)} whole cells")
    ]


def _raw_cells(raw: dict[str, Any], problems: list[Problem]) -> list[dict[str, Any]]:
    cells = raw.get("cells")
    if cells is None and isinstance(raw.get("worksheets"), list):  # nbformat 3
        sheets = [sheet for sheet in raw["worksheets"] if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets for cell in sheet.get("cells") or ()]
        problems.append(Problem("old_format", f"nbformat {raw.get('nbformat', 3)}"))
    if not isinstance(cells, list):
        if not problems:
            problems.append(Problem("no_notebook", "no cells"))
        return []
    whole = [cell for cell in cells if isinstance(cell, dict)]
    if len(whole) < len(cells):
        problems.append(Problem("bad_cells", str(len(cells) - len(whole))))
    return whole


def _cell(raw: dict[str, Any]) -> Cell:
    source = raw.get("source", raw.get("input", ""))
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    metadata, outputs = raw.get("metadata"), raw.get("outputs")
    return Cell(
        kind=str(raw.get("cell_type", "")),
        source=source if isinstance(source, str) else "",
        id=str(raw.get("id", "")),
        metadata=metadata if isinstance(metadata, dict) else {},
        output_size=_size(outputs) if isinstance(outputs, list) else 0,
    )


def _size(value: Any) -> int:
    """Characters of all texts within a JSON value."""
    size, rest = 0, [value]
    while rest:
        match rest.pop():
            case str() as text:
                size += len(text)
            case list() as items:
                rest += items
            case dict() as mapping:
                rest += mapping.values()
    return size
