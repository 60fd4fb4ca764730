"""Borders inside words: places that no piece of the vocabulary can cross.

What stands on the two sides of such a place is encoded as if it stood alone. Chinese and Japanese
have words of a whole clause, most of them new; the parts between borders come again and again.

A piece crosses a place if the bytes around the place are bytes of the piece. Three on each side are
looked at, or one where the piece has fewer there. Which bytes pieces have is kept in a table of
flags, found by a hash: two that share a flag cost a border, and never make a wrong one.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.merging import Flags, Numbers, starts_of
from subword_lab.text.fast.words import windows

Around = NDArray[np.uint64]  # eight bytes as one number, the first three before a place

SIDE = 3  # bytes that are looked at on each side: one character of most scripts without spaces
BITS = 20  # flags fit into the processor's cache
LEAD = 0xC0  # the least first byte of a character beyond ASCII
CASES = ((True, True), (False, True), (True, False), (False, False))  # the frequent ones first
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_BYTE = np.uint64(0xFF)
_SIDE = np.uint64((1 << 8 * SIDE) - 1)
_RIGHT = np.uint64(8 * SIDE)
_BYTE_BITS = np.uint64(8)
_SHIFT = np.uint64(64 - BITS)


@dataclass(frozen=True)
class Borders:
    """Where no piece crosses, at the beginnings of characters beyond ASCII.

    >>> borders = Borders.of(["中文".encode(), "文字".encode()])
    >>> text = "中文字中中".encode()
    >>> borders.inside(text, np.array([3, 6, 9, 12])).tolist()
    [9, 12]
    """

    crossed: Flags

    @classmethod
    def of(cls, pieces: Iterable[bytes]) -> "Borders":
        """The borders that pieces leave."""
        pieces = list(pieces)
        sizes = np.fromiter(map(len, pieces), np.int64)
        data = b"".join(pieces)
        at = np.flatnonzero(np.frombuffer(data, np.uint8) >= LEAD)
        ends = np.cumsum(sizes)
        piece = np.searchsorted(ends, at, side="right")
        left, right = at - starts_of(sizes)[piece], ends[piece] - at
        around = _around(data, at)
        crossed = np.zeros(1 << BITS, np.bool_)
        for more_left, more_right in CASES:
            has = (more_left == (left >= SIDE)) & (more_right == (right >= SIDE)) & (left > 0)
            crossed[_flags(around[has], more_left, more_right)] = True
        return cls(crossed)

    def inside(self, data: bytes, at: Numbers) -> Numbers:
        """Those of the places in a text that no piece crosses; characters begin there."""
        around = _around(data, at)
        for more_left, more_right in CASES:
            free = np.flatnonzero(~self.crossed[_flags(around, more_left, more_right)])
            at, around = at[free], around[free]
        return at


def _around(data: bytes, at: Numbers) -> Around:
    """The bytes before and after each place, as one number."""
    around: Around = windows(bytes(SIDE) + data)[at]
    return around


def _flags(around: Around, more_left: bool, more_right: bool) -> Numbers:
    """Which flag is that of each place, for pieces with three bytes or fewer on its two sides."""
    left = around & _SIDE if more_left else around >> _RIGHT - _BYTE_BITS & _BYTE
    right = around >> _RIGHT & (_SIDE if more_right else _BYTE)
    case = np.uint64(2 * more_left + more_right)
    key = (case << _RIGHT | left) << _RIGHT | right
    flags: Numbers = (key * _SPREAD >> _SHIFT).astype(np.int64)
    return flags
