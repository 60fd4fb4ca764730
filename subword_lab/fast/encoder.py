"""From text to ids: by a short way where the tokenizer and the text have one, or word by word."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from subword_lab.cutting import Cutting, Model
from subword_lab.fast.cutter import Cutter
from subword_lab.fast.shortcuts import Shortcut, shortcut
from subword_lab.preparation import Preparation, Word
from subword_lab.special import Allowed, SpecialToken, choose
from subword_lab.text import check_text


@dataclass(frozen=True)
class Encoder:
    """The parts of a tokenizer that make ids; `model` is the `ordinary` one."""

    preparation: Preparation
    model: Model
    cutting: Cutting
    special_tokens: tuple[SpecialToken, ...]
    vocab: Mapping[str, int]

    def ids(self, text: str, allowed: Allowed = ()) -> list[int]:
        """The ids of a text."""
        return self._ids(text, self._tokens(allowed))

    def array(self, text: str, allowed: Allowed = ()) -> NDArray[np.int32]:
        """The same as an array."""
        tokens = self._tokens(allowed)
        short = self._shortcut(tokens)
        ids = short.array(check_text(text)) if short else None
        return np.array([*self._word_by_word(text, tokens)], np.int32) if ids is None else ids

    def batch(self, texts: Iterable[str], allowed: Allowed = ()) -> list[list[int]]:
        """The ids of each text."""
        tokens = self._tokens(allowed)  # once: it may be an iterator
        if short := self._shortcut(tokens):
            return short.batch(map(check_text, texts))
        return [self._ids(text, tokens) for text in texts]

    def words(self, text: str, allowed: Allowed = (), offsets: bool = False) -> Iterator[Word]:
        """The words of a text and the special tokens that are looked for in it."""
        return self.preparation.words(check_text(text), self._tokens(allowed), offsets=offsets)

    @cached_property
    def cutter(self) -> Cutter:
        """Cuts words and remembers them."""
        return Cutter(self.model, self.cutting)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: the parts, nothing that was remembered."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def _ids(self, text: str, tokens: tuple[SpecialToken, ...]) -> list[int]:
        short = self._shortcut(tokens)
        ids = short.ids(check_text(text)) if short else None
        return list(self._word_by_word(text, tokens)) if ids is None else ids

    def _word_by_word(self, text: str, tokens: tuple[SpecialToken, ...] = ()) -> Iterator[int]:
        """The readable way: prepare the text, cut every word, look every piece up."""
        for cuts in self.cutter.cut(self.preparation.words(check_text(text), tokens)):
            for piece, _, _ in cuts:
                yield self.vocab[piece]

    def _shortcut(self, tokens: tuple[SpecialToken, ...]) -> Shortcut | None:
        """The short way, if there is one and no special token is looked for."""
        return None if tokens else self._short

    def _tokens(self, allowed: Allowed) -> tuple[SpecialToken, ...]:
        none = isinstance(allowed, tuple) and not allowed
        return self._always if none else choose(self.special_tokens, allowed)

    @cached_property
    def _always(self) -> tuple[SpecialToken, ...]:
        return choose(self.special_tokens, ())

    @cached_property
    def _short(self) -> Shortcut | None:
        def readable(text: str) -> tuple[int, ...]:
            return tuple(self._word_by_word(text))

        return shortcut(self.preparation, self.model, self.cutting, self.vocab, readable)
