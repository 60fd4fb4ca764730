# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""A bug hunt: ids of a text, made ready for a model that reads rows of one length."""

import random

from subword_lab.exercises.model import Args, Exercise


def model_input(ids, length, cls, sep, pad):
    """Return the row of ids that a model reads, and its mask, as two lists of that length.

    The row is cls, the text's ids, sep, and then as many pad as fit. What is too long loses the
    text's last ids; cls and sep stay. The mask is 1 for cls, text and sep, and 0 for the padding.
    """
    row = [cls, *ids, sep][:length]
    row = row + [pad] * (length - len(row))
    return row, [int(id != pad) for id in row]


def mended(ids, length, cls, sep, pad):
    row = [cls, *ids[: length - 2], sep]
    padding = length - len(row)
    return row + [pad] * padding, [1] * len(row) + [0] * padding


def separator_still_cut_off(ids, length, cls, sep, pad):
    row = [cls, *ids, sep][:length]
    padding = length - len(row)
    return row + [pad] * padding, [1] * len(row) + [0] * padding


def mask_still_by_value(ids, length, cls, sep, pad):
    row, _ = mended(ids, length, cls, sep, pad)
    return row, [int(id != pad) for id in row]


def separator_twice(ids, length, cls, sep, pad):
    row = [cls, *ids, sep][: length - 1] + [sep]
    padding = length - len(row)
    return row + [pad] * padding, [1] * len(row) + [0] * padding


def room_for_one_mark_only(ids, length, cls, sep, pad):
    row = [cls, *ids[: length - 1], sep]
    padding = length - len(row)
    return row + [pad] * padding, [1] * len(row) + [0] * padding


def first_ids_dropped(ids, length, cls, sep, pad):
    return mended(ids[max(0, len(ids) - (length - 2)) :], length, cls, sep, pad)


def padding_in_front(ids, length, cls, sep, pad):
    row = [cls, *ids[: length - 2], sep]
    padding = length - len(row)
    return [pad] * padding + row, [0] * padding + [1] * len(row)


def padding_is_read(ids, length, cls, sep, pad):
    row, _ = mended(ids, length, cls, sep, pad)
    return row, [1] * length


def random_row(rng: random.Random) -> Args:
    """Draw a row near its limit; in half of the cases the padding has an id that also has a use."""
    ids = [rng.randint(5, 9) for _ in range(rng.randint(0, 6))]
    cls, sep = 1, 2
    return (ids, rng.randint(2, 8), cls, sep, rng.choice([3, 4, sep, rng.randint(5, 9)]))


MODEL_INPUT = Exercise(
    id="interview-model-input",
    lesson="08_interview",
    kind="bug_hunt",
    points=3,
    starter=model_input,
    reference=mended,
    wrong={
        "separator_still_cut_off": separator_still_cut_off,
        "mask_still_by_value": mask_still_by_value,
        "separator_twice": separator_twice,
        "room_for_one_mark_only": room_for_one_mark_only,
        "first_ids_dropped": first_ids_dropped,
        "padding_in_front": padding_in_front,
        "padding_is_read": padding_is_read,
    },
    examples=(
        ([7, 8, 9], 4, 1, 2, 3),
        ([7, 8], 6, 1, 2, 3),
        ([7, 8], 6, 1, 2, 2),
        ([7, 3, 8], 6, 1, 2, 3),
        ([], 2, 1, 2, 3),
    ),
    random_case=random_row,
    # a smaller case stays one that can be read: cls 1, sep 2, and ids that are neither
    valid=lambda ids, length, cls, sep, pad: (
        length >= 2 and (cls, sep) == (1, 2) and min([pad + 1, *ids]) > 2
    ),
)
