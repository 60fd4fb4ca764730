"""Byte-level BPE on many words at once: each round merges the first-ranked pair of every word.

All words stand one behind the other in one array. Words that have nothing left to merge leave it,
so that the rounds get shorter and shorter.

A round may merge a pair wherever it stands in a word, as if one after the other: nothing else can
come between, because what the merge makes is taken by later merges only. Where that is not so the
merge is `alone` and only its leftmost place counts.

Before the rounds, the merges that are sure are made in all places at once (see `threats`).
"""

from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.merge_table import BORDER, MergeTable
from subword_lab.fast.pair_table import NEVER, Symbols
from subword_lab.fast.threats import NO_PAIR, Threats

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]

NOTHING = np.int32(-1)  # the rank of no pair
WORTH_A_ROUND = 200  # symbols for each of the sure merges
WORTH_SHRINKING = 0.875  # finished words are carried along until they are one in eight


class Words(NamedTuple):
    """Words in the making: all their symbols, and how many each word has.

    `rank` is that of merging a symbol with the next one, `BORDER` at the end of a word. `number`
    says which word it was at the beginning.
    """

    symbol: Symbols
    rank: Symbols
    size: Numbers
    number: Numbers

    def where(self, chosen: Flags) -> "Words":
        """The words that are chosen."""
        inside = np.repeat(chosen, self.size)
        return Words(self.symbol[inside], self.rank[inside], self.size[chosen], self.number[chosen])


class TooManyRounds(Exception):
    """There is more to merge than was asked for."""


def merge(
    table: MergeTable, data: Bytes, sizes: Numbers, most_rounds: float = inf
) -> tuple[Symbols, Numbers]:
    """Encode words that stand one behind the other in `data`, `sizes[i]` bytes each, none empty.

    Returns the ids of all words and how many each one has. Raises `TooManyRounds`.

    >>> from subword_lab.bpe import train
    >>> from subword_lab.fast.merge_table import merge_table
    >>> from subword_lab.text import BYTE_TO_CHAR
    >>> model = train({"hug": 2, "hugs": 1}, merges=2, alphabet=BYTE_TO_CHAR.values())
    >>> words = np.frombuffer(b"hughugs", np.uint8), np.array([3, 4])
    >>> ids, sizes = merge(merge_table(model), *words)
    >>> [model.vocab["hug"], model.vocab["s"]], ids.tolist(), sizes.tolist()
    ([257, 82], [257, 257, 82], [1, 2])
    """
    words = _begin(table, data, sizes)
    if table.threats:
        words = _sure(table, table.threats, words, data)
    done: list[Words] = []
    rounds = 0
    while len(words.size):
        lowest = np.minimum.reduceat(words.rank, starts_of(words.size))
        unfinished = lowest < NEVER
        if np.count_nonzero(unfinished) < WORTH_SHRINKING * len(unfinished):
            done.append(words.where(~unfinished))
            words, lowest = words.where(unfinished), lowest[unfinished]
            unfinished = unfinished[unfinished]
        if len(words.size):
            lowest[~unfinished] = NOTHING
            words = _round(table, words, lowest)
            rounds += 1
            if rounds > most_rounds:
                raise TooManyRounds
    return _in_order(done, len(sizes))


def _begin(table: MergeTable, data: Bytes, sizes: Numbers) -> Words:
    rank = np.full(len(data), BORDER)
    rank[:-1] = table.first[data[:-1], data[1:]]
    rank[np.cumsum(sizes) - 1] = BORDER
    return Words(table.of_byte[data], rank, sizes, np.arange(len(sizes)))


def _sure(table: MergeTable, threats: Threats, words: Words, data: Bytes) -> Words:
    """Make sure merges, wherever they stand, as long as there are many; `data` are the bytes."""
    symbol, rank, _, number = words
    row = np.append(threats.first[data[:-1], data[1:]], np.int32(NO_PAIR))
    row[rank == BORDER] = NO_PAIR
    to_left, to_right = threats.to_left[row], threats.to_right[row]
    while True:
        threat = np.minimum(np.append(NEVER, to_right[:-1]), np.append(to_left[1:], NEVER))
        at = np.flatnonzero(rank < threat)
        if len(at) * WORTH_A_ROUND <= len(symbol):
            break
        symbol[at] = table.made[rank[at]]
        for column in (rank, to_left, to_right):
            column[at] = column[at + 1]
        merged = np.zeros(len(symbol), np.bool_)
        merged[at + 1] = True
        kept = np.flatnonzero(~merged)
        symbol, rank, to_left, to_right = (
            column.take(kept) for column in (symbol, rank, to_left, to_right)
        )
        changed = _changed(rank, at)
        row = threats.rows.values_of(symbol[changed], symbol[changed + 1])
        rank[changed], to_left[changed] = threats.rank[row], threats.to_left[row]
        to_right[changed] = threats.to_right[row]
    ends = np.flatnonzero(rank == BORDER)
    return Words(symbol, rank, np.diff(ends, prepend=-1), number)


def _changed(rank: Symbols, merged: Numbers) -> Numbers:
    """The places of the pairs that are new where these places were merged, and the right ones went.

    As many symbols in front of each place are gone as there are places.
    """
    at = merged - np.arange(len(merged))
    changed = np.concatenate((at, at[at > 0] - 1))
    new: Numbers = changed[rank[changed] != BORDER]
    return new


def _round(table: MergeTable, words: Words, lowest: Symbols) -> Words:
    """Merge, in each word, the pair of the lowest rank."""
    symbol, rank, size, number = words
    here = rank == np.repeat(lowest, size)
    at = np.flatnonzero(here)
    many = np.add.reduceat(here, starts_of(size), dtype=np.int64)
    if many.max() > 1:
        chosen = _apart(at, many, table.alone[lowest])
        many -= np.bincount(np.repeat(np.arange(len(many)), many)[~chosen], minlength=len(many))
        at = at[chosen]
    symbol[at] = table.made[rank[at]]
    rank[at] = rank[at + 1]
    kept = np.ones(len(symbol), np.bool_)
    kept[at + 1] = False

    symbol, rank = symbol[kept], rank[kept]
    changed = _changed(rank, at)
    rank[changed] = table.ranks_of(symbol[changed], symbol[changed + 1])
    return Words(symbol, rank, size - many, number)


def _apart(at: Numbers, many: Numbers, alone: Flags) -> Flags:
    """Which places are merged: of overlapping ones every second, of an `alone` merge the first."""
    chosen = np.ones(len(at), np.bool_)
    several = np.flatnonzero(np.repeat(many > 1, many))
    first = np.zeros(len(at), np.bool_)
    first[starts_of(many)[many > 0]] = True
    only_first = np.repeat(alone, many)[several]
    chosen[several] = first[several] | ~only_first
    rest = several[chosen[several]]
    begins = np.flatnonzero(np.diff(at[rest], prepend=-2) != 1)
    runs = np.diff(begins, append=len(rest))
    chosen[rest] = (np.arange(len(rest)) - np.repeat(begins, runs)) % 2 == 0
    return chosen


def starts_of(sizes: Numbers | Symbols) -> Numbers:
    """Where each word starts."""
    starts: Numbers = np.cumsum(sizes, dtype=np.int64) - sizes
    return starts


def _in_order(done: list[Words], words: int) -> tuple[Symbols, Numbers]:
    """Put the words together again as they stood at the beginning."""
    sizes = np.zeros(words, np.int64)
    for some in done:
        sizes[some.number] = some.size
    ids, starts = np.empty(int(sizes.sum()), np.int32), starts_of(sizes)
    for some in done:
        shift = starts[some.number] - starts_of(some.size)
        ids[np.repeat(shift, some.size) + np.arange(len(some.symbol))] = some.symbol
    return ids, sizes
