"""WordPiece: pieces inside a word carry ``##``, and a word is cut longest match first.

How the pieces of BERT were learned was never published in full. This module names the three answers
in circulation: by ``"count"`` as in BPE (what Hugging Face's trainer does), by ``"pmi"`` (the score
of the Hugging Face course), by ``"gain"`` in likelihood (what the paper describes).

Source: Schuster and Nakajima 2012, "Japanese and Korean Voice Search", section 3; encoding follows
`tokenization.py` of google-research/bert, with the limit of 100 characters of `tokenizers`.
"""

from subword_lab.wordpiece.encoding import FellBack, Matched, decode, encode, encode_steps
from subword_lab.wordpiece.model import PREFIX, UNK, WordPieceModel, join, spell
from subword_lab.wordpiece.training import SCORES, scores, train, train_steps, words_after

__all__ = [
    "PREFIX",
    "SCORES",
    "UNK",
    "FellBack",
    "Matched",
    "WordPieceModel",
    "decode",
    "encode",
    "encode_steps",
    "join",
    "scores",
    "spell",
    "train",
    "train_steps",
    "words_after",
]
