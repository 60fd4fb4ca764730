"""SentencePiece's Unigram pipeline from text to ids, where no piece crosses a space.

A text is normalized by stretches between two spaces, which are remembered, and so are its words
with the ids they are cut into. Scores are one sum over the text: `unigram_encoding` says when a
remembered cut may stand. Texts where one may not are gone through word by word with the exact sum.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.cutting import Cutting, lay
from subword_lab.fast.marked_texts import (
    MarkedTexts,
    marked_texts,
    parts_of,
    without_extra_spaces,
)
from subword_lab.fast.memory import Memory, short
from subword_lab.fast.normal_stretches import NormalStretch
from subword_lab.fast.unigram_encoding import (
    LONGEST_REMEMBERED,
    RESET,
    SinglePrecision,
    room,
)
from subword_lab.fast.unigram_memory import CutWords
from subword_lab.fast.unigram_sums import Sums, Words
from subword_lab.normalizer import NormalizerStep, normalize
from subword_lab.spaces import METASPACE, Spaces
from subword_lab.unigram import UnigramModel
from subword_lab.unigram.model import single

STRETCHES, WORDS = 1 << 16, 1 << 18  # how many are remembered
MOST_SHARED = 1 << 20  # ids, each of which is one number in all lists
BLOCK = 1 << 21  # characters that are gone through together
WORTH_ARRAYS = 4_000  # characters: there both ways take the same time
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
        stretch = NormalStretch(steps)
        self.stays, self.normal = stretch.stays, Memory(stretch, STRETCHES, short)
        self.known = Memory(self._alone, WORDS, lambda word: len(word) <= LONGEST_REMEMBERED)
        marks = {" ": METASPACE, "\n": METASPACE if self.prefix else ""}
        self.cut_words = CutWords(
            self.single, vocab, _fused(model, rules, vocab), self._laid, marks
        )
        self.numbers = _numbers(vocab)
        self.sums = Sums(self.single, self._laid)

    def ids(self, text: str) -> list[int]:
        """The ids of a text without special tokens."""
        if len(text) < WORTH_ARRAYS:
            return self._ids(text, self._words(text))
        ids: list[int] = self.array(text).tolist()
        return ids

    def array(self, text: str) -> NDArray[np.int32]:
        """The same as an array."""
        clean = self._clean(text) if len(text) >= WORTH_ARRAYS else None
        if clean is None or "\n" in clean:
            return np.array(self._ids(text, self._words(text)), np.int32)
        ids, total = [np.zeros(0, np.int32)], 0.0
        for part in parts_of(clean, BLOCK, self.prefix) if clean else ():
            own, _, total = self._cut(part, total)
            ids.append(own)
        return np.concatenate(ids)

    def batch(self, texts: Iterable[str]) -> list[list[int]]:
        """The ids of each text."""
        found: list[list[int]] = []
        for group in _groups(texts):
            if sum(map(len, group)) < WORTH_ARRAYS or len(group) == 1:
                found += map(self.ids, group)
            else:
                found += self._together(group)
        return found

    def _together(self, texts: Sequence[str]) -> list[list[int]]:
        words = marked_texts(
            texts, self.plain, self.stays, self._normal, self.collapse, self.prefix
        )
        ids, ends, _ = self._cut(words)
        flat = ids.tolist() if self.numbers is None else self.numbers.take(ids).tolist()
        found = [flat[begin:end] for begin, end in pairwise(ends.tolist())]
        if len(found) < len(texts):
            with_words = dict(zip(words.texts, found, strict=True))
            found = [with_words.get(at, []) for at in range(len(texts))]
        for at in words.hard:
            found[at] = list(self.readable(texts[at]))
        return found

    def _cut(
        self, words: MarkedTexts, total: float = 0.0
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], float]:
        """The ids of all words, where those of each text begin, and the sum behind the last."""
        rows, table = self.cut_words.look_up(words.data, words.starts)

        def spelled(at: int) -> str:
            return self.cut_words.written(words.spelled(at))

        found, total = self.sums.settle(Words(rows, words.first, spelled), table, total)
        many = table.ids.many[rows]
        if not found:
            return table.ids.of(rows), _from(many)[np.append(words.first, len(rows))], total
        places = np.array(list(found))
        rows[places] = 0
        many[places] = 0
        sizes = [*map(len, found.values())]
        new = np.fromiter(chain.from_iterable(found.values()), np.int32)
        ids = np.insert(table.ids.of(rows), np.repeat(_from(many)[places], sizes), new)
        many[places] = sizes
        return ids, _from(many)[np.append(words.first, len(rows))], total

    def _normal(self, text: str) -> str:
        if not self.plain:
            return " ".join(map(self.normal.__getitem__, text.split(" ")))
        return " ".join(
            stretch if stretch.isascii() and stretch.isprintable() else self.normal[stretch]
            for stretch in text.split(" ")
        )

    def _clean(self, text: str) -> str | None:
        """The normal text without extra spaces, None where a literal ▁ makes words hard to tell."""
        if not (self.plain and text.isascii() and text.isprintable()):
            text = self._normal(text)
            if METASPACE in text:
                return None
        return without_extra_spaces(text) if self.collapse else text

    def _words(self, text: str) -> list[str] | None:
        """What `Preparation.words` gives, or None as `_clean` does."""
        clean = self._clean(text)
        if not clean:
            return None if clean is None else []
        marked = clean.replace(" ", f" {METASPACE}")
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

    def _alone(self, word: str) -> Known:
        way = self.single.viterbi(word)
        scores, unknown = self.single.scores, self.single.unknown
        far = abs(way.score)
        steps = tuple(scores.get(piece, unknown) for piece in way.pieces)
        return Known(self._laid(word, way.pieces), steps, far, room(way.margin, len(word), far))

    def _laid(self, word: str, pieces: Sequence[str]) -> tuple[int, ...]:
        return tuple(self.vocab[c.piece] for c in lay(self.model, word, pieces, self.rules))

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
                yield from self._laid(word, way.pieces)


def _fused(model: UnigramModel, rules: Cutting, vocab: Mapping[str, int]) -> int | None:
    """The id that all unknown characters side by side become, None where they become others."""
    symbols = any(len(piece) == 1 for piece in model.vocab.keys() - model.log_probs.keys())
    if rules.unk is None or rules.byte_fallback or not rules.fuse or symbols:
        return None
    return vocab[rules.unk]


def _numbers(vocab: Mapping[str, int]) -> NDArray[np.object_] | None:
    """Each id as Python's number: lists that share them are made faster and are small.

    None where an id is so large that there would be too many numbers.
    """
    most = max(vocab.values())
    return np.array(range(most + 1), object) if most < MOST_SHARED else None


def _from(many: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the ids of each word begin, and where the last ones end."""
    return np.append(0, np.cumsum(many))


def _groups(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts in groups of about a block."""
    group: list[str] = []
    size = 0
    for text in texts:
        group.append(text)
        size += len(text)
        if size > BLOCK:
            yield group
            group, size = [], 0
    if group:
        yield group
