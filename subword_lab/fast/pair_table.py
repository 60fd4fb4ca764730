"""A number for some pairs of symbols: a hash table that looks up a whole array of pairs at once.

It is open addressing: a pair that is not at its place is looked for at the next one, until it is
found or a place is empty.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Symbols = NDArray[np.int32]
Keys = NDArray[np.uint64]

NEVER = np.int32(2**31 - 2)
"""The rank of neighbors that are never merged, later than all others."""

EMPTY = np.uint64(2**64 - 1)
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: neighbors end up far apart


@dataclass(frozen=True)
class PairTable:
    """Pairs as keys, each at its place or the next free one, and their values.

    >>> one, other = np.array([1, 2], np.int32), np.array([3, 4], np.int32)
    >>> PairTable.of(one, other, np.array([7, 8], np.int32), other=0).values_of(one, other[::-1])
    array([0, 0], dtype=int32)
    """

    keys: Keys
    values: Symbols
    other: np.int32

    @classmethod
    def of(cls, left: Symbols, right: Symbols, values: Symbols, other: np.int32) -> "PairTable":
        """The table of these pairs; `other` is the value of all that are not in it."""
        wanted = pair_keys(left, right)
        size = 1 << max(4, (3 * len(wanted)).bit_length())
        keys, kept = np.full(size, EMPTY), np.full(size, other, np.int32)
        place = _place(wanted, size)
        while len(wanted):
            free = keys[place] == EMPTY
            keys[place[free]] = wanted[free]
            won = keys[place] == wanted
            kept[place[won]] = values[won]
            wanted, values, place = wanted[~won], values[~won], (place[~won] + 1) % size
        return cls(keys, kept, np.int32(other))

    def values_of(self, left: Symbols, right: Symbols) -> Symbols:
        """The value of each pair."""
        wanted = pair_keys(left, right)
        place = _place(wanted, len(self.keys))
        found = self.keys.take(place)
        values = np.full(len(wanted), self.other)
        hit = np.flatnonzero(found == wanted)
        values[hit] = self.values[place[hit]]
        others = np.flatnonzero((found != wanted) & (found != EMPTY))
        place = place[others]
        while len(others):
            place = (place + 1) % len(self.keys)
            found = self.keys[place]
            hit = found == wanted[others]
            values[others[hit]] = self.values[place[hit]]
            more = ~hit & (found != EMPTY)
            others, place = others[more], place[more]
        return values


def pair_keys(left: Symbols, right: Symbols) -> Keys:
    """Each pair as one number."""
    return left.astype(np.uint64) << np.uint64(32) | right.astype(np.uint64)


def _place(keys: Keys, size: int) -> NDArray[np.int64]:
    shift = np.uint64(64 - (size.bit_length() - 1))
    return (keys * SPREAD >> shift).view(np.int64)
