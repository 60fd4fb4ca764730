"""Steps and traces: how every algorithm of this package lets itself be watched.

An algorithm is a generator: it *yields* one small record for each thing that happened and *returns*
its result. This file is the only place that knows how to get at both.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Step = TypeVar("Step")
Result = TypeVar("Result")
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Trace(Generic[Step, Result]):
    """What an algorithm did (`steps`, in order) and what it gave back (`result`)."""

    steps: tuple[Step, ...]
    result: Result

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """Pick the steps of one kind.

        >>> record(_countdown(2)).of(int)
        (2, 1)
        """
        return tuple(step for step in self.steps if isinstance(step, kind))


def drain(generator: Generator[Any, None, Result]) -> Result:
    """Run an algorithm to its end and give its result; the steps are let go.

    >>> drain(_countdown(3))
    'lift-off'
    """
    while True:
        try:
            next(generator)
        except StopIteration as end:
            result: Result = end.value
            return result


def record(generator: Generator[Step, None, Result]) -> Trace[Step, Result]:
    """Run an algorithm to its end and keep every step beside the result.

    >>> record(_countdown(2))
    Trace(steps=(2, 1), result='lift-off')
    """
    steps: list[Step] = []
    while True:
        try:
            steps.append(next(generator))
        except StopIteration as end:
            return Trace(tuple(steps), end.value)


def _countdown(start: int) -> Generator[int, None, str]:
    """Count down: the smallest algorithm that can be watched (for the examples above)."""
    yield from range(start, 0, -1)
    return "lift-off"
