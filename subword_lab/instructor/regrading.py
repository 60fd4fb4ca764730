"""One submission, graded anew: its cells run elsewhere, and what they give is checked here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import Signature, signature
from typing import Any

from subword_lab import exercises, i18n
from subword_lab.exercises import Exercise, Report, functions, guard, values
from subword_lab.instructor import alike
from subword_lab.instructor.isolated import Gone
from subword_lab.instructor.plans import Look, Run
from subword_lab.instructor.rerun import LOOK_SECONDS, Rerun


@dataclass(frozen=True, slots=True)
class Mark:
    """What an answer earned, and why; `digest` is equal for answers that are the same code."""

    exercise: str
    earned: float
    points: int
    outcome: str
    message: str
    misconception: str = ""
    digest: str = ""
    remark: str = ""


def regrade(
    notebook: Rerun, steps: list[Run | Look], typed: Mapping[str, Any], seed: str
) -> Iterator[Mark]:
    """Yield the mark of each exercise that the steps look at; `typed` holds panels' answers."""
    cells = {step.source: step.number for step in steps if isinstance(step, Run)}
    for step in steps:
        if isinstance(step, Run):
            notebook.run(step)
        else:
            mark = _mark(notebook, step, typed.get(step.exercise), seed)
            yield replace(mark, remark=" ".join(_remarks(notebook, step, cells)))


def _mark(notebook: Rerun, look: Look, typed: Any, seed: str) -> Mark:
    exercise = exercises.get(look.exercise)
    digest = alike.digest(look.sources, exercise.stub)
    blank = bool(look.sources) and not digest
    try:
        report = _report(notebook, exercise, look.name, typed, seed, blank)
    except Gone as gone:
        report = _nothing(exercise, gone.kind)
    except Exception as error:  # a checker that breaks must be seen, and stop nobody else
        report = replace(_nothing(exercise, "crashed"), message=repr(error)[:200])
    if typed is not None and not digest:
        digest = alike.digest_of_value(typed)
    return Mark(
        exercise.id,
        round(min(max(float(report.earned), 0.0), float(exercise.points)), 4),
        exercise.points,
        report.outcome,
        report.message,
        report.misconception or "",
        digest if report.outcome != "not_attempted" else "",
    )


def _remarks(notebook: Rerun, look: Look, cells: Mapping[str, int]) -> Iterator[str]:
    """Say what went wrong in the cells of an answer, and what an instructor should look at."""
    for source in look.sources:
        number = cells.get(source, 0)
        if error := notebook.errors.get(number):
            yield i18n.t("instructor_audit.remark.cell", number=number, error=error)
    if alike.uses_package(look.sources, exercises.get(look.exercise)):
        yield i18n.t("instructor_audit.remark.package")


def _report(
    notebook: Rerun, exercise: Exercise, name: str, typed: Any, seed: str, stub: bool
) -> Report:
    if not exercise.is_code:
        kind, value = notebook.look(name, 0)
        given = value if kind == "value" and value is not None else typed
        return values.evaluate(exercise, given)
    if stub:
        return functions.evaluate(exercise, None, seed)
    wanted = signature(exercise.reference)
    kind, value = notebook.look(name, len(wanted.parameters))
    if kind != "function":
        return functions.evaluate(exercise, value if kind == "value" else None, seed)
    fits = wanted if value is True else Signature()
    return functions.evaluate(
        exercise, guard.Elsewhere(notebook.worker(name, len(wanted.parameters)), fits), seed
    )


def _nothing(exercise: Exercise, kind: str) -> Report:
    outcome = "timed_out" if kind == "timed_out" else "raised"
    message = i18n.t(f"exercises.{kind}", seconds=f"{LOOK_SECONDS:g}")
    return Report(outcome, 0.0, exercise.points, message)
