"""Write a normalization table: a trie of characters packed into the double array `charsmap` reads.

Every node of the trie is given a base, and its child for byte b the unit base ^ b. A unit has room
for one child only, so a base is looked for whose units are free. Equal subtrees are packed once.
Source: `darts.h` of Darts-clone, which builds the same layout.
"""

from dataclasses import dataclass, field

import numpy as np

from subword_lab.formats.sentencepiece_model.charsmap import LEAF, Charsmap

BLOCK = 256  # bases and units that differ in their last byte alone
EMPTY = 0x8000_0000  # a unit with this bit is no child, whatever byte is looked for
SEARCHED = 16 * BLOCK  # what is older is as good as full


@dataclass(slots=True)
class Node:
    """A place in the trie: what the characters on the way there become, and how it goes on."""

    becomes: str | None = None
    after: "dict[str, Node]" = field(default_factory=dict)

    def at(self, characters: str) -> "Node":
        """The node that `characters` lead to, made where it is missing."""
        node = self
        for ch in characters:
            node = node.after.setdefault(ch, Node())
        return node


def pack(trie: Node) -> Charsmap:
    """The table of a trie.

    >>> trie = Node()
    >>> trie.at("①").becomes, trie.at("e\u0301").becomes = "1", "é"
    >>> pack(trie).align("①①e\u0301e").text
    '11ée'
    """
    packing = _Packing()
    base = packing.place_node(trie)
    packing.units[0] = base << 10
    return Charsmap(tuple(packing.units), bytes(packing.replacements))


Bytes = dict[int, "Bytes | Node"]


class _Packing:
    """The array while it is being filled."""

    def __init__(self) -> None:
        self.units: list[int] = []
        self.replacements = bytearray(b"\0")  # no text stands at 0: its unit would look empty
        self._texts: dict[str, int] = {}
        self._placed: dict[int | str, int] = {}  # a node, or the text of one without children
        self._free = np.empty(0, bool)  # units
        self._unused = np.empty(0, bool)  # bases: no two nodes may share one
        self._grow()
        # unit 0 is the root; base 0 would let it pass for the child of another node
        self._free[0] = self._unused[0] = False

    def place_node(self, node: Node) -> int:
        """The base of a node; one that was placed before is not placed again."""
        key = id(node) if node.after or node.becomes is None else node.becomes
        if key not in self._placed:
            branches: Bytes = {}
            for ch, child in node.after.items():
                *first, last = ch.encode()
                inner = branches
                for byte in first:
                    inner = inner.setdefault(byte, {})  # type: ignore[assignment]
                inner[last] = child
            self._placed[key] = self._place(branches, node.becomes)
        return self._placed[key]

    def _place(self, branches: Bytes, becomes: str | None) -> int:
        base = self._room([*([] if becomes is None else [0]), *branches])
        if becomes is not None:
            self.units[base] = EMPTY | self._text(becomes)
        for byte, child in branches.items():
            leaf = isinstance(child, Node) and child.becomes is not None
            below = self.place_node(child) if isinstance(child, Node) else self._place(child, None)
            at = base ^ byte
            self.units[at] = (at ^ below) << 10 | (LEAF if leaf else 0) | byte
        return base

    def _text(self, text: str) -> int:
        if text not in self._texts:
            self._texts[text] = len(self.replacements)
            self.replacements += text.encode() + b"\0"
        return self._texts[text]

    def _room(self, labels: list[int]) -> int:
        """Find the first base whose units are free, and take them."""
        start = max(len(self.units) - SEARCHED, 0)
        bases = np.arange(start, len(self.units))
        fits = self._unused[start:].copy()
        for label in labels:
            fits &= self._free[bases ^ label]
        if not fits.any():
            self._grow()
            return self._room(labels)
        base = start + int(fits.argmax())
        self._unused[base] = False
        self._free[[base ^ label for label in labels]] = False
        return base

    def _grow(self) -> None:
        self.units += [EMPTY] * BLOCK
        more = np.ones(BLOCK, bool)
        self._free = np.concatenate([self._free, more])
        self._unused = np.concatenate([self._unused, more])
