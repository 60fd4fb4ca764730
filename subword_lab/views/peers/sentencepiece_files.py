"""Real `.model` files, read by our code and by the library: the same pieces, ids and text."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from subword_lab import vocabs
from subword_lab.i18n import t
from subword_lab.tokenizer import Tokenizer
from subword_lab.unigram import UnigramModel
from subword_lab.views.comparison import Row
from subword_lab.views.html import visible
from subword_lab.views.peers.sentencepiece import LIBRARY, in_line, pieces_of, printed

NAMES = ("mistral-v1", "ai21-j2")  # one of each kind: BPE, Unigram


def compare(text: str) -> list[Row]:
    """Cut `text` by each file and read it back; `LookupError` if a file is not on this machine."""
    return [row for name in NAMES for row in _rows(name, text)]


def _rows(name: str, text: str) -> list[Row]:
    ours, theirs = read_here(name), read_there(name)
    ids, their_ids = ours.encode(text), theirs.encode(text)
    kind = "unigram" if isinstance(ours.model, UnigramModel) else "bpe"
    where = f"{name}, {t(f'views_sentencepiece.peer.{kind}', size=f'{ours.vocab_size:,}')}"

    def row(what: str, mine: str, library: str) -> Row:
        return Row(t(f"views_sentencepiece.peer.{what}", where=where), mine, library, LIBRARY)

    return [
        row("crossing", f"{crossing(ours.vocab):,}", f"{crossing(pieces_of(theirs)):,}"),
        row("pieces", " ".join(ours.tokenize(text)), printed(theirs, their_ids)),
        row("ids", in_line(ids), in_line(their_ids)),
        row("back", visible(ours.decode(ids)), visible(theirs.decode(their_ids))),
    ]


def crossing(pieces: Iterable[str]) -> int:
    """How many pieces hold a space after something else: they reach from one word into the next.

    >>> crossing(["▁of", "▁▁", "▁of▁the"])
    1
    """
    return sum(bool(re.search("[^▁]▁", piece)) for piece in pieces)


@cache
def read_here(name: str) -> Tokenizer:
    """The file, read by us."""
    return vocabs.load(name)


@cache
def read_there(name: str) -> Any:
    """The file, read by the library."""
    import sentencepiece

    return sentencepiece.SentencePieceProcessor(model_file=str(vocabs.find(name).paths[0]))
