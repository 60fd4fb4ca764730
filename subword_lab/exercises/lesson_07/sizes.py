# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 07 on size: what a vocabulary costs, and what it gives."""

import random

from subword_lab.exercises.forms import Slider
from subword_lab.exercises.model import Args, Exercise

# Recomputed by tests/facts_07_in_production.py: byte-level BPE, trained on `english` without its
# stories, 2,000 and 4,000 entries, tokens of the stories.

GUESS_DOUBLE = Exercise(
    id="size-guess-double",
    lesson="07_in_production",
    kind="estimate",
    points=1,
    reference=9.7,
    within=1.4,
    form=Slider(1, 60, 1, "%"),
    wrong={"nothing": 1, "quarter": 25, "third": 33, "half": 50},
)

# --- what the tables cost ------------------------------------------------------------------------


def embedding_parameters(vocab_size, dim, tied):
    """Return how many numbers the embedding tables hold.

    The input table has one row of dim numbers for each entry of the vocabulary. The output layer
    has a table of the same shape. A tied model uses one table for both.
    """
    return vocab_size * dim * (1 if tied else 2)


def input_table_only(vocab_size, dim, tied):
    return vocab_size * dim


def always_two_tables(vocab_size, dim, tied):
    return 2 * vocab_size * dim


def tied_costs_more(vocab_size, dim, tied):
    return vocab_size * dim * (2 if tied else 1)


def added(vocab_size, dim, tied):
    return (vocab_size + dim) * (1 if tied else 2)


def square_output(vocab_size, dim, tied):
    return vocab_size * dim + (0 if tied else vocab_size * vocab_size)


EMBEDDING = Exercise(
    id="size-embedding",
    lesson="07_in_production",
    kind="function",
    points=1,
    reference=embedding_parameters,
    wrong={
        "input_table_only": input_table_only,
        "always_two_tables": always_two_tables,
        "tied_costs_more": tied_costs_more,
        "added": added,
        "square_output": square_output,
    },
    examples=((5, 3, True), (5, 3, False), (50257, 768, True)),
    random_case=lambda rng: (rng.randint(2, 60), rng.randint(2, 12), rng.random() < 0.5),
)

# --- what one token stands for -------------------------------------------------------------------


def bytes_per_token(measured):
    """Return how many UTF-8 bytes one token stands for, over all texts together.

    measured is a list of pairs: a text, and the number of its tokens.
    """
    total = sum(len(text.encode()) for text, tokens in measured)
    return total / sum(tokens for text, tokens in measured)


def characters_per_token(measured):
    return sum(len(text) for text, _ in measured) / sum(tokens for _, tokens in measured)


def upside_down(measured):
    return sum(tokens for _, tokens in measured) / sum(len(text.encode()) for text, _ in measured)


def first_text_only(measured):
    return bytes_per_token(measured[:1])


def last_text_only(measured):
    return bytes_per_token(measured[-1:])


def mean_of_ratios(measured):
    return sum(len(text.encode()) / tokens for text, tokens in measured) / len(measured)


def whole_bytes(measured):
    return sum(len(text.encode()) for text, _ in measured) // sum(tokens for _, tokens in measured)


def words_per_token(measured):
    return sum(len(text.split()) for text, _ in measured) / sum(tokens for _, tokens in measured)


def random_measured(rng: random.Random) -> Args:
    """Draw a few short texts with numbers of tokens that could be theirs."""
    measured = []
    for _ in range(rng.randint(1, 3)):
        text = "".join(rng.choices(("low ", "é", "中", "🤗", "a"), k=rng.randint(1, 5)))
        measured.append((text, rng.randint(1, len(text.encode()))))
    return (measured,)


BYTES_PER_TOKEN = Exercise(
    id="size-bytes-per-token",
    lesson="07_in_production",
    kind="function",
    points=2,
    reference=bytes_per_token,
    wrong={
        "characters_per_token": characters_per_token,
        "upside_down": upside_down,
        "first_text_only": first_text_only,
        "last_text_only": last_text_only,
        "mean_of_ratios": mean_of_ratios,
        "whole_bytes": whole_bytes,
        "words_per_token": words_per_token,
    },
    examples=(([("né", 1)],), ([("low low", 2), ("中", 3)],), ([("low low low", 3), ("a", 1)],)),
    random_case=random_measured,
    valid=lambda measured: bool(measured) and all(len(pair) == 2 for pair in measured),
)

# --- who pays most -------------------------------------------------------------------------------


def worst_premium(tokens, reference):
    """Return the language that pays most, and its premium, as a tuple.

    tokens maps languages to the number of tokens that the same text takes in each. The premium is
    how many times the tokens of the reference language. If several languages pay most, it is the
    first of them in the alphabet.
    """
    worst = min(tokens, key=lambda language: (-tokens[language], language))
    return worst, tokens[worst] / tokens[reference]


def against_the_cheapest(tokens, reference):
    worst = min(tokens, key=lambda language: (-tokens[language], language))
    return worst, tokens[worst] / min(tokens.values())


def rounded(tokens, reference):
    worst, premium = worst_premium(tokens, reference)
    return worst, round(premium, 2)


def last_in_the_alphabet(tokens, reference):
    worst = max(tokens, key=lambda language: (tokens[language], language))
    return worst, tokens[worst] / tokens[reference]


def against_the_mean(tokens, reference):
    worst = min(tokens, key=lambda language: (-tokens[language], language))
    return worst, tokens[worst] * len(tokens) / sum(tokens.values())


def difference(tokens, reference):
    worst = min(tokens, key=lambda language: (-tokens[language], language))
    return worst, tokens[worst] - tokens[reference]


def cheapest(tokens, reference):
    best = min(tokens, key=lambda language: (tokens[language], language))
    return best, tokens[best] / tokens[reference]


def first_seen(tokens, reference):
    worst = max(tokens, key=tokens.get)
    return worst, tokens[worst] / tokens[reference]


def without_the_reference(tokens, reference):
    others = {language: count for language, count in tokens.items() if language != reference}
    worst = min(others or tokens, key=lambda language: (-tokens[language], language))
    return worst, tokens[worst] / tokens[reference]


def random_tokens(rng: random.Random) -> Args:
    """Draw a few languages with small numbers of tokens, so that ties are common."""
    languages = rng.sample(("de", "el", "en", "hi", "th", "zh"), rng.randint(2, 4))
    return ({language: rng.randint(2, 6) for language in languages}, rng.choice(languages))


WORST_PREMIUM = Exercise(
    id="size-worst-premium",
    lesson="07_in_production",
    kind="function",
    points=2,
    reference=worst_premium,
    wrong={
        "against_the_cheapest": against_the_cheapest,
        "rounded": rounded,
        "last_in_the_alphabet": last_in_the_alphabet,
        "against_the_mean": against_the_mean,
        "difference": difference,
        "cheapest": cheapest,
        "first_seen": first_seen,
        "without_the_reference": without_the_reference,
    },
    examples=(
        ({"en": 4, "hi": 6, "de": 5}, "en"),
        ({"th": 6, "hi": 6, "en": 4}, "en"),
        ({"en": 4, "hi": 6, "zh": 2}, "en"),
        ({"en": 6, "de": 5}, "en"),
    ),
    random_case=random_tokens,
    valid=lambda tokens, reference: reference in tokens,
)
