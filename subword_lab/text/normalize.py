"""Normalize text step by step, and know where each character of the result came from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import category, is_normalized
from unicodedata import normalize as unicode_normalize

from subword_lab.text.checks import check_text
from subword_lab.text.forms import FormName, Span, Traced, trace_form


@dataclass(frozen=True, slots=True)
class Aligned:
    """Normalized text; `spans[i]` is the (start, end) of its character i in the original text."""

    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A move that brings text into a Unicode normal form, but for the characters in `keep`."""

    name: FormName
    keep: str = ""


Move = Form | Callable[[str], str]
"""What steps are made of: a normal form, or a function from one character to its replacement."""


def _is_cjk(ch: str) -> bool:
    """Whether BERT sets spaces around it: the blocks of CJK ideographs, no kana and no Hangul."""
    return any(first <= ord(ch) <= last for first, last in _CJK_BLOCKS)


_CJK_BLOCKS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


@cache
def _bert_clean(ch: str) -> str:
    """White space becomes a space; control, format and private-use characters go."""
    if ch in "\t\n\r" or category(ch) in ("Zs", "Zl", "Zp"):
        return " "
    return "" if ch == "\ufffd" or category(ch) in ("Cc", "Cf", "Co") else ch


@cache
def _bert_cjk(ch: str) -> str:
    return f" {ch} " if _is_cjk(ch) else ch


@cache
def _drop_accent(ch: str) -> str:
    return "" if category(ch) == "Mn" else ch


# SentencePiece's rule for neural translation, beside NFKC.
_NMT_SPACES = "\t\n\f\r\u061c\u1680\u200b\u200c\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd"
_NMT_REMOVED = {*map(chr, range(1, 32)), "\x7f", "\x8f", "\x9f"}


@cache
def _nmt(ch: str) -> str:
    if ch in _NMT_SPACES:
        return " "
    return "" if ch in _NMT_REMOVED else ch


STEPS: dict[str, tuple[Move, ...]] = {
    "nfc": (Form("NFC"),),
    "nfd": (Form("NFD"),),
    "nfkc": (Form("NFKC"),),
    "nfkd": (Form("NFKD"),),
    "lowercase": (str.lower,),
    "strip_accents": (Form("NFD"), _drop_accent),
    "bert_clean": (_bert_clean,),
    "bert_cjk": (_bert_cjk,),
    "nmt_nfkc": (Form("NFKC", keep="～"), _nmt),
}
"""Name -> the moves it consists of. See `normalize` for what each one does."""


def normalize(text: str, steps: Sequence[str]) -> str:
    """Apply the named steps to `text`, in order.

    "nfc", "nfd", "nfkc", "nfkd": Unicode's normal forms. "lowercase": character by character (İ
    becomes two, a final Σ becomes σ). "strip_accents": NFD, then marks without width (Mn) go.
    "bert_clean": white space becomes a space; control, format and private-use characters go.
    "bert_cjk": spaces around CJK ideographs. "nmt_nfkc": SentencePiece's default, NFKC and more.

    >>> normalize("Ｃafé", ("nfkc", "strip_accents", "lowercase"))
    'cafe'

    Raises `ValueError` for an unknown step or a lone surrogate, `TypeError` for anything but a
    `str` and a sequence of names.
    Sources: Unicode Standard Annex 15; `BasicTokenizer` of Devlin et al. 2019 as Hugging Face's
    `BertNormalizer` has it; the `nmt_nfkc` rule of SentencePiece (Kudo and Richardson 2018).
    """
    check_text(text)
    for move in _moves(steps):
        text = _apply(text, move)
    return text


def align(text: str, steps: Sequence[str]) -> Aligned:
    """Do what `normalize` does, and say for each character of the result where it came from.

    >>> align("ﬁÉ", ("nfkc", "lowercase"))
    Aligned(text='fié', spans=((0, 1), (0, 1), (1, 2)))

    Spans are half-open, in code points of `text`. A character that was split gives its span to each
    part; one that was joined from several covers all of them. Raises as `normalize` does.
    """
    check_text(text)
    spans: list[Span] = [(at, at + 1) for at in range(len(text))]
    for move in _moves(steps):
        traced = _trace(text, move)
        text = "".join(ch for ch, _ in traced)
        spans = [_hull(spans[start:end]) for _, (start, end) in traced]
    return Aligned(text, tuple(spans))


def _moves(steps: Sequence[str]) -> list[Move]:
    if isinstance(steps, str) or not isinstance(steps, Sequence):
        raise TypeError(
            f'steps is a tuple of names such as ("nfkc", "lowercase"), not {type(steps).__name__}'
        )
    for step in steps:
        if step not in STEPS:
            raise ValueError(f"unknown normalization step {step!r}; known: {', '.join(STEPS)}")
    return [move for step in steps for move in STEPS[step]]


def _apply(text: str, move: Move) -> str:
    if not isinstance(move, Form):
        return "".join(map(move, text))
    if not move.keep:
        return unicode_normalize(move.name, text)
    kept = text.split(move.keep)
    return move.keep.join(unicode_normalize(move.name, part) for part in kept)


def _trace(text: str, move: Move) -> Traced:
    if not isinstance(move, Form):
        return [(part, (at, at + 1)) for at, ch in enumerate(text) for part in move(ch)]
    if is_normalized(move.name, text):
        return [(ch, (at, at + 1)) for at, ch in enumerate(text)]
    return trace_form(text, move.name, move.keep)


def _hull(spans: Sequence[Span]) -> Span:
    return min(start for start, _ in spans), max(end for _, end in spans)
