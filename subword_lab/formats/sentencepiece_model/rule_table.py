"""The rule `nmt_nfkc` as a table for a model file, made from our own code for it.

It has the entries of SentencePiece's own table, but for characters newer than Python's Unicode.
"""

from functools import cache

from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.formats.sentencepiece_model.packing import Node, pack
from subword_lab.text.compositions import changeable, sequences, spellings
from subword_lab.text.nmt_nfkc import nmt_nfkc


@cache
def nmt_nfkc_table() -> Charsmap:
    """The table.

    >>> nmt_nfkc_table().align("①ﬁ\\tｶﾞ").text
    '1fi ガ'
    """
    trie = Node()
    for parts, ch in sequences().items():
        trie.at(parts).becomes = ch
    _respell(trie)
    for ch in changeable():
        new = nmt_nfkc(ch)
        if new != ch:  # its own node: what follows it may be shared, what it becomes may not
            trie.after[ch] = Node(new, trie.after[ch].after if ch in trie.after else {})
    return pack(trie)


def _respell(node: Node) -> None:
    """Let every other spelling of a character go on as the character does."""
    for ch, child in list(node.after.items()):
        _respell(child)
        for spelling in spellings().get(ch, ()):
            node.after[spelling] = child
