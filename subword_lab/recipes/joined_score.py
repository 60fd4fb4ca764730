"""SentencePiece's BPE: merges are found by the score of the joined string."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from subword_lab import bpe
from subword_lab.bpe import BpeModel
from subword_lab.recipes.job import Job
from subword_lab.recipes.piece_rules import UNKNOWN, PieceRules
from subword_lab.unigram import required_characters


def by_joined_score(
    words: Mapping[str, int], job: Job, first_pieces: Sequence[str], rules: PieceRules
) -> BpeModel:
    """Train as SentencePiece's BPE does; ids: `first_pieces`, merges, characters by falling count.

    Where no pair is left and the vocabulary is not full, SentencePiece goes on with pairs that have
    been there and are no more; so do these.
    """
    parts: Counter[str] = Counter()
    for word, count in words.items():
        for part in word.split(UNKNOWN):
            parts[part] += count
    model = bpe.train(
        parts,
        job.vocab_size,
        job.merges,
        "sentencepiece",
        special_tokens=first_pieces,
        allowed=rules.allow,
        once=True,
    )
    room = (job.vocab_size or 0) - len(model.vocab)
    made = [left + right for left, right in model.merges]
    made += _passing(model, parts, rules)[:room] if room > 0 else []
    pieces = (*first_pieces, *made, *required_characters(parts, 1.0))
    return replace(
        model,
        vocab={piece: id for id, piece in enumerate(pieces)},
        lookup="joined",
        piece_ranks={piece: rank for rank, piece in enumerate(made)},
    )


def _passing(model: BpeModel, words: Iterable[str], rules: PieceRules) -> list[str]:
    """What pairs could have made at some moment while these words were merged, shortest first."""
    joined: set[str] = set()
    for word in words:
        steps = tuple(bpe.encode_steps(model, word))
        for done in range(len(steps) + 1):
            symbols = bpe.symbols_after(word, steps[:done])
            joined.update(left + right for left, right in pairwise(symbols))
    new = (piece for piece in joined - model.vocab.keys() if rules.allow(piece))
    return sorted(new, key=lambda piece: (len(piece), piece))
