# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercise of lesson 06 on SentencePiece's BPE: join by the score of the joined string."""

import random

from subword_lab.exercises.model import Args, Exercise


def encode_by_score(word, scores):
    """Return the pieces of a word, as a tuple.

    scores maps pieces to scores. Start from single characters. Of all neighbors whose joined text
    is in scores, join those with the highest score, of equals the leftmost. Repeat until there are
    none.
    """
    pieces = list(word)
    while True:
        places = [i for i in range(len(pieces) - 1) if pieces[i] + pieces[i + 1] in scores]
        if not places:
            return tuple(pieces)
        best = max(places, key=lambda i: scores[pieces[i] + pieces[i + 1]])
        pieces[best : best + 2] = [pieces[best] + pieces[best + 1]]


def repeat(word, scores, choose):
    """Join one pair of neighbors after another, at the place that `choose` names."""
    pieces = list(word)
    while True:
        joined = [left + right for left, right in zip(pieces, pieces[1:], strict=False)]
        places = [i for i, new in enumerate(joined) if new in scores]
        if not places:
            return tuple(pieces)
        at = choose(places, joined)
        pieces[at : at + 2] = [joined[at]]


def lowest_score_first(word, scores):
    return repeat(word, scores, lambda places, joined: min(places, key=lambda i: scores[joined[i]]))


def leftmost_first(word, scores):
    return repeat(word, scores, lambda places, joined: places[0])


def rightmost_of_equals(word, scores):
    return repeat(
        word, scores, lambda places, joined: max(places, key=lambda i: (scores[joined[i]], i))
    )


def joined_everywhere(word, scores):
    pieces = tuple(word)
    while True:
        joined = [left + right for left, right in zip(pieces, pieces[1:], strict=False)]
        known = [new for new in joined if new in scores]
        if not known:
            return pieces
        best = max(known, key=scores.get)
        made, rest = [], list(pieces)
        while rest:
            size = 2 if "".join(rest[:2]) == best and len(rest) > 1 else 1
            made.append("".join(rest[:size]))
            del rest[:size]
        pieces = tuple(made)


def zero_is_nothing(word, scores):
    return encode_by_score(word, {piece: score for piece, score in scores.items() if score})


def shortest_joined(word, scores):
    return repeat(word, scores, lambda places, joined: min(places, key=lambda i: len(joined[i])))


def longest_match(word, scores):
    pieces = []
    while word:
        fits = [end for end in range(1, len(word) + 1) if word[:end] in scores]
        end = max(fits, default=1)
        pieces.append(word[:end])
        word = word[end:]
    return tuple(pieces)


def joined_once(word, scores):
    pieces = list(word)
    places = [i for i in range(len(pieces) - 1) if pieces[i] + pieces[i + 1] in scores]
    if places:
        best = max(places, key=lambda i: scores[pieces[i] + pieces[i + 1]])
        pieces[best : best + 2] = [pieces[best] + pieces[best + 1]]
    return tuple(pieces)


def score_of_the_parts(word, scores):
    pieces = list(word)
    while True:
        places = [i for i in range(len(pieces) - 1) if pieces[i] + pieces[i + 1] in scores]
        if not places:
            return tuple(pieces)
        best = max(
            places, key=lambda i: scores.get(pieces[i], -99) + scores.get(pieces[i + 1], -99)
        )
        pieces[best : best + 2] = [pieces[best] + pieces[best + 1]]


def random_word_and_scores(rng: random.Random) -> Args:
    """Draw a word over few letters, and scores for its letters and some of its parts."""
    letters = "abcd"[: rng.randint(2, 4)]
    word = "".join(rng.choices(letters, k=rng.randint(3, 7)))
    pairs = {word[i : i + 2] for i in range(len(word) - 1)}
    longer = {word[i:j] for i in range(len(word)) for j in range(i + 3, min(i + 4, len(word)) + 1)}
    chosen = rng.sample(sorted(pairs), rng.randint(1, len(pairs)))
    chosen += rng.sample(sorted(longer), rng.randint(1, min(4, len(longer))))
    rng.shuffle(chosen)
    return (word, {piece: 0.0 - rank for rank, piece in enumerate([*chosen, *letters])})


ENCODE_BY_SCORE = Exercise(
    id="sp-encode-by-score",
    lesson="06_sentencepiece",
    kind="function",
    points=3,
    reference=encode_by_score,
    wrong={
        "lowest_score_first": lowest_score_first,
        "leftmost_first": leftmost_first,
        "rightmost_of_equals": rightmost_of_equals,
        "joined_everywhere": joined_everywhere,
        "zero_is_nothing": zero_is_nothing,
        "shortest_joined": shortest_joined,
        "longest_match": longest_match,
        "joined_once": joined_once,
        "score_of_the_parts": score_of_the_parts,
    },
    examples=(
        ("abcd", {"cd": 0.0, "bcd": -1.0, "abc": -2.0, "abcd": -3.0}),
        ("aaa", {"aa": 0.0, "a": -1.0}),
        ("aaaa", {"aaa": 0.0, "aa": -1.0}),
        ("abc", {"bc": 0.0, "ab": -1.0}),
        ("abc", {"ab": 0.0, "bc": -1.0, "abc": -2.0}),
        ("xyz", {"ab": 0.0}),
        ("", {"ab": 0.0}),
    ),
    random_case=random_word_and_scores,
    valid=lambda word, scores: len(scores) > 0 and all(scores),
)
