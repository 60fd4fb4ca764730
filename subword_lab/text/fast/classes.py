r"""The class of every character of a text: what the published expressions tell apart.

The classes come from the `regex` package itself, so that `\p{L}` is the same letter here and there.
They are looked up 4,096 code points at a time, where a text needs them: all of Unicode would take
longer than counting a megabyte.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

Flags = NDArray[np.bool_]

Renamed = tuple[int, ...]  # for each class the one that stands for it

AS_THEY_ARE: Renamed = tuple(range(9))
OTHER, UPPER, LOWER, LETTER, MARK, NUMBER, SPACE, NEWLINE, END = AS_THEY_ARE
"""Upper and title case, lower case, letters without case; END is `DOCUMENT_END`."""

DOCUMENT_END = "\ud800"
"""Stands between two documents: half a surrogate pair, which no text may hold."""

_BLOCK = 1 << 12
_SURROGATES = slice(0xD800, 0xE000)
_UNKNOWN = 255
_GROUPS = (UPPER, LOWER, LETTER, MARK, NUMBER, NEWLINE, SPACE)
_RUNS = regex.compile(
    r"([\p{Lu}\p{Lt}]+)|(\p{Ll}+)|([\p{Lm}\p{Lo}]+)|(\p{M}+)|(\p{N}+)|([\r\n]+)|([^\S\r\n]+)"
)


@cache
def _table(renamed: Renamed) -> NDArray[np.uint8]:
    """Code point -> class; what nobody asked for yet is unknown."""
    table = np.full(0x110000, _UNKNOWN, np.uint8)
    table[_SURROGATES] = END
    return table


def classes(codes: NDArray[np.uint32], renamed: Renamed = AS_THEY_ARE) -> NDArray[np.uint8]:
    """The class of each code point, or what stands for that class.

    >>> classes(np.array([ord(ch) for ch in "Aa文1 !"], np.uint32)).tolist()
    [1, 2, 3, 5, 6, 0]
    """
    table = _table(renamed)
    found = table[codes]
    if found.size and found.max() == _UNKNOWN:
        for block in np.unique(codes[found == _UNKNOWN] // _BLOCK).tolist():
            _look_up(table[block * _BLOCK : (block + 1) * _BLOCK], block * _BLOCK, renamed)
        found = table[codes]
    return found


def _look_up(block: NDArray[np.uint8], first: int, renamed: Renamed) -> None:
    """Fill in the classes of a block of code points."""
    codes = np.arange(first, first + _BLOCK, dtype="<u4")
    known = np.zeros(_BLOCK, np.uint8)
    for run in _RUNS.finditer(codes.tobytes().decode("utf-32-le", "surrogatepass")):
        known[run.start() : run.end()] = _GROUPS[(run.lastindex or 0) - 1]
    known = np.array(renamed, np.uint8)[known]
    block[:] = np.where(block == END, END, known)  # in one go: another thread may be reading


@cache
def ascii_classes(renamed: Renamed) -> bytes:
    """The classes of the 128 ASCII characters, and zeros up to 256, for `bytes.translate`."""
    return classes(np.arange(128, dtype=np.uint32), renamed).tobytes() + bytes(128)


@dataclass(frozen=True, slots=True)
class Characters:
    """A text as arrays: a class and a code point for each character; and its bytes.

    In place of a code point beyond ASCII there may be the first byte of the character.
    """

    classes: NDArray[np.uint8]
    codes: NDArray[np.uint32] | NDArray[np.uint8]
    data: bytes


def changes(kinds: NDArray[np.uint8] | Flags) -> Flags:
    """Whether a character is of another kind than the one before it; the first one is.

    >>> changes(np.array([1, 1, 2], np.uint8)).tolist()
    [True, False, True]
    """
    changed = np.ones(len(kinds), np.bool_)
    np.not_equal(kinds[1:], kinds[:-1], out=changed[1:])
    return changed
