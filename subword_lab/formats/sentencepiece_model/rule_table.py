"""The rule `nmt_nfkc` as a table for a model file, made from our own code for it.

It has the entries of SentencePiece's own table, but for characters newer than Python's Unicode.
"""

from functools import cache
from sys import maxunicode
from unicodedata import decomposition, normalize

from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.formats.sentencepiece_model.packing import Node, pack
from subword_lab.text.nmt_nfkc import nmt_nfkc

SYLLABLES = range(0xAC00, 0xD7A4)  # Hangul, decomposed by arithmetic and not by a table
FIRST_PLANE = 0x10000  # all characters that are dropped or become spaces are in it


@cache
def nmt_nfkc_table() -> Charsmap:
    """The table.

    >>> nmt_nfkc_table().align("①ﬁ\\tｶﾞ").text
    '1fi ガ'
    """
    characters = [
        chr(code)
        for code in range(1, maxunicode + 1)
        if (code < FIRST_PLANE and not 0xD800 <= code < 0xE000) or decomposition(chr(code))
    ]
    trie = Node()
    for ch in characters:
        parts = normalize("NFKD", ch)
        if len(parts) > 1 and nmt_nfkc(parts) == ch:
            trie.at(parts).becomes = ch
    _respell(trie, _spellings(characters))
    for ch in characters:
        new = nmt_nfkc(ch)
        if new != ch:  # its own node: what follows it may be shared, what it becomes may not
            trie.after[ch] = Node(new, trie.after[ch].after if ch in trie.after else {})
    return pack(trie)


def _spellings(characters: list[str]) -> dict[str, list[str]]:
    """Character -> the other ones that compatibility decomposition makes it, such as e -> ｅ, ℯ."""
    spellings: dict[str, list[str]] = {}
    for ch in characters:
        parts = normalize("NFKD", ch)
        if len(parts) == 1 and parts != ch:
            spellings.setdefault(parts, []).append(ch)
    return spellings


def _respell(node: Node, spellings: dict[str, list[str]]) -> None:
    """Let every other spelling of a character go on as the character does."""
    for ch, child in list(node.after.items()):
        _respell(child, spellings)
        for spelling in spellings.get(ch, ()):
            node.after[spelling] = child
