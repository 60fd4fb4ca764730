"""All words of a corpus as one chain of symbols, each of which knows its neighbors.

Arrays that are as long as all distinct words together, with a gap behind each word. A merge writes
the new symbol into the place of the left one and takes the right one out of the chain.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]
Int32 = NDArray[np.int32]

GAP = -1  # in place of a symbol: between words
NONE = np.int32(np.iinfo(np.int32).max)  # in place of a turn: not to be merged


@dataclass(frozen=True, slots=True)
class Chain:
    """By place: the symbol's id, its neighbors' places, the pair it begins, its word's count.

    `turns` says at which turn of the present round the pair is to be merged, and is `NONE` between
    rounds.
    """

    symbols: Int32
    following: Int32
    preceding: Int32
    pairs: Int32
    weights: NDArray[np.int64]
    turns: Int32


def chain(symbols: NDArray[np.uint8] | Int32, lengths: Places, counts: NDArray[np.int64]) -> Chain:
    """Lay out words: the ids of all their symbols in a row, how many each word has, its count.

    >>> made = chain(np.array([7, 8, 9], np.int32), np.array([2, 1]), np.array([10, 4]))
    >>> made.symbols.tolist(), made.weights.tolist()
    ([-1, 7, 8, -1, 9, -1], [0, 10, 10, 0, 4, 0])
    """
    size = len(symbols) + len(lengths) + 1
    inside = np.ones(size, np.bool_)
    inside[0] = False
    inside[np.cumsum(lengths + 1)] = False
    ids, weights = np.full(size, GAP, np.int32), np.zeros(size, np.int64)
    ids[inside] = symbols
    weights[inside] = np.repeat(counts, lengths)
    return Chain(
        ids,
        np.arange(1, size + 1, dtype=np.int32),
        np.arange(-1, size - 1, dtype=np.int32),
        np.full(size, GAP, np.int32),
        weights,
        np.full(size, NONE, np.int32),
    )
