# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 03 on the alphabet: what a byte looks like, what bytes cost."""

import random

from subword_lab.exercises.forms import Match
from subword_lab.exercises.model import Args, Exercise

# --- guess the number of tokens ------------------------------------------------------------------

TEXTS = ("hello", "␣hello", "你好", "🤗", "नमस्ते")


def guesses(*numbers: int) -> dict[str, str]:
    """Give each text its number of tokens."""
    return dict(zip(TEXTS, map(str, numbers), strict=True))


GUESS_TOKENS = Exercise(
    id="bytes-guess-tokens",
    lesson="03_byte_level_bpe",
    kind="predict",
    points=2,
    reference=guesses(1, 1, 4, 3, 12),
    wrong={
        "characters": guesses(5, 6, 2, 1, 6),
        "plain_bytes": guesses(5, 6, 6, 4, 18),
        "one_for_each_word": guesses(1, 1, 1, 1, 1),
        "space_on_its_own": guesses(1, 2, 4, 3, 12),
        "characters_abroad": guesses(1, 1, 2, 1, 6),
    },
    form=Match(TEXTS, ("1", "2", "3", "4", "5", "6", "12", "18")),
)

# --- the printable alphabet ----------------------------------------------------------------------


def printable(byte):
    """Return the character that stands for one byte, a number from 0 to 255.

    Bytes 33 to 126, 161 to 172 and 174 to 255 can be seen: each keeps its own character, chr(byte).
    The other 68, smallest first, become chr(256), chr(257), chr(258) and so on.
    """
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    if byte in visible:
        return chr(byte)
    hidden = [other for other in range(256) if other not in visible]
    return chr(256 + hidden.index(byte))


def as_it_is(byte):
    return chr(byte)


def byte_plus_256(byte):
    return printable(byte) if byte > 32 and printable(byte) == chr(byte) else chr(256 + byte)


def every_byte_moved(byte):
    return chr(256 + byte)


def only_ascii_seen(byte):
    hidden = [other for other in range(256) if not 33 <= other <= 126]
    return chr(256 + hidden.index(byte)) if byte in hidden else chr(byte)


def soft_hyphen_seen(byte):
    hidden = [*range(33), *range(127, 161)]
    return chr(256 + hidden.index(byte)) if byte in hidden else chr(byte)


def space_seen(byte):
    hidden = [*range(32), *range(127, 161), 173]
    return chr(256 + hidden.index(byte)) if byte in hidden else chr(byte)


def ends_left_out(byte):
    visible = [*range(33, 126), *range(161, 172), *range(174, 255)]
    hidden = [other for other in range(256) if other not in visible]
    return chr(byte) if byte in visible else chr(256 + hidden.index(byte))


def random_byte(rng: random.Random) -> Args:
    """Draw a byte, half of the time one that cannot be seen."""
    hidden = [*range(33), *range(127, 161), 173]
    return (rng.choice(hidden) if rng.random() < 0.5 else rng.randrange(256),)


PRINTABLE = Exercise(
    id="bytes-printable",
    lesson="03_byte_level_bpe",
    kind="function",
    points=2,
    reference=printable,
    wrong={
        "as_it_is": as_it_is,
        "byte_plus_256": byte_plus_256,
        "every_byte_moved": every_byte_moved,
        "only_ascii_seen": only_ascii_seen,
        "soft_hyphen_seen": soft_hyphen_seen,
        "space_seen": space_seen,
        "ends_left_out": ends_left_out,
    },
    examples=((32,), (10,), (65,), (126,), (127,), (160,), (173,), (174,), (255,)),
    random_case=random_byte,
    valid=lambda byte: 0 <= byte < 256,
)
