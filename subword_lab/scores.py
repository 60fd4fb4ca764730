"""What merging a pair is worth: its count, its PMI, or the gain in likelihood.

In these formulas `n` is the count of the pair, `a` and `b` are the counts of its two symbols, and
`total` counts all symbols of the corpus. Logarithms are natural.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isclose, log, log1p

from subword_lab.pairs import Symbols, Words, count_pairs, count_replacements
from subword_lab.ties import Order, Pair


@dataclass(frozen=True, slots=True)
class PairScore:
    """A pair with its count and the three values by which WordPiece has been said to choose.

    `hf_score` is count / (left count x right count), the form in the Hugging Face course; it ranks
    pairs exactly as `pmi` does. `gain` is the change in log-likelihood if the pair is merged.
    """

    pair: Pair
    count: int
    hf_score: Fraction
    pmi: float
    gain: float


def symbol_counts(words: Iterable[tuple[Symbols, int]]) -> Counter[str]:
    """Count every symbol, weighted by word counts.

    >>> symbol_counts([(("a", "b", "a"), 2)])
    Counter({'a': 4, 'b': 2})
    """
    counts: Counter[str] = Counter()
    for symbols, count in words:
        for symbol in symbols:
            counts[symbol] += count
    return counts


def log_likelihood(counts: Mapping[str, int]) -> float:
    """The log-probability of a corpus whose symbols are drawn one by one with their frequencies.

    >>> round(log_likelihood({"a": 1, "b": 1}), 4)  # twice the log of one half
    -1.3863
    """
    return sum(map(_xlogx, counts.values())) - _xlogx(sum(counts.values()))


def pmi(n: int, a: int, b: int, total: int) -> float:
    """Pointwise mutual information: the log of how much oftener a pair occurs than by chance.

    >>> round(pmi(20, 36, 20, 113), 4)
    1.1439
    """
    return log(n * total / (a * b))


def gain(n: int, a: int, b: int, total: int) -> float:
    """The exact change in log-likelihood when `n` pairs of two different symbols are merged.

    Written out it is g(n) + g(a-n) + g(b-n) - g(total-n) - g(a) - g(b) + g(total) with
    g(v) = v log v. The same in the form below does not subtract huge numbers from one another, and
    it shows at once that the gain is never more than `n` away from ``n * pmi``.

    >>> round(gain(20, 36, 20, 113), 3)
    28.018
    """
    return n * pmi(n, a, b, total) + _rest(n, a) + _rest(n, b) - _rest(n, total)


def gain_of_double(n: int, a: int, total: int) -> float:
    """The exact change in log-likelihood when `n` pairs of a symbol with itself are merged.

    >>> round(gain_of_double(1, 2, 71), 4)
    3.8693
    """
    return _xlogx(n) + _xlogx(a - 2 * n) - _xlogx(a) - _xlogx(total - n) + _xlogx(total)


def score_all(
    score: str,
    counts: Mapping[Pair, int],
    symbols: Mapping[str, int],
    replaced: Callable[[Pair], int],
) -> dict[Pair, float]:
    """Score all pairs by ``"pmi"`` or ``"gain"``, from the counts of pairs and of symbols.

    `replaced` tells how often merging a pair would replace it: of (a, a) in ``a a a``, two
    positions hold the pair but only one can be merged, and the gain counts what happens.

    >>> values = score_all("pmi", {("a", "b"): 2}, {"a": 2, "b": 4}, lambda pair: 2)
    >>> values == {("a", "b"): log(2 * 6 / (2 * 4))}
    True
    """
    total = sum(symbols.values())
    values = {}
    for (left, right), n in counts.items():
        if score == "pmi":
            value = pmi(n, symbols[left], symbols[right], total)
        elif left == right:
            value = gain_of_double(replaced((left, right)), symbols[left], total)
        else:
            value = gain(n, symbols[left], symbols[right], total)
        values[left, right] = value
    return values


def highest(values: Mapping[Pair, float], order: Order) -> list[Pair]:
    """The pairs with the highest value, the one to merge first.

    Values that agree to nine digits are tied: the rest is rounding, and must not decide.

    >>> highest({("b", "c"): 0.1 + 0.2, ("a", "b"): 0.3, ("c", "d"): 0.2}, order=lambda pair: pair)
    [('a', 'b'), ('b', 'c')]
    """
    top = max(values.values())
    equals = (pair for pair in values if isclose(values[pair], top, rel_tol=1e-9, abs_tol=1e-9))
    return sorted(equals, key=order)


def score_pairs(words: Words) -> list[PairScore]:
    """Score every pair of a corpus in all ways, in the order in which the pairs are first met.

    >>> for row in score_pairs([(("h", "##u", "##g"), 10), (("p", "##u", "##g"), 5)]):
    ...     print(*row.pair, row.count, row.hf_score, round(row.pmi, 3), round(row.gain, 3))
    h ##u 10 1/15 1.099 14.289
    ##u ##g 15 1/15 1.099 28.643
    p ##u 5 1/15 1.099 6.15
    """
    counts, symbols = count_pairs(words), symbol_counts(words)
    by_pmi, by_gain = (
        score_all(score, counts, symbols, partial(count_replacements, words))
        for score in ("pmi", "gain")
    )
    return [
        PairScore(
            pair, n, Fraction(n, symbols[pair[0]] * symbols[pair[1]]), by_pmi[pair], by_gain[pair]
        )
        for pair, n in counts.items()
    ]


def _xlogx(value: int) -> float:
    return value * log(value) if value else 0.0


def _rest(n: int, a: int) -> float:
    """(a-n) log((a-n)/a): what the a-n symbols left behind lose by having become rarer."""
    return (a - n) * log1p(-n / a) if a > n else 0.0
