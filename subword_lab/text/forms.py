"""Unicode's four normal forms, keeping track of where each character came from.

`unicodedata.normalize` gives the text; this file gives the same text with spans.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal
from unicodedata import combining, is_normalized
from unicodedata import normalize as unicode_normalize

FormName = Literal["NFC", "NFD", "NFKC", "NFKD"]

Span = tuple[int, int]
"""Half-open: the characters of the input that one character of the output was made from."""

Traced = list[tuple[str, Span]]
"""Output characters, each with its span."""


def trace_form(text: str, form: FormName) -> Traced:
    """Bring `text` into normal form `form`, with the span of each output character.

    >>> trace_form("e\u0301ﬁ", "NFKC")
    [('é', (0, 2)), ('f', (2, 3)), ('i', (2, 3))]

    Source: Unicode Standard Annex 15; canonical ordering and composition are section 3.11 of the
    standard.
    """
    if is_normalized(form, text):
        return [(ch, (at, at + 1)) for at, ch in enumerate(text)]
    full: FormName = "NFKD" if "K" in form else "NFD"
    parts = [
        (part, (at, at + 1)) for at, ch in enumerate(text) for part in unicode_normalize(full, ch)
    ]
    return _reorder(parts) if form == full else _compose(_reorder(parts))


def _reorder(parts: Traced) -> Traced:
    """Sort each run of combining marks by combining class; equal classes keep their order."""
    ranks = [combining(ch) for ch, _ in parts]
    runs = list(accumulate(rank == 0 for rank in ranks))  # a new run starts at each starter
    order = sorted(range(len(parts)), key=lambda i: (runs[i], ranks[i]))
    return [parts[i] for i in order]


def _compose(parts: Traced) -> Traced:
    """Join each character to the last starter, unless one in between blocks the way."""
    out: Traced = []
    starter = -1  # index in `out` of the last character of combining class 0
    for ch, span in parts:
        rank = combining(ch)
        reaches = starter == len(out) - 1 or combining(out[-1][0]) < rank
        joined = _pair(out[starter][0], ch) if starter >= 0 and reaches else None
        if joined:
            out[starter] = (joined, hull([out[starter][1], span]))
            continue
        if rank == 0:
            starter = len(out)
        out.append((ch, span))
    return out


def _pair(first: str, second: str) -> str | None:
    """The one character that two characters compose to, if there is one."""
    joined = unicode_normalize("NFC", first + second)
    return joined if len(joined) == 1 else None


def hull(spans: Sequence[Span]) -> Span:
    """The smallest span that holds all of them.

    >>> hull([(2, 3), (0, 1)])
    (0, 3)
    """
    return min(start for start, _ in spans), max(end for _, end in spans)
