# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 04 on pieces of a text: write them as text, give them labels."""

import random

from subword_lab.exercises.model import Args, Exercise

# --- decode --------------------------------------------------------------------------------------


def decode(pieces):
    """Return the text of some pieces: ## goes on with the word, others begin a new one."""
    text = ""
    for piece in pieces:
        if piece.startswith("##"):
            text += piece[2:]
        else:
            text += " " + piece if text else piece
    return text


def no_spaces(pieces):
    return "".join(piece.removeprefix("##") for piece in pieces)


def all_glued(pieces):
    return "".join(pieces).replace("##", "")


def marks_kept(pieces):
    return " ".join(pieces)


def space_kept(pieces):
    return " ".join(piece.removeprefix("##") for piece in pieces)


def space_in_front(pieces):
    return "".join(p[2:] if p.startswith("##") else " " + p for p in pieces)


def hash_lost(pieces):
    return "".join(p.lstrip("#") if p.startswith("##") else " " + p for p in pieces)[1:]


def every_mark_removed(pieces):
    return " ".join(pieces).replace(" ##", "").replace("##", "")


def random_pieces(rng: random.Random) -> Args:
    """Draw pieces; the first begins a word."""
    starts, inside = ("un", "play", "is", "a", "#", "c##"), ("##ing", "##s", "##hug", "###")
    more = (rng.choice(starts if rng.random() < 0.5 else inside) for _ in range(rng.randint(0, 6)))
    return ([rng.choice(starts), *more],)


DECODE = Exercise(
    id="wordpiece-decode",
    lesson="04_wordpiece",
    kind="function",
    points=2,
    reference=decode,
    wrong={
        "no_spaces": no_spaces,
        "all_glued": all_glued,
        "marks_kept": marks_kept,
        "space_kept": space_kept,
        "space_in_front": space_in_front,
        "hash_lost": hash_lost,
        "every_mark_removed": every_mark_removed,
    },
    examples=((["un", "##hug", "is", "play", "##ing"],), (["c", "###"],), (["c##", "is"],), ([],)),
    random_case=random_pieces,
    valid=lambda pieces: (
        all(pieces) and "##" not in pieces and not any(p.startswith("##") for p in pieces[:1])
    ),
)

# --- labels of words for pieces ------------------------------------------------------------------


def align_labels(word_ids, labels):
    """Return one label per token: the word's label at its first piece, None everywhere else.

    word_ids holds the number of each token's word, None for special tokens such as [CLS].
    labels holds one label per word.
    """
    aligned = []
    previous = None
    for word in word_ids:
        first = word is not None and word != previous
        aligned.append(labels[word] if first else None)
        previous = word
    return aligned


def every_piece_labeled(word_ids, labels):
    return [None if word is None else labels[word] for word in word_ids]


def one_label_per_token(word_ids, labels):
    return [labels[i] if i < len(labels) else None for i in range(len(word_ids))]


def shifted_by_cls(word_ids, labels):
    return [labels[i - 1] if 0 < i <= len(labels) else None for i in range(len(word_ids))]


def outside_instead_of_none(word_ids, labels):
    return [label or "O" for label in align_labels(word_ids, labels)]


def last_piece_labeled(word_ids, labels):
    return align_labels(word_ids[::-1], labels)[::-1]


def number_zero_lost(word_ids, labels):
    aligned, previous = [], None
    for word in word_ids:
        aligned.append(labels[word] if word and word != previous else None)
        previous = word
    return aligned


def random_labeled_words(rng: random.Random) -> Args:
    """Draw labeled words of one to three pieces between [CLS] and [SEP], and some padding."""
    labels = [rng.choice(("O", "O", "B-PER", "I-PER", "B-LOC")) for _ in range(rng.randint(1, 5))]
    pieces = [word for word in range(len(labels)) for _ in range(rng.randint(1, 3))]
    return [None, *pieces, None, *[None] * rng.choice((0, 0, 2))], labels


LABELS = Exercise(
    id="wordpiece-labels",
    lesson="04_wordpiece",
    kind="function",
    points=2,
    reference=align_labels,
    wrong={
        "every_piece_labeled": every_piece_labeled,
        "one_label_per_token": one_label_per_token,
        "shifted_by_cls": shifted_by_cls,
        "outside_instead_of_none": outside_instead_of_none,
        "last_piece_labeled": last_piece_labeled,
        "number_zero_lost": number_zero_lost,
    },
    examples=(
        ([None, 0, 1, 1, 2, None], ["O", "B-PER", "O"]),
        ([None, 0, None], ["B-LOC"]),
        ([0, 0], ["O"]),
    ),
    random_case=random_labeled_words,
    valid=lambda word_ids, labels: (
        all(word is None or 0 <= word < len(labels) for word in word_ids) and all(labels)
    ),
)
