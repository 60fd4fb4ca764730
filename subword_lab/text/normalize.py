"""Normalize text step by step, and know where each character of the result came from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from unicodedata import normalize as unicode_normalize

from subword_lab.text import bert
from subword_lab.text.checks import check_name, check_text
from subword_lab.text.forms import FormName, Span, Traced, hull, trace_form
from subword_lab.text.nmt_nfkc import nmt_nfkc, trace_nmt_nfkc


@dataclass(frozen=True, slots=True)
class Aligned:
    """Normalized text; `spans[i]` is the (start, end) of its character i in the original text."""

    text: str
    spans: tuple[Span, ...]

    def then(self, later: "Aligned") -> "Aligned":
        """Follow `later`, which starts from this text, back to where this one started.

        >>> align("ﬁ", ("nfkc",)).then(align("fi", ("bert_clean",))).spans
        ((0, 1), (0, 1))
        """
        spans = (
            self.spans[start] if end - start == 1 else hull(self.spans[start:end])
            for start, end in later.spans
        )
        return Aligned(later.text, tuple(spans))


@dataclass(frozen=True, slots=True)
class Move:
    """One change to a text, twice: `apply` gives the text, `trace` the same text with spans."""

    apply: Callable[[str], str]
    trace: Callable[[str], Traced]


def _form(name: FormName) -> Move:
    return Move(lambda text: unicode_normalize(name, text), lambda text: trace_form(text, name))


def _each(replace: Callable[[str], str]) -> Move:
    """A move that replaces each character on its own."""
    return Move(
        lambda text: "".join(map(replace, text)),
        lambda text: [(part, (at, at + 1)) for at, ch in enumerate(text) for part in replace(ch)],
    )


STEPS: dict[str, tuple[Move, ...]] = {
    "nfc": (_form("NFC"),),
    "nfd": (_form("NFD"),),
    "nfkc": (_form("NFKC"),),
    "nfkd": (_form("NFKD"),),
    "lowercase": (_each(str.lower),),
    "strip_accents": (_form("NFD"), _each(bert.drop_accent)),
    "bert_clean": (_each(bert.clean),),
    "bert_cjk": (_each(bert.space_cjk),),
    "nmt_nfkc": (Move(nmt_nfkc, trace_nmt_nfkc),),
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
        text = move.apply(text)
    return text


def align(text: str, steps: Sequence[str]) -> Aligned:
    """Do what `normalize` does, and say for each character of the result where it came from.

    >>> align("ﬁÉ", ("nfkc", "lowercase"))
    Aligned(text='fié', spans=((0, 1), (0, 1), (1, 2)))

    Spans are half-open, in code points of `text`. A character that was split gives its span to each
    part. One that was joined from several covers all of them, where Hugging Face `tokenizers` keeps
    only the first. Raises as `normalize` does.
    """
    check_text(text)
    result = Aligned(text, tuple((at, at + 1) for at in range(len(text))))
    for move in _moves(steps):
        traced = move.trace(result.text)
        later = Aligned("".join(ch for ch, _ in traced), tuple(span for _, span in traced))
        result = result.then(later)
    return result


def _moves(steps: Sequence[str]) -> list[Move]:
    if isinstance(steps, str) or not isinstance(steps, Sequence):
        raise TypeError(
            f'steps is a tuple of names such as ("nfkc", "lowercase"), not {type(steps).__name__}'
        )
    names = [check_name(step, "normalization step", STEPS) for step in steps]
    return [move for name in names for move in STEPS[name]]
