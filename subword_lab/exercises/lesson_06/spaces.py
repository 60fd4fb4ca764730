# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 06 on spaces: write them as ▁, read them back, one piece at a time."""

import random
import re

from subword_lab.exercises.model import Args, Exercise

# --- spaces become ▁ -----------------------------------------------------------------------------


def mark_spaces(text):
    """Return the words of a text as a list, each with the ▁ in front of it.

    Every space becomes a ▁, one more ▁ goes in front of the text, and every ▁ begins a new word.
    A text without characters has no words.
    """
    if not text:
        return []
    words = []
    for ch in "▁" + text.replace(" ", "▁"):
        if ch == "▁":
            words.append(ch)
        else:
            words[-1] += ch
    return words


def no_dummy_prefix(text):
    marked = text.replace(" ", "▁")
    return re.findall("▁[^▁]*|[^▁]+", marked)


def split_at_spaces(text):
    return ["▁" + word for word in text.split()]


def mark_behind(text):
    return [word[1:] + "▁" for word in mark_spaces(text)]


def underscore(text):
    return [word.replace("▁", "_") for word in mark_spaces(text)]


def all_in_one(text):
    return ["▁" + text.replace(" ", "▁")]


def single_characters(text):
    return list("▁" + text.replace(" ", "▁"))


def runs_together(text):
    return re.findall("▁+[^▁]*", "▁" + text.replace(" ", "▁")) if text else []


def prefix_only_where_needed(text):
    return no_dummy_prefix(text) if text.startswith(" ") else mark_spaces(text)


def empty_text_gets_a_mark(text):
    return mark_spaces(text) if text else ["▁"]


def random_text(rng: random.Random) -> Args:
    """Draw a short text in which spaces often stand at the ends and side by side."""
    return ("".join(rng.choices("ab京  ", k=rng.randint(1, 8))),)


MARK_SPACES = Exercise(
    id="sp-mark-spaces",
    lesson="06_sentencepiece",
    kind="function",
    points=2,
    reference=mark_spaces,
    wrong={
        "no_dummy_prefix": no_dummy_prefix,
        "split_at_spaces": split_at_spaces,
        "mark_behind": mark_behind,
        "underscore": underscore,
        "all_in_one": all_in_one,
        "single_characters": single_characters,
        "runs_together": runs_together,
        "prefix_only_where_needed": prefix_only_where_needed,
        "empty_text_gets_a_mark": empty_text_gets_a_mark,
    },
    examples=(("to be",), ("to  be ",), (" to",), ("東京へ",), ("",)),
    random_case=random_text,
)

# --- ▁ become spaces -----------------------------------------------------------------------------


def unmark(pieces):
    """Return the text that a list of pieces spells.

    Put the pieces side by side and write each ▁ as a space. Then take one space off the beginning,
    if there is one: it is the dummy prefix.
    """
    return "".join(pieces).replace("▁", " ").removeprefix(" ")


def prefix_left(pieces):
    return "".join(pieces).replace("▁", " ")


def all_leading_spaces_dropped(pieces):
    return "".join(pieces).replace("▁", " ").lstrip()


def both_ends_stripped(pieces):
    return "".join(pieces).replace("▁", " ").strip()


def marks_removed(pieces):
    return "".join(pieces).replace("▁", "")


def a_space_between_pieces(pieces):
    return " ".join(pieces).replace("▁", "")


def first_character_always_dropped(pieces):
    return "".join(pieces).replace("▁", " ")[1:]


def one_space_off_each_piece(pieces):
    return "".join(piece.removeprefix("▁").replace("▁", " ") for piece in pieces)


def random_pieces(rng: random.Random) -> Args:
    """Cut a marked text at random; sometimes its beginning is missing."""
    text = "".join(rng.choices("ab▁▁", k=rng.randint(1, 8)))
    marked = "▁" + text if rng.random() < 0.7 else text
    pieces, at = [], 0
    while at < len(marked):
        size = rng.randint(1, 3)
        pieces.append(marked[at : at + size])
        at += size
    return (pieces,)


UNMARK = Exercise(
    id="sp-unmark",
    lesson="06_sentencepiece",
    kind="function",
    points=2,
    reference=unmark,
    wrong={
        "prefix_left": prefix_left,
        "all_leading_spaces_dropped": all_leading_spaces_dropped,
        "both_ends_stripped": both_ends_stripped,
        "marks_removed": marks_removed,
        "a_space_between_pieces": a_space_between_pieces,
        "first_character_always_dropped": first_character_always_dropped,
        "one_space_off_each_piece": one_space_off_each_piece,
    },
    examples=(
        (["▁to", "▁be"],),
        (["▁", "▁lead", "▁"],),
        (["ing", "▁x"],),
        (["▁un", "happy"],),
        ([],),
    ),
    random_case=random_pieces,
)

# --- one piece at a time -------------------------------------------------------------------------


def show(pieces):
    """Return what each piece adds to the text on the screen: a list of texts, one for each piece.

    Each ▁ shows as a space, but for the very first one of the text, the dummy prefix.
    """
    return [piece.replace("▁", " ").lstrip() for piece in pieces]


def shown_one_by_one(pieces):
    """Return what each piece adds to the text on the screen: a list of texts, one for each piece.

    Each ▁ shows as a space, but for the very first one of the text, the dummy prefix.
    """
    shown = [piece.replace("▁", " ") for piece in pieces]
    if shown:
        shown[0] = shown[0].removeprefix(" ")
    return shown


def nothing_dropped(pieces):
    return [piece.replace("▁", " ") for piece in pieces]


def one_off_each_piece(pieces):
    return [piece.removeprefix("▁").replace("▁", " ") for piece in pieces]


def first_piece_stripped(pieces):
    shown = [piece.replace("▁", " ") for piece in pieces]
    return [shown[0].lstrip(), *shown[1:]] if shown else []


def dropped_until_text_appears(pieces):
    shown, empty = [], True
    for piece in pieces:
        text = piece.replace("▁", " ")
        shown.append(text.lstrip() if empty else text)
        empty = empty and not shown[-1]
    return shown


def first_mark_kept(pieces):
    shown = [piece.replace("▁", " ") for piece in pieces]
    return [pieces[0], *shown[1:]] if shown else []


def one_text(pieces):
    return "".join(shown_one_by_one(pieces))


SHOW = Exercise(
    id="sp-show-one-by-one",
    lesson="06_sentencepiece",
    kind="bug_hunt",
    points=2,
    reference=shown_one_by_one,
    starter=show,
    wrong={
        "nothing_dropped": nothing_dropped,
        "one_off_each_piece": one_off_each_piece,
        "first_piece_stripped": first_piece_stripped,
        "dropped_until_text_appears": dropped_until_text_appears,
        "first_mark_kept": first_mark_kept,
        "one_text": one_text,
    },
    examples=(
        (["▁Hello", ",", "▁world"],),
        (["▁▁▁", "▁return"],),
        (["▁", "▁x"],),
        (["x", "▁▁y"],),
        ([],),
    ),
    random_case=random_pieces,
)
