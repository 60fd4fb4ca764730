"""Check a function: run it on cases, name the misconception, show the smallest failing case."""

import dis
import inspect
import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from types import CodeType
from typing import Any

from subword_lab import i18n
from subword_lab.exercises import cases, guard, plain, showing
from subword_lab.exercises.guard import Outcome
from subword_lab.exercises.model import Args, Exercise, Report

STOPPED = ("timed_out", "crashed")  # the runner answers no further call


def evaluate(exercise: Exercise, answer: Any, seed: str) -> Report:
    """Return the report on a learner's function."""
    blank = Report("not_attempted", 0.0, exercise.points, i18n.t("exercises.not_attempted"))
    if answer is None or (callable(answer) and is_stub(answer, exercise.starter)):
        return blank
    if misfit := _misfit(exercise, answer):
        return replace(blank, outcome="wrong", message=misfit)
    return _run(exercise, answer, cases.generate(exercise, seed))


def is_stub(function: Callable[..., Any], starter: Callable[..., Any] | None = None) -> bool:
    """Whether a function's body is empty, or is still the code the exercise began with.

    >>> def blank(text):
    ...     "What it should do."
    ...     ...
    >>> is_stub(blank), is_stub(lambda text: 5)
    (True, False)
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    beginning = starter or _nothing
    return _essence(code) in (_essence(beginning.__code__), _essence(_nothing.__code__))


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a text that is the same for functions that do the same, step by step."""
    code = getattr(function, "__code__", None)
    return repr(_essence(code)) if code else getattr(function, "__qualname__", "")


def _nothing() -> None:
    pass


def _essence(code: CodeType) -> list[Any]:
    """What a function does, without its name, lines, docstring and filler."""
    steps = [step for step in dis.get_instructions(code) if step.opname not in _FILLER]
    starts = [step.offset for step in steps]
    return [(_ONE_NAME.get(step.opname, step.opname), _operand(step, starts)) for step in steps]


# A call such as re.findall(…) compiles in one of two ways, as the import stands in the same cell or
# not; they differ in these and in the places of all jumps.
_FILLER = {"NOP", "RESUME", "PUSH_NULL", "CACHE"}
_ONE_NAME = {"LOAD_METHOD": "LOAD_ATTR"}
_NAMING = {"LOAD_GLOBAL", "LOAD_ATTR", "LOAD_METHOD"}
_JUMPS = {*dis.hasjrel, *dis.hasjabs}


def _operand(step: dis.Instruction, starts: list[int]) -> Any:
    """What an instruction works on; of a jump, the number of the instruction it leads to."""
    if isinstance(step.argval, CodeType):
        return _essence(step.argval)
    if step.opcode in _JUMPS:
        return bisect_left(starts, step.argval)
    return step.argval if step.opname in _NAMING else step.argrepr


def _misfit(exercise: Exercise, answer: Any) -> str | None:
    """Say why an answer cannot be called as the exercise asks, or None."""
    if not callable(answer):
        return i18n.t("exercises.not_a_function", got=plain.kind(plain.loads(plain.dumps(answer))))
    wanted = inspect.signature(exercise.reference)
    try:
        inspect.signature(answer).bind(*wanted.parameters)
    except TypeError:
        return i18n.t("exercises.parameters", wanted=f"{exercise.name}{wanted}")
    except ValueError:  # a built-in function without a signature
        return None
    return None


def _run(exercise: Exercise, answer: Callable[..., Any], tried: list[Args]) -> Report:
    expected = [guard.call(exercise.reference, args) for args in tried]
    with guard.runner(answer) as run:
        got = [run(args) for args in tried]
        right = [guard.same(*both) for both in zip(expected, got, strict=True)]
        if all(right):
            points = exercise.points
            return Report("correct", float(points), points, exercise.right)
        args, found = _smallest(exercise, run, tried, got, right.index(False))
    wanted = guard.call(exercise.reference, args)
    known = _misconception(exercise, tried, expected, got)
    earned = _earned(exercise.points, sum(right) / len(right), known)
    if known and known == exercise.slow:  # its case is too long to be read
        message = exercise.wrong_message(known)
        return Report("timed_out", earned, exercise.points, message, misconception=known)
    return Report(
        outcome=_outcome(found, earned),
        earned=earned,
        points=exercise.points,
        message=exercise.wrong_message(known) if known else _message(wanted, found, got),
        case=showing.show_call(exercise.name, args),
        expected=_shown(wanted),
        got=_shown(found),
        difference=_difference(wanted, found),
        misconception=known,
    )


def _smallest(
    exercise: Exercise, run: guard.Run, tried: list[Args], got: list[Outcome], first: int
) -> tuple[Args, Outcome]:
    """Make the first failing case smaller, as long as it fails in the same way."""
    args, found = tried[first], got[first]
    if got[-1].kind in STOPPED:  # the runner answers no more
        return args, found

    def fails(candidate: Args) -> bool:
        if not exercise.valid(*candidate):
            return False
        wanted, seen = guard.call(exercise.reference, candidate), run(candidate)
        alike = (seen.kind, seen.error, seen.value is None) == (
            (found.kind, found.error, found.value is None)
        )
        return wanted.kind == "returned" and alike and not guard.same(wanted, seen)

    args = cases.shrink(args, fails)
    return args, run(args)


def _misconception(
    exercise: Exercise, tried: list[Args], expected: list[Outcome], got: list[Outcome]
) -> str | None:
    """Name the wrong answer that does on every case what this answer did, or None."""
    if got[-1].kind in STOPPED:
        return exercise.slow if _only_too_slow(expected, got) else None
    for name, function in exercise.wrong.items():
        if name != exercise.slow and all(
            guard.same(guard.call(function, args), outcome)
            for args, outcome in zip(tried, got, strict=True)
        ):
            return name
    return None


def _only_too_slow(expected: list[Outcome], got: list[Outcome]) -> bool:
    """Whether all was right until the last, longest case ran out of time."""
    right = (guard.same(*both) for both in zip(expected[:-1], got[:-1], strict=True))
    return got[-1].kind == "timed_out" and all(right)


def _message(wanted: Outcome, found: Outcome, got: list[Outcome]) -> str:
    """Say in general terms what went wrong on the case that is shown."""
    if found.kind in STOPPED:
        return i18n.t(f"exercises.{found.kind}", seconds=f"{guard.CASE_SECONDS:g}")
    if found.kind == "raised":
        return i18n.t("exercises.raised", error=found.error)
    if found.value is None and wanted.value is not None:
        silent = all(outcome.value is None for outcome in got)
        return i18n.t("exercises.forgot_return" if silent else "exercises.nothing_here")
    given, expected = plain.kind(found.value), plain.kind(wanted.value)
    if given != expected:
        return i18n.t("exercises.wrong_type", got=given, expected=expected)
    if plain.same(wanted.value, found.value):
        return i18n.t("exercises.changed_argument", number=found.changed[0] + 1)
    return i18n.t("exercises.differs")


def _outcome(found: Outcome, earned: float) -> str:
    if found.kind == "timed_out":
        return "timed_out"
    if found.kind in ("raised", "crashed"):
        return "raised"
    return "partial" if earned else "wrong"


def _earned(points: int, share: float, known: str | None) -> float:
    """Quarters of the points, rounded down; a known misconception earns half of them at most."""
    return points * min(math.floor(4 * share) / 4, 0.5 if known else 1.0)


def _shown(outcome: Outcome) -> str | None:
    if outcome.kind in STOPPED:
        return None
    return outcome.detail if outcome.kind == "raised" else showing.show(outcome.value)


def _difference(wanted: Outcome, found: Outcome) -> str | None:
    if (wanted.kind, found.kind) != ("returned", "returned"):
        return None
    return showing.first_difference(wanted.value, found.value)
