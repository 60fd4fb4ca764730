"""The stations of encoding one by one, so that each can be counted, timed, or given a memory.

`Tokenizer.encode` goes the same way in one call. A station takes what the one before gives.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from subword_lab.cutting import Cut, cut
from subword_lab.preparation import Word
from subword_lab.spaces import Part
from subword_lab.special import choose
from subword_lab.text import check_text
from subword_lab.tokenizer import Tokenizer


@dataclass
class Memory:
    """The cuts of the words that were asked for last, at most `size` of them, and who asked.

    A word that is found again becomes the last one; where there is no room, the word that nobody
    has asked for the longest goes. `ValueError` for a size below 0.

    >>> memory = Memory(2)
    >>> for word in ("the", "cat", "the", "mat", "cat"):
    ...     if memory.recall(word) is None:
    ...         memory.keep(word, ())
    >>> memory.hits, memory.misses
    (1, 4)
    """

    size: int
    hits: int = 0
    misses: int = 0
    known: OrderedDict[str, tuple[Cut, ...]] = field(default_factory=OrderedDict, repr=False)

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"a memory holds 0 words or more, not {self.size}")

    def recall(self, word: str) -> tuple[Cut, ...] | None:
        """The cuts of a word, or None if it is not remembered."""
        if word not in self.known:
            self.misses += 1
            return None
        self.hits += 1
        self.known.move_to_end(word)
        return self.known[word]

    def keep(self, word: str, cuts: tuple[Cut, ...]) -> None:
        """Remember a word, and forget another one where there is no room."""
        self.known[word] = cuts
        if len(self.known) > self.size:
            self.known.popitem(last=False)


@dataclass(frozen=True)
class Stations:
    """A tokenizer taken apart: normalize, pre-tokenize, model, post-process.

    >>> tokenizer = Tokenizer.train("wordpiece", "hug pug pun bun hugs", merges=3)
    >>> line = Stations(tokenizer, Memory(10))
    >>> line.encode("Hugs hugs") == tokenizer.encode("Hugs hugs", add_special=True)
    True
    >>> line.memory.hits
    1
    """

    tokenizer: Tokenizer
    memory: Memory | None = None

    def normalize(self, text: str) -> list[Part]:
        """The normalized text, cut at the symbols that always match."""
        tokens = choose(self.tokenizer.special_tokens, ())
        return self.tokenizer.preparation.parts(check_text(text), tokens)

    def pretokenize(self, parts: Iterable[Part]) -> list[Word]:
        """The words that the model will cut."""
        return list(self.tokenizer.preparation.cut(parts))

    def cut(self, words: Iterable[Word]) -> list[str]:
        """The pieces of the words, from the memory where it knows them."""
        return [each.piece for word in words for each in self._cut(word)]

    def post_process(self, pieces: Iterable[str]) -> list[int]:
        """The ids of the pieces, with the special tokens of the template around them."""
        tokenizer = self.tokenizer
        ids = [tokenizer.vocab[piece] for piece in pieces]
        return tokenizer.template.around(ids, tokenizer.token_to_id)

    def encode(self, text: str) -> list[int]:
        """All four stations: what `Tokenizer.encode(text, add_special=True)` gives."""
        return self.post_process(self.cut(self.pretokenize(self.normalize(text))))

    def _cut(self, word: Word) -> tuple[Cut, ...]:
        if word.token:
            return (Cut(word.token.text, 0, 1),)
        cuts = self.memory.recall(word.text) if self.memory else None
        if cuts is None:
            cuts = cut(self.tokenizer.ordinary_model, word.text, self.tokenizer.cutting)
            if self.memory:
                self.memory.keep(word.text, cuts)
        return cuts
