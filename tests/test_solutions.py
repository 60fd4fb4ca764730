"""Every lesson runs to its end with the model solutions put in, and they earn all points."""

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from build import NOTEBOOKS, parse, sources
from solved import solve_lesson


@pytest.fixture(scope="module")
def kernel():
    """One kernel for all lessons, emptied before each: what they import is loaded once."""
    here = {"metadata": {"path": str(NOTEBOOKS)}}
    client = NotebookClient(new_notebook(), kernel_name="python3", timeout=60, resources=here)
    with client.setup_kernel():
        yield client


def run(client, notebook):
    """Run all cells of a notebook in an emptied kernel; an error in a cell is raised."""
    notebook.cells.insert(0, new_code_cell("%reset -f"))
    client.nb = notebook
    client.reset_execution_trackers()
    for index, cell in enumerate(notebook.cells):
        client.execute_cell(cell, index)


@pytest.mark.parametrize("source", sources(), ids=lambda path: path.stem)
def test_solutions_earn_full_points(kernel, source):
    notebook = parse(source)
    solved = solve_lesson(notebook)
    run(kernel, notebook)
    printed = "".join(output.text for output in notebook.cells[-1].outputs)
    marks = [line.split() for line in printed.splitlines()]
    assert [exercise_id for exercise_id, _, _ in marks] == solved
    assert [mark for mark in marks if float(mark[1]) != float(mark[2])] == []
