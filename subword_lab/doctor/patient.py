"""The tokenizer under examination, with its texts, and what several checks ask about them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from subword_lab.bpe import BpeModel
from subword_lab.bpe.model import END_OF_WORD
from subword_lab.text import check_text, count_words, from_printable
from subword_lab.tokenizer import Tokenizer
from subword_lab.wordpiece import WordPieceModel

CONTROL = re.compile(
    r"<\|.+\|>|</?(s|bos|eos|pad|unk|mask|cls|sep)>|\[(CLS|SEP|PAD|UNK|MASK|BOS|EOS|unused\d+)\]"
    r"|\[/?INST\]|<(start|end)_of_\w+>"
)
"""How control tokens look: <|endoftext|>, </s>, [CLS], [unused7], <start_of_turn>."""


class Sample(NamedTuple):
    """A text and the name it is called by, that of its file."""

    name: str
    text: str


@dataclass(frozen=True)
class Patient:
    """A tokenizer and the texts it should serve; `references` say the same, text by text.

    `chat_template` is what renders conversations for it, as `tokenizer_config.json` holds it.
    """

    tokenizer: Tokenizer
    samples: tuple[Sample, ...]
    references: tuple[Sample, ...] = ()
    chat_template: str = ""

    @cached_property
    def homeless(self) -> Counter[str]:
        """Characters of the texts that have no token, where there is no unknown token either."""
        found = Counter("".join(sample.text for sample in self.samples))
        return Counter({ch: n for ch, n in found.items() if not self._encodes(ch)})

    @cached_property
    def texts(self) -> tuple[Sample, ...]:
        """The samples without the characters that cannot be encoded."""
        gone = dict.fromkeys(map(ord, self.homeless))
        return tuple(sample._replace(text=sample.text.translate(gone)) for sample in self.samples)

    @cached_property
    def words(self) -> dict[str, int]:
        """The words of the texts, cut at white space, and how often each occurs."""
        return count_words([sample.text for sample in self.texts])

    @cached_property
    def used(self) -> Counter[int]:
        """How often each id occurs in the texts."""
        return Counter(each for s in self.texts for each in self.tokenizer.encode(s.text))

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that text should be able to reach: no symbols, special or byte pieces."""
        tokenizer = self.tokenizer
        apart = {token.text for token in tokenizer.special_tokens} | {tokenizer.cutting.unk}
        return tuple(
            piece
            for piece in tokenizer.ordinary_model.vocab
            if len(bare(tokenizer, piece)) > 1 and not CONTROL.fullmatch(piece)
            if piece not in apart
        )

    def _encodes(self, ch: str) -> bool:
        try:
            self.tokenizer.encode(ch)
        except KeyError:
            return False
        return True


def bare(tokenizer: Tokenizer, piece: str) -> str:
    """The symbols of a piece, without the mark that it continues or ends a word.

    >>> bare(Tokenizer.train("wordpiece", "low lower", merges=1), "##ow")
    'ow'
    """
    match tokenizer.model:
        case WordPieceModel(prefix=prefix):
            return piece.removeprefix(prefix)
        case BpeModel(end_of_word=mark) if mark:
            return piece.removesuffix(END_OF_WORD)
    return piece


def surface(tokenizer: Tokenizer, piece: str) -> str | None:
    """The text that a piece stands for; None for bytes that are no whole characters.

    >>> surface(Tokenizer.train("byte_bpe", "low lower", merges=1), "Ġlo")
    ' lo'
    """
    text = bare(tokenizer, piece)
    if tokenizer.preparation.byte_level:
        try:
            return from_printable(text).decode()
        except (ValueError, UnicodeDecodeError):
            return None
    return text.replace("▁", " ") if tokenizer.preparation.spaces else text


def named(texts: Sequence[str | tuple[str, str]]) -> tuple[Sample, ...]:
    """Texts as samples: (name, text), or a text alone, which is called by its number.

    >>> named(["low", ("old.txt", "lower")])[0]
    Sample(name='text 1', text='low')
    """
    pairs = (t if isinstance(t, tuple) else (f"text {n}", t) for n, t in enumerate(texts, 1))
    return tuple(Sample(name, check_text(text, name)) for name, text in pairs)
