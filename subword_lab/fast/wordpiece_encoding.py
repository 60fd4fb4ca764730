"""Encoding with BERT's pipeline: each stretch between two spaces is remembered with its ids.

A space and a line end are borders for every step of the pipeline: cleaning, spacing and
lower-casing look at one character, and decomposing (NFD) only sorts marks that stand side by side.
So a stretch gives the same ids wherever it stands. Text repeats its stretches, and those that are
new go through a table that does to a character all that the steps do to it.

A mark that is sorted and not dropped afterwards makes a character depend on its neighbors. There
are few, in musical notation for one; a stretch with such a mark goes the readable way.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from unicodedata import category, combining
from unicodedata import normalize as unicode_normalize

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.memory import Memory, short
from subword_lab.text import normalize, pretokenize
from subword_lab.wordpiece import WordPieceModel

Ids = tuple[int, ...]

STEPS = frozenset(("bert_clean", "bert_cjk", "strip_accents", "lowercase"))
CUTS = frozenset(("bert", "whitespace"))
BLOCK = 1 << 16  # characters that are gone through at a time
STRETCHES, WORDS, CHARACTERS = 1 << 18, 1 << 16, 1 << 16  # how many are remembered
SORTED = "\ud800"  # written for a character that depends on its neighbors; no text holds this one


class WordPieceText:
    """From text to ids: `steps` and `cut` prepare it, as in `Preparation`.

    `readable` gives the ids of a stretch that has no short way; `unk` is the id of an unknown word.
    """

    def __init__(
        self,
        steps: Sequence[str],
        cut: str,
        model: WordPieceModel,
        unk: int,
        readable: Callable[[str], Ids],
    ) -> None:
        self.readable = readable
        self.spaced = Memory(_spacing(steps, cut), CHARACTERS)
        self.words = Memory(_longest_match(model, unk), WORDS, short)
        self.stretches = Memory(self._stretch, STRETCHES, short)

    def ids(self, text: str) -> list[int]:
        """The ids of a text without special tokens."""
        return list(self._each(text))

    def array(self, text: str) -> NDArray[np.int32]:
        """The same as an array."""
        return np.fromiter(self._each(text), np.int32)

    def batch(self, texts: Iterable[str]) -> list[list[int]]:
        """The ids of each text."""
        return [self.ids(text) for text in texts]

    def _each(self, text: str) -> Iterator[int]:
        stretches = _stretches(text) if len(text) <= BLOCK else chain.from_iterable(_blocks(text))
        return chain.from_iterable(map(self.stretches.__getitem__, stretches))

    def _stretch(self, stretch: str) -> Ids:
        spaced = stretch.translate(self.spaced)
        if SORTED in spaced:
            return self.readable(stretch)
        return tuple(chain.from_iterable(map(self.words.__getitem__, spaced.split(" "))))


def _blocks(text: str) -> Iterator[list[str]]:
    """The stretches of a text, some thousand at a time: a list of all would take much memory."""
    start = 0
    while start <= len(text):
        end = text.find(" ", start + BLOCK)
        end = len(text) if end < 0 else end
        yield _stretches(text[start:end])
        start = end + 1


def _stretches(text: str) -> list[str]:
    return text.replace("\n", " ").split(" ")


def _spacing(steps: Sequence[str], cut: str) -> Callable[[int], str]:
    """What is written for a character: itself as the steps leave it, with spaces at borders."""

    def space(ch: str) -> str:
        pieces = len(pretokenize(f"a{ch}", cut))
        if not pretokenize(ch, cut):
            return " "
        return ch if pieces == 1 else f" {ch} "

    def write(code: int) -> str:
        ch = chr(code)
        if "strip_accents" in steps and _is_sorted(ch):
            return SORTED
        return "".join(map(space, normalize(ch, steps)))

    return write


def _is_sorted(ch: str) -> bool:
    """Whether decomposing leaves a mark that may change places and is not dropped as an accent.

    >>> _is_sorted("é"), _is_sorted("\\U0001d165")
    (False, True)
    """
    parts = unicode_normalize("NFD", ch)
    return any(combining(part) and category(part) != "Mn" for part in parts)


def _longest_match(model: WordPieceModel, unk: int) -> Callable[[str], Ids]:
    """`wordpiece.encode` for one word, in ids."""
    first, prefix = model.vocab, model.prefix
    rest = {p.removeprefix(prefix): id for p, id in first.items() if p.startswith(prefix)}
    longest_rest = max(map(len, rest), default=0)

    def match(word: str) -> Ids:
        size, start, pieces, longest = len(word), 0, first, model.longest
        if size > model.max_chars:
            return (unk,)
        ids = []
        while start < size:
            for end in range(min(size, start + longest), start, -1):
                id = pieces.get(word[start:end])
                if id is not None:
                    break
            else:
                return (unk,)
            ids.append(id)
            start, pieces, longest = end, rest, longest_rest
        return tuple(ids)

    return match
