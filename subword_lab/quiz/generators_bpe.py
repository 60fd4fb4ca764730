"""Variants about BPE training."""

import random
from collections.abc import Callable

from subword_lab import bpe, pairs
from subword_lab.quiz.generators import Generator, Variant, distinct, draw_words, listed
from subword_lab.ties import Pair


def pair_count(rng: random.Random, level: int) -> Variant:
    """Ask how often a pair occurs in a small corpus."""
    words = draw_words(rng, level)
    counts = pairs.count_pairs([(tuple(word), n) for word, n in words.items()])
    pair = rng.choice(sorted(counts))
    params = {"words": listed(words), "left": pair[0], "right": pair[1], "count": counts[pair]}
    return Variant(params, answer=float(counts[pair]))


def next_merge(rng: random.Random, level: int) -> Variant:
    """Ask for the merge that comes next, beside what other rules would take."""
    while True:
        words = draw_words(rng, level)
        counts = pairs.count_pairs([(tuple(word), n) for word, n in words.items()])
        once = pairs.count_pairs([(tuple(word), 1) for word in words])
        options = distinct(
            _written(_best(counts, min), "right"),
            _written(_best(counts, max), "other_tie"),
            _written(_best(once, min), "words_once"),
            _written(next(iter(counts)), "first_pair"),
            _written(min(counts, key=lambda pair: (counts[pair], pair)), "rarest"),
        )
        if len(options) >= 4:
            break
    right = bpe.train(words, merges=1).merges[0]
    return Variant(
        {"words": listed(words), "right": " ".join(right), "count": counts[right]},
        options=options,
    )


GENERATORS: dict[str, Generator] = {"pair_count": pair_count, "next_merge": next_merge}


def _best(counts: dict[Pair, int], choose: Callable[..., Pair]) -> Pair:
    most = max(counts.values())
    return choose(pair for pair, count in counts.items() if count == most)


def _written(pair: Pair, reason: str) -> tuple[str, str]:
    return " ".join(pair), reason
