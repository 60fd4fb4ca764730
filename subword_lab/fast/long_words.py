"""Long words: cut into windows that overlap, merged all at once and joined where they agree.

Two windows agree where both have the same token at the same place; there the second one takes over.
Why that is exact: a row of tokens is the encoding of a word if, and only if, each two neighbors are
the encoding of the two together. (The first merge that could cross a border between tokens would
cross it as well where the two stand alone: until then, the same merges are done in the same order
on both sides.) Within a window all neighbors pass this test, and every two neighbors of the joined
row stand side by side in one of the windows.

Where two windows do not agree, as in some runs of one letter, they become one. A window that gets
too wide is given up and its word merged whole: a run takes few rounds, and for anything else there
is the readable encoder.

The idea of testing neighbors is that of GitHub's `bpe` crate.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from subword_lab.fast.merge_table import MergeTable
from subword_lab.fast.merging import Bytes, Flags, Numbers, TooManyRounds, merge, starts_of
from subword_lab.fast.pair_table import Symbols

STEP = 64  # bytes from one window to the next; a power of two, as runs of spaces mostly are
OVERLAP = 32
LONG = STEP + OVERLAP  # bytes; a word up to this size is one window
WIDEST = 2048  # bytes of a window
MOST_ROUNDS = 64  # for a word that is merged whole

NOWHERE = -1

OneByOne = Callable[[bytes], list[int]]


class Windows(NamedTuple):
    """Where each window begins and ends in the bytes of all words, and the word it is of."""

    start: Numbers
    end: Numbers
    word: Numbers

    @property
    def first(self) -> Flags:
        """Whether it is the first window of its word."""
        first: Flags = np.diff(self.word, prepend=-1) != 0
        return first

    @property
    def last(self) -> Flags:
        """Whether it is the last window of its word."""
        last: Flags = np.diff(self.word, append=-1) != 0
        return last


class Tokens(NamedTuple):
    """Tokens by window: where each begins and ends in the bytes of all words."""

    id: Symbols
    start: Numbers
    end: Numbers
    window: Numbers


def merge_all(
    table: MergeTable, data: Bytes, sizes: Numbers, one_by_one: OneByOne
) -> tuple[Symbols, Numbers]:
    """What `merging.merge` gives, for words of any length.

    `one_by_one` encodes a word where nothing else helps.
    """
    windows = _windows(sizes)
    if len(windows.word) == len(sizes):
        return merge(table, data, sizes)
    torn = np.zeros(len(sizes), np.bool_)
    while True:
        tokens = _merged(table, data, windows)
        begin = _takes_over(tokens, windows, len(data))
        apart = begin == NOWHERE
        if not apart.any():
            break
        windows = _united(windows, apart)
        too_wide = windows.end - windows.start > WIDEST
        torn[windows.word[too_wide]] = True
        windows = Windows(*(column[~torn[windows.word]] for column in windows))
    end = np.where(windows.last, len(data), np.roll(begin, -1))

    window = tokens.window
    kept = (tokens.start >= begin[window]) & (tokens.start < end[window])
    many = np.bincount(windows.word[window[kept]], minlength=len(sizes))
    ids = tokens.id[kept]
    if torn.any():
        ids, many = _with_whole(table, data, sizes, one_by_one, np.flatnonzero(torn), ids, many)
    return ids, many


def _windows(sizes: Numbers) -> Windows:
    """Cut every word into windows; the last one of a word ends with it."""
    many = np.maximum(1, -(-(sizes - OVERLAP) // STEP))
    word = np.repeat(np.arange(len(sizes)), many)
    begins = starts_of(sizes)[word]
    start = begins + STEP * (np.arange(len(word)) - starts_of(many)[word])
    return Windows(start, np.minimum(start + LONG, begins + sizes[word]), word)


def _merged(table: MergeTable, data: Bytes, windows: Windows) -> Tokens:
    """The tokens of each window, as if it stood alone."""
    sizes = windows.end - windows.start
    inside = np.repeat(windows.start - starts_of(sizes), sizes) + np.arange(sizes.sum())
    ids, many = merge(table, data[inside], sizes)
    lengths = table.length[ids].astype(np.int64)
    window = np.repeat(np.arange(len(many)), many)
    start = starts_of(lengths) + (windows.start - starts_of(sizes))[window]
    return Tokens(ids, start, start + lengths, window)


def _takes_over(tokens: Tokens, windows: Windows, size: int) -> Numbers:
    """Where each window takes over: at the end of the first token that the one before has, too.

    The first window of a word begins with it. `NOWHERE` if two windows have no token in common.
    """
    window, first = tokens.window, windows.first
    late = tokens.start >= np.where(windows.last, size, np.roll(windows.start, -1))[window]
    ends = np.full(size, NOWHERE)  # of the tokens in the last part of a window, by their start
    ends[tokens.start[late]] = tokens.end[late]
    early = tokens.start < np.where(first, 0, np.roll(windows.end, 1))[window]
    common = np.flatnonzero(early & (ends[tokens.start] == tokens.end))[::-1]
    takes_over = np.where(first, windows.start, NOWHERE)
    takes_over[window[common]] = tokens.end[common]  # subtle: the last one written stays
    return takes_over


def _united(windows: Windows, apart: Flags) -> Windows:
    """Windows without those that are apart from the one before, which takes their place."""
    kept = np.flatnonzero(~apart)
    last = np.append(kept[1:] - 1, len(apart) - 1)  # of the windows that become one
    return Windows(windows.start[kept], windows.end[last], windows.word[kept])


def _with_whole(
    table: MergeTable,
    data: Bytes,
    sizes: Numbers,
    one_by_one: OneByOne,
    words: Numbers,
    ids: Symbols,
    many: Numbers,
) -> tuple[Symbols, Numbers]:
    """Put in the words whose windows do not agree, each encoded as a whole."""
    begins = starts_of(sizes)
    whole = [
        _whole(table, data[begins[word] : begins[word] + sizes[word]], one_by_one) for word in words
    ]
    lengths = np.array([len(each) for each in whole])
    places = np.repeat(starts_of(many)[words], lengths)
    many[words] = lengths
    return np.insert(ids, places, np.concatenate(whole)), many


def _whole(table: MergeTable, word: Bytes, one_by_one: OneByOne) -> Symbols:
    try:
        return merge(table, word, np.array([len(word)]), MOST_ROUNDS)[0]
    except TooManyRounds:
        return np.array(one_by_one(word.tobytes()), np.int32)
