"""Unigram training over all words at once: what SentencePiece computes, to the last bit.

The steps are those of `unigram.train_steps`. That goes word by word, in double precision; this
takes all words together, in single precision, so that the last near ties fall as they do in
SentencePiece (with `num_threads=1`: several threads sum in another order).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.lattices import Floats, Lattices
from subword_lab.fast.positions import Numbers, Small
from subword_lab.fast.tries import Trie
from subword_lab.fast.unigram_seeds import seed_scores
from subword_lab.unigram import training
from subword_lab.unigram.model import UNKNOWN_PENALTY, UnigramModel
from subword_lab.unigram.psi import digamma
from subword_lab.unigram.rounds import MIN_EXPECTED

Doubles = NDArray[np.float64]
DROPPED = np.float32(-1e30)  # the score of a piece that is not in the model any more
WORTH_KEEPING = 0.8  # share of edges that must be alive, else the lattices are made smaller


class Scored(NamedTuple):
    """Pieces by their numbers, in the order of the model, and their scores.

    While it trains, SentencePiece counts unknown characters under the first piece.
    """

    pieces: Numbers
    scores: Floats


def train(
    word_counts: Mapping[str, int],
    vocab_size: int,
    *,
    special_tokens: Sequence[str] = ("<unk>",),
    unk: str | None = "<unk>",
    max_piece_length: int = 16,
    seed_size: int = 1_000_000,
    shrink: float = 0.75,
    em_rounds: int = 2,
    character_coverage: float = 1.0,
    line_ends: Mapping[str, int] | None = None,
    counted_twice: Mapping[str, int] | None = None,
    allowed: Callable[[str], bool] | None = None,
    summed: Iterable[tuple[str, int]] | None = None,
) -> UnigramModel:
    """Train a Unigram model; arguments and errors are those of `unigram.train`.

    `summed` are the words with their counts in the order in which they are summed.

    >>> model = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, vocab_size=10)
    >>> list(model.vocab)
    ['<unk>', 'pun', 'hug', 'b', 's', 'h', 'n', 'p', 'g', 'u']
    """
    plan = training.plan(
        word_counts, vocab_size, special_tokens, unk, shrink, em_rounds, character_coverage, allowed
    )
    seeds = seed_scores(
        plan.words,
        max_piece_length=max_piece_length,
        seed_size=seed_size,
        line_ends=line_ends,
        counted_twice=counted_twice,
        allowed=allowed,
    )
    usable = training.usable_seeds(seeds, plan)
    over = AllWordsAtOnce(plan.words.items() if summed is None else summed, list(usable))
    model = over.start(list(usable.values()))
    while True:
        for _ in range(em_rounds):
            model, _ = over.em_step(model)
        model = over.prune(model, training.next_size(len(model.pieces), shrink, vocab_size))
        if len(model.pieces) <= training.enough(vocab_size):
            break
    left = over.scores_by_name(over.reachable(model))
    final = training.final_log_probs(left, plan.required, plan.room)
    return training.finished(final, plan, unk)


class AllWordsAtOnce:
    """The rounds of training (`unigram.rounds.Rounds`) in arrays; nobody asks for prices here.

    `counted` holds words with their counts; they are summed in this order. `pieces` are the seeds.
    """

    def __init__(self, counted: Iterable[tuple[str, int]], pieces: Sequence[str]) -> None:
        words, times = zip(*counted, strict=True)
        self.times = np.array(times, np.float32)
        self.pieces = pieces
        self.lattices = Lattices.over(words, Trie.of(pieces))

    def start(self, seed_scores: Sequence[int]) -> Scored:
        """The model that the seeds' scores make."""
        rounded = np.array(seed_scores, np.float32).astype(np.float64)
        scores = np.log(rounded) - log(sum(rounded.tolist()))
        return Scored(np.arange(len(self.pieces)), scores.astype(np.float32))

    def em_step(self, model: Scored) -> tuple[Scored, float]:
        """One E step and one M step; the log-likelihood is that of the words under `model`."""
        lattices = self._lattices(model)
        scores = self._by_number(model)[lattices.piece]
        before, after = lattices.forward(scores), lattices.backward(scores)
        totals = np.empty(len(self.times), np.float32)
        totals[lattices.shape.words] = before[lattices.shape.last]
        share = before[lattices.start] + scores + after[lattices.end] - totals[lattices.word]
        times = self.times[lattices.word] * np.exp(share.astype(np.float64))
        expected = np.zeros(len(self.pieces), np.float32)
        booked = self._booked(model)[lattices.piece]
        np.add.at(expected, booked[lattices.in_words], times[lattices.in_words])

        counts = expected[model.pieces]
        kept = counts >= MIN_EXPECTED
        total = np.cumsum(counts[kept], dtype=np.float32)[-1]  # one after the other
        new = _digamma(counts[kept].astype(np.float64)) - float(np.float32(digamma(float(total))))
        likelihood = float(self.times @ totals.astype(np.float64))
        return Scored(model.pieces[kept], new.astype(np.float32)), likelihood

    def prune(self, model: Scored, size: int) -> Scored:
        """Keep the `size` pieces that are dearest to replace, dearest first."""
        losses = self._losses(model)
        used = np.flatnonzero(~np.isnan(losses))
        dearest = used[np.argsort(-losses[used], kind="stable")][:size]
        return Scored(model.pieces[dearest], model.scores[dearest])

    def reachable(self, model: Scored) -> Scored:
        """Drop the pieces that score lower than their own best cut."""
        _, cut, _ = self._cut_pieces(model)
        kept = cut <= model.scores
        return Scored(model.pieces[kept], model.scores[kept])

    def scores_by_name(self, model: Scored) -> dict[str, float]:
        """The pieces of the model with their scores, in order."""
        names = (self.pieces[number] for number in model.pieces.tolist())
        return dict(zip(names, model.scores.tolist(), strict=True))

    def _losses(self, model: Scored) -> Floats:
        """What each piece would cost: infinite without another cut, nan if it is not used."""
        lattices, cut, edges = self._cut_pieces(model)
        counts = self._counts_on_best_paths(model)
        n, total = counts, np.float32(counts.sum(dtype=np.float64))

        word = lattices.word[edges]
        parts = np.bincount(word, minlength=len(n)).astype(np.float32)
        # The n occurrences become n * parts: the total grows, and so do the counts.
        new_total = total + n * (parts - 1)
        others = np.append(counts, counts[0])[lattices.piece[edges]]
        shares = _log_share(others + n[word], new_total[word])
        replaced = np.zeros(len(n), np.float32)
        np.add.at(replaced, word, shares)

        with np.errstate(invalid="ignore"):  # of pieces on no best path
            losses = n / total * (_log_share(n, total).astype(np.float32) - replaced)
        losses[np.isneginf(cut)] = np.inf
        losses[(n == 0) | (cut > model.scores)] = np.nan
        return losses

    def _counts_on_best_paths(self, model: Scored) -> Floats:
        lattices = self._lattices(model)
        _, edges = lattices.best(self._by_number(model)[lattices.piece])
        counts = np.zeros(len(self.pieces), np.float32)
        booked = self._booked(model)[lattices.piece[edges]]
        np.add.at(counts, booked, self.times[lattices.word[edges]])
        return counts[model.pieces]

    def _cut_pieces(self, model: Scored) -> tuple[Lattices, Floats, Small]:
        """The pieces themselves as words, and the best path of each one that is not itself."""
        names = [self.pieces[number] for number in model.pieces.tolist()]
        lattices = Lattices.over(names, Trie.of(names), whole=False)
        scores = np.append(model.scores, _unknown(model))[lattices.piece]
        return lattices, *lattices.best(scores)

    def _lattices(self, model: Scored) -> Lattices:
        """The lattices of the words for the pieces that are left.

        Edges of dropped pieces do no harm, their probability is 0; but where there is no edge for a
        character any more, there must be one for an unknown one.
        """
        alive = np.zeros(len(self.pieces) + 1, bool)
        alive[model.pieces] = True
        letters = self.lattices.piece[: self.lattices.rows[1]]
        share = np.count_nonzero(alive[self.lattices.piece]) / len(self.lattices.piece)
        if share < WORTH_KEEPING or not alive[letters].all():
            self.lattices = self.lattices.keeping(alive[:-1])
        return self.lattices

    def _by_number(self, model: Scored) -> Floats:
        """Scores by the number of a piece; the last one, number -1, is that of the unknown."""
        scores = np.full(len(self.pieces) + 1, DROPPED)
        scores[model.pieces] = model.scores
        scores[-1] = _unknown(model)
        return scores

    def _booked(self, model: Scored) -> Numbers:
        """Under which number each piece is counted; the unknown, number -1, under the first."""
        return np.append(np.arange(len(self.pieces)), model.pieces[0])


def _unknown(model: Scored) -> np.float32:
    return np.float32(float(model.scores.min()) - UNKNOWN_PENALTY)


def _digamma(x: Doubles) -> Doubles:
    """`unigram.psi.digamma` for many numbers."""
    below, x = np.zeros(len(x)), x.copy()
    while (small := x < 7).any():
        below[small] -= 1 / x[small]
        x[small] += 1
    y2 = (1 / (x - 0.5)) ** 2
    y4 = y2 * y2
    series = np.log(x - 0.5) + 1 / 24 * y2 - 7 / 960 * y4
    return below + (series + 31 / 8064 * y4 * y2 - 127 / 30720 * y4 * y4)


def _log_share(counts: Floats, total: Floats | np.float32) -> Doubles:
    """log(count / total), the logarithm of the total in single precision."""
    with np.errstate(divide="ignore"):
        return np.log(counts.astype(np.float64)) - np.log(total.astype(np.float64)).astype(
            np.float32
        )
