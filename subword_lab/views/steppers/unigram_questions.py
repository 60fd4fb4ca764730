"""What can be predicted while Unigram is trained: its seeds, its estimates, its last choice."""

from collections.abc import Mapping, Sequence
from heapq import nlargest
from math import exp, inf, isclose
from typing import TypeVar

from subword_lab.i18n import t
from subword_lab.views.html import Html, row_of_bricks, visible
from subword_lab.views.steppers.unigram_words import cut_words, whole_words
from subword_lab.views.stepping import Question
from subword_lab.views.tables import Bar, bars, beside

SEEDS_OFFERED = 8
PIECES_OFFERED = 10
KEPT_OFFERED = 4
FEW_DIGITS = 0.001  # from here on four digits tell probabilities apart
WORTH_SEEING = 0.2  # a fall by less than this share is nothing that one could foresee

LogProbs = Mapping[str, float]
Item = TypeVar("Item")


def first_seed(seeds: LogProbs, word_counts: Mapping[str, int]) -> Question:
    """Which seed starts as the most probable one?"""
    offered = _likeliest(seeds, SEEDS_OFFERED)
    answer = offered[0]
    why = t("views_unigram.training.why_seed", p=_shown(seeds[answer]))
    words = whole_words(word_counts, t("views_unigram.training.whole_words"))
    tied = [piece for piece in offered[1:] if isclose(seeds[piece], seeds[answer])]
    return _question("views_unigram.training.ask_seed", offered, answer, words, tied, why)


def largest_fall(
    before: LogProbs, after: LogProbs, word_counts: Mapping[str, int]
) -> Question | None:
    """Which of the likeliest pieces does an estimate take most from? None if that is not much."""
    offered = _likeliest(before, PIECES_OFFERED)
    falls = {piece: exp(before[piece]) - exp(after.get(piece, -inf)) for piece in offered}
    answer = max(offered, key=falls.__getitem__)
    if falls[answer] < WORTH_SEEING * exp(before[answer]):
        return None
    tied = [piece for piece in offered if piece != answer and isclose(falls[piece], falls[answer])]
    p, q = _shown(before[answer]), _shown(after.get(answer, -inf))
    why = t("views_unigram.training.why_fall", before=p, after=q)
    words = cut_words(word_counts, before, t("views_unigram.training.words"))
    hidden = beside(_probabilities(offered, before), words)
    return _question("views_unigram.training.ask_fall", offered, answer, hidden, tied, why)


def dropped(before: LogProbs, after: LogProbs, word_counts: Mapping[str, int]) -> Question | None:
    """Which of some pieces does an estimate drop? None if it drops none."""
    why = t("views_unigram.training.why_dropped")
    words = cut_words(word_counts, before, t("views_unigram.training.words"))
    return _who_goes("views_unigram.training.ask_dropped", before, after, words, why)


def left_out(before: LogProbs, after: LogProbs) -> Question | None:
    """Which of some pieces is not among the final ones? None where all are."""
    why = t("views_unigram.training.why_out", left=len(after))
    return _who_goes("views_unigram.training.ask_out", before, after, Html("", ""), why)


def _who_goes(
    key: str, before: LogProbs, after: LogProbs, words: Html, why: str
) -> Question | None:
    out = _likeliest({piece: log for piece, log in before.items() if piece not in after}, 1)
    kept = sorted((piece for piece in after if piece in before), key=lambda p: (-before[p], p))
    if not out or not kept:
        return None
    offered = [*out, *spread(kept, KEPT_OFFERED)]
    tied = [p for p in offered[1:] if isclose(before[p], before[out[0]]) and len(p) > 1]
    hidden = beside(*filter(lambda part: part.text, [_probabilities(offered, before), words]))
    return _question(key, offered, out[0], hidden, tied, why)


def spread(ranked: Sequence[Item], most: int) -> list[Item]:
    """Take some of a sorted list, evenly, the last one among them.

    >>> spread("abcdefgh", 4)
    ['b', 'd', 'f', 'h']
    """
    most = min(most, len(ranked))
    return [ranked[len(ranked) * (at + 1) // most - 1] for at in range(most)]


def _question(
    key: str, offered: Sequence[str], answer: str, hidden: Html, tied: Sequence[str], why: str
) -> Question:
    options = tuple(map(visible, sorted(offered)))
    return Question(t(key), options, visible(answer), hidden, tuple(map(visible, tied)), why)


def _likeliest(log_probs: LogProbs, most: int) -> list[str]:
    """The most probable pieces; among equals the code points decide."""
    least = min(nlargest(most, log_probs.values()), default=inf)
    first = (item for item in log_probs.items() if item[1] >= least)
    return [piece for piece, _ in sorted(first, key=lambda item: (-item[1], item[0]))[:most]]


def _probabilities(pieces: Sequence[str], log_probs: LogProbs) -> Html:
    rows = []
    for piece in sorted(pieces):
        label = Html(row_of_bricks([piece]), visible(piece))
        rows.append(Bar(label, exp(log_probs[piece]), _shown(log_probs[piece])))
    return bars(t("views_unigram.training.offered"), rows)


def _shown(log_prob: float) -> str:
    p = exp(log_prob)
    return f"{p:.4f}" if p >= FEW_DIGITS or not p else f"{p:.1e}"
