"""Byte-level BPE from text to ids: short texts by remembered stretches, long ones in arrays.

Arrays cost some hundred microseconds for a text of any size. A short text is cut at single spaces
instead, and each stretch is remembered with its ids: a space between two characters that are not
white space is where a pre-token starts, and none of the expressions in `PATTERNS` looks across it.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import chain

import numpy as np
import regex

from subword_lab.bpe import BpeModel, encode
from subword_lab.fast.byte_level import ByteLevel
from subword_lab.fast.memory import Memory
from subword_lab.fast.merge_table import merge_table
from subword_lab.fast.pair_table import Symbols
from subword_lab.text import PATTERNS, to_printable
from subword_lab.text.fast.splitting import SPLITTERS

WORTH_ARRAYS = 6_000  # characters: there both ways take the same time
WORTH_A_TABLE = 100_000  # characters: the arrays of a model take as long as the words of these
REMEMBERED = 1 << 17  # stretches, and as many words
LONGEST_REMEMBERED = 64  # characters

Ids = tuple[int, ...]
_between_words = re.compile(r"(?<=\S) (?=\S)").split


class ByteLevelText:
    """Text to ids with an ordinary byte-level model that is split by a pattern of `PATTERNS`.

    With `whole_words` a word that is a piece is not cut at all.
    """

    def __init__(self, model: BpeModel, pattern: str, whole_words: bool) -> None:
        self.model = model
        self.pattern = pattern
        self.whole_words = whole_words
        self.split = regex.compile(PATTERNS[pattern]).findall
        self.words = Memory(self._word, REMEMBERED, _is_short)
        self.first: Memory[str, Ids] = Memory(self._stretch, REMEMBERED, _is_short)
        self.following: Memory[str, Ids] = Memory(self._after_space, REMEMBERED, _is_short)

    def ids(self, text: str) -> list[int]:
        """The ids of a text."""
        if len(text) >= WORTH_ARRAYS:
            arrays = self._arrays_for(len(text))
            if arrays is not None:
                ids: list[int] = arrays.array(text).tolist()
                return ids
        return self._by_stretches(text)

    def array(self, text: str) -> Symbols:
        """The same as an array."""
        arrays = self._arrays_for(len(text)) if len(text) >= WORTH_ARRAYS else None
        if arrays is None:
            return np.array(self._by_stretches(text), np.int32)
        return arrays.array(text)

    def batch(self, texts: Iterable[str]) -> list[list[int]]:
        """The ids of each text."""
        texts = list(texts)
        size = sum(map(len, texts))
        arrays = self._arrays_for(size) if size >= WORTH_ARRAYS else None
        if arrays is None:
            return [self._by_stretches(text) for text in texts]
        return list(arrays.batch(texts))

    def _by_stretches(self, text: str) -> list[int]:
        if not text:
            return []
        stretches = text.split(" ") if text.isprintable() else [""]  # no white space but spaces
        if "" in stretches:
            stretches = _between_words(text)
        ids = list(self.first[stretches[0]])
        del stretches[0]
        ids.extend(chain.from_iterable(map(self.following.__getitem__, stretches)))
        return ids

    def _after_space(self, stretch: str) -> Ids:
        return self._stretch(f" {stretch}")

    def _stretch(self, stretch: str) -> Ids:
        words: list[str] = self.split(stretch)
        return tuple(chain.from_iterable(map(self.words.__getitem__, words)))

    def _word(self, word: str) -> Ids:
        """The ids of a word by the readable encoder."""
        printable, vocab = to_printable(word.encode()), self.model.vocab
        if self.whole_words and printable in vocab:
            return (vocab[printable],)
        return tuple(vocab[piece] for piece in encode(self.model, printable))

    def _arrays_for(self, size: int) -> ByteLevel | None:
        """The arrays, if they are there or a text of this size is worth making them."""
        if self.pattern not in SPLITTERS:
            return None
        return self.arrays if size >= WORTH_A_TABLE or "arrays" in self.__dict__ else None

    @cached_property
    def arrays(self) -> ByteLevel | None:
        """The model in arrays; None where it has symbols without ids."""
        table = merge_table(self.model)
        if table is None:
            return None
        return ByteLevel(self.model, table, self.pattern, self.whole_words)


def _is_short(text: str) -> bool:
    return len(text) <= LONGEST_REMEMBERED
