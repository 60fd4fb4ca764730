# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 07 on a corpus that one machine does not hold: sums, and a bound."""

import random
from collections import Counter

from subword_lab.exercises.model import Args, Exercise


def merge_tallies(tallies):
    """Return one tally of all: a tuple of counts and error.

    Each tally is such a tuple, made by another machine from its part of the text. counts maps words
    to how often they were seen there. Each count may be too low, by error at most; a word that is
    not in counts counts as 0, which may be too low as well.
    """
    total, error = Counter(), 0
    for counts, wrong in tallies:
        total.update(counts)
        error += wrong
    return dict(total), error


def last_one_wins(tallies):
    total, error = {}, 0
    for counts, wrong in tallies:
        total.update(counts)
        error += wrong
    return total, error


def largest_error(tallies):
    return merge_tallies(tallies)[0], max((wrong for _, wrong in tallies), default=0)


def no_error(tallies):
    return merge_tallies(tallies)[0], 0


def error_of_holders(tallies):
    counts, _ = merge_tallies(tallies)
    return counts, sum(wrong for part, wrong in tallies if part)


def in_how_many(tallies):
    counts = Counter(word for part, _ in tallies for word in part)
    return dict(counts), merge_tallies(tallies)[1]


def random_tallies(rng: random.Random) -> Args:
    """Draw a few tallies over few words, some of them with an error."""
    return ([random_tally(rng) for _ in range(rng.randint(1, 4))],)


def random_tally(rng: random.Random) -> tuple[dict[str, int], int]:
    """Draw some words with counts that are often equal."""
    words = rng.sample("abcdef", rng.randint(1, 5))
    return {word: rng.randint(1, 5) for word in words}, rng.choice((0, 0, 1, 2, 3))


MERGE_TALLIES = Exercise(
    id="corpus-merge-tallies",
    lesson="07_in_production",
    kind="function",
    points=2,
    reference=merge_tallies,
    imports=("from collections import Counter",),
    wrong={
        "last_one_wins": last_one_wins,
        "largest_error": largest_error,
        "no_error": no_error,
        "error_of_holders": error_of_holders,
        "in_how_many": in_how_many,
    },
    examples=(
        ([({"a": 2}, 0), ({"a": 3, "b": 1}, 0)],),
        ([({"a": 2}, 1), ({"b": 3}, 2)],),
        ([({"a": 2}, 1), ({}, 3)],),
        ([],),
    ),
    random_case=random_tallies,
)


def drop_rare(counts, error, keep):
    """Return what is left of a tally when its keep most frequent words stay, and its new error.

    counts maps words to how often they were seen; each may be too low, by error at most. On equal
    counts the smaller word stays. A word that goes may come again later and is then counted from 0,
    so the new error, which goes for every word, must have room for what it has lost.
    """
    order = sorted(counts, key=lambda word: (-counts[word], word))
    lost = max((counts[word] for word in order[keep:]), default=0)
    return {word: counts[word] for word in order[:keep]}, error + lost


def all_that_went(counts, error, keep):
    kept, _ = drop_rare(counts, error, keep)
    return kept, error + sum(counts.values()) - sum(kept.values())


def error_forgotten(counts, error, keep):
    kept, new = drop_rare(counts, error, keep)
    return kept, new - error


def error_unchanged(counts, error, keep):
    return drop_rare(counts, error, keep)[0], error


def rarest_that_went(counts, error, keep):
    kept, _ = drop_rare(counts, error, keep)
    return kept, error + min((n for word, n in counts.items() if word not in kept), default=0)


def rarest_that_stayed(counts, error, keep):
    kept, _ = drop_rare(counts, error, keep)
    return kept, error + (min(kept.values(), default=0) if len(kept) < len(counts) else 0)


def number_that_went(counts, error, keep):
    kept, _ = drop_rare(counts, error, keep)
    return kept, error + len(counts) - len(kept)


def first_seen_stays(counts, error, keep):
    order = sorted(counts, key=lambda word: -counts[word])
    return {word: counts[word] for word in order[:keep]}, drop_rare(counts, error, keep)[1]


def random_full_tally(rng: random.Random) -> Args:
    """Draw a tally, and room for fewer words than it has, or for just as many."""
    counts, error = random_tally(rng)
    return (counts, error, rng.randint(1, len(counts)))


DROP_RARE = Exercise(
    id="corpus-drop-rare",
    lesson="07_in_production",
    kind="function",
    points=2,
    reference=drop_rare,
    wrong={
        "all_that_went": all_that_went,
        "error_forgotten": error_forgotten,
        "error_unchanged": error_unchanged,
        "rarest_that_went": rarest_that_went,
        "rarest_that_stayed": rarest_that_stayed,
        "number_that_went": number_that_went,
        "first_seen_stays": first_seen_stays,
    },
    examples=(
        ({"a": 5, "b": 2, "c": 3}, 0, 1),
        ({"a": 5, "b": 2, "c": 3}, 4, 2),
        ({"b": 2, "a": 2, "c": 2}, 1, 1),
        ({"a": 5, "b": 2, "c": 1, "d": 1}, 0, 1),
        ({"a": 1}, 3, 2),
    ),
    random_case=random_full_tally,
    valid=lambda counts, error, keep: keep > 0,
)
