"""Running an algorithm that is written as a generator: to its end, or keeping its steps.

A generator yields small frozen records of what happened and returns its result.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

Step = TypeVar("Step")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Trace(Generic[Step, Result]):
    """The steps of a run in order, and what it returned."""

    steps: tuple[Step, ...]
    result: Result


def drain(generator: Generator[Step, None, Result]) -> Result:
    """Run to the end and give the result.

    >>> def count():
    ...     yield "one"
    ...     return 1
    >>> drain(count())
    1
    """
    while True:
        try:
            next(generator)
        except StopIteration as stop:
            result: Result = stop.value
            return result


def record(generator: Generator[Step, None, Result]) -> Trace[Step, Result]:
    """Run to the end, keeping every step.

    >>> def count():
    ...     yield "one"
    ...     return 1
    >>> record(count())
    Trace(steps=('one',), result=1)
    """
    steps: list[Step] = []
    while True:
        try:
            steps.append(next(generator))
        except StopIteration as stop:
            return Trace(tuple(steps), stop.value)
