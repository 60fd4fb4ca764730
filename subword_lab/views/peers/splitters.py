r"""Word splitters beside spaCy, sacremoses and tokenizers.

The first two rules are the package's own and equal to the library's. The two last ones are short:
an expression of one line stands for what Moses and spaCy do with hundreds of lines and lists of
exceptions. They show the idea, and where it ends.
"""

from functools import cache
from typing import Any

from subword_lab.i18n import t
from subword_lab.text import pretokenize
from subword_lab.views.comparison import Row

MOSES = r"(?<=\pL)'\pL+|\w+(?:[-.,]\w+)*|[^\w\s]"
"""An apostrophe between letters begins a word; signs inside words and numbers stay."""

SPACY = r"(?i)\w+?(?=n't\b)|n't\b|'(?:s|m|d|ll|re|ve)\b|\d+(?:[.,:–]\d+)*|\w+|[^\w\s]"
"""The endings n't 's 'm 'd 'll 're 've are words; so are whole numbers, and all other signs."""


def compare(text: str) -> list[Row]:
    """Cut the same text by four rules of ours and by the libraries they stand for."""
    pairs = (
        ("whitespace", "whitespace", of_tokenizers(text, "WhitespaceSplit"), "tokenizers"),
        ("bert", "bert", of_tokenizers(text, "BertPreTokenizer"), "tokenizers"),
        ("moses", MOSES, of_sacremoses(text), "sacremoses"),
        ("spacy", SPACY, of_spacy(text), "spacy"),
    )
    return [
        Row(t(f"views_words.peers.{name}"), _shown(cut(text, how)), _shown(theirs), library)
        for name, how, theirs, library in pairs
    ]


def cut(text: str, how: str) -> list[str]:
    """Our words: the chunks of a rule, without those that are only white space."""
    return [chunk.text for chunk in pretokenize(text, how) if not chunk.text.isspace()]


def _shown(words: list[str]) -> str:
    return " | ".join(words)


def of_tokenizers(text: str, rule: str) -> list[str]:
    """The words of a pre-tokenizer of `tokenizers`."""
    from tokenizers import pre_tokenizers

    splitter = getattr(pre_tokenizers, rule)()
    return [word for word, _ in splitter.pre_tokenize_str(text)]


def of_sacremoses(text: str) -> list[str]:
    """The words of the Moses tokenizer for English, apostrophes not written as XML."""
    return list(_moses().tokenize(text, escape=False))


def of_spacy(text: str) -> list[str]:
    """The words of spaCy's rules for English; no trained model is needed for them."""
    return [token.text for token in _spacy()(text) if not token.is_space]


@cache
def _moses() -> Any:
    from sacremoses import MosesTokenizer

    return MosesTokenizer("en")


@cache
def _spacy() -> Any:
    import spacy

    return spacy.blank("en")
