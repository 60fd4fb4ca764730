"""Which tokenizers have a short way from text to ids, and which one."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from subword_lab.bpe import BpeModel
from subword_lab.cutting import Cutting, Model
from subword_lab.fast.byte_level_text import ByteLevelText
from subword_lab.fast.unigram_text import UnigramText
from subword_lab.fast.wordpiece_encoding import CUTS, STEPS, WordPieceText
from subword_lab.normalizer import NormalizerStep
from subword_lab.preparation import MARKED_WORDS, Preparation
from subword_lab.spaces import Spaces
from subword_lab.text import BYTE_TO_CHAR, PATTERNS
from subword_lab.unigram import UnigramModel
from subword_lab.wordpiece import WordPieceModel


class Shortcut(Protocol):
    """The ids of texts in which no special token is looked for."""

    def ids(self, text: str) -> list[int]:
        """The ids of a text."""

    def array(self, text: str) -> NDArray[np.int32]:
        """The same as an array."""

    def batch(self, texts: Iterable[str]) -> list[list[int]]:
        """The ids of each text."""


def shortcut(
    preparation: Preparation,
    model: Model,
    cutting: Cutting,
    vocab: Mapping[str, int],
    readable: Callable[[str], tuple[int, ...]],
) -> Shortcut | None:
    """The short way of a tokenizer with these parts, or None; `model` is the `ordinary` one."""
    match model:
        case BpeModel():
            pattern = _published(preparation)
            spelled = model.end_of_word is None and model.vocab.keys() >= set(BYTE_TO_CHAR.values())
            if pattern and spelled:
                return ByteLevelText(model, pattern, cutting.whole_words)
        case UnigramModel():
            spaces = preparation.spaces
            if spaces and cutting.together and _by_words(preparation, spaces):
                steps_ = preparation.normalizer
                return UnigramText(steps_, spaces, model, cutting, vocab, readable)
        case WordPieceModel():
            plain = preparation == Preparation(preparation.normalizer, preparation.pretokenizers)
            known = plain and STEPS.issuperset(preparation.normalizer)
            cuts = preparation.pretokenizers
            if known and len(cuts) == 1 and cuts[0] in CUTS and not cutting.whole_words:
                steps = [str(step) for step in preparation.normalizer]
                unk = vocab.get(model.unk)
                if unk is not None:
                    return WordPieceText(steps, str(cuts[0]), model, unk, readable)
    return None


def _by_words(preparation: Preparation, spaces: Spaces) -> bool:
    """Whether words begin with the ▁ in front of them, and text is normalized between spaces."""
    plain = Preparation(preparation.normalizer, (MARKED_WORDS,), spaces)
    marked = spaces.prefix in ("text", "never") and spaces.doubled
    return preparation == plain and marked and all(map(_spares_spaces, preparation.normalizer))


def _spares_spaces(step: NormalizerStep) -> bool:
    """Whether a step treats what stands between two spaces on its own: a space joins nothing."""
    if isinstance(step, str):
        return step in ("nfc", "nfd", "nfkc", "nfkd", "nmt_nfkc")
    return bool(getattr(step, "spares_spaces", False))


def _published(preparation: Preparation) -> str | None:
    """The name of the published expression, where bytes split by it are all of the preparation."""
    for name, expression in PATTERNS.items():
        for pattern in (name, expression):
            if preparation == Preparation((), (pattern,), byte_level=True):
                return name
    return None
