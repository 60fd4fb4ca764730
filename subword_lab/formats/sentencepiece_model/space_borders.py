"""What a normalization table does to single characters, and what only to several together."""

from collections.abc import Iterator, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

SPACE = ord(" ")
LABEL = 0x8000_00FF
DEEPEST, MOST = 1_000, 1 << 22  # bytes of an entry, and beginnings of entries: far beyond any table
Numbers = NDArray[np.int64]


class Endless(ValueError):
    """A trie that leads back into itself."""


def spares_spaces(units: Sequence[int]) -> bool:
    """Whether each entry of the trie is a space alone or holds none, and none is long ASCII text.

    Then a text may be normalized by stretches between spaces, and printable ASCII by characters.
    Of the trie of a damaged file, which may lead back into itself, this is not so.
    """
    try:
        for depth, (_, first, byte) in enumerate(_by_depth(np.array(units, np.int64))):
            if depth and (SPACE in byte or SPACE in first):
                return False
            if depth == 1 and np.any(_is_printable(first) & _is_printable(byte)):
                return False
    except Endless:
        return False
    return True


def followers(units: Sequence[int]) -> frozenset[int]:
    """The characters that stand in an entry behind its first one.

    In a text without them every character is normalized on its own. `Endless` for a trie that leads
    back into itself.
    """
    found: set[int] = set()
    code = left = place = np.zeros(1, np.int64)  # of a character: bits, missing bytes, place
    for parent, _, byte in _by_depth(np.array(units, np.int64)):
        begins = (byte & 0xC0) != 0x80
        more = (byte >= 0xC0).astype(np.int64) + (byte >= 0xE0) + (byte >= 0xF0)
        own = byte & (0x7F >> (more + (more > 0)))
        code = np.where(begins, own, code[parent] << 6 | byte & 0x3F)
        left = np.where(begins, more, left[parent] - 1)
        place = place[parent] + begins
        found.update(code[(left == 0) & (place > 1)].tolist())
    return frozenset(found)


def _is_printable(byte: Numbers) -> NDArray[np.bool_]:
    return (byte >= SPACE) & (byte < 127)


def _by_depth(units: Numbers) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    """Of all nodes of each depth, the parent, the first byte of what leads there and the last."""
    label, number = units & 255, np.arange(len(units))
    real = np.flatnonzero((units & LABEL == label) & (label > 0))
    above = (number ^ label)[real]  # a child is at its parent's base ^ byte
    order = np.argsort(above, kind="stable")
    above, real = above[order], real[order]
    base, first, seen = np.array([_offset(units[0])]), None, 0
    for depth in count():
        begin, end = np.searchsorted(above, base), np.searchsorted(above, base, side="right")
        many = end - begin
        if not many.any():
            return
        seen += int(many.sum())
        if depth == DEEPEST or seen > MOST:
            raise Endless("the normalization table leads back into itself: the file is damaged")
        parent = np.repeat(np.arange(len(base)), many)
        node = real[np.arange(len(parent)) + np.repeat(begin - (np.cumsum(many) - many), many)]
        byte = label[node]
        first = byte if first is None else first[parent]
        yield parent, first, byte
        base = node ^ _offset(units[node])


def _offset(units: Numbers) -> Numbers:
    return (units >> 10) << ((units & 0x200) >> 6)
