# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 05 about cutting: a guess, all cuts, the best cut.

Each reference is what a learner would hand in. A wrong answer is named after the misconception it
shows. The catalogue `i18n/en/lesson_05.toml` holds all texts.
"""

import random
from math import inf

from subword_lab.exercises.forms import Cut
from subword_lab.exercises.model import Args, Exercise

# --- guess the likeliest cut ---------------------------------------------------------------------

LIKELIEST_CUT = Exercise(
    id="unigram-likeliest-cut",
    lesson="05_unigram",
    kind="cut",
    points=2,
    reference=["hug", "s"],
    wrong={
        "most_probable_pieces": ["h", "u", "g", "s"],
        "more_probable_second": ["h", "ug", "s"],
        "whole_word": ["hugs"],
        "not_in_the_list": ["hu", "gs"],
        "rest_not_in_the_list": ["h", "ugs"],
    },
    form=Cut("hugs"),
)

# --- all cuts ------------------------------------------------------------------------------------


def all_cuts(text, pieces):
    """Return the set of all cuts of a text into the given pieces, each cut a tuple of pieces.

    The empty text has one cut, the one without pieces: ().
    """
    if text == "":
        return {()}
    cuts = set()
    for end in range(1, len(text) + 1):
        if text[:end] in pieces:
            for rest in all_cuts(text[end:], pieces):
                cuts.add((text[:end], *rest))
    return cuts


def empty_has_no_cut(text, pieces):
    return set()


def not_the_whole(text, pieces):
    if text == "":
        return {()}
    cuts = set()
    for end in range(1, max(len(text), 2)):
        if text[:end] in pieces:
            cuts.update((text[:end], *rest) for rest in not_the_whole(text[end:], pieces))
    return cuts


def any_substring(text, pieces):
    if text == "":
        return {()}
    ends = range(1, len(text) + 1)
    return {(text[:end], *rest) for end in ends for rest in any_substring(text[end:], pieces)}


def longest_match_only(text, pieces):
    if text == "":
        return {()}
    ends = [end for end in range(1, len(text) + 1) if text[:end] in pieces]
    if not ends:
        return set()
    end = max(ends)
    return {(text[:end], *rest) for rest in longest_match_only(text[end:], pieces)}


def one_border_only(text, pieces):
    if text == "":
        return {()}
    halves = ((text[:end], text[end:]) for end in range(1, len(text)))
    cuts = {(left, right) for left, right in halves if left in pieces and right in pieces}
    return cuts | ({(text,)} if text in pieces else set())


def random_text_and_pieces(rng: random.Random) -> Args:
    """Draw a short text, and pieces of which most occur in it."""
    text = "".join(rng.choices("ab", k=rng.randint(2, 6)))
    found = {text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)}
    return (
        text,
        sorted(piece for piece in found if rng.random() < (0.9 if len(piece) == 1 else 0.6)),
    )


ALL_CUTS = Exercise(
    id="unigram-all-cuts",
    lesson="05_unigram",
    kind="function",
    points=2,
    reference=all_cuts,
    wrong={
        "empty_has_no_cut": empty_has_no_cut,
        "not_the_whole": not_the_whole,
        "any_substring": any_substring,
        "longest_match_only": longest_match_only,
        "one_border_only": one_border_only,
    },
    examples=(
        ("hugs", ["h", "u", "g", "s", "ug", "hug"]),
        ("ug", ["u", "g", "ug"]),
        ("aaa", ["a", "aa", "aaa"]),
        ("ab", ["a"]),
    ),
    random_case=random_text_and_pieces,
)

# --- Viterbi -------------------------------------------------------------------------------------


def best_cut(text, log_probs):
    """Return the cut of a text with the highest sum of logs, as a tuple; None if it has no cut.

    log_probs maps pieces to the logs of their probabilities: {"h": -2.4, "ug": -2.1}
    """
    score = [0.0] + [-inf] * len(text)
    start_of_last = [None] * (len(text) + 1)
    for end in range(1, len(text) + 1):
        for start in range(end):
            piece = text[start:end]
            if piece in log_probs and score[start] + log_probs[piece] > score[end]:
                score[end] = score[start] + log_probs[piece]
                start_of_last[end] = start
    if score[-1] == -inf:
        return None
    pieces, end = [], len(text)
    while end > 0:
        pieces.append(text[start_of_last[end] : end])
        end = start_of_last[end]
    return tuple(reversed(pieces))


def longest_first(text, log_probs):
    pieces = []
    while text:
        ends = [end for end in range(len(text), 0, -1) if text[:end] in log_probs]
        if not ends:
            return None
        pieces.append(text[: ends[0]])
        text = text[ends[0] :]
    return tuple(pieces)


def best_next_piece(text, log_probs):
    pieces = []
    while text:
        known = [text[:end] for end in range(1, len(text) + 1) if text[:end] in log_probs]
        if not known:
            return None
        pieces.append(max(known, key=log_probs.get))
        text = text[len(pieces[-1]) :]
    return tuple(pieces)


def fewest_pieces(text, log_probs):
    cuts = all_cuts(text, log_probs)
    return min(cuts, key=lambda cut: (len(cut), -sum(map(log_probs.get, cut))), default=None)


def worst_cut(text, log_probs):
    return min(
        all_cuts(text, log_probs), key=lambda cut: sum(map(log_probs.get, cut)), default=None
    )


def best_average(text, log_probs):
    def average(cut):
        return sum(map(log_probs.get, cut)) / max(len(cut), 1)

    return max(all_cuts(text, log_probs), key=average, default=None)


def back_to_front(text, log_probs):
    cut = best_cut(text, log_probs)
    return cut and cut[::-1]


def random_text_and_logs(rng: random.Random) -> Args:
    """Draw a text and the logs of probabilities such that one cut is clearly the best."""
    while True:
        text, pieces = random_text_and_pieces(rng)
        args = (text, {piece: -round(rng.uniform(0.5, 6), 1) for piece in pieces})
        if one_is_best(*args) and (all_cuts(*args) or rng.random() < 0.2):
            return args


def one_is_best(text: str, log_probs: dict[str, float]) -> bool:
    """Whether no two cuts share the highest score, or nearly so."""
    scores = sorted(sum(map(log_probs.__getitem__, cut)) for cut in all_cuts(text, log_probs))
    return len(scores) < 2 or scores[-1] - scores[-2] > 1e-6


VITERBI = Exercise(
    id="unigram-viterbi",
    lesson="05_unigram",
    kind="function",
    points=3,
    reference=best_cut,
    imports=("from math import inf",),
    wrong={
        "longest_first": longest_first,
        "best_next_piece": best_next_piece,
        "fewest_pieces": fewest_pieces,
        "worst_cut": worst_cut,
        "best_average": best_average,
        "back_to_front": back_to_front,
    },
    examples=(
        ("hugs", {"h": -2.4, "u": -1.5, "g": -2.1, "s": -3.5, "ug": -2.2, "hug": -2.4}),
        ("abab", {"a": -1.0, "b": -1.0, "ab": -2.5, "aba": -6.0}),
        ("abc", {"ab": -3.0, "a": -1.0, "bc": -1.0, "c": -9.0}),
        ("mug", {"u": -1.0, "g": -1.0}),
        ("ab", {"a": -1.0}),
        ("ab", {"ab": -1.0}),
    ),
    random_case=random_text_and_logs,
    valid=lambda text, log_probs: text != "" and one_is_best(text, log_probs),
)
