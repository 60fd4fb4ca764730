"""How a Unigram model cuts words, remembered in arrays: each word has a row, found by its bytes.

New words are cut together (`unigram_cuts`) in single precision from zero, which is what
`unigram_encoding.SinglePrecision` does for one word.
"""

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.branches import Branches
from subword_lab.fast.positions import Numbers, Small
from subword_lab.fast.tries import codes_of
from subword_lab.fast.unigram_cuts import Cuts, best_cuts
from subword_lab.fast.unigram_encoding import RESET, SinglePrecision, room
from subword_lab.text.fast.words import Mix, WordTable, mix

REMEMBERED = 1 << 18
LONGEST = 128  # bytes of a word that is cut with others

Doubles = NDArray[np.float64]
Laid = Callable[[str, Sequence[str]], Sequence[int]]


class Ragged(NamedTuple):
    """Rows of different lengths: row i has `many[i]` values from `first[i]` on."""

    first: Numbers
    many: Numbers
    values: NDArray[Any]

    def of(self, rows: Numbers | Small) -> NDArray[Any]:
        """The values of some rows, one behind the other."""
        many = self.many[rows]
        at = np.repeat(self.first[rows] - (np.cumsum(many) - many), many)
        at += np.arange(len(at))
        values: NDArray[Any] = self.values[at]
        return values

    def one(self, row: int) -> list[Any]:
        """The values of one row."""
        first = int(self.first[row])
        found: list[Any] = self.values[first : first + int(self.many[row])].tolist()
        return found

    def more(self, many: Numbers, values: NDArray[Any]) -> "Ragged":
        """With new rows behind these."""
        first = len(self.values) + np.cumsum(many) - many
        return Ragged(
            np.append(self.first, first),
            np.append(self.many, many),
            np.append(self.values, values),
        )


class Rows(NamedTuple):
    """For each row its word's ids, its pieces' scores, how far it is from zero, and its `room`.

    `reach` is how far any best sum over a part of the word is from zero.
    `close` says that rounding might change the cut behind a sum that is not yet set back to zero.
    Row 0 stands for words that are not remembered.
    """

    ids: Ragged
    scores: Ragged
    far: Doubles
    reach: Doubles
    room: Doubles
    close: NDArray[np.bool_]


def _none(values: NDArray[Any]) -> Ragged:
    return Ragged(np.zeros(1, np.int64), np.zeros(1, np.int64), values)


NO_ROWS = Rows(
    _none(np.zeros(0, np.int32)),
    _none(np.zeros(0, np.float32)),
    np.zeros(1),
    np.zeros(1),
    np.full(1, -1.0),
    np.ones(1, np.bool_),
)


class CutWords:
    """A memory of cut words, bounded. Several threads may use it: one at a time learns.

    `unk` is the id of unknown characters side by side. Without it `laid` gives the ids of a word
    and its pieces where some are unknown. `marks` are the letters that bytes of a text stand for,
    such as ▁ for a space.
    """

    def __init__(
        self,
        single: SinglePrecision,
        vocab: Mapping[str, int],
        unk: int | None,
        laid: Laid,
        marks: Mapping[str, str],
        mix: Mix = mix,
    ) -> None:
        self.names = list(single.scores)
        self.branches = Branches.of(self.names)
        self.ids = np.array(
            [*(vocab[name] for name in self.names), -1 if unk is None else unk], np.int32
        )
        scores = np.array([*single.scores.values(), -np.inf], np.float32)
        self.scores = scores[self.branches.piece]
        self.scores[-1] = single.unknown
        self.unk, self.laid, self.marks, self.mix = unk, laid, marks, mix
        self.lock = Lock()
        self._forget()

    def look_up(self, data: bytes, starts: Numbers) -> tuple[Small, Rows]:
        """The row of each word, and what stands in the rows; a word ends where the next starts."""
        sizes = np.diff(starts, append=len(data))
        long = sizes > LONGEST
        if not long.any():
            return self._look_up(data, starts)
        kept = np.frombuffer(data, np.uint8)[~np.repeat(long, sizes)].tobytes()
        short = sizes[~long]
        rows = np.zeros(len(sizes), np.int32)
        rows[~long], table = self._look_up(kept, np.cumsum(short) - short)
        return rows, table

    def written(self, word: bytes) -> str:
        """A word as the model reads it."""
        text = word.decode()
        return self.marks.get(text[0], text[0]) + text[1:]

    def _look_up(self, data: bytes, starts: Numbers) -> tuple[Small, Rows]:
        if not len(starts):
            return np.zeros(0, np.int32), NO_ROWS
        with self.lock:
            if self.table.size > REMEMBERED:
                self._forget()
            before = self.table.size
            rows = self.table.ids(data, starts) + np.int32(1)
            if self.table.size > before:
                try:
                    self._learn(before)
                except KeyError:  # nothing stands for a character: the words have no rows
                    self._forget()
                    raise
            return rows, self.rows

    def _forget(self) -> None:
        self.table = WordTable(self.mix)
        self.rows = NO_ROWS

    def _learn(self, before: int) -> None:
        """Cut the words that are new in the table."""
        begin, table = int(self.table.offsets[before]), self.table
        lengths = table.lengths[before : table.size]
        text = table.pool[begin : begin + int(lengths.sum(dtype=np.int64))]
        codes, sizes = _characters(text, lengths, self.marks)
        cuts = best_cuts(self.branches.letters(codes), sizes, self.branches, self.scores)
        pieces = self.branches.piece[cuts.nodes]
        many, ids = cuts.many, self.ids[pieces]
        if len(pieces) and pieces.min() < 0:
            unlike = self._with_unknown if self.unk is None else self._fused
            many, ids = unlike(codes, sizes, cuts, ids)
        far = np.abs(cuts.score.astype(np.float64))
        rooms = room(cuts.margin, np.maximum(sizes, 1), far)
        old = self.rows
        self.rows = Rows(
            old.ids.more(many, ids),
            old.scores.more(cuts.many, self.scores[cuts.nodes]),
            np.append(old.far, far),
            np.append(old.reach, cuts.reach),
            np.append(old.room, rooms),
            np.append(old.close, rooms < 2 * RESET),
        )

    def _fused(
        self, codes: NDArray[np.uint32], sizes: Numbers, cuts: Cuts, ids: Small
    ) -> tuple[Numbers, Small]:
        """One id for unknown characters side by side in a word."""
        unknown = cuts.nodes == len(self.scores) - 1
        word = np.repeat(np.arange(len(sizes)), cuts.many)
        same = word[1:] == word[:-1]
        kept = ~np.append(False, unknown[1:] & unknown[:-1] & same)
        return np.bincount(word[kept], minlength=len(sizes)), ids[kept]

    def _with_unknown(
        self, codes: NDArray[np.uint32], sizes: Numbers, cuts: Cuts, ids: Small
    ) -> tuple[Numbers, Small]:
        """The ids of all words, where some have pieces that are unknown characters."""
        word = np.repeat(np.arange(len(sizes)), cuts.many)
        many, parts, done = cuts.many.copy(), [], 0
        ends, starts = np.cumsum(cuts.many), np.cumsum(sizes) - sizes
        depth = self.branches.depth[cuts.nodes]
        for at in np.unique(word[ids < 0]).tolist():
            first, end = int(ends[at] - cuts.many[at]), int(ends[at])
            borders = np.cumsum(depth[first:end]).tolist()
            name = codes[starts[at] : starts[at] + sizes[at]].tobytes().decode("utf-32-le")
            pieces = [name[a:b] for a, b in zip([0, *borders], borders, strict=False)]
            own = self.laid(name, pieces)
            parts += [ids[done:first], np.array(own, np.int32)]
            many[at], done = len(own), end
        return many, np.concatenate([*parts, ids[done:]])


def _characters(
    text: NDArray[np.uint8], lengths: Small, marks: Mapping[str, str]
) -> tuple[NDArray[np.uint32], Numbers]:
    """The characters of words that stand one behind the other, and how many each word has."""
    sizes = lengths.astype(np.int64)
    first = (text & 0xC0) != 0x80
    if first.all():
        codes = text.astype(np.uint32)
    else:
        sizes = np.add.reduceat(first, np.cumsum(sizes) - sizes, dtype=np.int64)
        codes = codes_of([text.tobytes().decode()]).copy()
    for mark, letter in marks.items():
        there = codes == ord(mark)
        if letter:
            codes[there] = ord(letter)
        elif there.any():
            sizes -= np.add.reduceat(there, np.cumsum(sizes) - sizes, dtype=np.int64)
            codes = codes[~there]
    return codes, sizes
