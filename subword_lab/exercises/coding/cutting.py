# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""Two coding rounds on the lattice of a text: Viterbi, and forward-backward."""

import random
from math import inf, prod

from subword_lab.exercises.model import Args, Exercise


def best_cut(text, log_probs):
    """Return the cut of a text with the largest sum of log-probabilities, as a list of pieces.

    log_probs is {piece: log-probability}. Where the text cannot be cut, return None.
    """
    best = [0.0] + [-inf] * len(text)
    came_from = [0] * (len(text) + 1)
    for end in range(1, len(text) + 1):
        for start in range(end):
            score = best[start] + log_probs.get(text[start:end], -inf)
            if score > best[end]:
                best[end], came_from[end] = score, start
    if best[-1] == -inf:
        return None
    pieces, end = [], len(text)
    while end > 0:
        pieces.append(text[came_from[end] : end])
        end = came_from[end]
    return pieces[::-1]


def expected_counts(text, probabilities):
    """Return how often each piece is expected in a text, as {piece: expected count}.

    probabilities is {piece: probability}. A cut has the product of its pieces as its weight, and
    its share of all weights together. Pieces that no cut has are left out.
    """
    size = len(text)
    forward, backward = [1.0] + [0.0] * size, [0.0] * size + [1.0]
    edges = [
        (start, end, text[start:end])
        for end in range(1, size + 1)
        for start in range(end)
        if text[start:end] in probabilities
    ]
    for start, end, piece in edges:
        forward[end] += forward[start] * probabilities[piece]
    for start, end, piece in sorted(edges, reverse=True):
        backward[start] += backward[end] * probabilities[piece]
    counts = {}
    for start, end, piece in edges:
        share = forward[start] * probabilities[piece] * backward[end] / forward[size]
        if share > 0:
            counts[piece] = counts.get(piece, 0.0) + share
    return counts


# Wrong cuts --------------------------------------------------------------------------------------


def _cuts(text, pieces):
    if not text:
        return [[]]
    ends = [end for end in range(1, len(text) + 1) if text[:end] in pieces]
    return [[text[:end], *rest] for end in ends for rest in _cuts(text[end:], pieces)]


def _score(cut, log_probs):
    return sum(log_probs[piece] for piece in cut)


def longest_from_the_left(text, log_probs):
    cut = []
    while text:
        ends = [end for end in range(1, len(text) + 1) if text[:end] in log_probs]
        if not ends:
            return None
        cut.append(text[: ends[-1]])
        text = text[ends[-1] :]
    return cut


def best_piece_each_time(text, log_probs):
    cut = []
    while text:
        fitting = [piece for piece in log_probs if text.startswith(piece)]
        if not fitting:
            return None
        cut.append(max(fitting, key=lambda piece: (log_probs[piece], piece)))
        text = text[len(cut[-1]) :]
    return cut


def fewest_pieces(text, log_probs):
    return min(_cuts(text, log_probs), key=lambda cut: (len(cut), cut), default=None)


def smallest_sum(text, log_probs):
    return min(_cuts(text, log_probs), key=lambda cut: _score(cut, log_probs), default=None)


def last_piece_first(text, log_probs):
    cut = best_cut(text, log_probs)
    return None if cut is None else cut[::-1]


def empty_where_impossible(text, log_probs):
    return best_cut(text, log_probs) or []


def one_best(text, log_probs):
    """Whether the text is short and no two cuts are equally good."""
    scores = sorted((_score(cut, log_probs) for cut in _cuts(text, log_probs)), reverse=True)
    return len(text) < 12 and (len(scores) < 2 or scores[0] - scores[1] > 1e-6)


def _draw(rng, lowest, highest):
    text = "".join(rng.choices("abn", k=rng.randint(1, 6)))
    parts = sorted({text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)})
    chosen = rng.sample(parts, rng.randint(1, len(parts)))
    letters = set(text) if rng.random() < 0.8 else set()
    pieces = sorted({*letters, *(piece for piece in chosen if len(piece) < 4)})
    return text, {piece: round(rng.uniform(lowest, highest), 3) for piece in pieces}


def random_log_probs(rng: random.Random) -> Args:
    """Draw a text and pieces of it; sometimes a letter is missing."""
    while True:
        text, log_probs = _draw(rng, -9, -1)
        if one_best(text, log_probs):
            return text, log_probs


BEST_CUT = Exercise(
    id="coding-best-cut",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=4,
    reference=best_cut,
    imports=("from math import inf",),
    wrong={
        "longest_from_the_left": longest_from_the_left,
        "best_piece_each_time": best_piece_each_time,
        "fewest_pieces": fewest_pieces,
        "smallest_sum": smallest_sum,
        "last_piece_first": last_piece_first,
        "empty_where_impossible": empty_where_impossible,
    },
    examples=(
        ("abn", {"a": -1.0, "b": -4.0, "n": -1.5, "ab": -3.0, "bn": -2.5}),
        ("aab", {"a": -1.0, "b": -1.0, "aab": -9.0, "ab": -3.0}),
        ("ab", {"a": -1.0}),
        ("b", {"a": -1.0}),
        ("a", {"a": -1.0}),
    ),
    random_case=random_log_probs,
    valid=one_best,
)

# Wrong counts ------------------------------------------------------------------------------------


def _weighted(text, probabilities, weigh):
    cuts = _cuts(text, probabilities)
    weights = [weigh(cut) for cut in cuts]
    counts = {}
    for cut, weight in zip(cuts, weights, strict=True):
        for piece in cut:
            counts[piece] = counts.get(piece, 0.0) + weight / sum(weights)
    return counts


def _product(cut, probabilities):
    return prod(probabilities[piece] for piece in cut)


def best_cut_only(text, probabilities):
    best = max(_cuts(text, probabilities), key=lambda cut: _product(cut, probabilities))
    return {piece: float(best.count(piece)) for piece in best}


def all_cuts_alike(text, probabilities):
    return _weighted(text, probabilities, lambda cut: 1.0)


def not_divided(text, probabilities):
    cuts = _cuts(text, probabilities)
    whole = sum(_product(cut, probabilities) for cut in cuts)
    return {piece: n * whole for piece, n in expected_counts(text, probabilities).items()}


def only_forward(text, probabilities):
    size = len(text)
    forward = [1.0] + [0.0] * size
    counts = {}
    for end in range(1, size + 1):
        for start in range(end):
            weight = forward[start] * probabilities.get(text[start:end], 0.0)
            forward[end] += weight
            if weight:
                counts[text[start:end]] = counts.get(text[start:end], 0.0) + weight
    return {piece: weight / forward[size] for piece, weight in counts.items()}


def once_in_a_cut(text, probabilities):
    cuts = _cuts(text, probabilities)
    whole = sum(_product(cut, probabilities) for cut in cuts)
    counts = {}
    for cut in cuts:
        for piece in dict.fromkeys(cut):
            counts[piece] = counts.get(piece, 0.0) + _product(cut, probabilities) / whole
    return counts


def summed_weights(text, probabilities):
    return _weighted(text, probabilities, lambda cut: sum(probabilities[p] for p in cut))


def can_be_cut(text, probabilities):
    return 0 < len(text) < 12 and bool(_cuts(text, probabilities))


def random_probabilities(rng: random.Random) -> Args:
    """Draw a text that can be cut in several ways."""
    while True:
        text, probabilities = _draw(rng, 0.01, 0.6)
        if can_be_cut(text, probabilities) and (
            len(_cuts(text, probabilities)) > 1 or len(text) == 1
        ):
            return text, probabilities


EXPECTED_COUNTS = Exercise(
    id="coding-expected-counts",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=5,
    reference=expected_counts,
    wrong={
        "best_cut_only": best_cut_only,
        "all_cuts_alike": all_cuts_alike,
        "not_divided": not_divided,
        "only_forward": only_forward,
        "once_in_a_cut": once_in_a_cut,
        "summed_weights": summed_weights,
    },
    examples=(
        ("ab", {"a": 0.5, "b": 0.25, "ab": 0.125}),
        ("aa", {"a": 0.5, "aa": 0.1}),
        ("aaa", {"a": 0.5, "aa": 0.1}),
        ("ab", {"a": 0.5, "b": 0.25, "abn": 0.1}),
    ),
    random_case=random_probabilities,
    valid=can_be_cut,
)
