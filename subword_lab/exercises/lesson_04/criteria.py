# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 04 on the three criteria: which would choose what, and PMI."""

import math
import random

from subword_lab.exercises.forms import Line, Match
from subword_lab.exercises.model import Args, Exercise
from subword_lab.scores import gain
from subword_lab.scores import pmi as true_pmi

# --- which pair would each criterion choose? -----------------------------------------------------

CRITERIA = ("count", "PMI", "gain")
OPTIONS = ("th", "##pi", "these numbers do not say")


def chosen(*numbers: int) -> dict[str, str]:
    """An answer to `WHICH`: the number of an option for each criterion."""
    return {row: OPTIONS[number] for row, number in zip(CRITERIA, numbers, strict=True)}


WHICH = Exercise(
    id="wordpiece-which",
    lesson="04_wordpiece",
    kind="match",
    points=3,
    reference=chosen(0, 2, 2),
    wrong={
        "the_story": chosen(0, 1, 1),
        "all_by_count": chosen(0, 0, 0),
        "gain_like_count": chosen(0, 1, 0),
        "pmi_like_rare": chosen(0, 1, 2),
        "gain_decided": chosen(0, 2, 0),
        "count_undecided": chosen(2, 2, 2),
    },
    form=Match(CRITERIA, OPTIONS),
)

# --- PMI -----------------------------------------------------------------------------------------


def pmi(n, a, b, total):
    """Return the natural logarithm of how much oftener a pair occurs than by chance.

    n counts the pair, a and b count its two symbols, total counts all symbols.
    """
    return math.log((n / total) / ((a / total) * (b / total)))


def ratio_without_log(n, a, b, total):
    return n * total / (a * b)


def course_score(n, a, b, total):
    return n / (a * b)


def total_lost(n, a, b, total):
    return math.log(n / (a * b))


def base_two(n, a, b, total):
    return math.log2(n * total / (a * b))


def times_the_count(n, a, b, total):
    return n * math.log(n * total / (a * b))


def upside_down(n, a, b, total):
    return math.log(a * b / (n * total))


def brackets_missing(n, a, b, total):
    return math.log(n * total / a * b)


def pair_not_shared(n, a, b, total):
    return math.log(n / ((a / total) * (b / total)))


def possible(n: int, a: int, b: int, total: int) -> bool:
    """Whether a pair of two different symbols can have these counts."""
    return 0 < n <= min(a, b) and a + b <= total


def random_counts(rng: random.Random) -> Args:
    """Draw the four numbers of a pair of different symbols."""
    a, b = rng.randint(1, 30), rng.randint(1, 30)
    return (rng.randint(1, min(a, b)), a, b, a + b + rng.randint(0, 80))


PMI = Exercise(
    id="wordpiece-pmi",
    lesson="04_wordpiece",
    kind="function",
    points=2,
    reference=pmi,
    imports=("import math",),
    wrong={
        "ratio_without_log": ratio_without_log,
        "course_score": course_score,
        "total_lost": total_lost,
        "base_two": base_two,
        "times_the_count": times_the_count,
        "upside_down": upside_down,
        "brackets_missing": brackets_missing,
        "pair_not_shared": pair_not_shared,
    },
    examples=((20, 36, 20, 113), (5, 20, 5, 113), (1, 1, 1, 2), (1, 10, 10, 100)),
    random_case=random_counts,
    valid=possible,
)

# --- commoner than chance, and yet it does not pay -----------------------------------------------


PRINTED = (987, 9_000, 6_000, 100_000)  # the case that the lesson shows


def read_counts(line: str) -> tuple[int, ...] | None:
    """Read ``987 9,000 6,000 100,000`` as four numbers; None if it cannot be read."""
    words = line.replace(",", "").replace("_", "").split()
    if len(words) != 4 or not all(word.isdecimal() and len(word) < 16 for word in words):
        return None
    return tuple(map(int, words))


def not_a_case(line: str) -> str | None:
    """Name what is wrong with a proposed case; None if PMI is above 0 and the gain below."""
    counts = read_counts(line)
    if counts is None:
        return "unreadable"
    if not possible(*counts):
        return "impossible"
    if counts == PRINTED:
        return "printed"
    if true_pmi(*counts) <= 0:
        return "by_chance"
    return None if gain(*counts) < 0 else "it_pays"


LIFT = Exercise(
    id="wordpiece-lift",
    lesson="04_wordpiece",
    kind="counter_example",
    points=2,
    reference="2 10 10 80",
    wrong={
        "by_chance": "1 10 10 80",
        "it_pays": "8 10 10 80",
        "impossible": "20 10 10 80",
        "unreadable": "2 of 80",
        "printed": "987 9000 6000 100000",
    },
    objection=not_a_case,
    form=Line("n a b total"),
)
