"""Run a learner's function where it cannot harm the kernel.

On Linux the function runs in a forked child: it sees everything the notebook defined, its results
come back as plain data through a pipe, and it is killed when its time is over. Nothing it does,
`except BaseException` and a stack overflow included, reaches the kernel. Where a fork is missing
or unsafe (Windows, macOS, WebAssembly) a thread does the work, and is left behind when it does not
stop. `docs/decisions/0009-learner-code-in-a-forked-child.md` has the reasons and the measurements.
"""

import copy
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import Signature
from typing import Any, Protocol

from subword_lab.exercises import plain

CASE_SECONDS = 2.0  # of computing, in one call: a busy machine makes no right answer too slow
TOTAL_SECONDS = 4.0  # on the wall's clock, for all calls together

Run = Callable[[tuple[Any, ...]], "Outcome"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call did; `kind` is "returned", "raised", "timed_out" or "crashed".

    `changed` holds the positions of arguments that the call altered; `error` the exception's type
    name, `detail` its text and the learner's line.
    """

    kind: str
    value: Any = None
    changed: tuple[int, ...] = ()
    error: str = ""
    detail: str = ""


class Worker(Protocol):
    """Runs one function again and again, somewhere else."""

    def call(self, args: tuple[Any, ...], seconds: float, until: float) -> Outcome:
        """Call the function; end it after so many seconds of computing, or at a monotonic time."""

    def close(self) -> None:
        """End what is still running."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A function that lives in another process: its worker calls it there.

    An audit of submissions checks such functions like any other.
    """

    worker: Callable[[], Worker]
    __signature__: Signature

    def __call__(self, *args: Any) -> Any:  # noqa: D102 - what makes it a function to the check
        raise TypeError("a function in another process is called through its worker")


def same(expected: Outcome, got: Outcome) -> bool:
    """Whether two calls behaved alike: result, exception type and changed arguments."""
    alike = (expected.kind, expected.error) == (got.kind, got.error)
    return alike and expected.changed == got.changed and plain.same(expected.value, got.value)


def call(function: Callable[..., Any], args: tuple[Any, ...]) -> Outcome:
    """Call a function on copies of plain arguments, here and unguarded.

    >>> call(lambda items: items.pop(), ([1, 2],))
    Outcome(kind='returned', value=2, changed=(0,), error='', detail='')
    """
    # sets travel frozen; a learner gets what the exercise speaks of
    mine = tuple(set(a) if isinstance(a, frozenset) else copy.deepcopy(a) for a in args)
    try:
        value = plain.loads(plain.dumps(function(*mine)))
    except BaseException as error:  # a learner's SystemExit must not end the checker
        return Outcome("raised", error=type(error).__name__, detail=_describe(error, function))
    changed = tuple(i for i, arg in enumerate(args) if not plain.same(arg, mine[i]))
    return Outcome("returned", value, changed)


@contextmanager
def runner(function: Callable[..., Any], until: float) -> Iterator[Run]:
    """Give a function that calls the learner's function on plain arguments, under the time limits.

    `until` is the monotonic time when all calls end. After a call that timed out or crashed, no
    further call is answered: each is the same.
    """
    worker = _worker(function)
    try:
        yield lambda args: worker.call(args, CASE_SECONDS, until)
    finally:
        worker.close()


def deadline() -> float:
    """The monotonic time when the calls of a check that begins now must have ended."""
    return time.monotonic() + TOTAL_SECONDS


def _worker(function: Callable[..., Any]) -> "Worker":
    if isinstance(function, Elsewhere):
        return function.worker()
    if sys.platform == "linux":
        from subword_lab.exercises.forked import Child  # needs modules that others lack

        return Child(function)
    from subword_lab.exercises.threaded import Thread

    return Thread(function)


def _describe(error: BaseException, function: Callable[..., Any]) -> str:
    """Say what was raised and on which line of the learner's file, without memory addresses."""
    try:
        text = re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", str(error))[:200]
    except Exception:
        text = ""
    code = getattr(function, "__code__", None)
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__, limit=-50)
        if code is not None and frame.filename == code.co_filename
    ]
    where = f" (line {frames[-1].lineno}: {frames[-1].line})" if frames and frames[-1].line else ""
    return f"{type(error).__name__}: {text}{where}" if text else f"{type(error).__name__}{where}"
