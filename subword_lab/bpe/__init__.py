"""Byte-pair encoding: merge the most frequent pair of neighbors, again and again.

The symbols are characters; byte-level BPE is the same algorithm on the 256 printable stand-ins for
bytes (`subword_lab.text.to_printable`).

Source: Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with Subword
Units", Algorithm 1. Ids and ties as in Hugging Face `tokenizers`, or as `tie_break` says.
"""

from subword_lab.bpe.encoding import (
    Joined,
    decode,
    dropout_shares,
    encode,
    encode_steps,
    symbols_after,
)
from subword_lab.bpe.model import END_OF_WORD, BpeModel, EndOfWord, spell
from subword_lab.bpe.training import train, train_steps, words_after

__all__ = [
    "END_OF_WORD",
    "BpeModel",
    "EndOfWord",
    "Joined",
    "decode",
    "dropout_shares",
    "encode",
    "encode_steps",
    "spell",
    "symbols_after",
    "train",
    "train_steps",
    "words_after",
]
