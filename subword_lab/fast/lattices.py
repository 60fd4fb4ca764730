"""The lattices of many words at once, as arrays, in single precision.

Positions stand as `positions.Shape` says: by place, and at a place by word. The edges of one length
that start at one place are a *wave*: at most one for each word, and a line here does for all of
them what `lattice.Lattice` does for one.

At a position edges are taken in the same order as there. Single precision is rounded after every
sum, so the order decides the last digits, and they decide which of two near ties wins.
SentencePiece has the same precision and order, and so the same results to the last bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.positions import Numbers, Shape, Small
from subword_lab.fast.tries import Trie, codes_of

Floats = NDArray[np.float32]

UNKNOWN = np.int32(-1)  # the piece of an edge over a character that is none
FAR_APART = np.float32(50)  # exp(-50) is nothing beside 1
NOWHERE = np.float32(-np.inf)


class Wave(NamedTuple):
    """Edges of one length from one place; starts and ends are slices where they are all there."""

    edges: slice
    start: slice | Small
    end: slice | Small


@dataclass(frozen=True)
class Lattices:
    """Edges by length, place and word, unknown characters last: from `start` to `end` by `piece`.

    `rows` says where the edges of each length begin; the last row is that of unknown characters.
    """

    shape: Shape
    start: Small
    end: Small
    piece: Small
    rows: Numbers

    @classmethod
    def over(cls, words: Sequence[str], trie: Trie, *, whole: bool = True) -> "Lattices":
        """Lay the pieces of a trie over all words; not `whole`: none that is a word by itself.

        >>> Lattices.over(["ab", "b"], Trie.of(["a", "ab"])).piece.tolist()
        [0, 1, -1, -1]
        """
        shape = Shape.of(words)
        codes = codes_of([words[at] for at in shape.words])
        place, word = shape.starts()
        at = (np.cumsum(shape.sizes) - shape.sizes)[word] + place
        node = np.zeros(len(place), np.int32)
        rows: list[tuple[Numbers, Numbers, Small]] = []
        for length in range(1, max(trie.depth, 1) + 1):
            node = trie.children(node, codes[at])
            piece = np.where(node < 0, UNKNOWN, trie.piece[node])
            start, end = shape.first[place] + word, shape.first[place + length] + word
            if length == 1:
                unknown = start[piece < 0], end[piece < 0], piece[piece < 0]
            hit = (piece >= 0) & (whole | (place > 0) | (shape.sizes[word] > length))
            rows.append((start[hit], end[hit], piece[hit]))
            on = (node >= 0) & (place + length < shape.sizes[word])
            place, word, at, node = place[on], word[on], at[on] + 1, node[on]
        rows.append(unknown)
        start, end, pieces = (np.concatenate(column) for column in zip(*rows, strict=True))
        borders = np.cumsum([0, *(len(starts) for starts, _, _ in rows)])
        start, end, pieces = (column.astype(np.int32) for column in (start, end, pieces))
        return cls(shape, start, end, pieces, borders)

    def keeping(self, alive: NDArray[np.bool_]) -> "Lattices":
        """The lattices without the edges of pieces that are not `alive` any more."""
        kept = np.append(alive, False)[self.piece]
        letter = np.arange(self.rows[0], self.rows[1])
        lost = letter[~kept[letter]]
        unknown = np.append(lost, np.arange(self.rows[-2], self.rows[-1]))
        unknown = unknown[np.argsort(self.start[unknown], kind="stable")]
        edges = np.append(np.flatnonzero(kept), unknown)
        rows = np.append(
            np.searchsorted(edges[: -len(unknown) or None], self.rows[:-1]), len(edges)
        )
        piece = self.piece[edges]
        piece[rows[-2] :] = UNKNOWN
        left = Lattices(self.shape, self.start[edges], self.end[edges], piece, rows)
        if not len(lost):  # the order is known: sorting again would take longer
            number = np.full(len(kept), -1, np.int32)
            number[edges] = np.arange(len(edges), dtype=np.int32)
            in_words = number[self.in_words]
            left.__dict__["in_words"] = in_words[in_words >= 0]
        return left

    @cached_property
    def in_words(self) -> Small:
        """The edges in the order of `lattice.Lattice`: by word as given, start and length."""
        row = np.repeat(np.arange(len(self.rows) - 1), np.diff(self.rows))  # unknown ones are last
        key = self.shape.given_order()[self.start] * len(self.rows) + row
        return np.argsort(key, kind="stable").astype(np.int32)

    @cached_property
    def word(self) -> Small:
        """The word of each edge, as given."""
        return self.shape.given[self.start]

    # Sums over all paths -------------------------------------------------------------------------

    def forward(self, scores: Floats) -> Floats:
        """For every position, the log of the summed probability of all paths that lead to it."""
        sums = np.full(self.shape.positions, NOWHERE)
        sums[: len(self.shape.words)] = 0
        for edges, start, end in self.arriving:
            _add(sums, end, scores[edges] + sums[start])
        return sums

    def backward(self, scores: Floats) -> Floats:
        """For every position, the log of the summed probability of all paths from it on."""
        sums = np.full(self.shape.positions, NOWHERE)
        sums[self.shape.last] = 0
        for edges, start, end in self._leaving:
            _add(sums, start, scores[edges] + sums[end])
        return sums

    @cached_property
    def arriving(self) -> list[Wave]:
        """All waves, those first that end at an early place, and of these the longest."""
        row, place, length = self._waves()
        return self._in_turn(row, place, np.lexsort((row, place, place + length)))

    @cached_property
    def _leaving(self) -> list[Wave]:
        row, place, _ = self._waves()
        return self._in_turn(row, place, np.lexsort((row, -place)))

    def _waves(self) -> tuple[Numbers, Numbers, Numbers]:
        """Row, place and length of all waves that have edges."""
        row, place = np.nonzero(np.diff(self._borders, axis=1))
        return row, place, np.where(row == len(self.rows) - 2, 1, row + 1)

    @cached_property
    def _borders(self) -> Numbers:
        """Where in each row the edges from each place begin."""
        first = np.append(self.shape.first, self.shape.positions)
        return np.array(
            [
                begin + np.searchsorted(self.start[begin:end], first)
                for begin, end in pairwise(self.rows.tolist())
            ]
        )

    def _in_turn(self, row: Numbers, place: Numbers, turn: Numbers) -> list[Wave]:
        row, place = row[turn], place[turn]
        begin, end = self._borders[row, place], self._borders[row, place + 1]
        return [
            Wave(slice(a, b), _dense(self.start[a:b]), _dense(self.end[a:b]))
            for a, b in zip(begin.tolist(), end.tolist(), strict=True)
        ]

    # The best path -------------------------------------------------------------------------------

    def best(self, scores: Floats) -> tuple[Floats, Small]:
        """Viterbi: the score of each word as given, and the edges of all best paths, in order.

        A score is that of its best path, or minus infinity where there is none.

        Of equally good edges before an edge, the one that starts first is taken. For each edge, not
        for each position: adding its score may round two sums to the same.
        """
        best, edge, earlier = self._best_to(scores)
        chosen = np.zeros(len(self.start), bool)
        doubtful = np.zeros(len(self.shape.words), bool)
        at: NDArray[np.signedinteger] = self.shape.last
        while len(at):
            through = edge[at]
            through = through[through >= 0]
            chosen[through] = True
            at = self.start[through]
            score = scores[through]
            tied = earlier[at] + score == best[at] + score
            doubtful[self.word[through[tied]]] = True
        self._choose_again(scores, doubtful, chosen)
        total = np.empty(len(self.shape.words), np.float32)
        total[self.shape.words] = best[self.shape.last]
        return total, self.in_words[chosen[self.in_words]]

    def _best_to(self, scores: Floats) -> tuple[Floats, Small, Floats]:
        """For every position its best score, the edge, and the best score met before that edge."""
        best = np.full(self.shape.positions, NOWHERE)
        best[: len(self.shape.words)] = 0
        edge, earlier = np.full(len(best), UNKNOWN), np.full(len(best), NOWHERE)
        number = np.arange(len(scores), dtype=np.int32)
        for edges, start, end in self.arriving:
            through, before = scores[edges] + best[start], best[end]
            better = through > before
            edge[end] = np.where(better, number[edges], edge[end])
            earlier[end] = np.where(better, before, earlier[end])
            best[end] = np.maximum(through, before)
        return best, edge, earlier

    def _choose_again(
        self, scores: Floats, doubtful: NDArray[np.bool_], chosen: NDArray[np.bool_]
    ) -> None:
        """Go edge by edge through words where two sums may round to the same."""
        edges = self.in_words[doubtful[self.word[self.in_words]]]
        chosen[edges] = False
        word = self.word[edges]
        for own in np.split(edges, np.flatnonzero(word[1:] != word[:-1]) + 1):
            if len(own):
                chosen[edge_by_edge(own, self.start, self.end, scores)] = True


def edge_by_edge(edges: Small, start: Small, end: Small, scores: Floats) -> list[int]:
    """The best path of one word whose edges are given in order."""
    begin, last = start[edges[0]], end[edges].max()
    before: dict[int, int] = {}
    total: dict[int, np.float32] = {}
    arriving: dict[int, list[int]] = {}
    for edge in edges.tolist():
        if start[edge] == begin:
            total[edge] = scores[edge]
        else:
            through = [total[previous] + scores[edge] for previous in arriving[start[edge]]]
            total[edge] = max(through)
            before[edge] = arriving[start[edge]][through.index(total[edge])]
        arriving.setdefault(end[edge], []).append(edge)
    path = [max(arriving[last], key=lambda edge: total[edge])]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path


def _dense(positions: Small) -> slice | Small:
    """Positions as a slice where there is no gap."""
    first, last = int(positions[0]), int(positions[-1])
    return slice(first, last + 1) if last - first == len(positions) - 1 else positions


def _add(sums: Floats, at: slice | Small, terms: Floats) -> None:
    """Add probabilities to those that are there; all are given by their logs."""
    there = sums[at]
    low, high = np.minimum(there, terms), np.maximum(there, terms)
    more = high + np.log1p(np.exp((low - high).astype(np.float64)))
    sums[at] = np.where(high > low + FAR_APART, high, more.astype(np.float32))
