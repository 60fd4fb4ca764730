"""Words whose cut depends on what stands before them, decided by the exact sum.

A sum in single precision is rounded after every addition to a multiple of its last digit, which is
the same between two powers of two. As long as all sums over a word stay between the same two, they
differ from the sum before it by multiples that do not depend on that sum, but for one thing: half a
digit is rounded to the even neighbor. So the cut is a function of the power of two and of whether
the sum before is even; it is found once and remembered for both.
"""

from collections.abc import Callable, Sequence
from math import frexp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.lattices import Floats
from subword_lab.fast.memory import Memory
from subword_lab.fast.positions import Numbers, Small
from subword_lab.fast.unigram_encoding import RESET, SinglePrecision, Way
from subword_lab.fast.unigram_memory import LONGEST, Rows
from subword_lab.unigram.model import single

REMEMBERED = 1 << 16
DIGITS = 24  # of a sum, in base 2
SLACK = 2.0**-18  # for each piece, relative to the sum: many times what rounding changes

Ids = tuple[int, ...]
Laid = Callable[[str, Sequence[str]], Sequence[int]]
Cut = tuple[Ids, tuple[float, ...]]  # ids, and the scores of the pieces


class Words(NamedTuple):
    """The words of some texts: their rows, and where in `rows` each text begins.

    `spelled` gives a word by its place.
    """

    rows: Small
    first: Numbers
    spelled: Callable[[int], str]


class Sums:
    """Goes through texts with words whose cut is in doubt; `laid` gives ids of a word's pieces."""

    def __init__(self, precision: SinglePrecision, laid: Laid) -> None:
        self.precision, self.laid = precision, laid
        scores = [*precision.scores.values(), precision.unknown]
        self.steepest = max(map(abs, scores))
        self.downward = max(scores) <= 0
        self.cuts = Memory(self._cut_at, REMEMBERED)

    def settle(self, words: Words, table: Rows, total: float = 0.0) -> tuple[dict[int, Ids], float]:
        """The ids of words that are not those of their rows, and the sum at the end.

        The first text goes on from `total`, and its sum is given if it is the only one.
        """
        stops = self._doubtful(words, table, total)
        if len(words.first) == 1:
            return self._run(words, table, 0, stops, len(words.rows), total)
        found: dict[int, Ids] = {}
        texts = np.searchsorted(words.first, stops, side="right") - 1
        for text in np.unique(texts).tolist():
            own = stops[np.searchsorted(texts, text) : np.searchsorted(texts, text, side="right")]
            before = 0.0 if text else total
            found |= self._run(words, table, int(words.first[text]), own, int(own[-1]) + 1, before)[
                0
            ]
        return found, 0.0

    def _run(
        self,
        words: Words,
        table: Rows,
        first: int,
        stops: NDArray[np.intp],
        end: int,
        total: float,
    ) -> tuple[dict[int, Ids], float]:
        run = _Run(self, words, table, first, end)
        total = run.through(stops.tolist(), total)
        return run.found, total

    def _doubtful(self, words: Words, table: Rows, total: float) -> NDArray[np.intp]:
        """The places of words whose row may not say how they are cut."""
        close = np.flatnonzero(table.close[words.rows])
        if not len(close):
            return close
        rows, text = words.rows[close], np.searchsorted(words.first, close, side="right") - 1
        far = np.append(0.0, np.cumsum(table.far[words.rows]))
        start = far[words.first]
        start[0] -= abs(total)
        pieces = np.add.reduceat(table.scores.many[words.rows], words.first)
        slack = 1 + pieces * SLACK
        before = (far[close] - start[text]) * slack[text] + SLACK
        ends = np.append(start[1:], far[-1])
        exactly = (ends - start) * slack > RESET - self.deep(LONGEST)
        exactly[text[rows == 0]] = True  # how far such words are from zero is not known
        first = (close == words.first[text]) & ((text > 0) | (total == 0)) & (rows > 0)
        sure = first | (before + table.far[rows] < table.room[rows])
        found: NDArray[np.intp] = close[~sure | exactly[text]]
        return found

    def deep(self, size: int) -> float:
        """No sum over a word of this size is further from the one before it."""
        return self.steepest * size + 1

    def cut(self, word: str, total: float, reach: float) -> tuple[Ids, float]:
        """The ids of a word after a sum, and the sum behind it.

        No sum over the word is further from `total` than `reach`.
        """
        end = abs(total) + reach
        if end >= RESET or len(word) > LONGEST:
            way = self.precision.viterbi(word, total)
            return tuple(self.laid(word, way.pieces)), way.score
        digits, power = frexp(total)
        if total < 0 and self.downward and end < 2.0**power:
            odd = int(digits * 2**DIGITS) & 1
            ids, scores = self.cuts[word, (power, odd)]
        else:
            ids, scores = self.cuts[word, total]
        for score in scores:
            total = single(total + score)
        return ids, total

    def _cut_at(self, key: tuple[str, float | tuple[int, int]]) -> Cut:
        word, total = key
        if isinstance(total, tuple):
            power, odd = total
            total = -(2.0 ** (power - 1)) - odd * 2.0 ** (power - DIGITS)
        way: Way = self.precision.viterbi(word, total)
        known, unknown = self.precision.scores, self.precision.unknown
        scores = tuple(known.get(piece, unknown) for piece in way.pieces)
        return tuple(self.laid(word, way.pieces)), scores


class _Run:
    """One text from a word to another."""

    def __init__(self, sums: Sums, words: Words, table: Rows, first: int, end: int) -> None:
        self.sums, self.words, self.table = sums, words, table
        self.first, self.end = first, end
        rows = words.rows[first:end]
        self.scores: Floats = table.scores.of(rows)
        self.begin: Numbers = np.append(0, np.cumsum(table.scores.many[rows]))
        self.found: dict[int, Ids] = {}

    def through(self, stops: Sequence[int], total: float) -> float:
        """The sum at the end; words that are cut in another way than alone are `found`."""
        at = self.first
        for stop in [*stops, self.end]:
            while at < stop:
                at, total = self._forward(at, stop, total)
                if at < stop:
                    total = self._word(at, total)
                    at += 1
            if at == stop < self.end:
                total = self._word(stop, total)
                at += 1
        return total

    def _forward(self, at: int, stop: int, total: float) -> tuple[int, float]:
        """To a word, or to an earlier one where the sum might be set back to zero."""
        begin, end = self.begin[at - self.first], self.begin[stop - self.first]
        sums = np.empty(end - begin + 1, np.float32)
        sums[0], sums[1:] = total, self.scores[begin:end]
        np.add.accumulate(sums, out=sums)
        furthest = max(abs(total), abs(float(sums[-1]))) if self.sums.downward else RESET
        if furthest + self.sums.deep(LONGEST) < RESET:
            return stop, float(sums[-1])
        before = sums[self.begin[at - self.first : stop - self.first] - begin]
        far = np.flatnonzero(np.abs(before) + self.sums.deep(LONGEST) >= RESET)
        return (at + int(far[0]), float(before[far[0]])) if len(far) else (stop, float(sums[-1]))

    def _word(self, at: int, total: float) -> float:
        row, table = int(self.words.rows[at]), self.table
        word = self.words.spelled(at)
        reach = table.reach[row] + self.sums.deep(1) if row else self.sums.deep(len(word))
        known = total == 0 or abs(total) + table.far[row] < table.room[row]
        if row and known and abs(total) + reach < RESET:
            for score in table.scores.one(row):
                total = single(total + score)
            return total
        ids, total = self.sums.cut(word, total, reach)
        if not row or list(ids) != table.ids.one(row):
            self.found[at] = ids
        return total
