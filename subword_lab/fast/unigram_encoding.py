"""Encoding with a Unigram model as SentencePiece sums: in single precision, over the whole text.

A score is rounded after every addition, to seven digits. Where two segmentations are equally good
or nearly so, what was added before decides which one comes out ahead, and that is the whole text
from its start. Words are remembered all the same: a word comes out alike everywhere unless its
choices are closer than the rounding. Only a text with such a word is gone through as a whole.

Source: SentencePiece's `EncodeOptimized`.
"""

from collections import defaultdict
from collections.abc import Sequence
from ctypes import c_float
from math import inf
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from subword_lab.unigram.model import UnigramModel, single

RESET = 100_000.0  # SentencePiece starts again from zero where a sum is further away
REMEMBERED = 65_536
LONGEST_REMEMBERED = 256
HALF_DIGIT = 2.0**-24  # how far off one rounding can be, relative to the sum


class Way(NamedTuple):
    """The best pieces, the sum of their scores, and by how much the closest choice was won."""

    pieces: tuple[str, ...]
    score: float
    margin: float


Number = TypeVar("Number", float, NDArray[np.float64])


def room(margin: Number, size: int | NDArray[np.int64], far: Number) -> Number:
    """How far from zero the sum may be at the end of a word before rounding can change its cut.

    The word has `size` characters and its score is `far` from zero; `margin` is that of its `Way`.
    Both ways to a choice are at most `size` sums, here and where the word stood alone.
    """
    return margin / (2 * size * HALF_DIGIT) - far  # type: ignore[return-value]


class SinglePrecision:
    """A Unigram model that cuts words of one text together."""

    def __init__(self, model: UnigramModel) -> None:
        self.scores = {piece: single(score) for piece, score in model.log_probs.items()}
        self.unknown = single(model.unk_score)
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for piece in self.scores:
            if len(piece) > 1:
                lengths[piece[:2]].add(len(piece))
        self.lengths = {begin: sorted(found) for begin, found in lengths.items()}
        self.remembered: dict[str, Way] = {}

    def cut(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        """The pieces of each word; no piece of the model may cross the words' borders."""
        ways = [self._way(word) for word in words]
        total = ways[0].score if ways else 0.0  # nothing stands before the first word
        for way, word in zip(ways[1:], words[1:], strict=True):
            total += way.score
            if abs(total) >= min(room(way.margin, len(word), abs(way.score)), RESET):
                return self._together(words)
        return [way.pieces for way in ways]

    def _together(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        pieces = iter(self.viterbi("".join(words)).pieces)
        cut: list[tuple[str, ...]] = []
        for word in words:
            own, size = [], 0
            while size < len(word):
                own.append(next(pieces))
                size += len(own[-1])
            cut.append(tuple(own))
        return cut

    def _way(self, word: str) -> Way:
        way = self.remembered.get(word)
        if way is None:
            way = self.viterbi(word)
            if len(self.remembered) >= REMEMBERED:
                self.remembered.clear()
            if len(word) <= LONGEST_REMEMBERED:
                self.remembered[word] = way
        return way

    def viterbi(self, text: str, total: float = 0.0) -> Way:
        """The best pieces of a text after a sum so far; among equals the longest last piece wins.

        >>> model = UnigramModel.from_probabilities({"h": 0.1, "u": 0.2, "g": 0.1, "ug": 0.3})
        >>> SinglePrecision(model).viterbi("hug").pieces
        ('h', 'ug')
        """
        size, scores, lengths = len(text), self.scores, self.lengths
        best: list[float] = [total] + [-inf] * size
        second: list[float] = [-inf] * (size + 1)
        begin = [0] * (size + 1)
        furthest = 0
        for start in range(size):
            here = best[start]
            if not -RESET <= here <= RESET:
                for end in range(start, furthest + 1):
                    best[end] = single(best[end] - here)
                    second[end] = single(second[end] - here)
                here = 0.0
            for length in (1, *lengths.get(text[start : start + 2], ())):
                end = start + length
                if end > size:
                    break
                score = scores.get(text[start:end], None if length > 1 else self.unknown)
                if score is None:
                    continue
                total = c_float(here + score).value
                if total > best[end]:
                    best[end], second[end], begin[end] = total, best[end], start
                elif total > second[end]:
                    second[end] = total
                furthest = max(furthest, end)
        return self._trace_back(text, begin, best, second)

    def _trace_back(
        self, text: str, begin: list[int], best: list[float], second: list[float]
    ) -> Way:
        pieces, margin, end = [], inf, len(text)
        while end:
            pieces.append(text[begin[end] : end])
            margin = min(margin, best[end] - second[end])
            end = begin[end]
        return Way(tuple(reversed(pieces)), best[-1], margin)
