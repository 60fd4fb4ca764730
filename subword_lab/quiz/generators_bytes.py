"""Variants about bytes."""

import random

from subword_lab.quiz.generators import Generator, Variant

CHARACTERS = ("a", "k", "7", "é", "ж", "你", "न", "🤗")


def utf8_bytes(rng: random.Random, level: int) -> Variant:
    """Ask for the number of bytes of a few characters."""
    drawn = rng.choices(CHARACTERS, k=3 + level)
    sizes = [len(ch.encode()) for ch in drawn]
    params = {"text": "".join(drawn), "sum": " + ".join(map(str, sizes)), "count": sum(sizes)}
    return Variant(params, answer=float(sum(sizes)))


GENERATORS: dict[str, Generator] = {"utf8_bytes": utf8_bytes}
