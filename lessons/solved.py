"""A lesson with every model solution put in, and a last cell that says what the solutions earn."""

import ast
import inspect
import textwrap

import nbformat
from nbformat import NotebookNode

from subword_lab import exercises


def is_exercise(cell: NotebookNode) -> bool:
    """Whether a learner writes code into this cell."""
    return "exercise" in cell.metadata.get("tags", ())


def asked(source: str) -> ast.FunctionDef | ast.Assign:
    """What an exercise cell asks for: its last function, or its last `name = None`."""
    wanted = (ast.FunctionDef, ast.Assign)
    found = [node for node in ast.parse(source).body if isinstance(node, wanted)]
    if not found:
        raise ValueError(f"an exercise cell defines a function or assigns a value: {source!r}")
    return found[-1]


def name_of(node: ast.FunctionDef | ast.Assign) -> str:
    """The name the check is given."""
    return node.name if isinstance(node, ast.FunctionDef) else ast.unparse(node.targets[0])


def solution(node: ast.FunctionDef | ast.Assign, reference: object) -> str:
    """The code a learner would have written: the reference's source, or its value."""
    if not callable(reference):
        return f"{name_of(node)} = {reference!r}"
    source = textwrap.dedent(inspect.getsource(reference))
    return f"{source}\n{name_of(node)} = {reference.__name__}"


def solve(source: str, reference: object) -> str:
    """The exercise cell's source with the solution in the place of its stub."""
    node = asked(source)
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(d.lineno for d in decorators)])
    lines = source.splitlines()
    kept = [*lines[: first - 1], solution(node, reference), *lines[node.end_lineno :]]
    return "\n".join(kept)


def solve_lesson(notebook: NotebookNode) -> list[str]:
    """Put the solutions in, add the cell that prints `id earned points`; give the exercises' ids."""
    answers = {}
    for cell in filter(is_exercise, notebook.cells):
        exercise_id = cell.metadata["exercise"]
        answers[exercise_id] = name_of(asked(cell.source))
        cell.source = solve(cell.source, exercises.get(exercise_id).reference)
    notebook.cells.append(nbformat.v4.new_code_cell(marks_cell(answers)))
    return list(answers)


def marks_cell(answers: dict[str, str]) -> str:
    """A cell that checks each answer under its name."""
    lines = ["from subword_lab import exercises"]
    for exercise_id, name in answers.items():
        lines.append(f"_report = exercises.check({exercise_id!r}, {name})")
        lines.append(f"print({exercise_id!r}, _report.earned, _report.points)")
    return "\n".join(lines)
