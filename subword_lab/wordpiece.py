"""WordPiece: pieces inside a word carry ``##``, and a word is cut longest match first.

How the pieces of BERT were learned was never published in full. This module names the three answers
in circulation: by ``"count"`` as in BPE (what Hugging Face's trainer does), by ``"pmi"`` (the score
of the Hugging Face course), by ``"gain"`` in likelihood (what the paper describes).

Source: Schuster and Nakajima 2012, "Japanese and Korean Voice Search", section 3; encoding follows
`tokenization.py` of google-research/bert, with the limit of 100 characters of `tokenizers`.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

from subword_lab.pairs import Merged, PairTable, Symbols, Words, replay
from subword_lab.scores import PairScore, highest, score_all, score_pairs, symbol_counts
from subword_lab.ties import Order, Pair, tie_order
from subword_lab.trace import drain
from subword_lab.training import TIES_SHOWN, first_ids, pair_table, spelled

PREFIX = "##"
UNK = "[UNK]"
SCORES = ("count", "pmi", "gain")


@dataclass(frozen=True, slots=True)
class Matched:
    """An encoding step: `piece` is the longest that fits at `start`; it ends before `end`."""

    start: int
    end: int
    piece: str


@dataclass(frozen=True, slots=True)
class FellBack:
    """An encoding step: no piece fits at `start`, so the whole word is unknown."""

    start: int


@dataclass(frozen=True)
class WordPieceModel:
    """A WordPiece model: pieces with ids; `merges` tell how they were learned and encode nothing.

    Pieces that start with `prefix` continue a word. A word of more than `max_chars` characters is
    `unk` without being looked at.
    """

    vocab: dict[str, int]
    merges: list[Pair] = field(default_factory=list)
    unk: str = UNK
    prefix: str = PREFIX
    max_chars: int = 100

    @classmethod
    def from_vocab(
        cls,
        pieces: Mapping[str, int] | Iterable[str],
        unk: str = UNK,
        prefix: str = PREFIX,
        max_chars: int = 100,
    ) -> "WordPieceModel":
        """Make a model from a ready vocabulary: pieces with their ids, or pieces in id order.

        `ValueError` if a piece is there twice.

        >>> encode(WordPieceModel.from_vocab(["[UNK]", "play", "##ing"]), "playing")
        ('play', '##ing')
        """
        if isinstance(pieces, str):
            raise TypeError(f"pieces must be a list or a mapping; got the string {pieces!r}")
        if isinstance(pieces, Mapping):
            return cls(dict(pieces), [], unk, prefix, max_chars)
        counts = Counter(pieces := list(pieces))
        if len(counts) < len(pieces):
            twice = next(piece for piece, count in counts.items() if count > 1)
            raise ValueError(f"the vocabulary holds {twice!r} more than once, so its id is unclear")
        return cls({piece: id for id, piece in enumerate(pieces)}, [], unk, prefix, max_chars)

    @cached_property
    def longest(self) -> int:
        """The length of the longest piece: no match is longer."""
        return max(map(len, self.vocab), default=0)


def spell(word: str) -> Symbols:
    """Split a word into characters, all but the first marked as inside a word.

    >>> spell("hugs")
    ('h', '##u', '##g', '##s')
    """
    return tuple(PREFIX + ch if at else ch for at, ch in enumerate(word))


def join(left: str, right: str) -> str:
    """Name the piece made of two neighbors: the mark between them is dropped.

    >>> join("h", "##ug"), join("##g", "##s")
    ('hug', '##gs')
    """
    return left + right.removeprefix(PREFIX)


# Training ----------------------------------------------------------------------------------------


def train_steps(
    word_counts: Mapping[str, int],
    vocab_size: int | None = None,
    merges: int | None = None,
    score: str = "count",
    tie_break: str = "smallest_ids",
    special_tokens: Sequence[str] = (UNK,),
    min_gain: float | None = None,
    *,
    unk: str = UNK,
    table: str = "indexed",
    ties_shown: int = TIES_SHOWN,
) -> Generator[Merged, None, WordPieceModel]:
    """Train WordPiece, one `Merged` step at a time; the parameters are those of `train`."""
    if score not in SCORES:
        raise ValueError(f"unknown score {score!r}; known are {', '.join(SCORES)}")
    if min_gain is not None and score != "gain":
        raise ValueError(f"min_gain needs score='gain'; got score={score!r}")
    least = -inf if min_gain is None else min_gain
    words = spelled(word_counts, spell)
    symbols = symbol_counts(words)
    if unk not in special_tokens:
        special_tokens = (unk, *special_tokens)
    vocab = first_ids(special_tokens, symbols, vocab_size, merges)
    pairs = pair_table(table, words, tie_break, vocab)
    order = tie_order(tie_break, vocab)
    learned: list[Pair] = []

    while (merges is None or len(learned) < merges) and (
        vocab_size is None or len(vocab) < vocab_size
    ):
        best = _best(score, pairs, symbols, order, ties_shown)
        if best is None or (best.score is not None and best.score < least):
            break
        vocab.setdefault(best.new, len(vocab))
        replaced = pairs.merge((best.left, best.right), best.new)
        symbols.update({best.new: replaced})
        symbols.subtract({best.left: replaced})
        symbols.subtract({best.right: replaced})
        learned.append((best.left, best.right))
        yield best

    return WordPieceModel(vocab, learned, unk)


def _best(
    score: str, pairs: PairTable, symbols: Counter[str], order: Order, ties_shown: int
) -> Merged | None:
    """What to merge next, as the step it will be; None if no pair is left."""
    if score == "count":
        best = pairs.best()
        if best is None:
            return None
        (left, right), count = best
        tied = pairs.tied(ties_shown) if ties_shown else ()
        return Merged(left, right, join(left, right), count, tied=tied)
    counts = pairs.counts
    if not counts:
        return None
    values = score_all(score, counts, symbols, pairs.replacements)
    pair, *others = highest(values, order)
    new, tied = join(*pair), tuple(others[:ties_shown])
    return Merged(*pair, new, counts[pair], values[pair], tied)


def train(
    word_counts: Mapping[str, int],
    vocab_size: int | None = None,
    merges: int | None = None,
    score: str = "count",
    tie_break: str = "smallest_ids",
    special_tokens: Sequence[str] = (UNK,),
    min_gain: float | None = None,
    **options: Any,
) -> WordPieceModel:
    """Learn a WordPiece vocabulary from word counts, up to a size or a number of merges.

    Ids are given to the special tokens first, then to the characters seen, with and without ``##``,
    by code point, then to the merges; `vocab_size` counts all three. Training stops early when no
    pair is left, or when the best gain is under `min_gain`; from no words at all comes a model
    without merges.

    `score` is ``"count"``, ``"pmi"`` or ``"gain"``: the exact change in the log-likelihood of the
    corpus, which counts the merges that would happen (one in ``a a a``, where the pair is found
    twice). Ties are broken as in `bpe.train`. Options by keyword: `unk`, put first if it is not
    among the special tokens; `table`, ``"indexed"`` or ``"recount"``, which differ only in speed.

    `ValueError`: not exactly one of `vocab_size` and `merges`, a vocabulary smaller than the
    alphabet, a negative count, an unknown name, `min_gain` with another score. `TypeError`:
    `word_counts` is not a mapping.

    >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> train(corpus, merges=3).merges
    [('##u', '##g'), ('##u', '##n'), ('h', '##ug')]
    >>> train(corpus, merges=3, score="pmi").merges
    [('##g', '##s'), ('##u', '##g'), ('##u', '##n')]
    """
    steps = train_steps(
        word_counts,
        vocab_size,
        merges,
        score,
        tie_break,
        special_tokens,
        min_gain,
        ties_shown=0,
        **options,
    )
    return drain(steps)


def words_after(word_counts: Mapping[str, int], steps: Iterable[Merged] = ()) -> Words:
    """Give the words of a corpus as they stood after some recorded training steps.

    >>> words_after({"hugs": 5}, [Merged("##u", "##g", "##ug", 20)])
    [(('h', '##ug', '##s'), 5)]
    """
    return replay(spelled(word_counts, spell), steps)


def scores(words: Mapping[str, int] | Words) -> list[PairScore]:
    """Score every pair by count, by the Hugging Face course's form, by PMI and by gain.

    Takes word counts, or words as `words_after` gives them. See `scores.PairScore` for the columns.

    >>> row = scores({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})[-1]
    >>> row.pair, row.count, str(row.hf_score), round(row.pmi, 3), round(row.gain, 3)
    (('##g', '##s'), 5, '1/20', 1.732, 9.231)
    """
    return score_pairs(words_after(words) if isinstance(words, Mapping) else words)


# Encoding ----------------------------------------------------------------------------------------


def encode_steps(
    model: WordPieceModel, word: str
) -> Generator[Matched | FellBack, None, tuple[str, ...]]:
    """Encode one word, one `Matched` or `FellBack` step at a time; see `encode`."""
    if not isinstance(word, str):
        raise TypeError(f"a word is a str; got {type(word).__name__}: {word!r}")
    if len(word) > model.max_chars:
        yield FellBack(0)
        return (model.unk,)
    pieces: list[str] = []
    start = 0
    while start < len(word):
        mark = model.prefix if start else ""
        for end in range(min(len(word), start + model.longest), start, -1):
            piece = mark + word[start:end]
            if piece in model.vocab:
                break
        else:
            yield FellBack(start)
            return (model.unk,)
        pieces.append(piece)
        yield Matched(start, end, piece)
        start = end
    return tuple(pieces)


def encode(model: WordPieceModel, word: str) -> tuple[str, ...]:
    """Encode one word: take the longest piece that fits, go on behind it.

    Where nothing fits the whole word is `model.unk`, without a partial result; so is a word of more
    than `model.max_chars` characters. The merges play no part.

    >>> model = WordPieceModel.from_vocab(["[UNK]", "un", "##h", "##hug", "##s"])
    >>> encode(model, "unhugs"), encode(model, "unhugged")
    (('un', '##hug', '##s'), ('[UNK]',))
    """
    return drain(encode_steps(model, word))


def decode(model: WordPieceModel, pieces: Iterable[str]) -> str:
    """Write pieces as text: those with the mark go on with the word, others begin a new one.

    Where the words of the original stood without space between them (``don't``), that is not known
    any more.

    >>> decode(WordPieceModel({}), ["un", "##hug", "is", "play", "##ing"])
    'unhug is playing'
    """
    return " ".join(pieces).replace(" " + model.prefix, "")
