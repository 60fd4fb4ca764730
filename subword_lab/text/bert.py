"""BERT's cleaning rules, as functions from one character to what replaces it.

Source: `BasicTokenizer` of Devlin et al. 2019, in the form of Hugging Face's `BertNormalizer`.
Python has a newer Unicode table, so some rare marks and format
characters go here and stay there.
"""

from functools import cache
from unicodedata import category

_CJK_BLOCKS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),  # Devlin et al. start at 2B820, Hugging Face at 2B920: so do we
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


@cache
def clean(ch: str) -> str:
    """White space becomes a space; control, format and private-use characters and U+FFFD go.

    >>> clean("\\t"), clean("\\x00"), clean("a")
    (' ', '', 'a')
    """
    if ch in "\t\n\r" or category(ch) in ("Zs", "Zl", "Zp"):
        return " "
    return "" if ch == "\ufffd" or category(ch) in ("Cc", "Cf", "Co") else ch


@cache
def space_cjk(ch: str) -> str:
    """Spaces around an ideograph, so that each one is a word; not around kana and Hangul.

    >>> space_cjk("中"), space_cjk("か")
    (' 中 ', 'か')
    """
    return f" {ch} " if any(first <= ord(ch) <= last for first, last in _CJK_BLOCKS) else ch


@cache
def drop_accent(ch: str) -> str:
    """A mark without width of its own (category Mn) goes; call it on decomposed text.

    >>> drop_accent("\\u0301"), drop_accent("e")
    ('', 'e')
    """
    return "" if category(ch) == "Mn" else ch
