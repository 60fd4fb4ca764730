# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 05 about sums over all cuts without a list of them."""

from math import exp, inf

from subword_lab.exercises.lesson_05.cutting import random_text_and_logs
from subword_lab.exercises.model import Exercise
from subword_lab.lattice import log_sum

# --- forward -------------------------------------------------------------------------------------


def forward(text, log_probs):
    """Return, for each position, the log of the probability of all ways from 0 to it, summed.

    The list has len(text) + 1 numbers; the first is 0.0, since there is nothing to pay yet.
    """
    sums = [0.0]
    for end in range(1, len(text) + 1):
        ways = [
            sums[start] + log_probs[text[start:end]]
            for start in range(end)
            if text[start:end] in log_probs
        ]
        sums.append(log_sum(ways))
    return sums


def forward_with(text, log_probs, combine, start=0.0):
    sums = [start]
    for end in range(1, len(text) + 1):
        known = [i for i in range(end) if text[i:end] in log_probs]
        sums.append(combine([sums[i] + log_probs[text[i:end]] for i in known]))
    return sums


def best_way_only(text, log_probs):
    return forward_with(text, log_probs, lambda ways: max(ways, default=-inf))


def logs_added(text, log_probs):
    return forward_with(text, log_probs, sum)


def starts_at_one(text, log_probs):
    return forward_with(text, log_probs, log_sum, start=1.0)


def starts_at_nothing(text, log_probs):
    return forward_with(text, log_probs, log_sum, start=-inf)


def last_piece_only(text, log_probs):
    sums = [0.0]
    for end in range(1, len(text) + 1):
        known = [text[i:end] for i in range(end) if text[i:end] in log_probs]
        sums.append(log_sum([log_probs[piece] for piece in known]))
    return sums


def probabilities(text, log_probs):
    sums = [1.0]
    for end in range(1, len(text) + 1):
        known = [i for i in range(end) if text[i:end] in log_probs]
        sums.append(sum(sums[i] * exp(log_probs[text[i:end]]) for i in known))
    return sums


EXAMPLES = (
    ("hugs", {"h": -2.4, "u": -1.5, "g": -2.1, "s": -3.5, "ug": -2.2, "hug": -2.4}),
    ("ug", {"u": -1.0, "g": -1.0, "ug": -2.0}),
    ("mug", {"u": -1.0, "g": -1.0}),
    ("", {"a": -1.0}),
)
LOG_SUM = ("from subword_lab.lattice import log_sum",)

FORWARD = Exercise(
    id="unigram-forward",
    lesson="05_unigram",
    kind="function",
    points=2,
    reference=forward,
    imports=LOG_SUM,
    wrong={
        "best_way_only": best_way_only,
        "logs_added": logs_added,
        "starts_at_one": starts_at_one,
        "probabilities": probabilities,
        "starts_at_nothing": starts_at_nothing,
        "last_piece_only": last_piece_only,
    },
    examples=EXAMPLES,
    random_case=random_text_and_logs,
)

# --- backward ------------------------------------------------------------------------------------


def backward(text, log_probs):
    """Return, for each position, the log of the probability of all ways from it to the end, summed.

    The list has len(text) + 1 numbers; the last is 0.0, since there is nothing left to pay.
    """
    sums = [0.0] * (len(text) + 1)
    for start in range(len(text) - 1, -1, -1):
        ways = [
            log_probs[text[start:end]] + sums[end]
            for end in range(start + 1, len(text) + 1)
            if text[start:end] in log_probs
        ]
        sums[start] = log_sum(ways)
    return sums


def backward_with(text, log_probs, combine, order=reversed, last=0.0):
    sums = [last] * (len(text) + 1)
    for i in order(range(len(text))):
        ends = [end for end in range(i + 1, len(text) + 1) if text[i:end] in log_probs]
        sums[i] = combine([log_probs[text[i:end]] + sums[end] for end in ends])
    return sums


def forward_reversed(text, log_probs):
    return forward(text, log_probs)[::-1]


def best_rest_only(text, log_probs):
    return backward_with(text, log_probs, lambda ways: max(ways, default=-inf))


def from_the_left(text, log_probs):
    return backward_with(text, log_probs, log_sum, order=iter)


def ends_at_one(text, log_probs):
    return backward_with(text, log_probs, log_sum, last=1.0)


def same_as_forward(text, log_probs):
    return forward(text, log_probs)


BACKWARD = Exercise(
    id="unigram-backward",
    lesson="05_unigram",
    kind="function",
    points=2,
    reference=backward,
    imports=LOG_SUM,
    wrong={
        "forward_reversed": forward_reversed,
        "best_rest_only": best_rest_only,
        "from_the_left": from_the_left,
        "ends_at_one": ends_at_one,
        "same_as_forward": same_as_forward,
    },
    examples=EXAMPLES,
    random_case=random_text_and_logs,
)
