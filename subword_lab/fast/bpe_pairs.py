"""Every pair of neighbors in arrays: what it consists of, its count, and where it stands.

The next pair to merge is the one with the highest count, of equals the one with the smallest ids.
Sorting all of them for each merge would be too much, so a short list is kept of those with the
highest counts; it is drawn up again when all of them are merged, or when it has grown too long.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.bpe_chain import GAP, Chain, Int32, Places

Int64 = NDArray[np.int64]
SHORT_LIST = 1 << 10
_LARGEST = 2**63


class PairArrays:
    """Pairs by number. A pair's key is ``left * size + right``, its count changes as pairs merge.

    The numbers of a pair that is merged or has died out stay; its count is 0. `where` may name
    places where the pair no longer is. Raises `OverflowError` where counts and ids together are too
    large for 63 bits.
    """

    def __init__(self, size: int, keys: Int64, counts: Int64, sizes: Places, places: Int32) -> None:
        self.size = size  # of the vocabulary, once it is full
        self.length = 0
        self.keys, self.counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._begins, self._sizes = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._where, self._used = np.zeros(0, np.int32), 0
        self._short, self._long = np.zeros(0, np.int64), 2 * SHORT_LIST
        self._top = int(counts.max(initial=0)) + 1
        if (self._top + 1) * size * size >= _LARGEST:
            raise OverflowError(f"{self._top} neighbors and {size} ids do not fit into 63 bits")
        self._least = self._top
        self.add(keys, counts, sizes, places)

    def add(self, keys: Int64, counts: Int64, sizes: Places, places: Int32 | Places) -> Int64:
        """Enter new pairs; `places` are those of the first pair, then the next, `sizes` of them."""
        first, self.length = self.length, self.length + len(keys)
        begin, self._used = self._used, self._used + len(places)
        self.keys, self.counts = _room(self.keys, self.length), _room(self.counts, self.length)
        self._begins, self._sizes = (
            _room(self._begins, self.length),
            _room(self._sizes, self.length),
        )
        self._where = _room(self._where, self._used)
        new = slice(first, self.length)
        self.keys[new], self.counts[new], self._sizes[new] = keys, counts, sizes
        self._begins[new] = begin + np.cumsum(sizes) - sizes
        self._where[begin : self._used] = places
        numbers = np.arange(first, self.length)
        self._short = np.concatenate((self._short, numbers[counts >= self._least]))
        return numbers

    def where(self, pairs: Int64) -> tuple[Places, Int32]:
        """The places at which these pairs were entered, and for each the index of its pair."""
        sizes = self._sizes[pairs]
        ends = np.cumsum(sizes)
        at = np.repeat(self._begins[pairs] - (ends - sizes), sizes)
        at += np.arange(len(at))
        turns = np.repeat(np.arange(len(pairs), dtype=np.int32), sizes)
        return self._where[at].astype(np.int64), turns

    def parts(self, pairs: Int64) -> tuple[Int64, Int64]:
        """The ids of the left and the right symbol."""
        left, right = np.divmod(self.keys[pairs], self.size)
        return left, right

    def ranks(self, keys: Int64, counts: Int64) -> Int64:
        """One number for a count and a key: the smaller it is, the sooner the pair is merged."""
        return (self._top - counts) * self.size**2 + keys

    def best(self, limit: int, least: int) -> Int64:
        """The pairs to merge next, in order, at most `limit`; their counts are `least` or more.

        A pair of equal symbols comes alone: its places overlap with one another.
        """
        if len(self._short) > self._long:
            self._shorten(self._short)
        counts = self.counts[self._short]
        live = counts >= max(self._least, least)
        if not live.all():
            self._short, counts = self._short[live], counts[live]
        if not len(self._short):
            self._least = least
            self._shorten(np.flatnonzero(self.counts[: self.length] >= least))
            counts = self.counts[self._short]
        if not len(self._short):
            return self._short
        ranks = self.ranks(self.keys[self._short], counts)
        if len(ranks) > limit:
            few = np.argpartition(ranks, limit - 1)[:limit]
            best = self._short[few[np.argsort(ranks[few])]]
        else:
            best = self._short[np.argsort(ranks)]
        left, right = self.parts(best)
        doubles = np.flatnonzero(left == right)
        return best[: max(1, int(doubles[0]))] if len(doubles) else best

    def _shorten(self, pairs: Int64) -> None:
        """Make the short list of pairs that have the highest counts, from those of `pairs`."""
        if len(pairs) > SHORT_LIST:
            counts = self.counts[pairs]
            self._least = int(np.partition(counts, -SHORT_LIST)[-SHORT_LIST])
            pairs = pairs[counts >= self._least]
        self._short, self._long = pairs, 2 * max(len(pairs), SHORT_LIST)


def first_pairs(chain: Chain, size: int) -> PairArrays:
    """The pairs of a chain before the first merge; `size` is that of the vocabulary to come."""
    symbols = chain.symbols
    there = (symbols[:-1] != GAP) & (symbols[1:] != GAP)
    lowest = symbols.min(where=symbols != GAP, initial=size)
    span = max(symbols.max(initial=0) - lowest, 0) + 1
    kind = np.min_scalar_type(int(span) ** 2 - 1)  # 16 bits for bytes: those are sorted by radix
    codes = (symbols - lowest).astype(kind)
    keys = (codes[:-1] * kind.type(span) + codes[1:])[there]
    places = np.flatnonzero(there).astype(np.int32)
    order = np.argsort(keys, kind="stable")
    keys, places = keys[order], places[order]
    del order, there, codes  # a large corpus needs most of its memory here
    begins = groups(keys)
    sizes = np.diff(begins, append=len(keys))
    left, right = np.divmod(keys[begins].astype(np.int64), span)
    counts = np.add.reduceat(chain.weights[places], begins) if len(keys) else left
    chain.pairs[places] = np.repeat(np.arange(len(begins), dtype=np.int32), sizes)
    return PairArrays(size, (left + lowest) * size + right + lowest, counts, sizes, places)


def groups(keys: NDArray[Any]) -> Places:
    """Where each key begins in sorted keys.

    >>> groups(np.array([3, 3, 4, 9, 9])).tolist()
    [0, 2, 3]
    """
    begins = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=begins[1:])
    return np.flatnonzero(begins)


def _room(array: NDArray[Any], size: int) -> NDArray[Any]:
    """The array, or a longer copy with half as much again at its end."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, len(array) * 3 // 2), array.dtype)
    longer[: len(array)] = array
    return longer
