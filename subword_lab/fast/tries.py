"""Pieces as a trie in arrays: many texts walk it together, one character at a time.

A node is a number, 0 the root. The children are one table with open addressing: a node and a
character make a key; a key that is not at its place is at one of the next, before the first empty
one. Keys are compared, so nodes are never mistaken for each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Nodes = NDArray[np.int32]
Codes = NDArray[np.uint32]
Keys = NDArray[np.uint64]

NONE = np.int32(-1)
EMPTY = np.uint64(2**64 - 1)
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio
CODE_BITS = np.uint64(21)


def codes_of(texts: Sequence[str]) -> Codes:
    """The code points of all texts, one behind the other."""
    return np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)


@dataclass(frozen=True)
class Trie:
    """`piece[node]` is the number of the piece that ends at a node, or `NONE`."""

    keys: Keys
    child: Nodes
    piece: Nodes
    depth: int

    @classmethod
    def of(cls, pieces: Sequence[str]) -> "Trie":
        """The trie of some pieces; their places are their numbers.

        >>> trie = Trie.of(["a", "ab"])
        >>> nodes = trie.children(np.zeros(2, np.int32), codes_of("ab"))
        >>> trie.piece[nodes[:1]], nodes[1]
        (array([0], dtype=int32), np.int32(-1))
        """
        codes = codes_of(pieces)
        sizes = np.array([len(piece) for piece in pieces], np.int64)
        first = np.cumsum(sizes) - sizes
        at, node = np.arange(len(pieces)), np.zeros(len(pieces), np.int32)
        keys, ends, nodes = [], [(np.empty(0, np.int32), np.empty(0, np.int64))], 1
        for depth in range(int(sizes.max(initial=0))):
            key, place = np.unique(_key(node, codes[first[at] + depth]), return_inverse=True)
            node = (nodes + place).astype(np.int32)
            keys.append(key)
            nodes += len(key)
            ending = sizes[at] == depth + 1
            ends.append((node[ending], at[ending]))
            at, node = at[~ending], node[~ending]
        piece = np.full(nodes, NONE)
        for where, which in ends:
            piece[where] = which
        table = _table(np.concatenate([np.empty(0, np.uint64), *keys]))
        return cls(*table, piece, len(keys))

    def children(self, node: Nodes, code: Codes) -> Nodes:
        """The child of each node for its character, `NONE` where there is none."""
        wanted = _key(node, code)
        place = _place(wanted, len(self.keys))
        found = self.keys[place]
        child = np.where(found == wanted, self.child[place], NONE)
        others = np.flatnonzero((found != wanted) & (found != EMPTY))
        while len(others):
            place[others] = (place[others] + 1) & (len(self.keys) - 1)
            found = self.keys[place[others]]
            hit = found == wanted[others]
            child[others[hit]] = self.child[place[others[hit]]]
            others = others[~hit & (found != EMPTY)]
        return child


def _table(keys: Keys) -> tuple[Keys, Nodes]:
    """Put all keys into a table that is at most a quarter full; key i leads to node i + 1."""
    size = 1 << (4 * len(keys) + 1).bit_length()
    table, child = np.full(size, EMPTY), np.full(size, NONE)
    left = np.arange(len(keys))
    place = _place(keys, size)
    while len(left):
        free = table[place] == EMPTY
        table[place[free]] = keys[left[free]]  # where several want a place, one gets it
        done = table[place] == keys[left]
        child[place[done]] = left[done] + 1
        left, place = left[~done], (place[~done] + 1) & (size - 1)
    return table, child


def _key(node: Nodes, code: Codes) -> Keys:
    return (node.astype(np.uint64) << CODE_BITS) | code.astype(np.uint64)


def _place(keys: Keys, size: int) -> NDArray[np.int64]:
    shift = np.uint64(65 - size.bit_length())
    return ((keys * SPREAD) >> shift).astype(np.int64)
