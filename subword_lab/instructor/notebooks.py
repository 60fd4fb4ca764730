"""A lesson's notebook as an nbgrader assignment."""

from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from subword_lab import __version__, exercises, i18n
from subword_lab.exercises.own import quizzes
from subword_lab.instructor import cells

# Cells that show questions; their keys are not in a class's edition of the package.
QUIZ = (
    "quiz_cards(",
    "quiz_panel(",
    "mock_interview(",
    "coding_round(",
    "review_panel(",
    "design_round(",
    "two_minutes(",
    "sl.quiz.",
)


def assignment(path: Path, quiz: int = 0) -> str:
    """Return the text of the source notebook that nbgrader releases for a lesson.

    With `quiz`, a quiz of so many questions stands at its end, drawn for each student.
    """
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    lesson = path.stem
    title, *rest = notebook.cells
    notebook.cells = [
        title,
        cells.edition(lesson),
        *_graded(rest),
        *_own(lesson),
        *_quiz(lesson, quiz),
    ]
    notebook.metadata["subword_lab"] = {"lesson": lesson, "version": __version__}
    nbformat.validate(notebook)
    return str(nbformat.writes(notebook, version=nbformat.NO_CONVERT)).rstrip("\n") + "\n"


def _graded(lesson_cells: list[NotebookNode]) -> Iterator[NotebookNode]:
    """Yield the lesson's cells; a score cell follows each answer and its check."""
    waiting: NotebookNode | None = None
    for cell in lesson_cells:
        tags = cell.metadata.get("tags", ())
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        if "exercise" in tags:
            exercise = exercises.get(cell.metadata["exercise"])
            waiting = cells.score(f"{cell.id}-score", exercise)
            yield cells.answer(cell, exercise)
        elif _shows_questions(cell):
            yield new_markdown_cell(i18n.t("instructor.course.no_quiz"), id=cell.id)
        else:
            yield cell
        if "check" in tags and waiting is not None:
            yield waiting
            waiting = None


def _shows_questions(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and any(name in cell.source for name in QUIZ)


def _own(lesson: str) -> list[NotebookNode]:
    id = f"own-{lesson[:2]}"
    return cells.own_task(exercises.get(id)) if id in exercises.own.tasks.TASKS else []


def _quiz(lesson: str, count: int) -> list[NotebookNode]:
    if not count or lesson not in quizzes.TAUGHT:
        return []
    known = f"own-{lesson[:2]}" in exercises.own.tasks.TASKS
    return cells.quiz(exercises.get(quizzes.name(lesson, count)), known)
