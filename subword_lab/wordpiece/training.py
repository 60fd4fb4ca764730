"""Learning pieces: merge the best pair by count, by PMI, or by the gain in likelihood."""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from math import inf
from typing import Any

from subword_lab.pairs import Merged, PairTable, Words, replay
from subword_lab.scores import PairScore, highest, score_all, score_pairs, symbol_counts
from subword_lab.text.checks import check_name, check_real, check_tokens
from subword_lab.ties import Order, Pair, tie_order
from subword_lab.trace import drain
from subword_lab.training import TIES_SHOWN, first_ids, pair_table, spelled
from subword_lab.wordpiece.model import UNK, WordPieceModel, join, spell

SCORES = ("count", "pmi", "gain")


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
    check_name(score, "score", SCORES)
    if min_gain is not None and score != "gain":
        raise ValueError(f"min_gain needs score='gain'; got score={score!r}")
    least = -inf if min_gain is None else check_real(min_gain, "min_gain")
    words = spelled(word_counts, spell)
    symbols = symbol_counts(words)
    special_tokens = check_tokens(special_tokens, "special_tokens")
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
    alphabet, a negative count, a lone surrogate, an unknown name, a special token that is empty or
    there twice, `min_gain` with another score. `TypeError`: `word_counts` is not a mapping, or a
    number is not whole.

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
