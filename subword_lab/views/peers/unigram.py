"""Unigram beside SentencePiece: the pieces both learn from one text, and how both cut another."""

import io
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from subword_lab import corpora, unigram
from subword_lab.i18n import t
from subword_lab.unigram import UnigramModel
from subword_lab.views.comparison import Row

LIBRARY = "sentencepiece"
CORPUS, SIZE = "english/recipes", 250
TOP, BEST = 8, 3
SPACE = "▁"


def compare(text: str) -> list[Row]:
    """Train on the recipes here and there; then cut `text` by the pieces learned.

    `ValueError` for a text without a word.
    """
    if not text.split():
        raise ValueError(t("views_unigram.peer.empty"))
    ours, library = trained_here(), trained_there()
    theirs = read(library)
    marked = SPACE + SPACE.join(text.split())
    both = [piece for piece in ours.vocab if piece in theirs.vocab]
    loss = (f"{-unigram.expect(m, words()).log_likelihood:,.0f}" for m in (ours, theirs))
    there = " ".join(library.encode(text, out_type=str))
    rows = [
        Row(t("views_unigram.peer.pieces"), str(len(ours.vocab)), str(len(both)), LIBRARY),
        Row(t("views_unigram.peer.top", count=TOP), top(ours), top(theirs), LIBRARY),
        Row(t("views_unigram.peer.loss"), *loss, LIBRARY),
        Row(marked, " ".join(fused(ours, unigram.encode(ours, marked))), there, LIBRARY),
    ]
    word = text.split()[0]
    cuts = unigram.n_best(theirs, SPACE + word, BEST)
    best = (" ".join(fused(theirs, pieces)) for pieces, _ in cuts)
    peers = map(" ".join, library.nbest_encode(word, nbest_size=BEST, out_type=str))
    label = t("views_unigram.peer.best", count=BEST, word=word)
    return [*rows, Row(label, "; ".join(best), "; ".join(peers), LIBRARY)]


def lines() -> list[str]:
    """The corpus as SentencePiece takes it: a sentence a line, single spaces."""
    text = corpora.load(CORPUS)
    return [" ".join(line.split()) for line in str(text).splitlines() if line.strip()]


def words() -> Counter[str]:
    """How often each word occurs, with the space before it made visible."""
    return Counter(SPACE + word for line in lines() for word in line.split())


@cache
def trained_here() -> UnigramModel:
    """Our model of the corpus; the library looks beyond the ends of words, so we say those."""
    ends = Counter(SPACE + line.split()[-1] for line in lines())
    return unigram.train(words(), SIZE, line_ends=ends, allowed=unigram.one_script)


@cache
def trained_there() -> Any:
    """The library's model of the corpus."""
    import sentencepiece

    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines()), model_writer=file, model_type="unigram", vocab_size=SIZE,
        normalization_rule_name="identity", character_coverage=1.0, bos_id=-1, eos_id=-1,
        num_threads=1, minloglevel=2,
    )  # fmt: skip
    return sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())


def read(library: Any) -> UnigramModel:
    """The library's pieces and scores as a model of ours."""
    pieces = [library.id_to_piece(at) for at in range(library.get_piece_size())]
    logs = {p: library.get_score(at) for at, p in enumerate(pieces) if at != library.unk_id()}
    return UnigramModel({piece: at for at, piece in enumerate(pieces)}, logs, "<unk>")


def top(model: UnigramModel) -> str:
    """The most probable pieces with their logs."""
    best = sorted(model.log_probs.items(), key=lambda item: (-round(item[1], 3), item[0]))[:TOP]
    return " · ".join(f"{piece} {log:.3f}" for piece, log in best)


def fused(model: UnigramModel, cut: Sequence[str]) -> Sequence[str]:
    """A cut with unknown characters side by side as one piece, as the library prints it."""
    pieces: list[str] = []
    unknown = False
    for piece in cut:
        if unknown and piece not in model.log_probs:
            pieces[-1] += piece
        else:
            pieces.append(piece)
        unknown = piece not in model.log_probs
    return pieces
