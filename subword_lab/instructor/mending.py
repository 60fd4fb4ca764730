"""Give a submitted notebook back the metadata it was handed out with.

nbgrader stops the whole run of a class at a cell that was pasted twice, or whose version it does
not know, and gives no mark where a score cell was deleted. Nothing a student wrote is changed here.
"""

from collections import defaultdict
from copy import deepcopy
from typing import Any

from nbformat import NotebookNode


def mend(submitted: NotebookNode, released: NotebookNode) -> None:
    """Make the grading metadata of a notebook that of its release, and put score cells back."""
    wanted = {_grade_id(cell): cell for cell in released.cells if _grade_id(cell)}
    by_cell = {cell.get("id"): name for name, cell in wanted.items()}
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, cell in enumerate(submitted.cells):
        name = by_cell.get(cell.get("id"), _grade_id(cell))
        cell.metadata.pop("nbgrader", None)
        if name in wanted:
            found[name].append((_written(cell), place))
    for name, places in found.items():
        _, place = max(places)
        submitted.cells[place].metadata["nbgrader"] = deepcopy(wanted[name].metadata["nbgrader"])
    for name, cell in wanted.items():
        if name not in found and cell.metadata["nbgrader"]["grade"]:
            submitted.cells.append(deepcopy(cell))


def _grade_id(cell: NotebookNode) -> str:
    data: Any = cell.metadata.get("nbgrader")
    name = data.get("grade_id") if isinstance(data, dict) else None
    return name if isinstance(name, str) else ""


def _written(cell: NotebookNode) -> int:
    """Of pasted copies the last counts, for it sees all that is defined; of texts the longest."""
    return len(cell.source) if cell.cell_type == "markdown" else 0
