"""Variants about words, known and unknown."""

import random

from subword_lab import metrics
from subword_lab.quiz.variants import Generator, Options, Variant, distinct, numbers, redrawn

BANK = ("the", "cat", "sat", "on", "mat", "dog", "ran", "and")
PER = {"token": "词例", "type": "词型"}


def oov_rate(rng: random.Random, level: int) -> Variant:
    """Ask for the share of unknown words of a short text, beside what other formulas give."""
    while True:
        words = [rng.choice(BANK) for _ in range(rng.randint(5, 7 + level))]
        vocab = rng.sample(BANK, rng.randint(2, 3))
        unknown, types = [word for word in words if word not in vocab], set(words)
        by = {
            "token": f"{len(unknown)}/{len(words)}",
            "type": f"{len(set(unknown))}/{len(types)}",
        }
        per = rng.choice(list(PER))
        other = "type" if per == "token" else "token"
        known = {
            "token": f"{len(words) - len(unknown)}/{len(words)}",
            "type": f"{len(types) - len(set(unknown))}/{len(types)}",
        }
        options = distinct(
            (by[per], "right"),
            (by[other], "other"),
            (f"{len(set(unknown))}/{len(words)}", "mixed"),
            (f"{len(unknown)}/{len(types)}", "upside_down"),
            (known[per], "known"),
        )
        if len(options) == 5 and 0 < len(unknown) < len(words) and _all_differ(options):
            break
    params = {"vocab": ", ".join(vocab), "text": " ".join(words), "right": by[per]}
    drawn = {"words": words, "vocab": vocab, "per": per}
    return Variant({**params, "per": per, "per_zh": PER[per]}, options=options, drawn=drawn)


def _all_differ(options: Options) -> bool:
    """Whether no two fractions have the same value: 1/2 and 2/4 would both be right."""
    halves = [str(value).split("/") for value, _ in options]
    return len({int(above) / int(below) for above, below in halves}) == len(options)


@redrawn()
def character_coverage(rng: random.Random, level: int) -> Variant:
    """Ask which share of a text's characters a small alphabet covers, in percent."""
    alphabet = "".join(sorted(rng.sample("abcdefgh", 3 + level)))
    text = "".join(rng.choices("abcdefgh", k=10 * level))
    right = 100 * metrics.coverage(set(alphabet), text)
    types = set(text)
    options = numbers(
        right,
        by_type=100 * len(types & set(alphabet)) / len(types),
        missing=100 - right,
        letters=100 * len(alphabet) / len(text),
        of_alphabet=100 * len(alphabet) / 26,
    )
    params = {"alphabet": " ".join(alphabet), "text": text, "right": round(right)}
    drawn = {"alphabet": alphabet, "text": text}
    return Variant(params, options=options, drawn=drawn)


GENERATORS: dict[str, Generator] = {"oov_rate": oov_rate, "character_coverage": character_coverage}
