"""Cut the words of a text into pieces; words come again and again, so they are remembered."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from subword_lab.cutting import Cut, Cutting, Model, cut, lay
from subword_lab.fast.unigram_encoding import SinglePrecision
from subword_lab.preparation import Word
from subword_lab.unigram import UnigramModel

REMEMBERED_WORDS = 65_536
LONGEST_REMEMBERED = 256  # symbols; where nothing is pre-tokenized a word is a whole document


@dataclass(frozen=True)
class Cutter:
    """An `ordinary` model, its rules, and the words it has cut."""

    model: Model
    rules: Cutting
    seen: dict[str, tuple[Cut, ...]] = field(default_factory=dict, init=False, repr=False)
    single: SinglePrecision | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.rules.together and isinstance(self.model, UnigramModel):
            object.__setattr__(self, "single", SinglePrecision(self.model))

    def cut(self, words: Iterable[Word]) -> Iterator[tuple[Cut, ...]]:
        """The pieces of each word of a text."""
        if self.single is None:
            yield from map(self._cut, words)
            return
        for special, run in groupby(words, key=lambda word: word.token is not None):
            if special:
                yield from map(self._cut, run)
                continue
            texts = [word.text for word in run]
            for text, pieces in zip(texts, self.single.cut(texts), strict=True):
                yield lay(self.model, text, pieces, self.rules)

    def _cut(self, word: Word) -> tuple[Cut, ...]:
        if word.token:
            return (Cut(word.token.text, 0, 1),)
        cuts = self.seen.get(word.text)
        if cuts is None:
            cuts = cut(self.model, word.text, self.rules)
            if len(self.seen) >= REMEMBERED_WORDS:
                self.seen.clear()
            if len(word.text) <= LONGEST_REMEMBERED:
                self.seen[word.text] = cuts
        return cuts
