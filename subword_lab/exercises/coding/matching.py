# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""A coding round: the longest match from the left, with a trie."""

import random

from subword_lab.exercises.model import Args, Exercise

LONG_TEXT, LONG_PIECE = "ab" * 8_000, "a" * 6_000


def cut_longest(text, pieces):
    """Return a text cut into pieces, as a list: the longest piece from the left, again and again.

    Where no piece fits, one character stands for itself. Pieces can be very long: put them into a
    trie, so that a place costs no more than the characters that match there.
    """
    root = {}
    for piece in pieces:
        node = root
        for letter in piece:
            node = node.setdefault(letter, {})
        node["end"] = True
    cut, start = [], 0
    while start < len(text):
        node, end = root, start + 1
        for at in range(start, len(text)):
            node = node.get(text[at])
            if node is None:
                break
            if "end" in node:
                end = at + 1
        cut.append(text[start:end])
        start = end
    return cut


def _cut(text, find):
    cut, start = [], 0
    while start < len(text):
        end = find(start)
        cut.append(text[start:end])
        start = end
    return cut


def _matches(text, pieces, start):
    return [len(piece) for piece in pieces if text.startswith(piece, start)]


def shortest(text, pieces):
    return _cut(text, lambda start: start + min(_matches(text, pieces, start), default=1))


def last_end_forgotten(text, pieces):
    """The walk goes as far as the trie leads; where it breaks off inside, the match is lost."""
    starts = {piece[:size] for piece in pieces for size in range(1, len(piece) + 1)}

    def find(start):
        end = start
        while end < len(text) and text[start : end + 1] in starts:
            end += 1
        return end if text[start:end] in pieces else start + 1

    return _cut(text, find)


def from_the_right(text, pieces):
    backwards = cut_longest(text[::-1], [piece[::-1] for piece in pieces])
    return [piece[::-1] for piece in backwards][::-1]


def unknown_is_dropped(text, pieces):
    return [piece for piece in cut_longest(text, pieces) if piece in pieces]


def unknown_ends_it(text, pieces):
    cut = cut_longest(text, pieces)
    unknown = (at for at, piece in enumerate(cut) if piece not in pieces)
    return cut[: next(unknown, len(cut))]


def first_in_the_list(text, pieces):
    return _cut(text, lambda start: start + next(iter(_matches(text, pieces, start)), 1))


def every_end_is_tried(text, pieces):
    known, longest = set(pieces), max(map(len, pieces))

    def find(start):
        ends = range(min(len(text), start + longest), start, -1)
        return next((end for end in ends if text[start:end] in known), start + 1)

    return _cut(text, find)


def random_pieces(rng: random.Random) -> Args:
    """Draw pieces that begin alike, and a text."""
    pieces = {"".join(rng.choices("ab", k=rng.randint(1, 4))) for _ in range(rng.randint(1, 5))}
    text = "".join(rng.choices("aabbc", k=rng.randint(0, 9)))
    return (text, rng.sample(sorted(pieces), len(pieces)))


LONGEST_TRIE = Exercise(
    id="coding-longest-trie",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=4,
    reference=cut_longest,
    wrong={
        "shortest": shortest,
        "last_end_forgotten": last_end_forgotten,
        "from_the_right": from_the_right,
        "unknown_is_dropped": unknown_is_dropped,
        "unknown_ends_it": unknown_ends_it,
        "first_in_the_list": first_in_the_list,
        "every_end_is_tried": every_end_is_tried,
    },
    slow="every_end_is_tried",
    examples=(
        ("aab", ["a", "aa", "aabb"]),
        ("abc", ["abcd", "a", "b"]),
        ("aab", ["aa", "ab", "a"]),
        ("cac", ["a"]),
        ("ab", ["a", "ab", "b"]),
        ("", ["a"]),
        (LONG_TEXT, ["a", "ab", LONG_PIECE]),
    ),
    random_case=random_pieces,
    valid=lambda text, pieces: len(pieces) > 0 and (len(text) < 30 or len(text) == len(LONG_TEXT)),
)
