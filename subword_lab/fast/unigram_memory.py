"""How a Unigram model cuts words, remembered in arrays: each word has a row.

New words are cut together, in the waves of `lattices` and in single precision from zero, which is
what `unigram_encoding.SinglePrecision` does for one word.
"""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.lattices import NOWHERE, UNKNOWN, Floats, Lattices
from subword_lab.fast.memory import LONGEST
from subword_lab.fast.positions import Numbers, Small
from subword_lab.fast.tries import Trie
from subword_lab.fast.unigram_encoding import SinglePrecision, room

REMEMBERED = 1 << 18
Doubles = NDArray[np.float64]


class Rows(NamedTuple):
    """For each row how far the word's score is from zero, its `room`, and where its ids stand."""

    far: Doubles
    room: Doubles
    first: Numbers
    many: Numbers
    ids: Small

    def ids_of(self, rows: Numbers) -> Small:
        """The ids of the words in these rows, one behind the other."""
        many = self.many[rows]
        at = np.repeat(self.first[rows] - (np.cumsum(many) - many), many)
        return self.ids[at + np.arange(len(at))]


NO_ROOM = Rows(
    np.zeros(1),
    np.full(1, -1.0),
    np.zeros(1, np.int64),
    np.zeros(1, np.int64),
    np.zeros(0, np.int32),
)
"""Row 0 stands for words that are not cut with others: long ones, and such with unknown parts."""


class CutWords:
    """A memory of cut words, bounded. Several threads may use it: one at a time learns."""

    def __init__(self, single: SinglePrecision, vocab: Mapping[str, int]) -> None:
        names = list(single.scores)
        self.trie = Trie.of(names)
        self.ids = np.array([vocab[name] for name in names], np.int32)
        self.scores = np.array([*single.scores.values(), single.unknown], np.float32)
        self.lock = Lock()
        self.row: dict[str, int] = {}
        self.rows = NO_ROOM

    def look_up(self, words: Sequence[str]) -> tuple[Numbers, Rows]:
        """The row of each word, and what stands in the rows."""
        with self.lock:
            found = list(map(self.row.get, words))
            if None in found and self._learn(words, found):
                found = list(map(self.row.get, words))
            rows = found if None not in found else [row or 0 for row in found]
            return np.array(rows, np.int64), self.rows

    def _learn(self, words: Sequence[str], found: Sequence[int | None]) -> bool:
        """Cut the short words that were not found; whether there were any."""
        missing = {word for word, row in zip(words, found, strict=True) if row is None}
        short = [word for word in missing if len(word) <= LONGEST]
        if not short:
            return False
        if len(self.row) > REMEMBERED:
            self.row, self.rows = {}, NO_ROOM
            short = [word for word in dict.fromkeys(words) if len(word) <= LONGEST]
        lattices = Lattices.over(short, self.trie)
        far, margin, edges = _cut(lattices, self.scores[lattices.piece])
        word = lattices.word[edges]
        unknown = np.zeros(len(short), bool)
        unknown[word[lattices.piece[edges] == UNKNOWN]] = True
        sizes = np.array([len(each) for each in short])
        rooms = np.where(unknown, -1.0, room(margin, sizes, far))
        many = np.bincount(word, minlength=len(short))
        known, old = len(self.rows.far), self.rows
        first = len(old.ids) + np.cumsum(many) - many
        new = Rows(far, rooms, first, many, self.ids[lattices.piece[edges]])
        self.rows = Rows(
            np.append(old.far, new.far),
            np.append(old.room, new.room),
            np.append(old.first, new.first),
            np.append(old.many, new.many),
            np.append(old.ids, new.ids),
        )
        self.row.update(zip(short, range(known, known + len(short)), strict=True))
        return True


def _cut(lattices: Lattices, scores: Floats) -> tuple[Doubles, Doubles, Small]:
    """Each word's distance from zero and closest choice, and the edges of all best paths.

    Edges are in order; among equals the one that starts first wins.
    """
    shape = lattices.shape
    best, edge, second = _best_and_second(lattices, scores)
    margin = np.full(len(shape.words), np.inf)
    word, taken = np.flatnonzero(shape.sizes), []
    at: NDArray[np.signedinteger] = shape.last[word]
    while len(word):
        margin[word] = np.minimum(margin[word], best[at].astype(np.float64) - second[at])
        taken.append(edge[at])
        at = lattices.start[edge[at]]
        inside = at >= len(shape.words)
        at, word = at[inside], word[inside]
    edges = np.concatenate([np.empty(0, np.int32), *taken])
    edges = edges[np.argsort(shape.given_order()[lattices.start[edges]])]
    far, margins = np.empty(len(shape.words)), np.empty(len(shape.words))
    far[shape.words], margins[shape.words] = np.abs(best[shape.last]), margin
    return far, margins, edges


def _best_and_second(lattices: Lattices, scores: Floats) -> tuple[Floats, Small, Floats]:
    """For every position its best score, the edge that leads there, and the second best score."""
    best = np.full(lattices.shape.positions, NOWHERE)
    best[: len(lattices.shape.words)] = 0
    edge, second = np.full(len(best), UNKNOWN), np.full(len(best), NOWHERE)
    number = np.arange(len(scores), dtype=np.int32)
    for edges, start, end in lattices.arriving:
        through, before = scores[edges] + best[start], best[end]
        edge[end] = np.where(through > before, number[edges], edge[end])
        second[end] = np.maximum(second[end], np.minimum(through, before))
        best[end] = np.maximum(through, before)
    return best, edge, second
