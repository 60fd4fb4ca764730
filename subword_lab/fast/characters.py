"""Characters of three bytes that become one symbol before anything else can happen to them.

Chinese, Japanese and Korean are written in such characters, and most are symbols of a vocabulary
trained on them. Two of three merges in a text only put characters together. Where nothing else can
take a part of a character, and nothing can take the whole before its last part is there by rank,
the word may as well begin with the whole.

A part can be taken from outside only by a merge that makes a piece with this part at one end and
more than the character there: a piece that begins or ends inside a character.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from subword_lab.fast.merge_table import MergeTable, Symbols

Bytes = NDArray[np.uint8]

NONE = -1
CODES = 1 << 16  # of characters up to three bytes


def whole_characters(
    table: "MergeTable", earliest: "Symbols", ids: Mapping[bytes, int]
) -> "Symbols":
    """Code point -> symbol that its three bytes become at once; `NONE` where that is not sure.

    `earliest` holds the rank of the first merge that takes a symbol, `ids` are those of all pieces.
    """
    begins, ends = _torn(ids)
    sure = [
        piece
        for piece in ids
        if len(piece) == 3
        and piece[0] >= 0xE0
        and _is_character(piece)
        and not {piece[:1], piece[:2]} & ends
        and not {piece[1:], piece[2:]} & begins
    ]
    symbols = np.full(CODES, NONE, np.int32)
    if sure:
        data = np.frombuffer(b"".join(sure), np.uint8).reshape(-1, 3)
        whole = np.array([ids[piece] for piece in sure], np.int32)
        made, rank = _alone(table, data)
        right = (made == whole) & (earliest[whole] > rank)
        symbols[code_points(*data[right].T)] = whole[right]
    return symbols


def code_points(first: Bytes, second: Bytes, third: Bytes) -> NDArray[np.int64]:
    """The code points of characters of three bytes.

    >>> data = np.frombuffer("中".encode(), np.uint8)
    >>> chr(code_points(data[0], data[1], data[2]))
    '中'
    """
    codes = (first.astype(np.int64) & 0x0F) << 6 | second & 0x3F
    return codes << 6 | third & 0x3F


def _torn(pieces: Iterable[bytes]) -> tuple[set[bytes], set[bytes]]:
    """What pieces hold of a character at their beginning and at their end, if not all of it."""
    begins: set[bytes] = set()
    ends: set[bytes] = set()
    for piece in pieces:
        rest = piece.lstrip(_CONTINUING)
        if len(rest) < len(piece) and rest:
            begins.add(piece[: len(piece) - len(rest)])
        head = piece.rstrip(_CONTINUING)[:-1]
        if head and not _is_character(piece[len(head) :]):
            ends.add(piece[len(head) :])
    return begins, ends


_CONTINUING = bytes(range(0x80, 0xC0))


def _is_character(piece: bytes) -> bool:
    try:
        return len(piece.decode()) == 1
    except UnicodeDecodeError:
        return False


def _alone(table: "MergeTable", data: Bytes) -> tuple["Symbols", "Symbols"]:
    """What three bytes become alone, and the last of the ranks that this takes; -1 if not one."""
    symbol = table.of_byte[data]
    left, right = table.first[data[:, 0], data[:, 1]], table.first[data[:, 1], data[:, 2]]
    first = np.minimum(left, right)
    known = first < len(table.made)
    joined = table.made[np.where(known, first, 0)]
    on_left = left <= right
    then = table.ranks_of(
        np.where(on_left, joined, symbol[:, 0]), np.where(on_left, symbol[:, 2], joined)
    )
    known &= then < len(table.made)
    made = np.where(known, table.made[np.where(known, then, 0)], NONE)
    return made, np.maximum(first, then)
