"""Where pre-tokens start: the published expressions as rules on neighboring characters.

An expression reads from left to right. But whether a pre-token starts at a character follows from a
few characters around it, so all of them are decided at once.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from subword_lab.text.fast.classes import (
    AS_THEY_ARE,
    DOCUMENT_END,
    END,
    LETTER,
    LOWER,
    MARK,
    NEWLINE,
    OTHER,
    SPACE,
    UPPER,
    Characters,
    Flags,
    Renamed,
    ascii_classes,
    changes,
    classes,
)
from subword_lab.text.fast.contractions import LONG_S, contraction_lengths
from subword_lab.text.fast.newer_patterns import cl100k, o200k

__all__ = ["DOCUMENT_END", "SPLITTERS", "Characters", "starts"]

Positions = NDArray[np.intp]

_ASCII, _CONTINUING = bytes(range(0x80)), bytes(range(0x80, 0xC0))
_LEAD = 0xC0  # the least first byte of a character beyond ASCII
_LONG_S = LONG_S.encode()
_RARE = 8  # where at least so many bytes come for one beyond ASCII, those are put in afterwards


def starts(data: bytes, pattern: str) -> Positions:
    """Byte offsets at which the pre-tokens of a UTF-8 text start, as `pretokenize` cuts it.

    `pattern` is one of `SPLITTERS`. A `DOCUMENT_END` in the text is a pre-token of its own, or
    several in a row are; what stands on both sides is cut as if it were alone.

    >>> starts("Don't stop".encode(), "gpt2").tolist()
    [0, 3, 5]

    Raises `UnicodeDecodeError` for what is not UTF-8, `KeyError` for a pattern that is not there.
    """
    if not data:
        return np.zeros(0, np.intp)
    split, renamed = SPLITTERS[pattern]
    if data.isascii():
        kinds = np.frombuffer(data.translate(ascii_classes(renamed)), np.uint8)
        return np.flatnonzero(split(Characters(kinds, np.frombuffer(data, np.uint8), data)))
    others = data.translate(None, _ASCII)
    if _RARE * len(others) < len(data) and _LONG_S not in others:
        data.decode("utf-8", "surrogatepass")  # raises for what is not UTF-8
        return _mostly_ascii(data, others, pattern)
    codes = _code_points(data)
    first_bytes = np.flatnonzero((np.frombuffer(data, np.uint8) & 0xC0) != 0x80)
    return first_bytes[np.flatnonzero(split(Characters(classes(codes, renamed), codes, data)))]


def _mostly_ascii(data: bytes, others: bytes, pattern: str) -> Positions:
    """The same, with a byte for a character: `others` are those beyond ASCII.

    The first byte of such a character stands for it. No rule asks which one it is.
    """
    split, renamed = SPLITTERS[pattern]
    firsts = data.translate(None, _CONTINUING)
    codes = np.frombuffer(firsts, np.uint8)
    kinds = np.frombuffer(bytearray(firsts.translate(ascii_classes(renamed))), np.uint8)
    at = np.flatnonzero(codes >= _LEAD)
    kinds[at] = classes(_code_points(others), renamed)
    starts = np.flatnonzero(split(Characters(kinds, codes, data)))

    lengths = np.diff(np.flatnonzero(np.frombuffer(others, np.uint8) >= _LEAD), append=len(others))
    shifts = np.concatenate(([0], np.cumsum(lengths - 1)))  # by characters in front of a start
    until = np.searchsorted(starts, at, side="right")
    starts += np.repeat(shifts, np.diff(until, prepend=0, append=len(starts)))
    return starts


def _code_points(data: bytes) -> NDArray[np.uint32]:
    codes = data.decode("utf-8", "surrogatepass").encode("utf-32-le", "surrogatepass")
    return np.frombuffer(codes, np.uint32)


def gpt2(text: Characters) -> Flags:
    r"""`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`."""
    kinds = text.classes
    start = changes(kinds)
    # White space that something follows gives back its last character, and a space joins that.
    last = (kinds[:-1] == SPACE) & start[1:] & (kinds[1:] != END)
    start[:-1] |= last
    start[1:] &= ~(last & (text.codes[:-1] == ord(" ")))

    quotes = np.flatnonzero(text.codes == ord("'"))
    quotes = quotes[start[quotes]]
    lengths = contraction_lengths(text.codes, quotes)
    quotes, lengths = quotes[lengths > 0], lengths[lengths > 0]
    start[quotes + 1] = False
    rest = quotes + lengths
    rest = rest[rest < len(kinds)]
    start[rest] = True
    return start


Splitter = Callable[[Characters], Flags]

_NO_CASE = {UPPER: LETTER, LOWER: LETTER, MARK: OTHER}


def _renamed(names: dict[int, int]) -> Renamed:
    return tuple(names.get(kind, kind) for kind in AS_THEY_ARE)


SPLITTERS: dict[str, tuple[Splitter, Renamed]] = {
    "gpt2": (gpt2, _renamed(_NO_CASE | {NEWLINE: SPACE})),
    "cl100k": (cl100k, _renamed(_NO_CASE)),
    "o200k": (o200k, _renamed({})),
}
"""Name -> the rules, and which class stands for which: not all expressions know case and marks."""
