# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 05 about learning: both steps of EM, and the loss of a piece."""

import random
from math import inf, log, prod

from subword_lab.exercises.lesson_05.cutting import all_cuts, random_text_and_pieces
from subword_lab.exercises.model import Args, Exercise

# --- expected counts -----------------------------------------------------------------------------


def expected_counts(cuts, probs):
    """Return how often each piece is expected in a word, as {piece: expected count}.

    cuts are all cuts of the word, probs maps pieces to probabilities. Each cut counts with its
    share: its probability divided by that of all cuts together.
    """
    weights = [prod(probs[piece] for piece in cut) for cut in cuts]
    total = sum(weights)
    expected = {}
    for cut, weight in zip(cuts, weights, strict=True):
        for piece in cut:
            expected[piece] = expected.get(piece, 0) + weight / total
    return expected


def counted(cuts, weights):
    expected = {}
    for cut, weight in zip(cuts, weights, strict=True):
        for piece in cut:
            expected[piece] = expected.get(piece, 0) + weight
    return expected


def likelihoods(cuts, probs):
    return [prod(probs[piece] for piece in cut) for cut in cuts]


def best_cut_only(cuts, probs):
    weights = likelihoods(cuts, probs)
    return counted([cuts[weights.index(max(weights))]], [1])


def all_cuts_alike(cuts, probs):
    return counted(cuts, [1 / len(cuts)] * len(cuts))


def not_shared_out(cuts, probs):
    return counted(cuts, likelihoods(cuts, probs))


def one_for_every_cut(cuts, probs):
    return counted(cuts, [1] * len(cuts))


def once_per_cut(cuts, probs):
    weights = likelihoods(cuts, probs)
    shares = [weight / sum(weights) for weight in weights]
    return counted([sorted(set(cut)) for cut in cuts], shares)


def added_probabilities(cuts, probs):
    weights = [sum(probs[piece] for piece in cut) for cut in cuts]
    return counted(cuts, [weight / sum(weights) for weight in weights])


def random_cuts_and_probabilities(rng: random.Random) -> Args:
    """Draw a short word, all its cuts and probabilities for their pieces."""
    while True:
        text, pieces = random_text_and_pieces(rng)
        cuts = sorted(all_cuts(text, pieces))
        if len(cuts) > 1:
            used = sorted({piece for cut in cuts for piece in cut})
            return (cuts, {piece: round(rng.uniform(0.02, 0.4), 2) for piece in used})


def can_be_weighed(cuts: list[tuple[str, ...]], probs: dict[str, float]) -> bool:
    """Whether every cut has pieces, spells the same word, and every piece has a probability."""
    return (
        len({"".join(cut) for cut in cuts}) == 1
        and len(set(cuts)) == len(cuts)
        and all(cut and all(probs.get(piece, 0) > 0 for piece in cut) for cut in cuts)
    )


HUGS = [("h", "u", "g", "s"), ("h", "ug", "s"), ("hug", "s")]
TENTHS = {"h": 0.1, "u": 0.2, "g": 0.1, "s": 0.1, "ug": 0.2, "hug": 0.1}

EXPECTED_COUNTS = Exercise(
    id="unigram-expected-counts",
    lesson="05_unigram",
    kind="function",
    points=3,
    reference=expected_counts,
    imports=("from math import prod",),
    wrong={
        "best_cut_only": best_cut_only,
        "all_cuts_alike": all_cuts_alike,
        "not_shared_out": not_shared_out,
        "one_for_every_cut": one_for_every_cut,
        "once_per_cut": once_per_cut,
        "added_probabilities": added_probabilities,
    },
    examples=(
        (HUGS, TENTHS),
        ([("a", "a"), ("aa",)], {"a": 0.5, "aa": 0.25}),
        ([("u", "g"), ("ug",)], {"u": 0.4, "g": 0.2, "ug": 0.24}),
    ),
    random_case=random_cuts_and_probabilities,
    valid=can_be_weighed,
)

# --- new probabilities ---------------------------------------------------------------------------


def new_probabilities(word_counts, expected):
    """Return the new probability of each piece: its expected count by that of all pieces.

    word_counts maps words to how often they occur; expected[word] maps pieces to how often they
    are expected in one occurrence of the word.
    """
    counts = {}
    for word, count in word_counts.items():
        for piece, times in expected[word].items():
            counts[piece] = counts.get(piece, 0) + count * times
    total = sum(counts.values())
    return {piece: count / total for piece, count in counts.items()}


def summed(word_counts, expected):
    counts = {}
    for word, count in word_counts.items():
        for piece, times in expected[word].items():
            counts[piece] = counts.get(piece, 0) + count * times
    return counts


def not_divided(word_counts, expected):
    return summed(word_counts, expected)


def each_word_once(word_counts, expected):
    return new_probabilities(dict.fromkeys(word_counts, 1), expected)


def divided_by_words(word_counts, expected):
    words = sum(word_counts.values())
    return {piece: count / words for piece, count in summed(word_counts, expected).items()}


def last_word_wins(word_counts, expected):
    counts = {}
    for word, count in word_counts.items():
        counts.update({piece: count * times for piece, times in expected[word].items()})
    total = sum(counts.values())
    return {piece: count / total for piece, count in counts.items()}


def average_of_words(word_counts, expected):
    shares = {
        word: {piece: n / sum(counts.values()) for piece, n in counts.items()}
        for word, counts in expected.items()
    }
    return divided_by_words(word_counts, shares)


def random_counts_and_expected(rng: random.Random) -> Args:
    """Draw a few words with counts, and what the first exercise would give for each."""
    expected = {}
    for _ in range(rng.randint(2, 4)):
        cuts, probs = random_cuts_and_probabilities(rng)
        counts = expected_counts(cuts, probs)
        expected["".join(cuts[0])] = {piece: round(n, 2) or 0.01 for piece, n in counts.items()}
    return ({word: rng.randint(1, 20) for word in expected}, expected)


def words_fit(word_counts: dict[str, int], expected: dict[str, dict[str, float]]) -> bool:
    """Whether both have the same words, and every word has pieces."""
    return word_counts.keys() == expected.keys() and all(expected.values()) and bool(expected)


NEW_PROBABILITIES = Exercise(
    id="unigram-new-probabilities",
    lesson="05_unigram",
    kind="function",
    points=2,
    reference=new_probabilities,
    wrong={
        "not_divided": not_divided,
        "each_word_once": each_word_once,
        "divided_by_words": divided_by_words,
        "last_word_wins": last_word_wins,
        "average_of_words": average_of_words,
    },
    examples=(
        ({"ug": 3, "g": 1}, {"ug": {"u": 0.5, "g": 0.5, "ug": 0.5}, "g": {"g": 1.0}}),
        ({"ab": 2, "b": 6}, {"ab": {"a": 1.0, "b": 1.0}, "b": {"b": 1.0}}),
    ),
    random_case=random_counts_and_expected,
    valid=words_fit,
)

# --- the loss of a piece -------------------------------------------------------------------------


def removal_loss(piece, cuts, probs):
    """Return how much the log of a word's probability falls if a piece is removed.

    The probability of a word is that of all its cuts together. The loss is inf if no cut is left.
    """
    with_it = sum(prod(probs[p] for p in cut) for cut in cuts)
    without = sum(prod(probs[p] for p in cut) for cut in cuts if piece not in cut)
    return log(with_it / without) if without else inf


def rises_instead(piece, cuts, probs):
    return -removal_loss(piece, cuts, probs)


def probability_of_the_piece(piece, cuts, probs):
    return -log(probs[piece])


def best_against_best(piece, cuts, probs):
    left = [cut for cut in cuts if piece not in cut]
    return log(max(likelihoods(cuts, probs)) / max(likelihoods(left, probs))) if left else inf


def no_cut_left_is_free(piece, cuts, probs):
    left = [cut for cut in cuts if piece not in cut]
    return removal_loss(piece, cuts, probs) if left else 0.0


def difference_without_logs(piece, cuts, probs):
    left = [cut for cut in cuts if piece not in cut]
    return sum(likelihoods(cuts, probs)) - sum(likelihoods(left, probs))


def random_removal(rng: random.Random) -> Args:
    """Draw a word with its cuts, and one of its pieces."""
    cuts, probs = random_cuts_and_probabilities(rng)
    return (rng.choice(sorted(probs)), cuts, probs)


REMOVAL_LOSS = Exercise(
    id="unigram-removal-loss",
    lesson="05_unigram",
    kind="function",
    points=2,
    reference=removal_loss,
    imports=("from math import inf, log, prod",),
    wrong={
        "rises_instead": rises_instead,
        "probability_of_the_piece": probability_of_the_piece,
        "best_against_best": best_against_best,
        "no_cut_left_is_free": no_cut_left_is_free,
        "difference_without_logs": difference_without_logs,
    },
    examples=(
        ("hug", HUGS, TENTHS),
        ("s", HUGS, TENTHS),
        ("x", [("a", "a"), ("aa",)], {"a": 0.5, "aa": 0.25, "x": 0.25}),
    ),
    random_case=random_removal,
    valid=lambda piece, cuts, probs: piece in probs and can_be_weighed(cuts, probs),
)
