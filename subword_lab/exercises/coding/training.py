# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""A coding round: train BPE from word counts, with a stated tie rule."""

import random
from collections import Counter
from itertools import pairwise

from subword_lab.exercises.model import Args, Exercise


def train_bpe(word_counts, merges):
    """Return the first merges, as a list of pairs (left, right).

    word_counts is {word: count}. Start from single characters. Each time join the pair with the
    largest count; of pairs with equal counts the smaller one wins, as tuples compare. Places that
    overlap are all counted. Stop early where no pair is left.
    """
    words = [(list(word), count) for word, count in word_counts.items()]
    learned = []
    for _ in range(merges):
        counts = Counter()
        for symbols, count in words:
            for pair in pairwise(symbols):
                counts[pair] += count
        if not counts:
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        learned.append(best)
        for symbols, _ in words:
            i = 0
            while i < len(symbols) - 1:
                if (symbols[i], symbols[i + 1]) == best:
                    symbols[i : i + 2] = ["".join(best)]
                i += 1
    return learned


def _counts(words):
    counts = Counter()
    for symbols, count in words:
        for pair in pairwise(symbols):
            counts[pair] += count
    return counts


def _join(symbols, best, once=False):
    i = 0
    while i < len(symbols) - 1:
        if (symbols[i], symbols[i + 1]) == best:
            symbols[i : i + 2] = ["".join(best)]
            if once:
                return
        i += 1


def _train(word_counts, merges, choose, once=False):
    words = [(list(word), count) for word, count in word_counts.items()]
    learned = []
    while len(learned) < merges and (counts := _counts(words)):
        learned.append(choose(counts))
        for symbols, _ in words:
            _join(symbols, learned[-1], once)
    return learned


def _smaller_wins(counts):
    return min(counts, key=lambda pair: (-counts[pair], pair))


def larger_wins(word_counts, merges):
    return _train(word_counts, merges, lambda c: max(c, key=lambda pair: (c[pair], pair)))


def first_seen_wins(word_counts, merges):
    return _train(word_counts, merges, lambda c: max(c, key=c.get))


def words_once(word_counts, merges):
    return _train(dict.fromkeys(word_counts, 1), merges, _smaller_wins)


def never_counted_again(word_counts, merges):
    counts = _counts([(list(word), count) for word, count in word_counts.items()])
    return sorted(counts, key=lambda pair: (-counts[pair], pair))[:merges]


def one_place_in_a_word(word_counts, merges):
    return _train(word_counts, merges, _smaller_wins, once=True)


def pieces_instead_of_pairs(word_counts, merges):
    return ["".join(pair) for pair in train_bpe(word_counts, merges)]


def random_words(rng: random.Random) -> Args:
    """Draw words over few letters, so that ties, repeats and overlaps are common."""
    words = {}
    for _ in range(rng.randint(1, 4)):
        words["".join(rng.choices("abc", k=rng.randint(1, 6)))] = rng.randint(1, 4)
    return (words, rng.randint(1, 5))


TRAIN_BPE = Exercise(
    id="coding-train-bpe",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=4,
    reference=train_bpe,
    imports=("from collections import Counter", "from itertools import pairwise"),
    wrong={
        "larger_wins": larger_wins,
        "first_seen_wins": first_seen_wins,
        "words_once": words_once,
        "never_counted_again": never_counted_again,
        "one_place_in_a_word": one_place_in_a_word,
        "pieces_instead_of_pairs": pieces_instead_of_pairs,
    },
    examples=(
        ({"ab": 1, "cd": 1}, 1),
        ({"cd": 1, "ab": 1}, 1),
        ({"aaaa": 1}, 3),
        ({"abab": 2}, 2),
        ({"a": 5}, 2),
        ({"low": 5, "lower": 2, "newest": 6, "widest": 3}, 5),
    ),
    random_case=random_words,
    valid=lambda word_counts, merges: merges > 0 and all(n > 0 for n in word_counts.values()),
)
