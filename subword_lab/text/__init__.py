"""Text before any model sees it: normalize, cut into pre-tokens, count words, spell bytes."""

from subword_lab.text.byte_alphabet import BYTE_TO_CHAR, from_printable, to_printable
from subword_lab.text.checks import check_text
from subword_lab.text.counting import Corpus, count_words, documents
from subword_lab.text.normalize import STEPS, Aligned, align, normalize
from subword_lab.text.patterns import PATTERNS
from subword_lab.text.pretokenize import PRETOKENIZERS, PreToken, metaspace, pretokenize

__all__ = [
    "BYTE_TO_CHAR",
    "PATTERNS",
    "PRETOKENIZERS",
    "STEPS",
    "Aligned",
    "Corpus",
    "PreToken",
    "align",
    "check_text",
    "count_words",
    "documents",
    "from_printable",
    "metaspace",
    "normalize",
    "pretokenize",
    "to_printable",
]
