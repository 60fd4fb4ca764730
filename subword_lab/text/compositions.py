"""What `nmt_nfkc` joins, listed: the sequences of characters, and other ways to write each one.

The rule is a function; the files of other tools hold it as a table or as an expression, which are
made from these lists. They are as new as Python's Unicode.
"""

from functools import cache
from sys import maxunicode
from unicodedata import decomposition, normalize

from subword_lab.text.nmt_nfkc import nmt_nfkc

_FIRST_PLANE = 0x10000  # all characters that are dropped or become spaces are in it
_SURROGATES = range(0xD800, 0xE000)


@cache
def changeable() -> tuple[str, ...]:
    """Every character that the rule may replace or join, and some others."""
    return tuple(
        chr(code)
        for code in range(1, maxunicode + 1)
        if (code < _FIRST_PLANE and code not in _SURROGATES) or decomposition(chr(code))
    )


@cache
def sequences() -> dict[str, str]:
    """Sequence of undecomposable characters -> the one character that the rule makes of them.

    >>> sequences()["e\\u0302\\u0301"]
    'ế'
    """
    found = {}
    for ch in changeable():
        parts = normalize("NFKD", ch)
        if len(parts) > 1 and nmt_nfkc(parts) == ch:
            found[parts] = ch
    return found


@cache
def spellings() -> dict[str, tuple[str, ...]]:
    """Undecomposable character -> the other ones that stand for it, such as e -> ｅ, ℯ, ₑ.

    >>> "ｅ" in spellings()["e"]
    True
    """
    found: dict[str, list[str]] = {}
    for ch in changeable():
        parts = normalize("NFKD", ch)
        if len(parts) == 1 and parts != ch:
            found.setdefault(parts, []).append(ch)
    return {ch: tuple(others) for ch, others in found.items()}
