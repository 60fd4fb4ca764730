"""Mend a submitted notebook: what the course wrote is put back, what the student wrote is kept.

The result is a new file; nothing is run, and the original stays as it is.
"""

from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

from subword_lab.instructor import doctor, mending, reading, submissions
from subword_lab.instructor.reading import Cell
from subword_lab.instructor.submissions import Assignment

MAKERS = {"markdown": new_markdown_cell, "raw": new_raw_cell, "heading": new_markdown_cell}


def repair(path: Path, out: Path | None = None, course: Path | None = None) -> Path:
    """Write a mended copy of a notebook, beside it if no other place is named, and return where.

    `FileExistsError` if that file is there already, `ValueError` if nothing can be read.
    """
    place = out or path.with_name(path.stem + submissions.REPAIRED)
    if place.exists():
        raise FileExistsError(f"{place} exists already; name another file with --out")
    notebook = reading.read(path)
    if not notebook.cells:
        names = ", ".join(problem.name for problem in notebook.problems)
        raise ValueError(f"no cell of {path} can be read ({names}); ask for the file again")
    submission = doctor.submitted(path)
    where = course or doctor.course_above(path)
    lesson = submissions.lesson_of(submission, notebook, where)
    mended = _fresh(notebook.cells, notebook.raw)
    if lesson:
        handed_out = submissions.assignment(where, submission.assignment, lesson)
        _as_handed_out(mended, handed_out)
    _unique_ids(mended.cells)
    if lesson:
        _put_in_place(mended, [doctor.key(cell) for cell in handed_out.cells])
    nbformat.validate(mended)
    place.write_text(nbformat.writes(mended), encoding="utf-8", errors="backslashreplace")
    return place


def _fresh(cells: Iterable[Cell], raw: dict[str, Any]) -> NotebookNode:
    """Make a notebook of today's format from cells of any; outputs of reasonable size are kept."""
    old = _raw_cells(raw)
    made = []
    for cell, before in zip(cells, old, strict=True):
        make = MAKERS.get(cell.kind, new_code_cell)
        fresh = make(cell.source, metadata=from_dict(deepcopy(dict(cell.metadata))))  # type: ignore[no-untyped-call]
        fresh.id = cell.id or fresh.id
        if fresh.cell_type == "code" and cell.output_size <= doctor.LARGEST_OUTPUT:
            fresh.outputs = _whole(before.get("outputs"))
        made.append(fresh)
    metadata = raw.get("metadata")
    kept = metadata if isinstance(metadata, dict) else {}
    return _notebook(made, from_dict(kept))


def _notebook(cells: list[NotebookNode], metadata: Any = None) -> NotebookNode:
    """A notebook as it is: nbformat's own maker would object to what is still to be mended."""
    whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata or {}, "cells": cells}
    return NotebookNode(whole)


def _raw_cells(raw: dict[str, Any]) -> list[dict[str, Any]]:
    sheets = [sheet for sheet in raw.get("worksheets") or () if isinstance(sheet, dict)]
    cells = raw.get("cells") or [cell for sheet in sheets for cell in sheet.get("cells") or ()]
    return [cell for cell in cells if isinstance(cell, dict)][: reading.MOST_CELLS]


def _whole(outputs: Any) -> list[NotebookNode]:
    """The outputs that today's format knows."""
    kept = []
    for output in outputs if isinstance(outputs, list) else ():
        try:
            nbformat.validate(_notebook([new_code_cell(outputs=[from_dict(output)])]))
        except (nbformat.ValidationError, TypeError, AttributeError, ValueError):
            continue
        kept.append(from_dict(output))
    return kept


def _as_handed_out(mended: NotebookNode, handed_out: Assignment) -> None:
    """Give the course's cells their metadata and locked texts back, and put lost ones in place."""
    wanted = {doctor.key(cell): cell for cell in handed_out.cells if cell.grade_id}
    released = _notebook([_node(cell) for cell in wanted.values()])
    mending.mend(mended, released)
    there = {_grade_id(cell) for cell in mended.cells}
    lost = [name for name, cell in wanted.items() if name not in there and doctor.locked(cell)]
    mended.cells += [_node(wanted[name]) for name in lost]
    for cell in mended.cells:
        original = wanted.get(_grade_id(cell))
        if original is None:
            continue
        cell.metadata["subword_lab"] = dict(original.ours)
        if doctor.locked(original):
            cell.source = doctor.bare(original.source)


def _grade_id(cell: NotebookNode) -> str:
    data = cell.metadata.get("nbgrader")
    return str(data.get("grade_id", "")) if isinstance(data, dict) else ""


def _node(cell: Cell) -> NotebookNode:
    make = MAKERS.get(cell.kind, new_code_cell)
    text = doctor.bare(cell.source) if doctor.locked(cell) else ""  # a source has our answers in it
    node: NotebookNode = make(text, metadata=from_dict(deepcopy(dict(cell.metadata))))  # type: ignore[no-untyped-call]
    node.id = cell.id or node.id
    return node


def _put_in_place(mended: NotebookNode, order: list[str]) -> None:
    """Bring the course's cells into their order again; each goes behind the one before it.

    Cells of the student's own stay behind the cell they stood behind.
    """
    groups: list[tuple[int, list[NotebookNode]]] = [(-1, [])]
    for cell in mended.cells:
        name = _grade_id(cell) or cell.id
        if name in order:
            groups.append((order.index(name), []))
        groups[-1][1].append(cell)
    ordered = sorted(groups, key=lambda group: group[0])
    mended.cells = [cell for _, group in ordered for cell in group]


def _unique_ids(cells: Iterable[NotebookNode]) -> None:
    """Give every cell an id of its own; the cell that nbgrader knows keeps its old one."""
    seen: set[str] = set()
    for cell in sorted(cells, key=lambda cell: "nbgrader" not in cell.metadata):
        if cell.id in seen or not _is_id(cell.id):
            cell.id = new_raw_cell().id
        seen.add(cell.id)


def _is_id(id: str) -> bool:
    allowed = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    return 0 < len(id) <= 64 and set(id) <= allowed
