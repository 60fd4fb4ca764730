"""What the events add up to."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from subword_lab.progress.store import Event


@dataclass(frozen=True, slots=True)
class Summary:
    """Points earned (the best of each exercise), and how many of each thing happened.

    `best` maps exercise ids to the points of the best attempt; `attempts` counts tries per
    exercise, `hinted` and `revealed` name exercises where help was taken.
    """

    points: float
    best: dict[str, float]
    attempts: dict[str, int]
    passed: frozenset[str]
    hinted: frozenset[str]
    revealed: frozenset[str]
    answered: int
    answered_right: int


def summarize(events: Iterable[Event]) -> Summary:
    """Add up events, in any order.

    >>> summarize([]).points
    0.0
    """
    best: dict[str, float] = {}
    attempts: dict[str, int] = {}
    by_verb: dict[str, set[str]] = {}
    answers: list[bool] = []
    for event in events:
        by_verb.setdefault(event.verb, set()).add(event.object)
        if event.verb in ("attempted", "passed"):
            earned = _points(event.result.get("earned"))
            best[event.object] = max(earned, best.get(event.object, 0.0))
            attempts[event.object] = attempts.get(event.object, 0) + 1
        if event.verb == "answered":
            answers.append(event.result.get("correct") is True)
    return Summary(
        points=float(sum(best.values())),
        best=best,
        attempts=attempts,
        passed=frozenset(by_verb.get("passed", ())),
        hinted=frozenset(by_verb.get("hinted", ())),
        revealed=frozenset(by_verb.get("revealed", ())),
        answered=len(answers),
        answered_right=sum(answers),
    )


def _points(value: object) -> float:
    """The points of an attempt; 0 for what no check has written."""
    usable = isinstance(value, int | float) and 0 <= value < math.inf
    return float(value) if usable else 0.0  # type: ignore[arg-type]
