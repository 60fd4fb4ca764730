# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 04 on pieces with ``##``: split a word, merge a pair."""

import random

from subword_lab.exercises.model import Args, Exercise

# --- split a word --------------------------------------------------------------------------------


def split_word(word):
    """Return the characters of a word, as a tuple; all but the first carry ## in front."""
    return tuple("##" + ch if i else ch for i, ch in enumerate(word))


def all_marked(word):
    return tuple("##" + ch for ch in word)


def none_marked(word):
    return tuple(word)


def marked_behind(word):
    return tuple(ch + "##" if i else ch for i, ch in enumerate(word))


def rest_in_one_piece(word):
    return (word[0], "##" + word[1:]) if len(word) > 1 else tuple(word)


def compared_by_letter(word):
    return tuple(ch if ch == word[0] else "##" + ch for ch in word)


def random_word(rng: random.Random) -> Args:
    """Draw a word in which the first letter often comes back."""
    letters = rng.choice(("abc", "hugs", "词语", "#ab"))
    return ("".join(rng.choices(letters, k=rng.randint(1, 7))),)


SPLIT = Exercise(
    id="wordpiece-split",
    lesson="04_wordpiece",
    kind="function",
    points=1,
    reference=split_word,
    wrong={
        "all_marked": all_marked,
        "none_marked": none_marked,
        "marked_behind": marked_behind,
        "rest_in_one_piece": rest_in_one_piece,
        "compared_by_letter": compared_by_letter,
    },
    examples=(("hugs",), ("a",), ("that",)),
    random_case=random_word,
    valid=lambda word: word != "",
)

# --- merge a pair --------------------------------------------------------------------------------


def merge_word(symbols, pair):
    """Return the symbols of one word, as a tuple, with the pair joined wherever it stands.

    The ## in front of the right part goes away, the one in front of the left part stays.
    Work from left to right; a symbol is joined at most once.
    """
    left, right = pair
    merged = []
    i = 0
    while i < len(symbols):
        if symbols[i : i + 2] == pair:
            merged.append(left + right.removeprefix("##"))
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def _merging(join):
    """Make a left-to-right merge that names the new piece as `join` says."""

    def merge(symbols, pair):
        merged = []
        i = 0
        while i < len(symbols):
            found = symbols[i : i + 2] == pair
            merged.append(join(*pair) if found else symbols[i])
            i += 2 if found else 1
        return tuple(merged)

    return merge


def first_place_only(symbols, pair):
    for i in range(len(symbols) - 1):
        if symbols[i : i + 2] == pair:
            return symbols[:i] + (pair[0] + pair[1].removeprefix("##"),) + symbols[i + 2 :]
    return symbols


def from_the_right(symbols, pair):
    merged = list(symbols)
    i = len(merged) - 2
    while i >= 0:
        if tuple(merged[i : i + 2]) == pair:
            merged[i : i + 2] = [pair[0] + pair[1].removeprefix("##")]
            i -= 1
        i -= 1
    return tuple(merged)


def random_word_and_pair(rng: random.Random) -> Args:
    """Draw a split word, some of it merged before, and a pair that often stands in it."""
    inside = ("##a", "##b", "##ab", "###")
    symbols = (rng.choice("ab"), *rng.choices(inside, k=rng.randint(1, 6)))
    at = rng.randrange(len(symbols) - 1)
    pair = symbols[at : at + 2] if rng.random() < 0.8 else ("##a", "##a")
    return (symbols, pair)


MERGE = Exercise(
    id="wordpiece-merge",
    lesson="04_wordpiece",
    kind="function",
    points=2,
    reference=merge_word,
    wrong={
        "inner_mark_kept": _merging(lambda left, right: left + right),
        "all_marks_dropped": _merging(lambda left, right: (left + right).replace("##", "")),
        "always_marked": _merging(
            lambda left, right: "##" + left.removeprefix("##") + right.removeprefix("##")
        ),
        "hash_lost": _merging(lambda left, right: left + right.lstrip("#")),
        "first_place_only": first_place_only,
        "from_the_right": from_the_right,
    },
    examples=(
        (("h", "##u", "##g", "##s"), ("##u", "##g")),
        (("h", "##ug", "##s"), ("h", "##ug")),
        (("a", "##a", "##a", "##a"), ("##a", "##a")),
        (("c", "###"), ("c", "###")),
        (("h",), ("h", "##u")),
    ),
    random_case=random_word_and_pair,
    valid=lambda symbols, pair: (
        len(pair) == 2
        and pair[1][:2] == "##"
        and len(pair[1]) > 2
        and bool(pair[0].removeprefix("##"))
        and not any(symbol[:2] != "##" or len(symbol) < 3 for symbol in symbols[1:])
        and all(symbols[:1])
    ),
)
