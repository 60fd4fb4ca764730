# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 03 on cutting: GPT-2's splitter, digits, special tokens."""

import random
import re

import regex

from subword_lab.exercises.forms import Cut
from subword_lab.exercises.model import Args, Exercise

# --- GPT-2's splitter ----------------------------------------------------------------------------


def split(text):
    """Return the chunks of a text, as a list; no merge will ever cross their borders.

    At each place, the first rule that fits wins: one of 's 't 're 've 'm 'll 'd; a run of letters;
    a run of digits; a run of other signs, each run with at most one space in front. What is left is
    white space: a run of it leaves its last character to what follows, if anything follows.
    """
    return regex.findall(
        r"'s|'t|'re|'ve|'m|'ll|'d"
        r"| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+"
        r"|\s+(?!\S)|\s+",
        text,
    )


ENDINGS = r"'s|'t|'re|'ve|'m|'ll|'d"
RUNS = r" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+"
SPACE = r"\s+(?!\S)|\s+"


def spaces_alone(text):
    return regex.findall(rf"{ENDINGS}|{RUNS.replace(' ?', '')}|{SPACE}", text)


def spaces_lost(text):
    return regex.findall(rf"{ENDINGS}|{RUNS}", text)


def last_space_kept(text):
    return regex.findall(rf"{ENDINGS}|{RUNS}|\s+", text)


def endings_forgotten(text):
    return regex.findall(rf"{RUNS}|{SPACE}", text)


def endings_in_any_case(text):
    return regex.findall(rf"(?i:{ENDINGS})|{RUNS}|{SPACE}", text)


def letters_with_digits(text):
    return regex.findall(rf"{ENDINGS}| ?[\p{{L}}\p{{N}}]+| ?[^\s\p{{L}}\p{{N}}]+|{SPACE}", text)


def marks_with_letters(text):
    run = r" ?[\p{L}\p{M}]+| ?\p{N}+| ?[^\s\p{L}\p{M}\p{N}]+"
    return regex.findall(rf"{ENDINGS}|{run}|{SPACE}", text)


def groups_returned(text):
    return regex.findall(rf"'(s|t|re|ve|m|ll|d)|{RUNS}|{SPACE}", text)


def ascii_letters(text):
    run = r" ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+"
    return regex.findall(rf"{ENDINGS}|{run}|{SPACE}", text)


def word_characters(text):
    return regex.findall(rf"{ENDINGS}| ?\w+| ?[^\s\w]+|{SPACE}", text)


def random_text(rng: random.Random) -> Args:
    """Draw a text in which letters, digits, endings, marks and spaces meet."""
    parts = ("a", "B", "é", "中", "ते", "7", "10", "'s", "'S", "'", "!", " ", " ", "  ", "\n")
    return ("".join(rng.choices(parts, k=rng.randint(1, 7))),)


SPLIT = Exercise(
    id="bytes-split",
    lesson="03_byte_level_bpe",
    kind="function",
    points=3,
    reference=split,
    imports=("import regex",),
    wrong={
        "spaces_alone": spaces_alone,
        "spaces_lost": spaces_lost,
        "last_space_kept": last_space_kept,
        "endings_forgotten": endings_forgotten,
        "endings_in_any_case": endings_in_any_case,
        "letters_with_digits": letters_with_digits,
        "marks_with_letters": marks_with_letters,
        "groups_returned": groups_returned,
        "ascii_letters": ascii_letters,
        "word_characters": word_characters,
    },
    examples=(
        ("How's it?",),
        ("HOW'S",),
        ("a  b",),
        ("a7",),
        ("ते",),
        ("end  ",),
    ),
    random_case=random_text,
)

# --- digits --------------------------------------------------------------------------------------

DIGITS = Exercise(
    id="bytes-digits",
    lesson="03_byte_level_bpe",
    kind="cut",
    points=1,
    reference=["123", "456", "7"],
    wrong={
        "as_gpt2": ["123", "45", "67"],
        "as_we_write_it": ["1", "234", "567"],
        "digit_by_digit": list("1234567"),
        "not_at_all": ["1234567"],
    },
    form=Cut("1234567"),
)

# --- special tokens ------------------------------------------------------------------------------


def split_special(text, specials):
    """Return the parts of a text, as a list: special tokens, and what stands between them.

    Go from left to right. Where several special tokens begin at the same place, the longest wins.
    Nothing is lost, and no part is empty.
    """
    longest_first = sorted(specials, key=len, reverse=True)
    pattern = "|".join(re.escape(special) for special in longest_first)
    return [part for part in re.split(f"({pattern})", text) if part]


def in_the_order_given(text, specials):
    pattern = "|".join(map(re.escape, specials))
    return [part for part in re.split(f"({pattern})", text) if part]


def shortest_wins(text, specials):
    pattern = "|".join(map(re.escape, sorted(specials, key=len)))
    return [part for part in re.split(f"({pattern})", text) if part]


def bars_not_escaped(text, specials):
    pattern = "|".join(sorted(specials, key=len, reverse=True))
    return [part for part in re.split(f"({pattern})", text) if part]


def specials_lost(text, specials):
    pattern = "|".join(map(re.escape, sorted(specials, key=len, reverse=True)))
    return [part for part in re.split(pattern, text) if part]


def empty_parts_kept(text, specials):
    pattern = "|".join(map(re.escape, sorted(specials, key=len, reverse=True)))
    return re.split(f"({pattern})", text)


def longest_anywhere(text, specials):
    parts = [text]
    for special in sorted(specials, key=len, reverse=True):
        parts = [
            piece
            for part in parts
            for piece in ([part] if part in specials else in_the_order_given(part, [special]))
        ]
    return parts if text else []


SPECIALS = ("<|end|>", "<|end|><|end|>", "<|", "|>", "|end|>ab")


def random_text_with_specials(rng: random.Random) -> Args:
    """Draw special tokens that overlap, and a text full of them."""
    specials = rng.sample(SPECIALS, rng.randint(1, 4))
    text = "".join(rng.choice([*specials, *SPECIALS, "ab", "end", " "]) for _ in range(4))
    return (text, specials)


SPECIAL = Exercise(
    id="bytes-special",
    lesson="03_byte_level_bpe",
    kind="function",
    points=3,
    reference=split_special,
    imports=("import re",),
    wrong={
        "in_the_order_given": in_the_order_given,
        "shortest_wins": shortest_wins,
        "bars_not_escaped": bars_not_escaped,
        "specials_lost": specials_lost,
        "empty_parts_kept": empty_parts_kept,
        "longest_anywhere": longest_anywhere,
    },
    examples=(
        ("a<|end|>b", ["<|end|>"]),
        ("<|end|><|end|>", ["<|end|>", "<|end|><|end|>"]),
        ("<|end|><|end|>", ["<|end|><|end|>", "<|end|>"]),
        ("<|end|>ab", ["<|end|>", "|end|>ab"]),
        ("<|end|>ab", ["<|", "|end|>ab", "<|end|>"]),
        ("end", ["<|end|>"]),
        ("", ["<|end|>"]),
    ),
    random_case=random_text_with_specials,
    valid=lambda text, specials: len(specials) > 0 and all(specials),
)
