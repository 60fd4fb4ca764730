"""From a lesson's cells to those of an nbgrader notebook."""

import ast
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from subword_lab import __version__, i18n
from subword_lab.exercises import Exercise
from subword_lab.exercises.model import source

EXPLAIN_POINTS = 3
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
HIDE, SHOW = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"


def answer(cell: NotebookNode, exercise: Exercise) -> NotebookNode:
    """The cell a student answers in: the lesson's, with our answer between nbgrader's marks."""
    written = answer_source(cell.source, exercise)
    return _code(cell.id, written, exercise.id, "answer", f"{exercise.id}-answer", solution=True)


def answer_source(given: str, exercise: Exercise) -> str:
    """Put the reference into an exercise cell; what lies between the marks is not released."""
    if not exercise.is_code:
        return _region(given, f"{exercise.name} = {exercise.reference!r}")
    code = source(exercise.reference)
    missing = [line for line in exercise.imports if line not in given.splitlines()]
    given = "\n".join([*missing, *([""] if missing else []), given])  # the cell stands alone
    if exercise.starter is not None:
        name = exercise.reference.__name__
        alias = "" if name == exercise.name else f"\n{exercise.name} = {name}"
        return _region(given, f"{code}{alias}")
    asked = [node for node in ast.parse(given).body if isinstance(node, ast.FunctionDef)][-1]
    head = "\n".join(given.splitlines()[: asked.body[0].end_lineno])
    first = ast.parse(code).body[0].body[0].end_lineno  # type: ignore[attr-defined]
    return _region(head, "\n".join(code.splitlines()[first:]), indent="    ")


def score(id: str, exercise: Exercise) -> NotebookNode:
    """The locked cell whose one expression gives the points.

    Values are scored behind nbgrader's marks: the students' edition has no key to them, and would
    show 0 for a right answer.
    """
    lines = [f'exercises.score("{exercise.id}", globals().get("{exercise.name}"))']
    if not exercise.is_code:
        lines = [i18n.t("instructor.course.marked_later"), HIDE, *lines, SHOW]
    text = "\n".join(["from subword_lab import exercises", *lines])
    options = {"grade": True, "locked": True, "points": exercise.points}
    return _code(id, text, exercise.id, "score", exercise.id, **options)


def edition(lesson: str) -> NotebookNode:
    """The locked cell that shows which edition of the package a student works with."""
    text = "import subword_lab\n\nsubword_lab.__version__"
    return _code(f"{lesson[:2]}-edition", text, None, "edition", f"{lesson}-edition", locked=True)


def own_task(exercise: Exercise) -> list[NotebookNode]:
    """The cells of a student's own task: who, what, the answer, its score, and its explanation."""
    number, lesson, key = exercise.lesson[:2], exercise.lesson, "instructor.course"
    who = new_code_cell(i18n.t(f"{key}.student"), id=f"{number}-student")
    who.metadata["subword_lab"] = _ours(exercise.id, "student")
    shown = "\n".join(
        [
            "from subword_lab import exercises",
            f'exercises.own.task("{exercise.id}", globals().get("student"))',
        ]
    )
    blank = new_code_cell(f"{exercise.name} = None", id=f"{number}-own")
    model = f'{exercise.name} = exercises.get("{exercise.id}").reference'
    solved = _region(blank.source, model)
    answered = f"{exercise.id}-answer"
    return [
        _markdown(f"{number}-own-intro", i18n.t(f"{key}.own"), exercise.id, "intro", locked=True),
        who,
        _code(f"{number}-variant", shown, exercise.id, "variant", f"{exercise.id}-variant",
              locked=True),
        _code(blank.id, solved, exercise.id, "answer", answered, solution=True),
        score(f"{number}-own-score", exercise),
        _markdown(f"{number}-rubric", i18n.t(f"{key}.rubric"), exercise.id, "rubric", locked=True),
        _markdown(f"{number}-explain", i18n.t(f"{key}.explain"), exercise.id, "explain",
                  grade_id=f"{lesson}-explain", grade=True, solution=True, points=EXPLAIN_POINTS),
    ]  # fmt: skip


def quiz(exercise: Exercise, known: bool) -> list[NotebookNode]:
    """The cells of a student's quiz; `known` where a cell above asks who the student is."""
    number, key = exercise.lesson[:2], "instructor.course"
    who = new_code_cell(i18n.t(f"{key}.student"), id=f"{number}-graded-student")
    who.metadata["subword_lab"] = _ours(exercise.id, "student")
    shown = "\n".join(
        [
            "from subword_lab.exercises.own import quizzes",
            "",
            f'quizzes.show("{exercise.id}", globals().get("student"))',
        ]
    )
    solved = _region(
        f"{exercise.name} = None", f'{exercise.name} = exercises.get("{exercise.id}").reference'
    )
    return [
        _markdown(f"{number}-graded-intro", i18n.t(f"{key}.quiz"), exercise.id, "intro",
                  locked=True),
        *([] if known else [who]),
        _code(f"{number}-graded-variant", shown, exercise.id, "variant", f"{exercise.id}-variant",
              locked=True),
        _code(f"{number}-graded-answer", solved, exercise.id, "answer", f"{exercise.id}-answer",
              solution=True),
        score(f"{number}-graded-score", exercise),
    ]  # fmt: skip


def _region(before: str, hidden: str, indent: str = "") -> str:
    return "\n".join([before, f"{indent}{BEGIN}", hidden, f"{indent}{END}"])


def _code(
    id: str, text: str, exercise: str | None, role: str, grade_id: str, **options: Any
) -> NotebookNode:
    cell: NotebookNode = new_code_cell(text, id=id)
    cell.metadata["nbgrader"] = _nbgrader(grade_id, "code", **options)
    cell.metadata["subword_lab"] = _ours(exercise, role)
    return cell


def _markdown(
    id: str, text: str, exercise: str, role: str, grade_id: str = "", **options: Any
) -> NotebookNode:
    cell: NotebookNode = new_markdown_cell(text, id=id)
    cell.metadata["nbgrader"] = _nbgrader(grade_id or f"{exercise}-{role}", "markdown", **options)
    cell.metadata["subword_lab"] = _ours(exercise, role)
    return cell


def _nbgrader(
    grade_id: str,
    cell_type: str,
    *,
    grade: bool = False,
    solution: bool = False,
    locked: bool = False,
    points: int | None = None,
) -> dict[str, Any]:
    """nbgrader's own metadata, in its third form."""
    data: dict[str, Any] = {"grade": grade, "solution": solution, "locked": locked, "task": False}
    data |= {"schema_version": 3, "grade_id": grade_id, "cell_type": cell_type}
    return data if points is None else {**data, "points": points}


def _ours(exercise: str | None, role: str) -> dict[str, str]:
    named = {"exercise": exercise} if exercise else {}
    return {**named, "role": role, "version": __version__}
