"""The lattices of many words at once, as arrays, in single precision.

All words stand one behind the other. A word of n characters has n + 1 positions, and every
position, edge and piece is a number. What `lattice.Lattice` does for one edge of one word, a line
here does for a *wave*: at most one edge of each position, all of them equally far into their words.

Within a position edges are taken in the same order as there. Single precision is rounded after
every sum, so the order decides the last digits, and they decide which of two near ties wins.
SentencePiece has the same precision and order, and so the same results to the last bit.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Wave = tuple[Numbers, bool]  # edges, and whether they are the first ones of their positions

UNKNOWN = -1  # the piece of an edge over a character that is none
FAR_APART = np.float32(50)  # exp(-50) is nothing beside 1


class Best(NamedTuple):
    """The best path of each word: its score, its last edge, and the edge before each edge.

    Paths begin where the edge before is -1.
    """

    scores: Floats
    last: Numbers
    before: Numbers


@dataclass(frozen=True)
class Lattices:
    """Edges, ordered by word, start and length; an unknown character comes last at its start.

    `borders[i]` is the first position of word i; each edge leads from `start` to `end` by `piece`.
    """

    borders: Numbers
    start: Numbers
    end: Numbers
    piece: Numbers

    @classmethod
    def over(cls, words: Sequence[str], ids: Mapping[str, int], longest: int) -> "Lattices":
        """Lay the pieces of `ids`, of at most `longest` characters, over all words.

        >>> Lattices.over(["ab", "b"], {"a": 0, "ab": 1}, longest=2).piece.tolist()
        [0, 1, -1, -1]
        """
        edges: list[tuple[int, int, int]] = []
        borders = [0]
        for word in words:
            begin, size = borders[-1], len(word)
            for start in range(size):
                first = ids.get(word[start])
                if first is not None:
                    edges.append((begin + start, begin + start + 1, first))
                for end in range(start + 2, min(start + longest, size) + 1):
                    piece = ids.get(word[start:end])
                    if piece is not None:
                        edges.append((begin + start, begin + end, piece))
                if first is None:
                    edges.append((begin + start, begin + start + 1, UNKNOWN))
            borders.append(begin + size + 1)
        table = np.array(edges, np.int64).reshape(-1, 3)
        return cls(np.array(borders, np.int64), *np.ascontiguousarray(table.T))

    def keeping(self, alive: NDArray[np.bool_]) -> "Lattices":
        """The lattices without the edges of pieces that are not `alive` any more."""
        known = (self.piece != UNKNOWN) & alive[self.piece]
        unknown = ~known & (self.end == self.start + 1)
        kept = np.flatnonzero(known | unknown)
        kept = kept[np.argsort(2 * self.start[kept] + unknown[kept], kind="stable")]
        piece = np.where(unknown[kept], UNKNOWN, self.piece[kept])
        return Lattices(self.borders, self.start[kept], self.end[kept], piece)

    @property
    def last(self) -> Numbers:
        """The last position of each word."""
        return self.borders[1:] - 1

    @cached_property
    def word(self) -> Numbers:
        """The word of each edge."""
        return np.searchsorted(self.borders, self.start, side="right") - 1

    # Sums over all paths -------------------------------------------------------------------------

    def forward(self, scores: Floats) -> Floats:
        """For every position, the log of the summed probability of all paths that lead to it."""
        sums = np.zeros(int(self.borders[-1]), np.float32)
        for edges, first in self._arriving:
            _add(sums, self.end[edges], scores[edges] + sums[self.start[edges]], first)
        return sums

    def backward(self, scores: Floats) -> Floats:
        """For every position, the log of the summed probability of all paths from it on."""
        sums = np.zeros(int(self.borders[-1]), np.float32)
        for edges, first in self._leaving:
            _add(sums, self.start[edges], scores[edges] + sums[self.end[edges]], first)
        return sums

    @cached_property
    def _arriving(self) -> list[Wave]:
        return list(_waves(self.end, self.end - self.borders[self.word]))

    @cached_property
    def _leaving(self) -> list[Wave]:
        return list(_waves(self.start, self.borders[self.word] - self.start))

    # The best path -------------------------------------------------------------------------------

    def best(self, scores: Floats) -> Best:
        """Viterbi: of equally good edges before an edge, the one that starts first is taken.

        For each edge, not for each position: adding its score may round two sums to the same.
        """
        words, edges = len(self.last), len(self.start)
        start = np.concatenate((self.start, self.last))  # and after each word an edge to nowhere
        score = np.concatenate((scores, np.zeros(words, np.float32)))
        place = start - self.borders[np.concatenate((self.word, np.arange(words)))]
        there = np.argsort(self.end, kind="stable")  # edges by where they arrive
        many = np.bincount(self.end, minlength=int(self.borders[-1]))
        first = np.cumsum(many) - many

        total, before = score.copy(), np.full(edges + words, -1)
        for group in _groups(place):
            count = many[start[group]]
            for nth in range(int(count.max(initial=0))):
                here = group[count > nth]
                previous = there[first[start[here]] + nth]
                through = total[previous] + score[here]
                better = (before[here] == -1) | (through > total[here])
                total[here[better]], before[here[better]] = through[better], previous[better]
        return Best(total[edges:], before[edges:], before[:edges])


def paths(best: Best) -> Iterator[tuple[Numbers, Numbers]]:
    """Walk all best paths back to front together: which words are still under way, at which edges.

    >>> lattices = Lattices.over(["ab", "b"], {"a": 0, "b": 1}, longest=1)
    >>> best = lattices.best(np.zeros(3, np.float32))
    >>> [(words.tolist(), edges.tolist()) for words, edges in paths(best)]
    [([0, 1], [1, 2]), ([0], [0])]
    """
    edges = best.last
    words = np.flatnonzero(edges != -1)
    while len(words):
        edges = edges[edges != -1]
        yield words, edges
        edges = best.before[edges]
        words = words[edges != -1]


def _add(sums: Floats, at: Numbers, terms: Floats, first: bool) -> None:
    """Add probabilities to those that are there; all are given by their logs."""
    if first:
        sums[at] = terms
        return
    low, high = np.minimum(sums[at], terms), np.maximum(sums[at], terms)
    more = high + np.log1p(np.exp((low - high).astype(np.float64)))
    sums[at] = np.where(high > low + FAR_APART, high, more.astype(np.float32))


def _waves(position: Numbers, place: Numbers) -> Iterator[Wave]:
    """Sort edges by their place in the word, then by their number at their position."""
    order = np.argsort(position, kind="stable")
    at = position[order]
    number = np.empty_like(order)
    number[order] = np.arange(len(at)) - np.searchsorted(at, at)
    for group in _groups(place * (number.max(initial=0) + 1) + number):
        yield group, bool(number[group[0]] == 0)


def _groups(key: Numbers) -> list[Numbers]:
    """The indices that share a key, by rising key, in their order."""
    order = np.argsort(key, kind="stable")
    sorted_key = key[order]
    groups = np.split(order, np.flatnonzero(sorted_key[1:] != sorted_key[:-1]) + 1)
    return groups if len(key) else []
