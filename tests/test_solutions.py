"""Every lesson runs to its end with the model solutions put in, and they earn all points."""

import pytest

from build import execute, parse, sources
from solved import solve_lesson


@pytest.mark.parametrize("source", sources(), ids=lambda path: path.stem)
def test_solutions_earn_full_points(source):
    notebook = parse(source)
    solved = solve_lesson(notebook)
    execute(notebook)
    printed = "".join(output.text for output in notebook.cells[-1].outputs)
    marks = [line.split() for line in printed.splitlines()]
    assert [exercise_id for exercise_id, _, _ in marks] == solved
    assert [mark for mark in marks if float(mark[1]) != float(mark[2])] == []
