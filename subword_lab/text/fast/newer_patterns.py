"""The expressions cl100k and o200k as rules: what they share, and how they differ.

A character that is no letter, digit or line end joins the letters behind it, digits come in threes,
line ends join the signs in front of them. In o200k a word is also cut where lower case ends, and an
English contraction belongs to its word.
"""

import numpy as np
import regex
from numpy.typing import NDArray

from subword_lab.text.fast.classes import (
    DOCUMENT_END,
    END,
    LETTER,
    LOWER,
    MARK,
    NEWLINE,
    NUMBER,
    OTHER,
    SPACE,
    UPPER,
    Characters,
    Flags,
    changes,
)
from subword_lab.text.fast.contractions import contraction_lengths
from subword_lab.text.patterns import PATTERNS

Positions = NDArray[np.intp]
Kinds = NDArray[np.uint8]


def cl100k(text: Characters) -> Flags:
    """Where pre-tokens start; cases are not told apart, nor marks from signs."""
    start = _shared(text, text.classes, text.classes == NEWLINE, ends_whole=True)
    quotes = np.flatnonzero(text.codes == ord("'"))
    quotes = quotes[start[quotes]]
    lengths = contraction_lengths(text.codes, quotes, any_case=True)
    rest = (quotes + lengths)[lengths > 0]
    rest = rest[rest < len(start)]
    start[rest[text.classes[rest] == LETTER]] = True
    return start


def o200k(text: Characters) -> Flags:
    """Where pre-tokens start; where marks and rare contractions make it hard, by the expression."""
    kinds = text.classes
    quotes, lengths = _suffixes(text)
    rest = quotes + lengths
    inside = rest[rest < len(kinds)]
    if (kinds == MARK).any() or np.isin(rest, quotes).any() or (kinds[inside] == LETTER).any():
        return _by_expression(text, PATTERNS["o200k"])
    letters = np.where(_is_letter(kinds), LETTER, kinds).astype(np.uint8)
    joining = (kinds == NEWLINE) | (text.codes == ord("/"))
    start = _shared(text, letters, joining, ends_whole=False)
    start[_case_borders(kinds)] = True
    for step in range(3):
        start[(quotes + step)[step < lengths]] = False
    start[inside[_is_letter(kinds[inside])]] = True
    return start


def _shared(text: Characters, kinds: Kinds, joining: Flags, ends_whole: bool) -> Flags:
    """Where pre-tokens start, but for case and contractions.

    `joining` are the characters that join signs, once a line end has. `ends_whole` says that white
    space at the end of a document is one pre-token, whatever line ends it holds.
    """
    kinds, begins = _line_ends_joined(kinds, joining)
    white = (kinds == SPACE) | (kinds == NEWLINE)
    start = changes(np.where(white, SPACE, kinds))
    start[begins] = True
    _cut_white_space(start, kinds, white, ends_whole)
    _cut_numbers(start, kinds)
    # A space joins signs; then whatever still starts a pre-token joins letters.
    spaces = np.flatnonzero((text.codes[:-1] == ord(" ")) & (kinds[1:] == OTHER))
    start[spaces + 1] = False
    before = np.flatnonzero(start[:-1] & (kinds[1:] == LETTER))
    start[before[(kinds[before] == OTHER) | (kinds[before] == SPACE)] + 1] = False
    return start


def _line_ends_joined(kinds: Kinds, joining: Flags) -> tuple[Kinds, Positions]:
    """Make signs of the line ends that join signs; and where such stretches end."""
    firsts = np.flatnonzero((kinds[1:] == NEWLINE) & (kinds[:-1] == OTHER)) + 1
    if not len(firsts):
        return kinds, firsts
    borders = np.append(np.flatnonzero(changes(joining)), len(kinds))
    ends = borders[np.searchsorted(borders, firsts, side="right")]
    kinds = kinds.copy()
    depth = np.zeros(len(kinds) + 1, np.int32)
    np.add.at(depth, firsts, 1)
    np.subtract.at(depth, ends, 1)
    kinds[np.cumsum(depth[:-1]) > 0] = OTHER
    return kinds, ends[ends < len(kinds)]


def _cut_white_space(start: Flags, kinds: Kinds, white: Flags, ends_whole: bool) -> None:
    """White space ends with its last line end, and gives its last character back."""
    last = np.flatnonzero(white & np.append(~white[1:], True))  # of each run
    at_end = np.append(kinds[1:], END)[last] == END
    back = last[~at_end & (kinds[last] == SPACE)]
    start[back] = True
    line_ends = np.flatnonzero(kinds == NEWLINE)
    run = np.searchsorted(last, line_ends)
    final = np.append(run[1:] != run[:-1], True)[: len(run)]
    if ends_whole:
        final &= ~at_end[run]
    behind = line_ends[final] + 1
    behind = behind[behind < len(start)]
    start[behind[kinds[behind] == SPACE]] = True


def _cut_numbers(start: Flags, kinds: Kinds) -> None:
    """Digits come in threes."""
    digits = np.flatnonzero(kinds == NUMBER)
    runs = np.flatnonzero(start[digits])
    in_run = np.arange(len(digits)) - np.repeat(runs, np.diff(runs, append=len(digits)))
    start[digits[in_run % 3 == 0]] = True


def _is_letter(kinds: Kinds) -> Flags:
    return np.isin(kinds, (LOWER, UPPER, LETTER))


def _suffixes(text: Characters) -> tuple[Positions, Positions]:
    """The apostrophes of contractions behind a letter, and how long each contraction is."""
    quotes = np.flatnonzero(text.codes[1:] == ord("'")) + 1
    quotes = quotes[_is_letter(text.classes[quotes - 1])]
    lengths = contraction_lengths(text.codes, quotes, any_case=True)
    return quotes[lengths > 0], lengths[lengths > 0]


def _case_borders(kinds: Kinds) -> Positions:
    """Where a word is cut before upper case: behind lower case, or behind letters without case.

    Behind the latter only if lower case was there already, or if no other letters follow: then the
    expression takes back what it took.
    """
    runs = np.flatnonzero(changes(kinds))
    around = np.full(len(runs) + 3, OTHER, np.uint8)  # the kinds of the runs, two before, one after
    around[2:-1] = kinds[runs]
    two_before, before, here, after = around[:-3], around[1:-2], around[2:-1], around[3:]
    taken_back = (two_before == LOWER) | ((after != LOWER) & (after != LETTER))
    cut = (before == LOWER) | ((before == LETTER) & taken_back)
    borders: Positions = runs[(here == UPPER) & cut]
    return borders


def _by_expression(text: Characters, pattern: str) -> Flags:
    """Where the matches of an expression start, in each document."""
    start = np.zeros(len(text.codes), np.bool_)
    at = 0
    whole = text.data.decode("utf-8", "surrogatepass")
    for document in whole.split(DOCUMENT_END):
        for match in regex.finditer(pattern, document):
            start[at + match.start()] = True
        at += len(document)
        start[at : at + 1] = True
        at += 1
    return start
