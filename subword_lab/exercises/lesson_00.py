# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The two exercises of lesson 00: the first touch of a panel and of a check."""

import random

from subword_lab.exercises.forms import Cut
from subword_lab.exercises.model import Args, Exercise

CUT = Exercise(
    id="start-cut",
    lesson="00_start_here",
    kind="cut",
    points=1,
    reference=["un", "box", "ed"],
    wrong={
        "whole": ["unboxed"],
        "characters": ["u", "n", "b", "o", "x", "e", "d"],
        "two_pieces": ["un", "boxed"],
        "other_two": ["unbox", "ed"],
    },
    form=Cut("unboxed"),
)


def join_pieces(pieces):
    """Return the word that the pieces spell, without the ## marks."""
    return "".join(piece.removeprefix("##") for piece in pieces)


def marks_kept(pieces):
    return "".join(pieces)


def with_spaces(pieces):
    return " ".join(piece.removeprefix("##") for piece in pieces)


def every_hash(pieces):
    return "".join(pieces).replace("#", "")


def every_mark(pieces):
    return "".join(pieces).replace("##", "")


def first_piece_only(pieces):
    return pieces[0] if pieces else ""


def random_pieces(rng: random.Random) -> Args:
    """Draw a word in pieces; now and then a piece holds a # of its own."""
    parts = [rng.choice(("un", "box", "ed", "c#", "a")) for _ in range(rng.randint(1, 4))]
    return ([parts[0], *("##" + part for part in parts[1:])],)


JOIN = Exercise(
    id="start-join",
    lesson="00_start_here",
    kind="function",
    points=1,
    reference=join_pieces,
    wrong={
        "marks_kept": marks_kept,
        "with_spaces": with_spaces,
        "every_hash": every_hash,
        "every_mark": every_mark,
        "first_piece_only": first_piece_only,
    },
    examples=((["un", "##box", "##ed"],), (["c#", "##s"],), (["c##", "##s"],), ([],)),
    random_case=random_pieces,
)

EXERCISES = (CUT, JOIN)
