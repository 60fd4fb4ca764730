# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""A coding round: encode by rank, on a word too long for looking at every pair again and again."""

import random
from heapq import heapify, heappop, heappush
from itertools import pairwise

from subword_lab import bpe
from subword_lab.exercises.lesson_02.encoding import can_be_applied
from subword_lab.exercises.model import Args, Exercise

LONG = 10_000  # characters; a scan after every join would look at fifty million pairs
SHORT = 200  # a failing case is made smaller from here on


def encode_long(word, merges):
    """Return the pieces of a word, as a list.

    merges is the list of learned pairs, first learned first. Start from single characters. As long
    as any neighbors are a learned pair, join the pair that was learned first; where it stands in
    several places, the leftmost. A word of 10,000 characters must not take longer than a blink.
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    symbols = list(word)
    before = list(range(-1, len(word) - 1))
    after = list(range(1, len(word) + 1))
    heap = [(ranks[pair], at) for at, pair in enumerate(pairwise(symbols)) if pair in ranks]
    heapify(heap)
    while heap:
        rank, at = heappop(heap)
        right = after[at]
        if right == len(word) or (symbols[at], symbols[right]) != merges[rank]:
            continue  # stale: one of the two has been joined since
        symbols[at] += symbols[right]
        symbols[right] = None
        after[at] = after[right]
        if after[at] < len(word):
            before[after[at]] = at
        for left in (before[at], at):
            if left >= 0 and after[left] < len(word):
                pair = (symbols[left], symbols[after[left]])
                if pair in ranks:
                    heappush(heap, (ranks[pair], left))
    return [symbol for symbol in symbols if symbol is not None]


def looks_at_every_pair_again(word, merges):
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    symbols = list(word)
    while True:
        found = [(ranks[p], at) for at, p in enumerate(pairwise(symbols)) if p in ranks]
        if not found:
            return symbols
        _, at = min(found)
        symbols[at : at + 2] = [symbols[at] + symbols[at + 1]]


def once_through_the_heap(word, merges):
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    symbols = list(word)
    heap = [(ranks[pair], at) for at, pair in enumerate(pairwise(symbols)) if pair in ranks]
    for rank, at in sorted(heap):
        if (symbols[at], symbols[at + 1]) == merges[rank]:
            symbols[at : at + 2] = ["".join(merges[rank]), None]
    return [symbol for symbol in symbols if symbol is not None]


def left_to_right(word, merges):
    learned = set(merges)
    pieces = []
    for ch in word:
        pieces.append(ch)
        while len(pieces) > 1 and (pieces[-2], pieces[-1]) in learned:
            pieces[-2:] = [pieces[-2] + pieces[-1]]
    return pieces


def last_learned_first(word, merges):
    return encode_long(word, merges[::-1])


def as_a_tuple(word, merges):
    return tuple(encode_long(word, merges))


def _with_a_heap(word, merges, checked=True, both_sides=True, looks_back=True):
    """Run the heap with a part left out, as a hurried candidate would."""
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    symbols = list(word)
    before = list(range(-1, len(word) - 1))
    after = list(range(1, len(word) + 1))
    heap = [(ranks[pair], at) for at, pair in enumerate(pairwise(symbols)) if pair in ranks]
    heapify(heap)
    while heap:
        rank, at = heappop(heap)
        right = after[at]
        if right == len(word) or symbols[at] is None:
            continue
        if checked and (symbols[at], symbols[right]) != merges[rank]:
            continue
        symbols[at] += symbols[right]
        symbols[right] = None
        after[at] = after[right]
        if looks_back and after[at] < len(word):
            before[after[at]] = at
        for left in (before[at], at) if both_sides else (at,):
            if left >= 0 and after[left] < len(word):
                pair = (symbols[left], symbols[after[left]])
                if pair in ranks:
                    heappush(heap, (ranks[pair], left))
    return [symbol for symbol in symbols if symbol is not None]


def old_entries_are_believed(word, merges):
    return _with_a_heap(word, merges, checked=False)


def forgets_the_left_neighbor(word, merges):
    return _with_a_heap(word, merges, both_sides=False)


def forgets_to_look_back(word, merges):
    return _with_a_heap(word, merges, looks_back=False)


def random_word_and_merges(rng: random.Random) -> Args:
    """Train a few merges on random words, and draw a word of the same letters."""
    letters = "abc"[: rng.randint(2, 3)]
    words = {
        "".join(rng.choices(letters, k=rng.randint(2, 7))): rng.randint(1, 9) for _ in range(7)
    }
    merges = bpe.train(words, merges=rng.randint(3, 9)).merges
    return ("".join(rng.choices(letters, k=rng.randint(3, 14))), merges)


def long_word() -> Args:
    """A word of different characters that are joined two by two, then the pairs, then the fours."""
    pieces = [chr(0x4E00 + number) for number in range(LONG)]
    word, merges = "".join(pieces), []
    for _ in range(3):
        pairs = list(zip(pieces[::2], pieces[1::2], strict=True))
        merges += pairs
        pieces = [left + right for left, right in pairs]
    return (word, merges)


ENCODE_LONG = Exercise(
    id="interview-encode-long",
    lesson="08_interview",
    kind="function",
    points=4,
    reference=encode_long,
    imports=(
        "from heapq import heapify, heappop, heappush",
        "from itertools import pairwise",
    ),
    wrong={
        "once_through_the_heap": once_through_the_heap,
        "old_entries_are_believed": old_entries_are_believed,
        "forgets_the_left_neighbor": forgets_the_left_neighbor,
        "forgets_to_look_back": forgets_to_look_back,
        "left_to_right": left_to_right,
        "last_learned_first": last_learned_first,
        "as_a_tuple": as_a_tuple,
        "looks_at_every_pair_again": looks_at_every_pair_again,
    },
    slow="looks_at_every_pair_again",
    examples=(
        ("hugs", [("u", "g"), ("u", "n"), ("h", "ug")]),
        ("aaaaa", [("a", "a"), ("aa", "aa")]),
        ("abcab", [("b", "c"), ("a", "b"), ("a", "bc")]),
        ("", [("a", "b")]),
        long_word(),
    ),
    random_case=random_word_and_merges,
    valid=lambda word, merges: (
        (len(word) <= SHORT or len(word) == LONG) and can_be_applied(word, merges)
    ),
)
