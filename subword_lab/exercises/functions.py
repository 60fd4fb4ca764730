"""Check a function: run it on cases, name the misconception, show the smallest failing case."""

import dis
import inspect
import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import CodeType
from typing import Any

from subword_lab import i18n
from subword_lab.exercises import cases, guard, plain, showing
from subword_lab.exercises.guard import Outcome
from subword_lab.exercises.model import Args, Exercise, Report

STOPPED = ("timed_out", "crashed")  # the runner answers no further call


def evaluate(exercise: Exercise, answer: Any, *seeds: str) -> Report:
    """Return the report on a learner's function; the cases of a later seed follow if all is right.

    A table of the cases that are the same each time fails on those of a seed nobody knows.
    """
    blank = Report("not_attempted", 0.0, exercise.points, i18n.t("exercises.not_attempted"))
    if answer is None or (callable(answer) and is_stub(answer, exercise.starter)):
        return blank
    if misfit := _misfit(exercise, answer):
        return replace(blank, outcome="wrong", message=misfit)
    return _run(exercise, answer, cases.batches(exercise, seeds))


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


def _run(exercise: Exercise, answer: Callable[..., Any], batches: list[list[Args]]) -> Report:
    tried: list[Args] = []
    expected: list[Outcome] = []
    got: list[Outcome] = []
    until = guard.deadline()
    with guard.runner(answer, until) as run:
        for batch in batches:
            tried += batch
            expected += [guard.call(exercise.reference, args) for args in batch]
            got += [run(args) for args in batch]
            right = [guard.same(*both) for both in zip(expected, got, strict=True)]
            if not all(right):
                break
        else:
            points = exercise.points
            return Report("correct", float(points), points, exercise.right)
        first = right.index(False)
        args, found = tried[first], got[first]
        fickle = _is_fickle(answer, args, found, until)
        if not fickle and got[-1].kind not in STOPPED:  # or else the runner answers no more
            args, found = _smallest(exercise, run, args, found)
    known = None if fickle else _misconception(exercise, tried, expected, got)
    share = _share(exercise, tried, expected, right)
    earned = _earned(exercise.points, share, known)
    if known and known == exercise.slow:  # its case is too long to be read
        message = exercise.wrong_message(known)
        return Report("timed_out", earned, exercise.points, message, misconception=known)
    wanted = guard.call(exercise.reference, args)
    message = i18n.t("exercises.fickle") if fickle else _message(wanted, found, got)
    return Report(
        outcome=_outcome(found, earned),
        earned=earned,
        points=exercise.points,
        message=exercise.wrong_message(known) if known else message,
        case=showing.show_call(exercise.name, args),
        expected=_shown(wanted),
        got=_shown(found),
        difference=_difference(wanted, found),
        misconception=known,
    )


def _is_fickle(answer: Callable[..., Any], args: Args, found: Outcome, until: float) -> bool:
    """Whether the same call, made first of all, ends in another way."""
    if found.kind in STOPPED:
        return False
    with guard.runner(answer, until) as run:
        again = run(args)
    told = [plain.dumps((each.kind, each.error, each.value)) for each in (found, again)]
    return again.kind not in STOPPED and told[0] != told[1]


def _smallest(
    exercise: Exercise, run: guard.Run, args: Args, found: Outcome
) -> tuple[Args, Outcome]:
    """Make a failing case smaller, as long as it fails in the same way."""
    failing = found

    def fails(candidate: Args) -> bool:
        nonlocal failing
        if not exercise.valid(*candidate):
            return False
        wanted, seen = guard.call(exercise.reference, candidate), run(candidate)
        if wanted.kind != "returned" or not _alike(found, seen) or guard.same(wanted, seen):
            return False
        failing = seen
        return True

    return cases.shrink(args, fails), failing


def _alike(one: Outcome, other: Outcome) -> bool:
    """Whether two calls went wrong in the same way: an error's type, no result, another result."""
    shapes = [(each.kind, each.error, each.value is None) for each in (one, other)]
    return shapes[0] == shapes[1]


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


def _share(
    exercise: Exercise, tried: list[Args], expected: list[Outcome], right: list[bool]
) -> float:
    """The share of right cases; nothing for knowing the practice cases, or for doing nothing."""
    practice = {plain.dumps(args) for args in cases.generate(exercise, "practice")}
    fresh = [i for i, args in enumerate(tried) if plain.dumps(args) not in practice]
    counted = fresh or range(len(tried))
    hits = sum(right[i] for i in counted)
    if hits <= _idle([tried[i] for i in counted], [expected[i] for i in counted]):
        return 0.0
    return min(sum(right) / len(right), hits / len(counted))


def _idle(tried: list[Args], expected: list[Outcome]) -> int:
    """How many cases an answer gets right that always gives the same, or gives back an argument."""
    constants = Counter(plain.dumps((each.kind, each.error, each.value)) for each in expected)
    echoes = Counter(
        place
        for args, outcome in zip(tried, expected, strict=True)
        for place, given in enumerate(args)
        if plain.same(outcome.value, given)
    )
    return max([*constants.values(), *echoes.values()])


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
