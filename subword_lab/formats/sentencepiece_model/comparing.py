"""Is a table from a file the rule `nmt_nfkc`? Its trie is laid beside the trie of our own table."""

from unicodedata import category

import numpy as np

from subword_lab.formats.sentencepiece_model.charsmap import LABEL, LEAF, VALUE, Charsmap, offset
from subword_lab.formats.sentencepiece_model.rule_table import nmt_nfkc_table

LONGEST = 4  # bytes of a character


def says_nmt_nfkc(table: Charsmap) -> bool:
    """Whether a table does what the rule does, but for characters newer than Python's Unicode.

    >>> says_nmt_nfkc(nmt_nfkc_table()), says_nmt_nfkc(Charsmap((0x8000_0000,) * 256, b""))
    (True, False)
    """
    ours, theirs = _Trie(nmt_nfkc_table()), _Trie(table)
    waiting = [(b"", ours.root, theirs.root)]
    seen = set(waiting)
    while waiting:
        begun, here, there = waiting.pop()  # begun: the bytes of a character that is not whole yet
        known, found = ours.children(here), theirs.children(there)
        if known.keys() - found.keys():
            return False
        for byte, (text, below) in found.items():
            path = begun + bytes([byte])
            own_text, own_below = known.get(byte, (None, None))
            if own_below is None:
                if not theirs.is_newer(path, text, below):
                    return False
                continue
            if text != own_text and not (own_text is None and _has_newer(text or "")):
                return False
            pair = (b"" if _is_whole(path) else path, own_below, below)
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


class _Trie:
    """The trie of a table; a node is the base of its children."""

    def __init__(self, table: Charsmap) -> None:
        self.root = offset(table.units[0])
        self._table = table
        self._units = np.array(table.units, np.int64)
        self._children: dict[int, dict[int, tuple[str | None, int]]] = {}

    def children(self, base: int) -> dict[int, tuple[str | None, int]]:
        """Byte -> what the path to there becomes, or None; and the node."""
        if base not in self._children:
            every_byte = np.arange(1, 256)
            places = base ^ every_byte
            inside = places < len(self._units)
            labels = self._units[np.where(inside, places, 0)] & LABEL
            there = every_byte[inside & (labels == every_byte)].tolist()
            self._children[base] = {byte: self._child(base, byte) for byte in there}
        return self._children[base]

    def _child(self, base: int, byte: int) -> tuple[str | None, int]:
        unit = self._table.units[base ^ byte]
        below = base ^ byte ^ offset(unit)
        leaf = self._table.replacement(self._table.unit(below) & VALUE) if unit & LEAF else None
        return leaf, below

    def is_newer(self, path: bytes, text: str | None, node: int) -> bool:
        """Whether every entry is newer that goes on with the bytes of a character in `path`."""
        if _is_whole(path):  # entries that go on behind an old character are not looked into
            return _has_newer(path.decode())
        if len(path) == LONGEST or text is not None:
            return False
        return all(
            self.is_newer(path + bytes([byte]), longer, below)
            for byte, (longer, below) in self.children(node).items()
        )


def _is_whole(path: bytes) -> bool:
    try:
        path.decode()
    except UnicodeDecodeError:
        return False
    return True


def _has_newer(text: str) -> bool:
    return any(category(ch) == "Cn" for ch in text)
