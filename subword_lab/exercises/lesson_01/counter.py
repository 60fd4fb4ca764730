# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs
"""The bug hunt of lesson 01: a word counter that is right for plain English alone."""

import random
import re
import unicodedata

import regex

from subword_lab.exercises.model import Args, Exercise


def count_words(text):
    """Count the words of a text: runs of letters, combining marks and digits, kept as written."""
    counts = {}
    for word in re.findall(r"\w+", text.lower()):
        counts[word] = counts.get(word, 0) + 1
    return counts


def mended(text):
    """Count the words of a text: runs of letters, combining marks and digits, kept as written."""
    counts = {}
    for word in regex.findall(r"[\p{L}\p{M}\p{N}]+", text):
        counts[word] = counts.get(word, 0) + 1
    return counts


def still_small_letters(text):
    return mended(text.lower())


def still_case_folded(text):
    return mended(text.casefold())


def still_cuts_at_marks(text):
    counts = {}
    for word in re.findall(r"\w+", text):
        counts[word] = counts.get(word, 0) + 1
    return counts


def marks_thrown_away(text):
    decomposed = unicodedata.normalize("NFD", text)
    return mended("".join(ch for ch in decomposed if not unicodedata.category(ch).startswith("M")))


def digits_lost(text):
    counts = {}
    for word in regex.findall(r"[\p{L}\p{M}]+", text):
        counts[word] = counts.get(word, 0) + 1
    return counts


def underscore_is_a_letter(text):
    counts = {}
    for word in regex.findall(r"\w+", text):
        counts[word] = counts.get(word, 0) + 1
    return counts


def one_character_each(text):
    counts = {}
    for ch in regex.findall(r"[\p{L}\p{M}\p{N}]", text):
        counts[ch] = counts.get(ch, 0) + 1
    return counts


def white_space_only(text):
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return counts


WORDS = (
    *("İstanbul", "istanbul", "US", "us", "Straße", "cafe\u0301"),
    *("नमस्ते", "हिन्दी", "2024", "B2", "Don't", "snake_case"),
)


def random_text(rng: random.Random) -> Args:
    """Draw a few words that are hard to count, and signs between them."""
    words = [
        rng.choice(WORDS) + rng.choice(("", "", ",", ".", "!")) for _ in range(rng.randint(1, 6))
    ]
    return (" ".join(words),)


def is_fair(text):
    """Whether every mark stands behind a letter, and every underscore between two of them."""
    lonely = r"(?<![\p{L}\p{M}\p{N}])[\p{M}_]|_(?![\p{L}\p{N}])"
    return not regex.search(lonely, text)


FIX_COUNTER = Exercise(
    id="oov-fix-counter",
    lesson="01_oov",
    kind="bug_hunt",
    points=3,
    starter=count_words,
    reference=mended,
    imports=("import re", "import regex"),
    wrong={
        "still_small_letters": still_small_letters,
        "still_case_folded": still_case_folded,
        "still_cuts_at_marks": still_cuts_at_marks,
        "marks_thrown_away": marks_thrown_away,
        "digits_lost": digits_lost,
        "underscore_is_a_letter": underscore_is_a_letter,
        "one_character_each": one_character_each,
        "white_space_only": white_space_only,
    },
    examples=(("us US",), ("İstanbul",), ("नमस्ते",), ("Straße",), ("B2, 2024.",), ("snake_case",)),
    random_case=random_text,
    valid=is_fair,
)
