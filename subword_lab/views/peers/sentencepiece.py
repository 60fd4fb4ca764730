"""Our SentencePiece BPE beside the library's: trained on the same lines, with the same settings."""

import io
from collections.abc import Sequence
from functools import cache
from typing import Any

from subword_lab import corpora
from subword_lab.i18n import t
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.comparison import Row
from subword_lab.views.html import visible

CORPUS, SIZE = "english/dialogue", 700
LIBRARY = "sentencepiece"
SETTINGS = {  # our options, the library's options
    "default": ({}, {}),
    "careful": (
        {"byte_fallback": True, "normalization": "identity", "remove_extra_whitespaces": False},
        {"byte_fallback": True, "normalization_rule_name": "identity",
         "remove_extra_whitespaces": False},
    ),
}  # fmt: skip


def compare(text: str) -> list[Row]:
    """Train once with default and once with careful settings; then cut `text` and read it back."""
    return [row for settings in SETTINGS for row in _rows(settings, text)]


def _rows(settings: str, text: str) -> list[Row]:
    ours, theirs = ours_trained(settings), theirs_trained(settings)
    here, there = list(ours.vocab), pieces_of(theirs)
    ids, their_ids = ours.encode(text), theirs.encode(text)

    def row(what: str, mine: str, library: str) -> Row:
        where = t(f"views_sentencepiece.peer.{settings}")
        return Row(t(f"views_sentencepiece.peer.{what}", where=where), mine, library, LIBRARY)

    same_ids = sum(a == b for a, b in zip(here, there, strict=False))
    return [
        row("vocabulary", str(len(here)), str(same_ids)),
        row("pieces", " ".join(ours.tokenize(text)), printed(theirs, their_ids)),
        row("ids", in_line(ids), in_line(their_ids)),
        row("back", visible(ours.decode(ids)), visible(theirs.decode(their_ids))),
    ]


def in_line(ids: Sequence[int]) -> str:
    """Write ids in one line."""
    return " ".join(map(str, ids))


def printed(processor: Any, ids: Sequence[int]) -> str:
    """The library's pieces; asked for texts it would give what is unknown in place of `<unk>`."""
    return " ".join(processor.id_to_piece(list(ids)))


def lines() -> list[str]:
    """What both are trained on."""
    return [line for line in str(corpora.load(CORPUS)).splitlines() if line.strip()]


@cache
def ours_trained(settings: str) -> Tokenizer:
    """Our model."""
    return Tokenizer.train(
        "sentencepiece", lines(), vocab_size=SIZE, model="bpe", **SETTINGS[settings][0]
    )


@cache
def theirs_trained(settings: str) -> Any:
    """The library's model."""
    import sentencepiece

    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines()),
        model_writer=file,
        model_type="bpe",
        vocab_size=SIZE,
        character_coverage=1.0,
        num_threads=1,
        minloglevel=2,
        **SETTINGS[settings][1],
    )
    return sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())


def pieces_of(processor: Any) -> list[str]:
    """The pieces of a model of the library, in the order of their ids."""
    return list(processor.id_to_piece(list(range(processor.get_piece_size()))))
