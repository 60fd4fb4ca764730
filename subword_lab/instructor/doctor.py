"""What is wrong with a submitted notebook, said before anything is run.

A notebook is compared with the one that was handed out: the course's cells must be there, once, in
order and as they were; the answers are the student's own and are only looked for.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from subword_lab import exercises
from subword_lab.instructor import alike, plans, reading, submissions
from subword_lab.instructor.reading import Cell, Notebook, Problem
from subword_lab.instructor.submissions import Assignment, Submission

LARGEST_OUTPUT = 1_000_000  # characters a cell's outputs may have
NEWEST_FORMAT = 4
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS\n?", re.DOTALL)


def examine(path: Path, course: Path | None = None) -> list[Problem]:
    """Return what is wrong with a file, in the order of its cells; nothing if all is well.

    The course is found above the file where it lies among nbgrader's folders. `FileNotFoundError`
    if there is no such file.
    """
    if not path.exists() and not path.is_symlink():
        raise FileNotFoundError(f"there is no file {path}")
    notebook = reading.read(path)
    found = [*notebook.problems]
    if notebook.cells:
        found += _format(notebook)
        submission = submitted(path)
        course = course or course_above(path)
        lesson = submissions.lesson_of(submission, notebook, course)
        if lesson is None:
            return [*found, Problem("no_lesson")]
        if path.name not in (f"{lesson}.ipynb", f"{lesson}{submissions.REPAIRED}"):
            found.append(Problem("other_name", f"{lesson}.ipynb"))
        handed_out = submissions.assignment(course, submission.assignment, lesson)
        found += [*_cells(notebook.cells, handed_out), *_outputs(notebook.cells)]
        found += _answers(submission, notebook, handed_out)
        found += _versions(notebook, handed_out)
    return found


def submitted(path: Path) -> Submission:
    """Return a file as a submission: who and what are the names of the folders above it."""
    whole = path.absolute()
    return Submission(whole.parent.parent.name, whole.parent.name, path)


def course_above(path: Path) -> Path:
    """Return the course a submitted file belongs to: submitted/<student>/<assignment>/<file>."""
    whole = path.absolute()
    return whole.parents[3] if len(whole.parents) > 3 else whole.parent


def _format(notebook: Notebook) -> Iterator[Problem]:
    number = notebook.raw.get("nbformat")
    known = any(problem.name in ("old_format", "truncated") for problem in notebook.problems)
    if number != NEWEST_FORMAT and not known:
        yield Problem("strange_format", str(number)[:20])


def _cells(cells: tuple[Cell, ...], handed_out: Assignment) -> Iterator[Problem]:
    """Compare the course's cells, by nbgrader's name or the cell's id."""
    wanted = {key(cell): cell for cell in handed_out.cells if key(cell)}
    by_id = {cell.id: name for name, cell in wanted.items() if cell.id}
    names = [key(cell) if key(cell) in wanted else by_id.get(cell.id, "") for cell in cells]
    counts = Counter(name for name in names if name)
    for name, cell in wanted.items():
        if counts[name] == 0 and (cell.grade_id or cell.exercise):
            yield Problem("missing_cell", name)
        if counts[name] > 1:
            yield Problem("duplicated_cell", f"{name} ({counts[name]} times)")
    for name, cell in zip(names, cells, strict=True):
        if name and wanted[name].grade_id and not cell.grade_id:
            yield Problem("lost_metadata", name)
        if name and locked(wanted[name]) and bare(cell.source) != bare(wanted[name].source):
            yield Problem("edited_cell", name)
    yield from _order([name for name in names if name], list(wanted))


def _order(names: list[str], wanted: list[str]) -> Iterator[Problem]:
    """Name the first cell that stands before one it should follow."""
    places = [wanted.index(name) for name in dict.fromkeys(names)]
    for one, other in zip(places, places[1:], strict=False):
        if other < one:
            yield Problem("out_of_order", f"{wanted[one]}, {wanted[other]}")
            return


def _outputs(cells: tuple[Cell, ...]) -> Iterator[Problem]:
    for number, cell in enumerate(cells, 1):
        if cell.output_size > LARGEST_OUTPUT:
            yield Problem("huge_output", f"{number}, {cell.output_size / 1e6:.1f} MB")


def _answers(
    submission: Submission, notebook: Notebook, handed_out: Assignment
) -> Iterator[Problem]:
    """Name the exercises without an answer in a cell or in the file beside the notebook."""
    typed = submissions.typed_answers(submission, handed_out.lesson)
    for step in plans.plan(notebook.cells, handed_out):
        if isinstance(step, plans.Look) and typed.get(step.exercise) is None:
            stub = exercises.get(step.exercise).stub
            if not alike.digest(step.sources, stub):
                yield Problem("no_answer", step.exercise)


def _versions(notebook: Notebook, handed_out: Assignment) -> Iterator[Problem]:
    made = {str(cell.ours["version"]) for cell in handed_out.cells if "version" in cell.ours}
    ran = submissions.version(notebook)
    if made and ran and ran not in made:
        yield Problem("other_version", f"{ran}, {', '.join(sorted(made))}")


def key(cell: Cell) -> str:
    """The name by which a cell of the course is known: nbgrader's, else its id."""
    return cell.grade_id or cell.id


def locked(cell: Cell) -> bool:
    """Whether a cell is the course's alone."""
    data = cell.metadata.get("nbgrader")
    return isinstance(data, dict) and data.get("locked") is True


def bare(source: str) -> str:
    """A cell's text as it was handed out: without what nbgrader hides, and without edge spaces.

    Line ends are all alike: editors change them.
    """
    return HIDDEN.sub("", "\n".join(source.splitlines())).strip()
