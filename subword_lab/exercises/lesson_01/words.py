# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs
"""The exercise of lesson 01 on cutting a word: the short rule that gives Do n't."""

import random

from subword_lab.exercises.model import Args, Exercise

ENDINGS = ("n't", "'s", "'m", "'d", "'ll", "'re", "'ve")


def split_contraction(word):
    """Return the word as a list: what stands before a short ending, and the ending.

    The endings are n't 's 'm 'd 'll 're 've, in small or capital letters. Any other word, and an
    ending that stands alone, is a list of one.
    """
    for ending in ("n't", "'s", "'m", "'d", "'ll", "'re", "'ve"):
        if word.lower().endswith(ending) and len(word) > len(ending):
            return [word[: -len(ending)], word[-len(ending) :]]
    return [word]


def before_the_apostrophe(word):
    at = word.find("'")
    return [word[:at], word[at:]] if at > 0 and split_contraction(word) != [word] else [word]


def apostrophe_alone(word):
    if split_contraction(word) == [word]:
        return [word]
    before, _, after = word.rpartition("'")
    return [before, "'", after]


def apostrophe_lost(word):
    return word.split("'")


def any_apostrophe(word):
    if word.lower().endswith("n't"):
        return split_contraction(word)
    at = word.find("'")
    return [word[:at], word[at:]] if at > 0 else [word]


def only_not(word):
    return split_contraction(word) if word.lower().endswith("n't") else [word]


def small_letters_only(word):
    return split_contraction(word) if word.endswith(ENDINGS) else [word]


def written_small(word):
    return [piece.lower() for piece in split_contraction(word)]


def ending_alone(word):
    if word.lower() in ENDINGS:
        return ["", word]
    return split_contraction(word)


def written_out(word):
    pieces = split_contraction(word)
    return [*pieces[:-1], "not"] if pieces[-1].lower() == "n't" and len(pieces) > 1 else pieces


def random_word(rng: random.Random) -> Args:
    """Draw a word with one of the endings, with another one, or with none."""
    stem = rng.choice(("do", "we", "Do", "I", "WE", "can", "o", "dogs", "rock'n"))
    ending = rng.choice((*ENDINGS, "N'T", "'LL", "'clock", "'", ""))
    return (stem + ending,)


SPLIT_CONTRACTION = Exercise(
    id="oov-split-contraction",
    lesson="01_oov",
    kind="function",
    points=2,
    reference=split_contraction,
    wrong={
        "before_the_apostrophe": before_the_apostrophe,
        "apostrophe_alone": apostrophe_alone,
        "apostrophe_lost": apostrophe_lost,
        "any_apostrophe": any_apostrophe,
        "only_not": only_not,
        "small_letters_only": small_letters_only,
        "written_small": written_small,
        "ending_alone": ending_alone,
        "written_out": written_out,
    },
    examples=(("don't",), ("We'll",), ("DON'T",), ("o'clock",), ("n't",), ("love",)),
    random_case=random_word,
    valid=lambda word: any(ch.isalpha() for ch in word),
)
