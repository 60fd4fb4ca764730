"""SentencePiece's Unigram pipeline from text to ids, where no piece crosses a space.

A text is normalized by stretches between two spaces, which are remembered, and so are its words
with the ids they are cut into. Scores are one sum over the text: `unigram_encoding` says when a
remembered cut may stand. Texts where one may not are gone through word by word with the exact sum.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.cutting import Cutting, lay
from subword_lab.fast.memory import LONGEST, Memory, short
from subword_lab.fast.unigram_encoding import (
    LONGEST_REMEMBERED,
    RESET,
    SinglePrecision,
    Way,
    room,
)
from subword_lab.fast.unigram_memory import CutWords
from subword_lab.normalizer import NormalizerStep, normalize
from subword_lab.spaces import METASPACE, Spaces
from subword_lab.unigram import UnigramModel
from subword_lab.unigram.model import single

STRETCHES, WORDS = 1 << 16, 1 << 18  # how many are remembered
BLOCK = 4096  # texts that are gone through together
PRINTABLE = "".join(map(chr, range(32, 127)))


class Known(NamedTuple):
    """A word cut alone: its ids, the scores of its pieces, its distance from zero, its room."""

    ids: tuple[int, ...]
    steps: tuple[float, ...]
    far: float
    room: float


class UnigramText:
    """From text to ids; `readable` gives those of a text that has no short way."""

    def __init__(
        self,
        steps: Sequence[NormalizerStep],
        spaces: Spaces,
        model: UnigramModel,
        rules: Cutting,
        vocab: Mapping[str, int],
        readable: Callable[[str], tuple[int, ...]],
    ) -> None:
        self.collapse, self.prefix = spaces.collapse, spaces.prefix == "text"
        self.model, self.rules, self.vocab, self.readable = model, rules, vocab, readable
        self.single = SinglePrecision(model)
        self.steepest = max(map(abs, (*self.single.scores.values(), self.single.unknown)))
        self.plain = normalize(PRINTABLE, steps) == PRINTABLE
        self.normal = Memory(lambda stretch: normalize(stretch, steps), STRETCHES, short)
        self.known = Memory(self._alone, WORDS, lambda word: len(word) <= LONGEST_REMEMBERED)
        self.cut_words = CutWords(self.single, vocab)

    def ids(self, text: str) -> list[int]:
        """The ids of a text without special tokens."""
        return self._ids(text, self._words(text))

    def array(self, text: str) -> NDArray[np.int32]:
        """The same as an array."""
        return np.array(self.ids(text), np.int32)

    def batch(self, texts: Iterable[str]) -> list[list[int]]:
        """The ids of each text."""
        rest = iter(texts)
        blocks = iter(lambda: list(islice(rest, BLOCK)), [])
        return [ids for block in blocks for ids in self._together(block)]

    def _words(self, text: str) -> list[str] | None:
        """What `Preparation.words` gives, or None where a literal ▁ makes it hard to tell."""
        if not (self.plain and text.isascii() and text.isprintable()):
            text = " ".join(map(self.normal.__getitem__, text.split(" ")))
            if METASPACE in text:
                return None
        if self.collapse and ("  " in text or text[:1] == " " or text[-1:] == " "):
            text = " ".join(filter(None, text.split(" ")))
        if not text:
            return []
        marked = text.replace(" ", f" {METASPACE}")
        if self.prefix:
            return f"{METASPACE}{marked}".split(" ")
        words = marked.split(" ")
        return words if words[0] else words[1:]

    def _ids(self, text: str, words: list[str] | None) -> list[int]:
        if words is None:
            return list(self.readable(text))
        known = list(map(self.known.__getitem__, words))
        far = sum(word.far for word in known)
        deep = self.steepest * max(map(len, words), default=0)
        if far + deep < RESET and all(far < word.room for word in known):
            return list(chain.from_iterable(word.ids for word in known))
        return list(self._exactly(words))

    def _together(self, texts: Sequence[str]) -> Iterator[list[int]]:
        words = list(map(self._words, texts))
        sizes = np.array([len(own or ()) for own in words])
        rows, table = self.cut_words.look_up(list(chain.from_iterable(filter(None, words))))
        first = (np.cumsum(sizes) - sizes)[sizes > 0]
        sure = np.ones(len(texts), bool)
        if len(first):
            far = np.add.reduceat(table.far[rows], first)
            least = np.minimum.reduceat(table.room[rows], first)
            sure[sizes > 0] = (far < least) & (far + self.steepest * LONGEST < RESET)
        ids = table.ids_of(rows).tolist()
        ends = np.append(0, np.cumsum(table.many[rows]))[np.append(0, np.cumsum(sizes))].tolist()
        for text, own, fine, (begin, end) in zip(
            texts, words, sure.tolist(), pairwise(ends), strict=True
        ):
            yield ids[begin:end] if fine and own is not None else self._ids(text, own)

    def _alone(self, word: str) -> Known:
        way = self.single.viterbi(word)
        scores, unknown = self.single.scores, self.single.unknown
        far = abs(way.score)
        steps = tuple(scores.get(piece, unknown) for piece in way.pieces)
        return Known(self._laid(word, way), steps, far, room(way.margin, len(word), far))

    def _laid(self, word: str, way: Way) -> tuple[int, ...]:
        return tuple(self.vocab[c.piece] for c in lay(self.model, word, way.pieces, self.rules))

    def _exactly(self, words: Sequence[str]) -> Iterator[int]:
        """Word by word with the sum as it is, rounded after every piece."""
        total = 0.0
        for word in words:
            known = self.known[word]
            deep = self.steepest * len(word)
            if abs(total) + deep < RESET and (total == 0 or abs(total) + known.far < known.room):
                for step in known.steps:
                    total = single(total + step)
                yield from known.ids
            else:
                way = self.single.viterbi(word, total)
                total = way.score
                yield from self._laid(word, way)
