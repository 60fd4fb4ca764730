"""The cases a function is tried on: drawn from a seed, smallest first, and made smaller."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from subword_lab.exercises import plain
from subword_lab.exercises.model import Args, Exercise

RANDOM_CASES = 40
MOST_SHRINKS = 300  # calls of the learner's function spent on making a failing case smaller


def generate(exercise: Exercise, seed: str) -> list[Args]:
    """Return the hand-written cases and the drawn ones, without repeats, small to large."""
    return batches(exercise, (seed,))[0]


def batches(exercise: Exercise, seeds: tuple[str, ...]) -> list[list[Args]]:
    """Return the cases of each seed, small to large, without those of the seeds before it."""
    seen: dict[str, Args] = {}
    made = []
    for seed in seeds:
        drawn = {plain.dumps(args): args for args in _drawn(exercise, seed)}
        fresh = {line: args for line, args in drawn.items() if line not in seen}
        seen |= fresh
        made.append([fresh[line] for line in sorted(fresh, key=lambda line: (len(line), line))])
    return made


def _drawn(exercise: Exercise, seed: str) -> list[Args]:
    rng = random.Random(f"{exercise.id}:{exercise.version}:{seed}")
    draw = exercise.random_case
    return [*exercise.examples, *(draw(rng) for _ in range(RANDOM_CASES) if draw)]


def shrink(args: Args, fails: Callable[[Args], bool]) -> Args:
    """Make a failing case smaller, greedily, for as long as it still fails.

    >>> shrink(([3, 8, 5, 8],), lambda args: args[0].count(8) > 1)
    ([8, 8],)
    """
    left = MOST_SHRINKS
    while left > 0:
        for candidate in _smaller_items(args):
            left -= 1
            if fails(candidate):
                args = candidate
                break
            if left == 0:
                return args
        else:
            return args
    return args


def _smaller(value: Any) -> Iterator[Any]:
    """Yield values of the same type, one step smaller; texts keep a character, numbers end at 1."""
    match value:
        case bool():
            return
        case int():
            yield from dict.fromkeys(n for n in (1, value // 2, value - 1) if 0 < n < value)
        case str():
            if len(value) > 1:
                yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
        case list() | tuple():
            for i in range(len(value)):
                yield type(value)([*value[:i], *value[i + 1 :]])
            yield from _smaller_items(value)
        case dict():
            yield from _smaller_dicts(value)


def _smaller_items(items: Any) -> Iterator[Any]:
    """Yield the same list or tuple with one item a step smaller."""
    for i, item in enumerate(items):
        for less in _smaller(item):
            yield type(items)([*items[:i], less, *items[i + 1 :]])


def _smaller_dicts(mapping: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
    items = list(mapping.items())
    for i, (key, value) in enumerate(items):
        rest_before, rest_after = items[:i], items[i + 1 :]
        yield dict([*rest_before, *rest_after])
        for less in _smaller(key):
            if less not in mapping:
                yield dict([*rest_before, (less, value), *rest_after])
        for less in _smaller(value):
            yield dict([*rest_before, (key, less), *rest_after])
