# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 04 on likelihood: the gain of a merge by recount and by formula."""

import math
import random
from collections import Counter

from subword_lab.exercises.lesson_04.criteria import possible, random_counts
from subword_lab.exercises.lesson_04.pieces import merge_word, split_word
from subword_lab.exercises.model import Args, Exercise
from subword_lab.scores import gain as true_gain
from subword_lab.scores import pmi

# --- by recount ----------------------------------------------------------------------------------


def gain_by_recount(before, after):
    """Return the log-likelihood of the words after a merge minus the one before.

    Both map split words to their counts. The log-likelihood of a text is the sum, over all its
    symbols, of the natural logarithm of the symbol's share.
    """

    def log_likelihood(words):
        counts = Counter()
        for symbols, count in words.items():
            for symbol in symbols:
                counts[symbol] += count
        total = sum(counts.values())
        return sum(c * math.log(c / total) for c in counts.values())

    return log_likelihood(after) - log_likelihood(before)


def weighted(words):
    counts = Counter()
    for symbols, count in words.items():
        for symbol in symbols:
            counts[symbol] += count
    return counts


def log_likelihood(counts, total=None):
    total = total or sum(counts.values())
    return sum(c * math.log(c / total) for c in counts.values())


def words_once(before, after):
    both = (Counter(s for symbols in words for s in symbols) for words in (after, before))
    new, old = map(log_likelihood, both)
    return new - old


def wrong_way_round(before, after):
    return gain_by_recount(after, before)


def old_total(before, after):
    old, new = weighted(before), weighted(after)
    return log_likelihood(new, sum(old.values())) - log_likelihood(old)


def each_symbol_once(before, after):
    def log_shares(counts):
        return sum(math.log(c / sum(counts.values())) for c in counts.values())

    return log_shares(weighted(after)) - log_shares(weighted(before))


def per_symbol(before, after):
    old, new = weighted(before), weighted(after)
    return log_likelihood(new) / sum(new.values()) - log_likelihood(old) / sum(old.values())


def after_only(before, after):
    return log_likelihood(weighted(after))


def merged(words, pair):
    return {merge_word(symbols, pair): count for symbols, count in words.items()}


def random_merge(rng: random.Random) -> Args:
    """Draw a few words and merge one pair that stands in them."""
    first = "".join(rng.choices("abc", k=rng.randint(2, 5)))
    others = ("".join(rng.choices("abc", k=rng.randint(1, 5))) for _ in range(rng.randint(0, 4)))
    words = {split_word(word): rng.randint(1, 9) for word in (first, *others)}
    at = rng.randrange(len(first) - 1)
    return words, merged(words, split_word(first)[at : at + 2])


def comparable(before, after):
    """Whether both hold words, and their difference is more than rounding."""
    return bool(before and after and all(before) and all(after)) and (
        abs(gain_by_recount(before, after)) > 1e-3
    )


def random_fair_merge(rng: random.Random) -> Args:
    """Draw merges until one changes the likelihood."""
    return next(case for case in iter(lambda: random_merge(rng), None) if comparable(*case))


HUG = {split_word(w): n for w, n in dict(hug=10, pug=5, pun=12, bun=4, hugs=5).items()}

RECOUNT = Exercise(
    id="wordpiece-gain-recount",
    lesson="04_wordpiece",
    kind="function",
    points=3,
    reference=gain_by_recount,
    imports=("import math", "from collections import Counter"),
    wrong={
        "words_once": words_once,
        "wrong_way_round": wrong_way_round,
        "old_total": old_total,
        "each_symbol_once": each_symbol_once,
        "per_symbol": per_symbol,
        "after_only": after_only,
    },
    examples=(
        ({("a", "##b"): 1}, {("ab",): 1}),
        ({("a", "##b"): 2, ("c",): 2}, {("ab",): 2, ("c",): 2}),
        (HUG, merged(HUG, ("##u", "##g"))),
        (HUG, merged(HUG, ("##g", "##s"))),
    ),
    random_case=random_fair_merge,
    valid=comparable,
)

# --- by formula ----------------------------------------------------------------------------------


def gain(n, a, b, total):
    """Return the gain in log-likelihood when n pairs of two different symbols are merged.

    a and b count the two symbols, total counts all symbols, all before the merge.
    """

    def g(v):
        return v * math.log(v) if v else 0.0

    before = g(a) + g(b) - g(total)
    after = g(n) + g(a - n) + g(b - n) - g(total - n)
    return after - before


def g(v):
    return v * math.log(v) if v else 0.0


def count_times_pmi(n, a, b, total):
    return n * pmi(n, a, b, total)


def parts_not_reduced(n, a, b, total):
    return g(n) - g(total - n) + g(total)


def total_not_reduced(n, a, b, total):
    return g(n) + g(a - n) + g(b - n) - g(a) - g(b)


def total_reduced_twice(n, a, b, total):
    return gain(n, a, b, total) + g(total - n) - g(total - 2 * n)


def log_of_zero(n, a, b, total):
    def strict(v):
        return v * math.log(v)

    after = strict(n) + strict(a - n) + strict(b - n) - strict(total - n)
    return after - strict(a) - strict(b) + strict(total)


def per_occurrence(n, a, b, total):
    return gain(n, a, b, total) / n


def not_just_rounding(n, a, b, total):
    """Whether the counts are possible and the gain is clearly not 0."""
    return possible(n, a, b, total) and abs(true_gain(n, a, b, total)) > 1e-3


def random_fair_counts(rng: random.Random) -> Args:
    """Draw counts until the gain is clearly not 0."""
    return next(args for args in iter(lambda: random_counts(rng), None) if not_just_rounding(*args))


GAIN = Exercise(
    id="wordpiece-gain",
    lesson="04_wordpiece",
    kind="function",
    points=3,
    reference=gain,
    imports=("import math",),
    wrong={
        "count_times_pmi": count_times_pmi,
        "parts_not_reduced": parts_not_reduced,
        "total_not_reduced": total_not_reduced,
        "total_reduced_twice": total_reduced_twice,
        "log_of_zero": log_of_zero,
        "per_occurrence": per_occurrence,
    },
    examples=(
        (20, 36, 20, 113),
        (5, 20, 5, 113),
        (987, 9000, 6000, 100000),
        (4, 10, 12, 40),
        (1, 1, 1, 3),
    ),
    random_case=random_fair_counts,
    valid=not_just_rounding,
)
