"""The pairs that are worth showing under each criterion, found without scoring all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from subword_lab import wordpiece
from subword_lab.scores import gain_of_double, highest, score_all
from subword_lab.ties import Order, Pair
from subword_lab.views.replaying import Replay
from subword_lab.views.tables import ROWS_SHOWN, ranked

MOST = 30  # pairs by each criterion that a learner may choose among
SLACK = 1e-6  # more than arrays and single numbers can differ by


@dataclass(frozen=True)
class Board:
    """The leading pairs of a moment, and the best of each criterion, ties included."""

    values: Mapping[str, Mapping[Pair, float]]  # criterion -> pair -> value
    best: Mapping[str, Sequence[Pair]]  # criterion -> its best pair, then those tied with it

    @classmethod
    def of(cls, moment: Replay, order: Order) -> "Board":
        """Score the pairs that lead under any criterion; without pairs there is no criterion."""
        counts = leading(moment)
        if not counts:
            return cls({}, {})
        values: dict[str, Mapping[Pair, float]] = {"count": counts}
        for name in ("pmi", "gain"):
            values[name] = score_all(name, counts, moment.symbols, moment.replacements)
        return cls(values, {name: highest(values[name], order) for name in wordpiece.SCORES})

    def rows(self, score: str, order: Order) -> list[Pair]:
        """The first pairs under one criterion, then the favorites of the others, best first."""
        values = self.values[score]
        first = ranked(values, order, ROWS_SHOWN)
        favorites = {pairs[0] for pairs in self.best.values()}.difference(first)
        others = {pair: values[pair] for pair in values if pair in favorites}
        return first + ranked(others, order, len(wordpiece.SCORES))


def leading(moment: Replay) -> dict[Pair, int]:
    """The pairs among the first `MOST` under any criterion, and all that tie with them.

    >>> words = [(("h", "##u", "##g"), 10), (("p", "##u", "##g"), 5)]
    >>> leading(Replay(words, ()))
    {('h', '##u'): 10, ('##u', '##g'): 15, ('p', '##u'): 5}
    """
    pairs = list(moment.counts)
    if len(pairs) <= MOST:
        return dict(moment.counts)
    leads = np.zeros(len(pairs), bool)
    for values in _estimates(moment, pairs):
        leads |= values >= np.partition(values, -MOST)[-MOST] - SLACK
    return {pairs[at]: moment.counts[pairs[at]] for at in np.flatnonzero(leads)}


def _estimates(moment: Replay, pairs: Sequence[Pair]) -> tuple[np.ndarray, ...]:
    """Count, PMI and gain of all pairs as `scores` has them, up to rounding."""
    symbols = moment.symbols
    total = sum(symbols.values())
    lefts, rights = zip(*pairs, strict=True)
    n = np.fromiter(moment.counts.values(), float, len(pairs))
    a = np.fromiter(map(symbols.__getitem__, lefts), float, len(pairs))
    b = np.fromiter(map(symbols.__getitem__, rights), float, len(pairs))
    pmi = np.log(n * total / (a * b))
    gain = n * pmi + _rest(n, a) + _rest(n, b) - _rest(n, np.array(float(total)))
    for at, (left, right) in enumerate(pairs):
        if left == right:
            gain[at] = gain_of_double(moment.replacements((left, right)), symbols[left], total)
    return n, pmi, gain


def _rest(n: np.ndarray, a: np.ndarray) -> np.ndarray:
    left = np.maximum(a - n, 0)
    return left * np.log(np.maximum(left, 1) / a)
