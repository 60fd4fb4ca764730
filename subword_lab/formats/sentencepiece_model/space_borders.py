"""Whether a normalization table treats what stands between two spaces on its own."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

SPACE = ord(" ")
BYTES = np.arange(256)
LABEL = 0x8000_00FF
Numbers = NDArray[np.int64]


def spares_spaces(units: Sequence[int]) -> bool:
    """Whether each entry of the trie is a space alone or holds none, and none is long ASCII text.

    Then a text may be normalized by stretches between spaces, and printable ASCII by characters.
    """
    for depth, (first, byte) in enumerate(_by_depth(np.array(units, np.int64))):
        if depth and (SPACE in byte or SPACE in first):
            return False
        if depth == 1 and np.any(_is_printable(first) & _is_printable(byte)):
            return False
    return True


def _is_printable(byte: Numbers) -> NDArray[np.bool_]:
    return (byte >= SPACE) & (byte < 127)


def _by_depth(units: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Of all nodes of each depth, the first byte of what leads there and the last."""
    base, first = np.array([_offset(units[0])]), None
    while len(base):
        place = base[:, None] ^ BYTES
        child = np.where(place < len(units), place, 0)
        parent, byte = np.nonzero(((units[child] & LABEL) == BYTES) & (BYTES > 0))
        first = byte if first is None else first[parent]
        yield first, byte
        node = child[parent, byte]
        base = node ^ _offset(units[node])


def _offset(units: Numbers) -> Numbers:
    return (units >> 10) << ((units & 0x200) >> 6)
