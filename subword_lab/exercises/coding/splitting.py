# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""A coding round: cut special tokens out of a text."""

import random
import re

from subword_lab.exercises.model import Args, Exercise

TOKENS = ("<a>", "<a>b", "b<", "a|b", "c+", "c+c")


def split_special(text, specials):
    """Return the parts of a text in order, as a list of pairs (part, whether it is special).

    specials is a list of special tokens. The one that begins first in the text is cut out; of
    several that begin there, the longest. Parts are never empty.
    """
    longest_first = sorted(specials, key=len, reverse=True)
    pattern = "|".join(re.escape(special) for special in longest_first)
    parts, at = [], 0
    for found in re.finditer(pattern, text):
        if at < found.start():
            parts.append((text[at : found.start()], False))
        parts.append((found[0], True))
        at = found.end()
    if at < len(text):
        parts.append((text[at:], False))
    return parts


def _by_pattern(text, patterns):
    parts, at = [], 0
    for found in re.finditer("|".join(patterns), text):
        parts += [(text[at : found.start()], False), (found[0], True)]
        at = found.end()
    return [*parts, (text[at:], False)]


def _whole(parts):
    return [part for part in parts if part[0]]


def in_the_order_given(text, specials):
    return _whole(_by_pattern(text, map(re.escape, specials)))


def shortest_first(text, specials):
    return _whole(_by_pattern(text, map(re.escape, sorted(specials, key=len))))


def not_escaped(text, specials):
    return _whole(_by_pattern(text, sorted(specials, key=len, reverse=True)))


def empty_parts(text, specials):
    return _by_pattern(text, map(re.escape, sorted(specials, key=len, reverse=True)))


def specials_are_lost(text, specials):
    return [part for part in split_special(text, specials) if not part[1]]


def one_token_after_the_other(text, specials):
    parts = [(text, False)]
    for special in sorted(specials, key=len, reverse=True):
        cut = []
        for part, known in parts:
            cut += [(part, True)] if known else _by_pattern(part, [re.escape(special)])
        parts = cut
    return _whole(parts)


def random_text(rng: random.Random) -> Args:
    """Draw some special tokens, and a text of them, their halves and letters."""
    specials = rng.sample(TOKENS, rng.randint(1, 4))
    text = "".join(rng.choice((*TOKENS, "a", "b", "c", "<", ">")) for _ in range(rng.randint(0, 6)))
    return (text, specials)


SPLIT_SPECIAL = Exercise(
    id="coding-split-special",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=3,
    reference=split_special,
    imports=("import re",),
    wrong={
        "in_the_order_given": in_the_order_given,
        "shortest_first": shortest_first,
        "not_escaped": not_escaped,
        "empty_parts": empty_parts,
        "specials_are_lost": specials_are_lost,
        "one_token_after_the_other": one_token_after_the_other,
    },
    examples=(
        ("x<a>by", ["<a>", "<a>b"]),
        ("x<a>by", ["<a>b", "<a>"]),
        ("b<a>", ["<a>", "b<"]),
        ("a|b", ["a|b"]),
        ("c+cc", ["c+"]),
        ("<a><a>", ["<a>"]),
        ("<a>", ["b<", "<a>"]),
        ("x", ["<a>"]),
        ("", ["<a>"]),
    ),
    random_case=random_text,
    valid=lambda text, specials: len(specials) > 0 and len(set(specials)) == len(specials),
)
