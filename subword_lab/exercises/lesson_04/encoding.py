# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 04 on cutting a word: by hand and in code, longest match first."""

import random

from subword_lab.exercises.forms import Cut
from subword_lab.exercises.lesson_04 import demo
from subword_lab.exercises.model import Args, Exercise

# --- cut by longest match ------------------------------------------------------------------------

CUT = Exercise(
    id="wordpiece-cut",
    lesson="04_wordpiece",
    kind="cut",
    points=2,
    reference=["unb", "utt", "oned"],
    wrong={
        "by_meaning": ["un", "button", "ed"],
        "longest_anywhere": ["un", "button", "e", "d"],
        "shortest_first": ["u", "n", "b", "u", "t", "t", "o", "n", "e", "d"],
        "stopped_early": ["unb", "ut", "toned"],
    },
    form=Cut("unbuttoned"),
)

# --- longest match, with a bug -------------------------------------------------------------------


def encode(word, vocab):
    """Return the pieces of a word, as a tuple: from the left, always the longest that fits.

    Inside the word a piece carries ##. Where no piece fits, the word is unknown: ("[UNK]",).
    """
    pieces = []
    start = 0
    while start < len(word):
        mark = "##" if start > 0 else ""
        end = len(word)
        while end > start and mark + word[start:end] not in vocab:
            end -= 1
        if end == start:
            return ("[UNK]",)
        pieces.append(mark + word[start:end])
        start = end
    return tuple(pieces)


def _longest(word, start, vocab, mark="##"):
    """The end of the longest piece at `start`, or `start` if there is none."""
    mark = mark if start else ""
    ends = (end for end in range(len(word), start, -1) if mark + word[start:end] in vocab)
    return next(ends, start)


def _pieces(word, vocab, mark="##"):
    """Yield (start, end) of each match; (start, start) for a character that nothing fits."""
    start = 0
    while start < len(word):
        end = _longest(word, start, vocab, mark)
        yield start, end
        start = max(end, start + 1)


def _marked(word, start, end):
    return ("##" if start else "") + word[start:end]


def unk_for_the_character(word, vocab):
    spans = _pieces(word, vocab)
    return tuple(_marked(word, s, e) if e > s else "[UNK]" for s, e in spans)


def unk_for_the_rest(word, vocab):
    pieces = []
    for start, end in _pieces(word, vocab):
        if start == end:
            return (*pieces, "[UNK]")
        pieces.append(_marked(word, start, end))
    return tuple(pieces)


def skips_the_character(word, vocab):
    return tuple(_marked(word, s, e) for s, e in _pieces(word, vocab) if e > s)


def falls_to_characters(word, vocab):
    pieces = encode(word, vocab)
    if pieces == ("[UNK]",):
        return tuple(_marked(word, i, i + 1) for i in range(len(word)))
    return pieces


def looked_up_without_mark(word, vocab):
    spans = list(_pieces(word, vocab, mark=""))
    if any(start == end for start, end in spans):
        return ("[UNK]",)
    return tuple(_marked(word, start, end) for start, end in spans)


def text_in_brackets(word, vocab):
    pieces = encode(word, vocab)
    return pieces[0] if pieces == ("[UNK]",) else pieces


def shortest_match(word, vocab):
    pieces = []
    start = 0
    while start < len(word):
        ends = (e for e in range(start + 1, len(word) + 1) if _marked(word, start, e) in vocab)
        end = next(ends, None)
        if end is None:
            return ("[UNK]",)
        pieces.append(_marked(word, start, end))
        start = end
    return tuple(pieces)


def random_word_and_vocab(rng: random.Random) -> Args:
    """Draw a word and pieces, most of which stand in it, so that about half of the words fit."""
    word = "".join(rng.choices("abc", k=rng.randint(1, 7)))
    pieces = [ch for ch in "abc" if rng.random() < 0.9]
    pieces += ["##" + ch for ch in "abc" if rng.random() < 0.9]
    for _ in range(rng.randint(0, 5)):
        start = rng.randrange(len(word))
        pieces.append(_marked(word, start, rng.randint(start + 1, len(word))))
    return word, sorted(set(pieces))


LONGEST = Exercise(
    id="wordpiece-longest-match",
    lesson="04_wordpiece",
    kind="bug_hunt",
    points=3,
    reference=encode,
    starter=demo.encode,
    wrong={
        "unk_for_the_character": unk_for_the_character,
        "unk_for_the_rest": unk_for_the_rest,
        "skips_the_character": skips_the_character,
        "falls_to_characters": falls_to_characters,
        "looked_up_without_mark": looked_up_without_mark,
        "shortest_match": shortest_match,
        "text_in_brackets": text_in_brackets,
    },
    examples=(
        ("hugs", ["##g", "##gs", "##s", "h", "hu", "hug"]),
        ("hugz", ["##s", "h", "hug"]),
        ("mug", ["##ug", "h"]),
        ("zug", ["##u", "##ug", "z"]),
        ("", ["a"]),
    ),
    random_case=random_word_and_vocab,
)
