# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 05 on errors in print: a table starts wrong, a count has slipped."""

from math import inf

from subword_lab.exercises.forms import Choice
from subword_lab.exercises.lesson_05.cutting import all_cuts, random_text_and_logs
from subword_lab.exercises.model import Exercise
from subword_lab.lattice import log_sum

# --- one nat too much ----------------------------------------------------------------------------


def lowest_loss(text, log_probs):
    """Return the loss of the best cut: minus the log of its probability; inf if there is no cut."""
    best = [1.0]
    for end in range(1, len(text) + 1):
        losses = [
            best[start] - log_probs[text[start:end]]
            for start in range(end)
            if text[start:end] in log_probs
        ]
        best.append(min(losses, default=0.0))
    return best[-1]


def mended_loss(text, log_probs):
    """Return the loss of the best cut: minus the log of its probability; inf if there is no cut."""
    best = [0.0]
    for end in range(1, len(text) + 1):
        losses = [
            best[start] - log_probs[text[start:end]]
            for start in range(end)
            if text[start:end] in log_probs
        ]
        best.append(min(losses, default=inf))
    return best[-1]


def loss_from(text, log_probs, start, gap):
    best = [start]
    for end in range(1, len(text) + 1):
        known = [i for i in range(end) if text[i:end] in log_probs]
        best.append(min((best[i] - log_probs[text[i:end]] for i in known), default=gap))
    return best[-1]


def one_nat_too_much(text, log_probs):
    return loss_from(text, log_probs, start=1.0, gap=inf)


def gaps_for_free(text, log_probs):
    return loss_from(text, log_probs, start=0.0, gap=0.0)


def log_probability(text, log_probs):
    return -mended_loss(text, log_probs)


def all_cuts_together(text, log_probs):
    return -log_sum([sum(map(log_probs.get, cut)) for cut in all_cuts(text, log_probs)])


def starts_at_infinity(text, log_probs):
    return loss_from(text, log_probs, start=inf, gap=inf)


ONE_NAT = Exercise(
    id="unigram-one-nat",
    lesson="05_unigram",
    kind="bug_hunt",
    points=2,
    reference=mended_loss,
    imports=("from math import inf",),
    starter=lowest_loss,
    wrong={
        "one_nat_too_much": one_nat_too_much,
        "gaps_for_free": gaps_for_free,
        "log_probability": log_probability,
        "all_cuts_together": all_cuts_together,
        "starts_at_infinity": starts_at_infinity,
    },
    examples=(
        ("hugs", {"h": -2.4, "u": -1.5, "g": -2.1, "s": -3.5, "ug": -2.2, "hug": -2.4}),
        ("mug", {"u": -1.0, "g": -1.0}),
        ("mu", {"u": -2.0}),
        ("", {"a": -1.0}),
    ),
    random_case=random_text_and_logs,
)

# --- the count that slipped ----------------------------------------------------------------------

PRINTED_ERROR = Exercise(
    id="unigram-printed-error",
    lesson="05_unigram",
    kind="predict",
    points=2,
    reference="p = 5, pu = 5",
    wrong={
        "right_counts": "p = 17, pu = 17",
        "words_not_weighted": "p = 2, pu = 2",
        "only_pun": "p = 12, pu = 12",
        "g_of_hug_alone": "g = 10",
        "other_total": "total = 164",
    },
    form=Choice(
        (
            "g = 10",
            "p = 2, pu = 2",
            "p = 5, pu = 5",
            "p = 12, pu = 12",
            "p = 17, pu = 17",
            "total = 164",
        )
    ),
)
