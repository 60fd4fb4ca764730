"""SentencePiece's default rule, `nmt_nfkc`: NFKC done by longest match, and some white space.

NFKC sorts the marks of a character before it joins them. SentencePiece looks its text up in a
table instead, from left to right, longest entry first, and never sorts. So it joins "o" and two
marks, but not "ô" and a second mark, and leaves marks in the order they have. That matters for
Vietnamese. The result here is that of SentencePiece 0.2.3 for every code point that Python's
`unicodedata` knows; what is newer than Python's Unicode stays as it is.
"""

import sys
from functools import cache, lru_cache
from unicodedata import decomposition
from unicodedata import normalize as unicode_normalize

from subword_lab.text.forms import Traced

SPACES = "\t\n\f\r\u061c\u1680\u200b\u200c\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd"
REMOVED = {*map(chr, range(1, 32)), "\x7f", "\x8f", "\x9f"} - set(SPACES)
KEPT = "～"  # NFKC makes it ~, SentencePiece does not
_LONGEST = 4  # characters of the longest canonical decomposition, such as that of ᾂ


def nmt_nfkc(text: str) -> str:
    """Apply the rule to a text.

    >>> nmt_nfkc("①ﬁ\\tｶﾞ")
    '1fi ガ'
    """
    if text.isascii() and text.isprintable():
        return text
    if not any(map(_may_join, text)):
        return "".join(map(_replacement, text))
    return "".join(ch for ch, _ in trace_nmt_nfkc(text))


def trace_nmt_nfkc(text: str) -> Traced:
    """Apply the rule, with the span of each output character."""
    traced: Traced = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and end - at < _LONGEST and _may_join(text[end]):
            end += 1
        while end - at > 1 and not _join(text[at:end]):
            end -= 1
        replacement = _replacement(text[at]) if end - at == 1 else _join(text[at:end])
        traced += [(ch, (at, end)) for ch in replacement]
        at = end
    return traced


@cache
def _replacement(ch: str) -> str:
    """What one character becomes when it stands alone."""
    if ch in SPACES:
        return " "
    if ch == KEPT:
        return ch
    return "" if ch in REMOVED else unicode_normalize("NFKC", ch)


@lru_cache(maxsize=1 << 14)
def _join(run: str) -> str:
    """The one character that a run of undecomposable ones makes without being sorted, or ""."""
    joined = unicode_normalize("NFKC", run)
    parts = [unicode_normalize("NFKD", ch) for ch in run]
    whole = len(joined) == 1 and max(map(len, parts)) == 1
    return joined if whole and unicode_normalize("NFKD", joined) == "".join(parts) else ""


@cache
def _may_join(ch: str) -> bool:
    """Whether a character can be joined to the one before it."""
    return unicode_normalize("NFKD", ch) in _joiners()


@cache
def _joiners() -> frozenset[str]:
    """What stands second or later in a canonical decomposition: marks, and the vowels of Hangul."""
    pairs = (decomposition(chr(code)).split() for code in range(sys.maxunicode + 1))
    seconds = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and pair[0][0] != "<"}
    return frozenset(seconds | set(map(chr, range(0x1161, 0x11C3))))
