"""Coding rounds: a task, a time budget, and the question what the answer costs.

The tasks are exercises, so that `exercises.hint` and `exercises.solution` know them by their ids.

>>> round = get("coding-train-bpe")
>>> round.minutes, round.cost.kind
(25, 'single')
"""

from dataclasses import dataclass
from typing import Any

from subword_lab import exercises, quiz
from subword_lab.exercises import Exercise, Report, registry
from subword_lab.quiz.model import Question

MINUTES = {
    "interview-count-disjoint": 10,
    "coding-estimate": 10,
    "coding-windows": 10,
    "coding-speed-up": 12,
    "coding-merge-vocabularies": 12,
    "coding-detokenize": 12,
    "coding-least-recent": 15,
    "coding-split-special": 15,
    "coding-stream-utf8": 20,
    "coding-best-cut": 20,
    "coding-longest-trie": 25,
    "coding-train-bpe": 25,
    "interview-encode-long": 25,
    "coding-expected-counts": 30,
}


@dataclass(frozen=True, slots=True)
class Round:
    """A task with the minutes there are for it; `cost` is asked once it is solved."""

    id: str
    task: Exercise
    minutes: int
    cost: Question


def all() -> tuple[Round, ...]:
    """Return the rounds, the shortest first; a class's edition has none."""
    return tuple(get(id) for id in MINUTES) if registry.rounds() else ()


def get(id: str) -> Round:
    """Return the round of that id; `KeyError` with all ids if there is none."""
    if id not in list(MINUTES) or not registry.rounds():
        raise KeyError(f"there is no coding round {id!r}; there are {', '.join(MINUTES)}")
    return Round(id, exercises.get(id), MINUTES[id], quiz.get(f"{id}-cost"))


def check(id: str, answer: Any, seed: str | None = None) -> Report:
    """Check the answer to a round as `exercises.check` does, and remember the attempt.

    `KeyError` if there is no such round.
    """
    return exercises.check(get(id).task.id, answer, seed)
