"""Unigram training over all words at once: what SentencePiece computes, to the last bit.

The training loop is `unigram.train_steps`. Its readable rounds go word by word, in double
precision; these take all words together, in single precision, so that the last near ties fall as
they do in SentencePiece (with `num_threads=1`: several threads sum in another order).
"""

from collections.abc import Iterable
from dataclasses import replace
from math import isnan

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.lattices import Best, Floats, Lattices, Numbers, paths
from subword_lab.unigram.model import UnigramModel
from subword_lab.unigram.psi import digamma
from subword_lab.unigram.rounds import MIN_EXPECTED


class AllWordsAtOnce:
    """The rounds of training (`unigram.rounds.Rounds`) in arrays.

    `counted` holds words with their counts; they are summed in this order.
    """

    def __init__(self, counted: Iterable[tuple[str, int]], seeds: UnigramModel) -> None:
        words, times = zip(*counted, strict=True)
        self.times = np.array(times, np.float32)
        self.ids = {piece: at for at, piece in enumerate(seeds.log_probs)}
        self.lattices = Lattices.over(words, self.ids, seeds.longest)
        self.alive = len(self.ids)

    def em_step(self, model: UnigramModel) -> tuple[UnigramModel, float]:
        """One E step and one M step; the log-likelihood is that of the words under `model`."""
        lattices = self._lattices(model)
        scores = self._scores(model)[lattices.piece]
        before, after = lattices.forward(scores), lattices.backward(scores)
        totals = before[lattices.last]
        share = before[lattices.start] + scores + after[lattices.end] - totals[lattices.word]
        expected = np.zeros(len(self.ids), np.float32)
        times = self.times[lattices.word] * np.exp(share.astype(np.float64))
        np.add.at(expected, self._booked(model)[lattices.piece], times)

        counts = dict(zip(model.log_probs, expected[self._order(model)].tolist(), strict=True))
        kept = {piece: count for piece, count in counts.items() if count >= MIN_EXPECTED}
        total = np.cumsum(list(kept.values()), dtype=np.float32)[-1]  # one after the other
        log_total = float(np.float32(digamma(float(total))))
        log_probs = {piece: digamma(count) - log_total for piece, count in kept.items()}
        return replace(model, log_probs=log_probs), float(self.times @ totals.astype(np.float64))

    def prune(self, model: UnigramModel, size: int) -> UnigramModel:
        """Keep the `size` pieces that are dearest to replace, dearest first."""
        losses = zip(model.log_probs, self._losses(model).tolist(), strict=True)
        used = {piece: loss for piece, loss in losses if not isnan(loss)}
        dearest = sorted(used, key=lambda piece: -used[piece])[:size]
        return replace(model, log_probs={piece: model.log_probs[piece] for piece in dearest})

    def reachable(self, model: UnigramModel) -> UnigramModel:
        """Drop the pieces that score lower than their own best cut."""
        _, cut = self._cut_pieces(model)
        kept = cut.scores <= self._scores(model)[self._order(model)]
        pieces = zip(model.log_probs.items(), kept.tolist(), strict=True)
        return replace(model, log_probs=dict(piece for piece, keep in pieces if keep))

    def _losses(self, model: UnigramModel) -> Floats:
        """What each piece would cost: infinite without another cut, nan if it is not used."""
        lattices, cut = self._cut_pieces(model)
        order, booked = self._order(model), self._booked(model)
        counts = self._counts_on_best_paths(model)
        n, total = counts[order], np.float32(counts[order].sum(dtype=np.float64))

        parts = np.zeros(len(order), np.float32)
        for pieces, _ in paths(cut):
            parts[pieces] += 1
        # The n occurrences become n * parts: the total grows, and so do the counts.
        new_total = total + n * (parts - 1)
        replaced = np.zeros(len(order), np.float32)
        for pieces, edges in reversed(list(paths(cut))):
            others = counts[booked[lattices.piece[edges]]]
            replaced[pieces] = replaced[pieces] + _log_share(others + n[pieces], new_total[pieces])

        with np.errstate(invalid="ignore"):  # of pieces on no best path
            losses = n / total * (_log_share(n, total).astype(np.float32) - replaced)
        losses[np.isneginf(cut.scores)] = np.inf
        losses[(n == 0) | (cut.scores > self._scores(model)[order])] = np.nan
        return losses

    def _counts_on_best_paths(self, model: UnigramModel) -> Floats:
        lattices = self._lattices(model)
        best = lattices.best(self._scores(model)[lattices.piece])
        counts = np.zeros(len(self.ids), np.float32)
        booked = self._booked(model)
        for words, edges in paths(best):
            np.add.at(counts, booked[lattices.piece[edges]], self.times[words])
        return counts

    def _cut_pieces(self, model: UnigramModel) -> tuple[Lattices, Best]:
        """The pieces themselves as words, and the best path of each one that is not itself."""
        ids = {piece: self.ids[piece] for piece in model.log_probs}
        lattices = Lattices.over(list(ids), ids, model.longest)
        scores = self._scores(model)[lattices.piece]
        whole = (lattices.end == lattices.last[lattices.word]) & (
            lattices.start == lattices.borders[lattices.word]
        )
        scores[whole] = -np.inf
        return lattices, lattices.best(scores)

    def _lattices(self, model: UnigramModel) -> Lattices:
        """The lattices of the words, without the pieces that have been dropped since."""
        if len(model.log_probs) < self.alive:
            self.alive = len(model.log_probs)
            alive = np.zeros(len(self.ids), bool)
            alive[self._order(model)] = True
            self.lattices = self.lattices.keeping(alive)
        return self.lattices

    def _order(self, model: UnigramModel) -> Numbers:
        return np.array([self.ids[piece] for piece in model.log_probs], np.int64)

    def _scores(self, model: UnigramModel) -> Floats:
        """Scores by the number of a piece; the last one, number -1, is that of the unknown."""
        scores = np.zeros(len(self.ids) + 1, np.float32)
        scores[self._order(model)] = list(model.log_probs.values())
        scores[-1] = model.unk_score
        return scores

    def _booked(self, model: UnigramModel) -> Numbers:
        """Under which number each piece is counted; the unknown, number -1, under the first."""
        return np.append(np.arange(len(self.ids)), self._order(model)[0])


def _log_share(counts: Floats, total: Floats | np.float32) -> NDArray[np.float64]:
    """log(count / total), the logarithm of the total in single precision."""
    with np.errstate(divide="ignore"):
        return np.log(counts.astype(np.float64)) - np.log(total.astype(np.float64)).astype(
            np.float32
        )
