"""The seed vocabulary of Unigram in arrays: what `unigram.seed_scores` gives, sooner.

All words stand one behind the other. Their substrings of two characters are sorted, so that equal
ones are neighbors; those that occur again grow by a character and are sorted anew, up to the
longest. What occurs once is dropped on the way: longer, it cannot occur more often.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.text.checks import check_counts, check_whole
from subword_lab.unigram.seed import SEVERAL

Numbers = NDArray[np.int64]


class Repeated(NamedTuple):
    """Substrings of one length: where each occurs for the first time, its length, its count."""

    start: Numbers
    length: int
    times: Numbers


def seed_scores(
    word_counts: Mapping[str, int],
    *,
    max_piece_length: int = 16,
    seed_size: int = 1_000_000,
    line_ends: Mapping[str, int] | None = None,
    counted_twice: Mapping[str, int] | None = None,
    allowed: Callable[[str], bool] | None = None,
) -> dict[str, int]:
    """Give candidates and their scores; arguments and errors are those of `unigram.seed_scores`.

    >>> seed_scores({"hug": 2, "hugs": 1})
    {'g': 3, 'h': 3, 'u': 3, 's': 1, 'hug': 9, 'ug': 6}
    """
    check_whole(max_piece_length, "max_piece_length", least=1)
    check_whole(seed_size, "seed_size", least=0)
    ends = line_ends if line_ends is None else check_counts(line_ends)
    text = _Words(check_counts(word_counts), ends)
    found = dict(check_counts(counted_twice or {}))
    for start, length, count in text.repeated(max_piece_length):
        for at, times in zip(start.tolist(), count.tolist(), strict=True):
            piece = text.whole[at : at + length]
            found[piece] = found.get(piece, 0) + times
    pieces = [piece for piece in found if allowed is None or allowed(piece)]
    return text.characters() | _best(sorted(pieces), found, seed_size)


def _best(pieces: list[str], counts: Mapping[str, int], size: int) -> dict[str, int]:
    """The highest scores, equals by falling number of bytes and then as `pieces` are sorted."""
    scores = [counts[piece] * len(piece) for piece in pieces]
    sizes = np.array([len(piece.encode()) for piece in pieces], np.int64)
    order = np.lexsort((-sizes, -np.array(scores, np.int64)))[:size]
    return {pieces[at]: scores[at] for at in order.tolist()}


class _Words:
    """The words one behind the other: for each position its word, and what is left of it."""

    def __init__(self, counts: Mapping[str, int], line_ends: Mapping[str, int] | None) -> None:
        words = [word for word in counts if word]
        self.whole = "".join(words)
        codes = np.frombuffer(self.whole.encode("utf-32-le"), np.uint32)
        self.alphabet, self.letter = np.unique(codes, return_inverse=True)
        lengths = np.array([len(word) for word in words], np.int64)
        self.word = np.repeat(np.arange(len(words)), lengths)
        self.end = np.cumsum(lengths)[self.word]
        self.times = np.array([counts[word] for word in words], np.int64)
        after = [_after(counts[word], line_ends, word) for word in words]
        self.after = np.array(after, np.int64)
        self.begins = np.array(
            [
                code if line_ends is None else chr(code).encode()[0]
                for code in self.alphabet.tolist()
            ],
            np.int64,
        )

    def characters(self) -> dict[str, int]:
        """Characters with their counts, most frequent first."""
        counts = np.zeros(len(self.alphabet), np.int64)
        np.add.at(counts, self.letter, self.times[self.word])
        order = np.lexsort((self.alphabet, -counts))
        return {chr(self.alphabet[at]): int(counts[at]) for at in order}

    def repeated(self, longest: int) -> Iterator[Repeated]:
        """Substrings that occur twice and are followed by different things, by length."""
        start = np.arange(len(self.letter))
        group = self.letter.astype(np.int64)
        for length in range(2, longest + 1):
            fits = self.end[start] - start >= length
            start, group = start[fits], group[fits]
            if not len(start):
                return
            key = group * len(self.alphabet) + self.letter[start + length - 1]
            order = np.argsort(key, kind="stable")
            start, key = start[order], key[order]
            new = np.append(True, key[1:] != key[:-1])
            first = np.flatnonzero(new)
            count = np.add.reduceat(self.times[self.word[start]], first)
            follower = self._followers(start + length, start)
            least = np.minimum.reduceat(follower, first)
            several = (least == SEVERAL) | (least != np.maximum.reduceat(follower, first))
            chosen = (count >= 2) & several
            yield Repeated(start[first[chosen]], length, count[chosen])
            group = np.cumsum(new) - 1
            again = count[group] >= 2
            start, group = start[again], group[again]

    def _followers(self, end: Numbers, start: Numbers) -> Numbers:
        inside = end < self.end[start]
        letters = self.letter[np.where(inside, end, 0)]
        return np.where(inside, self.begins[letters], self.after[self.word[start]])


def _after(count: int, line_ends: Mapping[str, int] | None, word: str) -> int:
    """What follows a word: different things, the end of the line, or a space."""
    if line_ends is None:
        return SEVERAL
    ending = line_ends.get(word, 0)
    return SEVERAL if 0 < ending < count else 0 if ending else "▁".encode()[0]
