# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""Two coding rounds on rows of tokens: back to text with offsets, and windows that overlap."""

import random

from subword_lab.exercises.model import Args, Exercise


def detokenize(pieces):
    """Return the text of WordPiece's pieces, and the place of each piece in it.

    A piece with ## goes on with the word before it; every other one begins a word, after a space.
    Places are pairs (start, end), the end not included, as a list. The first piece begins a word.
    """
    text, places = "", []
    for piece in pieces:
        part = piece.removeprefix("##")
        if part == piece and text:
            text += " "
        places.append((len(text), len(text) + len(part)))
        text += part
    return text, places


def marks_counted(pieces):
    places, at = [], 0
    for number, piece in enumerate(pieces):
        at += number > 0 and not piece.startswith("##")
        places.append((at, at + len(piece)))
        at += len(piece)
    return detokenize(pieces)[0], places


def spaces_not_counted(pieces):
    places, at = [], 0
    for piece in pieces:
        size = len(piece.removeprefix("##"))
        places.append((at, at + size))
        at += size
    return detokenize(pieces)[0], places


def last_included(pieces):
    text, places = detokenize(pieces)
    return text, [(start, end - 1) for start, end in places]


def space_in_front(pieces):
    text, places = detokenize(["", *pieces])
    return f" {text}", [(start + 1, end + 1) for start, end in places[1:]]


def marks_stay(pieces):
    places, at = [], 0
    for piece in pieces:
        places.append((at, at + len(piece)))
        at += len(piece) + 1
    return " ".join(pieces), places


def all_marks_go(pieces):
    """Removes ## from the text, also where it stands inside a piece."""
    text = " ".join(pieces).replace(" ##", "").replace("##", "")
    return text, detokenize(pieces)[1]


def random_row(rng: random.Random) -> Args:
    """Draw a row that begins with a word; a piece can hold ## inside."""
    parts = ("a", "bc", "def", "c##")
    words = [rng.choice(parts) for _ in range(rng.randint(1, 6))]
    return (
        [word if at == 0 or rng.random() < 0.5 else f"##{word}" for at, word in enumerate(words)],
    )


DETOKENIZE = Exercise(
    id="coding-detokenize",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=3,
    reference=detokenize,
    wrong={
        "marks_counted": marks_counted,
        "spaces_not_counted": spaces_not_counted,
        "last_included": last_included,
        "space_in_front": space_in_front,
        "marks_stay": marks_stay,
        "all_marks_go": all_marks_go,
    },
    examples=(
        (["un", "##happy"],),
        (["low", "er"],),
        (["c##", "##d"],),
        (["a"],),
        ([],),
    ),
    random_case=random_row,
    valid=lambda pieces: (
        not pieces or (not pieces[0].startswith("##") and all(p.removeprefix("##") for p in pieces))
    ),
)

# Windows ------------------------------------------------------------------------------------------


def windows(ids, size, stride):
    """Return a long row of ids in windows that overlap, as a list of lists.

    Each window has size ids, the last one may have fewer; each begins stride after the one before.
    Stop with the window that reaches the end: none may repeat what its forerunner has whole.
    """
    found = []
    for start in range(0, len(ids), stride):
        found.append(ids[start : start + size])
        if start + size >= len(ids):
            break
    return found


def goes_on_to_the_end(ids, size, stride):
    return [ids[start : start + size] for start in range(0, len(ids), stride)]


def tail_is_lost(ids, size, stride):
    return [window for window in windows(ids, size, stride) if len(window) == size]


def stride_is_the_overlap(ids, size, stride):
    return windows(ids, size, max(1, size - stride))


def no_overlap(ids, size, stride):
    return windows(ids, size, size)


def last_one_moved_back(ids, size, stride):
    found = windows(ids, size, stride)
    return [*found[:-1], ids[-size:]] if found else []


def an_empty_window(ids, size, stride):
    return windows(ids, size, stride) or [[]]


def random_ids(rng: random.Random) -> Args:
    """Draw a row, a size and a stride that is no larger."""
    size = rng.randint(1, 5)
    return (list(range(7, 7 + rng.randint(0, 12))), size, rng.randint(1, size))


WINDOWS = Exercise(
    id="coding-windows",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=2,
    reference=windows,
    wrong={
        "goes_on_to_the_end": goes_on_to_the_end,
        "tail_is_lost": tail_is_lost,
        "stride_is_the_overlap": stride_is_the_overlap,
        "no_overlap": no_overlap,
        "last_one_moved_back": last_one_moved_back,
        "an_empty_window": an_empty_window,
    },
    examples=(
        ([7, 8, 9, 10, 11], 3, 2),
        ([7, 8, 9, 10, 11, 12], 3, 1),
        ([7, 8, 9, 10], 3, 3),
        ([7, 8], 3, 2),
        ([], 2, 1),
    ),
    random_case=random_ids,
    valid=lambda ids, size, stride: 1 <= stride <= size,
)
