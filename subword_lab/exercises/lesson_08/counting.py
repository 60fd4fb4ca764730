# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs
"""A coding round: count the pairs that could be joined, where they may not overlap."""

import random
from itertools import pairwise

from subword_lab.exercises.model import Args, Exercise


def count_disjoint(symbols):
    """Return how often each pair of neighbors could be joined, as {(left, right): count}.

    Go from left to right. For one pair no symbol is used twice: a a a holds (a, a) once. Different
    pairs do not take symbols from one another.
    """
    counts = {}
    counted_at = {}
    for i, pair in enumerate(pairwise(symbols)):
        if counted_at.get(pair) != i - 1:
            counts[pair] = counts.get(pair, 0) + 1
            counted_at[pair] = i
    return counts


def overlapping(symbols):
    counts = {}
    for pair in pairwise(symbols):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def every_second_place(symbols):
    counts = {}
    for i in range(0, len(symbols) - 1, 2):
        pair = (symbols[i], symbols[i + 1])
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def one_count_for_each_run(symbols):
    counts = {}
    before = None
    for pair in pairwise(symbols):
        if pair != before:
            counts[pair] = counts.get(pair, 0) + 1
        before = pair
    return counts


def doubles_are_halved(symbols):
    counts = overlapping(symbols)
    return {
        (left, right): (count + 1) // 2 if left == right else count
        for (left, right), count in counts.items()
    }


def each_pair_once(symbols):
    return dict.fromkeys(pairwise(symbols), 1)


def searched_in_the_text(symbols):
    text = "".join(symbols)
    return {pair: text.count("".join(pair)) for pair in pairwise(symbols)}


def random_symbols(rng: random.Random) -> Args:
    """Draw symbols with long runs of the same one."""
    symbols: list[str] = []
    for _ in range(rng.randint(1, 6)):
        symbols += [rng.choice(("a", "b", "aa"))] * rng.randint(1, 5)
    return (symbols,)


COUNT_DISJOINT = Exercise(
    id="interview-count-disjoint",
    lesson="08_interview",
    kind="function",
    points=3,
    reference=count_disjoint,
    imports=("from itertools import pairwise",),
    wrong={
        "overlapping": overlapping,
        "every_second_place": every_second_place,
        "one_count_for_each_run": one_count_for_each_run,
        "doubles_are_halved": doubles_are_halved,
        "each_pair_once": each_pair_once,
        "searched_in_the_text": searched_in_the_text,
    },
    examples=(
        (["a", "a", "a"],),
        (["a", "a", "a", "a"],),
        (["a", "b", "a", "b"],),
        (["a", "a", "b", "a", "a", "a"],),
        (["aa", "a", "aa"],),
        (["a"],),
    ),
    random_case=random_symbols,
)
