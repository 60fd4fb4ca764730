"""The steps of a trie as one table where that is small: a step is one look at the table.

A row for each node and a column for each letter of the pieces; most places are empty. Where so many
letters and nodes meet that the table would be large, the trie's own table is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.positions import Small
from subword_lab.fast.tries import CODE_BITS, EMPTY, Codes, Trie, codes_of

LARGEST = 1 << 24  # places of a table

Letters = NDArray[np.intp]


@dataclass(frozen=True)
class Branches:
    """`child[node * width + letter]` is the next node, 0 for none: nothing leads to the root.

    `column` gives the letter of a character, 0 for one that is in no piece. Without a table
    letters are the characters themselves. `piece` is -1 where none ends; the last node, which
    nothing leads to, stands for an unknown character. `depth` is the length of what leads there.
    """

    trie: Trie
    column: Letters
    child: Small
    piece: Small
    depth: Small

    @classmethod
    def of(cls, pieces: Sequence[str]) -> "Branches":
        """The branches of some pieces; their places are their numbers.

        >>> branches = Branches.of(["a", "ab"])
        >>> letters = branches.letters(codes_of("ab?"))
        >>> branches.step(np.array([0, 1, 1]), letters).tolist()
        [1, 2, 0]
        """
        trie = Trie.of(pieces)
        column = _columns(codes_of(pieces))
        nodes, width = len(trie.piece), int(column.max(initial=0)) + 1
        used = trie.keys != EMPTY
        key, to = trie.keys[used], trie.child[used]
        depth = _depths((key >> CODE_BITS).astype(np.intp), to, nodes)
        child = np.zeros(nodes * width if nodes * width <= LARGEST else 0, np.int32)
        if len(child):
            letter = column[(key & np.uint64((1 << 21) - 1)).astype(np.intp)]
            child[(key >> CODE_BITS).astype(np.intp) * width + letter] = to
        return cls(trie, column, child, np.append(trie.piece, np.int32(-1)), np.append(depth, 1))

    def letters(self, codes: Codes) -> Letters:
        """What `step` wants for some characters."""
        if not len(self.child):
            return codes.astype(np.intp)
        return self.column[np.minimum(codes, len(self.column) - 1)]

    def step(self, node: Small, letter: Letters) -> Small:
        """The next nodes, not above 0 where there are none."""
        if not len(self.child):
            return self.trie.children(node, letter.astype(np.uint32))
        width = len(self.child) // (len(self.piece) - 1)
        child: Small = self.child[node.astype(np.intp) * width + letter]
        return child


def _columns(codes: Codes) -> Letters:
    """A column for each character of the pieces; the last place stands for all behind it."""
    column = np.zeros(int(codes.max(initial=0)) + 2, np.intp)
    known = np.unique(codes)
    column[known] = np.arange(1, len(known) + 1)
    return column


def _depths(parent: NDArray[np.intp], node: Small, nodes: int) -> Small:
    """How far each node is from the root."""
    above, depth = np.zeros(nodes, np.intp), np.zeros(nodes, np.int32)
    above[node] = parent
    at = above
    here = np.arange(nodes)
    while here.any():
        depth += here > 0
        here = at[here]
    return depth
