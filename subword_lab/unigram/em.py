"""Estimating the probabilities of a fixed set of pieces by expectation maximization (EM).

Nobody has cut the training words, so the pieces cannot be counted. EM counts them in every
segmentation at once, each weighted by its probability under the present model (E step), and makes
the expected counts the new probabilities (M step). No step lowers the likelihood of the words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import log

from subword_lab.text.checks import check_counts
from subword_lab.unigram.encoding import lattice
from subword_lab.unigram.model import UnigramModel
from subword_lab.unigram.psi import digamma as psi


@dataclass(frozen=True, slots=True)
class Expectation:
    """How often each piece is expected to occur, and the log-likelihood (natural) of the words."""

    counts: dict[str, float]
    log_likelihood: float


def expect(model: UnigramModel, word_counts: Mapping[str, int]) -> Expectation:
    """E step: count each piece in all segmentations of all words, by forward and backward sums.

    A character that is no piece is counted under the model's `unk` where that has a probability.
    Raises as `text.checks.check_counts` and `lattice` do.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.5, "ug": 0.25})
    >>> expect(model, {"ug": 2}).counts
    {'u': 1.0, 'g': 1.0, 'ug': 1.0}
    """
    counts = dict.fromkeys(model.log_probs, 0.0)
    log_likelihood = 0.0
    for word, count in check_counts(word_counts).items():
        graph = lattice(model, word)
        shares, total = graph.marginals()
        log_likelihood += count * total
        for edge, share in zip(graph.edges, shares, strict=True):
            if edge.piece in counts:
                counts[edge.piece] += count * share
            elif model.unk in counts:
                counts[model.unk] += count * share
    return Expectation(counts, log_likelihood)


def em_step(
    model: UnigramModel,
    word_counts: Mapping[str, int],
    *,
    digamma: bool = True,
    min_count: float = 0.0,
) -> tuple[UnigramModel, float]:
    """Do one E step and one M step; give the new model and the log-likelihood of the *old* one.

    With `digamma` a count c of a total n becomes exp(digamma(c) - digamma(n)) instead of c / n:
    about (c - 1/2) / n, which starves rare pieces, as a sparse prior would; SentencePiece does
    this. Pieces expected less than `min_count` times, or never, lose their probability.
    Raises a `ValueError` where no word occurs.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.5, "ug": 0.5})
    >>> after, log_likelihood = em_step(model, {"ug": 3}, digamma=False)
    >>> round(log_likelihood, 6) == round(3 * log(0.25 + 0.5), 6)
    True
    >>> round(after.log_probs["ug"], 6) == round(log(2 / 4), 6)     # expected u 1, g 1, ug 2
    True

    Source: Kudo 2018, section 3.2; SentencePiece's `RunMStep`, after Liang and Klein's ACL 2007
    tutorial "Structured Bayesian Nonparametric Models with Variational Inference".
    """
    if not any(check_counts(word_counts).values()):
        raise ValueError("there is no word to learn from: word_counts is empty or holds only zeros")
    expected = expect(model, word_counts)
    kept = {p: c for p, c in expected.counts.items() if c > 0 and c >= min_count}
    kept = kept or {p: c for p, c in expected.counts.items() if c > 0}
    scale = psi if digamma else log
    total = scale(sum(kept.values()))
    log_probs = {piece: scale(count) - total for piece, count in kept.items()}
    return replace(model, log_probs=log_probs), expected.log_likelihood
