# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 05 about cuts at random: the temperature, and what `alpha` means."""

import random
from math import exp, prod

from subword_lab.exercises.forms import Match
from subword_lab.exercises.lesson_05.training import (
    HUGS,
    TENTHS,
    can_be_weighed,
    likelihoods,
    random_cuts_and_probabilities,
)
from subword_lab.exercises.model import Args, Exercise

# --- shares at a temperature ---------------------------------------------------------------------


def cut_shares(cuts, probs, inverse_temperature):
    """Return how likely each cut is to be drawn, as {cut: share}; the shares sum to 1.

    A cut weighs its probability to the power of inverse_temperature.
    """
    weights = [prod(probs[piece] for piece in cut) ** inverse_temperature for cut in cuts]
    total = sum(weights)
    return {cut: weight / total for cut, weight in zip(cuts, weights, strict=True)}


def shares(cuts, weights):
    return {cut: weight / sum(weights) for cut, weight in zip(cuts, weights, strict=True)}


def temperature_ignored(cuts, probs, inverse_temperature):
    return shares(cuts, likelihoods(cuts, probs))


def temperature_itself(cuts, probs, inverse_temperature):
    if inverse_temperature == 0:
        return always_the_best(cuts, probs, inverse_temperature)
    return cut_shares(cuts, probs, 1 / inverse_temperature)


def always_the_best(cuts, probs, inverse_temperature):
    weights = likelihoods(cuts, probs)
    best = cuts[weights.index(max(weights))]
    return {cut: float(cut == best) for cut in cuts}


def not_shared_out_again(cuts, probs, inverse_temperature):
    plain = shares(cuts, likelihoods(cuts, probs))
    return {cut: share**inverse_temperature for cut, share in plain.items()}


def exponential_of_probability(cuts, probs, inverse_temperature):
    weights = likelihoods(cuts, probs)
    return shares(cuts, [exp(inverse_temperature * weight) for weight in weights])


def multiplied(cuts, probs, inverse_temperature):
    return shares(cuts, [weight * inverse_temperature for weight in likelihoods(cuts, probs)])


def random_cuts_and_temperature(rng: random.Random) -> Args:
    """Draw a word's cuts, probabilities and one of the temperatures that matter."""
    return (*random_cuts_and_probabilities(rng), rng.choice([0, 0.1, 0.2, 0.5, 1, 2, 5]))


CUT_SHARES = Exercise(
    id="unigram-cut-shares",
    lesson="05_unigram",
    kind="function",
    points=2,
    reference=cut_shares,
    imports=("from math import prod",),
    wrong={
        "temperature_ignored": temperature_ignored,
        "temperature_itself": temperature_itself,
        "always_the_best": always_the_best,
        "not_shared_out_again": not_shared_out_again,
        "exponential_of_probability": exponential_of_probability,
        "multiplied": multiplied,
    },
    examples=((HUGS, TENTHS, 1), (HUGS, TENTHS, 0), (HUGS, TENTHS, 0.5)),
    random_case=random_cuts_and_temperature,
    valid=lambda cuts, probs, inverse_temperature: (
        can_be_weighed(cuts, probs) and 0 <= inverse_temperature <= 5
    ),
)

# --- alpha means opposite things -----------------------------------------------------------------

ROWS = (
    "BPE, alpha = 0",
    "BPE, alpha = 1",
    "Unigram, alpha = 0",
    "Unigram, alpha = 1",
    "Unigram, alpha = 1000",
)
USUAL, CHARACTERS = "always the usual cut", "always single characters"
ALIKE, MODEL = "every cut equally often", "every cut as the model weighs it"


def alphas(*options: str) -> dict[str, str]:
    """Give each row its option."""
    return dict(zip(ROWS, options, strict=True))


ALPHA = Exercise(
    id="unigram-alpha",
    lesson="05_unigram",
    kind="match",
    points=3,
    reference=alphas(USUAL, CHARACTERS, ALIKE, MODEL, USUAL),
    wrong={
        "zero_is_off_for_both": alphas(USUAL, CHARACTERS, USUAL, MODEL, ALIKE),
        "temperature_for_both": alphas(ALIKE, USUAL, ALIKE, MODEL, USUAL),
        "dropout_for_both": alphas(USUAL, CHARACTERS, USUAL, CHARACTERS, CHARACTERS),
        "unigram_zero_is_characters": alphas(USUAL, CHARACTERS, CHARACTERS, MODEL, USUAL),
        "one_is_the_best": alphas(USUAL, CHARACTERS, ALIKE, USUAL, USUAL),
    },
    form=Match(ROWS, (USUAL, CHARACTERS, ALIKE, MODEL)),
)
