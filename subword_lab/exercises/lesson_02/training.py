# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs
"""The exercises of lesson 02 on training: count pairs, merge one, choose the best.

Each reference is what a learner would hand in. It uses its arguments, built-in names and the
imports of its exercise cell, nothing else. A wrong answer is named after the misconception it
shows. The catalogue `i18n/en/lesson_02.toml` holds all texts.
"""

import random
from itertools import pairwise

from subword_lab.exercises.model import Args, Exercise

# --- count pairs ---------------------------------------------------------------------------------


def count_pairs(word_counts):
    """Return how often each pair of neighbors occurs, as {(left, right): count}.

    word_counts maps words, already split into symbols, to how often each word occurs:
    {("h", "u", "g"): 10, ("p", "u", "g"): 5}
    """
    counts = {}
    for symbols, count in word_counts.items():
        for pair in pairwise(symbols):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def each_word_once(word_counts):
    counts = {}
    for symbols in word_counts:
        for pair in pairwise(symbols):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def each_pair_once_per_word(word_counts):
    counts = {}
    for symbols, count in word_counts.items():
        for pair in set(pairwise(symbols)):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def across_words(word_counts):
    counts = {}
    before = None
    for symbols, count in word_counts.items():
        for symbol in symbols:
            if before is not None:
                counts[before, symbol] = counts.get((before, symbol), 0) + count
            before = symbol
    return counts


def last_word_wins(word_counts):
    counts = {}
    for symbols, count in word_counts.items():
        for pair in pairwise(symbols):
            counts[pair] = count
    return counts


def every_second_pair(word_counts):
    counts = {}
    for symbols, count in word_counts.items():
        for i in range(0, len(symbols) - 1, 2):
            pair = (symbols[i], symbols[i + 1])
            counts[pair] = counts.get(pair, 0) + count
    return counts


def random_word_counts(rng: random.Random) -> Args:
    """Draw a few short words over three symbols, some of them merged before."""
    words = {}
    for _ in range(rng.randint(1, 5)):
        symbols = tuple(rng.choice(("a", "b", "u", "ug")) for _ in range(rng.randint(1, 6)))
        words[symbols] = rng.randint(1, 20)
    return (words,)


COUNT_PAIRS = Exercise(
    id="bpe-count-pairs",
    lesson="02_bpe",
    kind="function",
    points=2,
    reference=count_pairs,
    imports=("from itertools import pairwise",),
    wrong={
        "each_word_once": each_word_once,
        "each_pair_once_per_word": each_pair_once_per_word,
        "across_words": across_words,
        "last_word_wins": last_word_wins,
        "every_second_pair": every_second_pair,
    },
    examples=(
        ({("h", "u", "g"): 10, ("p", "u", "g"): 5, ("h", "u", "g", "s"): 5},),
        ({("a", "a", "a"): 2},),
    ),
    random_case=random_word_counts,
)

# --- merge in one word ---------------------------------------------------------------------------


def merge_word(symbols, pair):
    """Return the symbols of one word, as a tuple, with the pair joined wherever it stands.

    Work from left to right; a symbol is joined at most once.
    """
    merged = []
    i = 0
    while i < len(symbols):
        if symbols[i : i + 2] == pair:
            merged.append(symbols[i] + symbols[i + 1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def replaced_in_the_text(symbols, pair):
    spaced = " ".join(symbols)
    return tuple(spaced.replace(" ".join(pair), "".join(pair)).split())


def overlapping(symbols, pair):
    merged = []
    for i, symbol in enumerate(symbols):
        if symbols[i : i + 2] == pair:
            merged.append(symbol + pair[1])
        elif symbols[i - 1 : i + 1] != pair:
            merged.append(symbol)
    return tuple(merged)


def first_only(symbols, pair):
    for i in range(len(symbols) - 1):
        if symbols[i : i + 2] == pair:
            return symbols[:i] + (pair[0] + pair[1],) + symbols[i + 2 :]
    return symbols


def from_the_right(symbols, pair):
    merged = []
    i = len(symbols) - 1
    while i >= 0:
        if i > 0 and symbols[i - 1 : i + 1] == pair:
            merged.insert(0, pair[0] + pair[1])
            i -= 2
        else:
            merged.insert(0, symbols[i])
            i -= 1
    return tuple(merged)


def either_order(symbols, pair):
    merged = []
    i = 0
    while i < len(symbols):
        if i + 1 < len(symbols) and set(symbols[i : i + 2]) == set(pair):
            merged.append(symbols[i] + symbols[i + 1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def random_word_and_pair(rng: random.Random) -> Args:
    """Draw a word over few symbols, and a pair that often stands in it."""
    symbols = tuple(rng.choice(("a", "b", "ba", "ab")) for _ in range(rng.randint(1, 7)))
    at = rng.randrange(len(symbols))
    pair = symbols[at : at + 2] if at + 1 < len(symbols) and rng.random() < 0.8 else ("a", "a")
    return (symbols, pair)


MERGE_WORD = Exercise(
    id="bpe-merge-word",
    lesson="02_bpe",
    kind="function",
    points=2,
    reference=merge_word,
    wrong={
        "replaced_in_the_text": replaced_in_the_text,
        "overlapping": overlapping,
        "first_only": first_only,
        "from_the_right": from_the_right,
        "either_order": either_order,
    },
    examples=(
        (("h", "u", "g", "s"), ("u", "g")),
        (("a", "a", "a"), ("a", "a")),
        (("u", "g", "u", "g"), ("u", "g")),
        (("xa", "b", "a", "b"), ("a", "b")),
        ((), ("a", "b")),
    ),
    random_case=random_word_and_pair,
    valid=lambda symbols, pair: len(pair) == 2,
)

# --- best pair -----------------------------------------------------------------------------------


def best_pair(pair_counts):
    """Return the pair with the largest count; of several, the smallest pair.

    pair_counts maps pairs to counts and is not empty. Pairs compare like Python tuples of strings.
    """
    most = max(pair_counts.values())
    return min(pair for pair, count in pair_counts.items() if count == most)


def first_seen(pair_counts):
    return max(pair_counts, key=pair_counts.get)


def largest_pair(pair_counts):
    return max(pair_counts, key=lambda pair: (pair_counts[pair], pair))


def smallest_pair_of_all(pair_counts):
    return min(pair_counts)


def rarest_pair(pair_counts):
    return min(pair_counts, key=lambda pair: (pair_counts[pair], pair))


def shortest_joined(pair_counts):
    return min(pair_counts, key=lambda pair: (-pair_counts[pair], len(pair[0] + pair[1]), pair))


def count_instead(pair_counts):
    return max(pair_counts.values())


def random_pair_counts(rng: random.Random) -> Args:
    """Draw pairs with few different counts, so that ties are common."""
    symbols = ("e", "s", "t", "es", "est", "lo", "w")
    pairs = [(rng.choice(symbols), rng.choice(symbols)) for _ in range(rng.randint(1, 7))]
    return ({pair: rng.randint(1, 4) for pair in pairs},)


BEST_PAIR = Exercise(
    id="bpe-best-pair",
    lesson="02_bpe",
    kind="function",
    points=2,
    reference=best_pair,
    wrong={
        "first_seen": first_seen,
        "largest_pair": largest_pair,
        "smallest_pair_of_all": smallest_pair_of_all,
        "rarest_pair": rarest_pair,
        "shortest_joined": shortest_joined,
        "count_instead": count_instead,
    },
    examples=(
        ({("s", "t"): 9, ("e", "s"): 9, ("w", "e"): 8},),
        ({("u", "g"): 20, ("u", "n"): 16},),
    ),
    random_case=random_pair_counts,
    valid=lambda pair_counts: (
        len(pair_counts) > 0
        and all(len(pair) == 2 and all(pair) for pair in pair_counts)
        and all(count > 0 for count in pair_counts.values())
    ),
)
