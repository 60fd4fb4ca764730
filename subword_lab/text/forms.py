"""Unicode's four normal forms, keeping track of where each character came from.

`unicodedata.normalize` gives the text; this file gives the same text with spans. A span is the
(start, end) of the characters one output character was made from.
"""

from collections.abc import Iterable
from itertools import accumulate
from typing import Literal
from unicodedata import combining
from unicodedata import normalize as unicode_normalize

FormName = Literal["NFC", "NFD", "NFKC", "NFKD"]
Span = tuple[int, int]
Traced = list[tuple[str, Span]]


def trace_form(text: str, form: FormName, keep: str = "") -> Traced:
    """Bring `text` into normal form `form`, with the span of each output character.

    Characters in `keep` stay as they are.

    >>> trace_form("e\u0301ﬁ", "NFKC")
    [('é', (0, 2)), ('f', (2, 3)), ('i', (2, 3))]

    Source: Unicode Standard Annex 15; canonical ordering and composition are section 3.11 of the
    standard.
    """
    full: FormName = "NFKD" if "K" in form else "NFD"
    parts = [
        (part, (at, at + 1))
        for at, ch in enumerate(text)
        for part in (ch if ch in keep else unicode_normalize(full, ch))
    ]
    ordered = _reorder(parts)
    return ordered if form.endswith("D") else _compose(ordered)


def _reorder(parts: Traced) -> Traced:
    """Sort each run of combining marks by combining class; equal classes keep their order."""
    ranks = [combining(ch) for ch, _ in parts]
    runs = list(accumulate(rank == 0 for rank in ranks))  # a new run starts at each starter
    order = sorted(range(len(parts)), key=lambda i: (runs[i], ranks[i]))
    return [parts[i] for i in order]


def _compose(parts: Iterable[tuple[str, Span]]) -> Traced:
    """Join each character to the last starter, unless one in between blocks the way."""
    out: Traced = []
    starter = -1  # index in `out` of the last character of combining class 0
    for ch, span in parts:
        rank = combining(ch)
        open_way = starter >= 0 and (starter == len(out) - 1 or 0 < combining(out[-1][0]) < rank)
        joined = _pair(out[starter][0], ch) if open_way else None
        if joined:
            start, end = out[starter][1]
            out[starter] = (joined, (min(start, span[0]), max(end, span[1])))
            continue
        if rank == 0:
            starter = len(out)
        out.append((ch, span))
    return out


def _pair(first: str, second: str) -> str | None:
    """The one character that two characters compose to, if there is one."""
    joined = unicode_normalize("NFC", first + second)
    return joined if len(joined) == 1 else None
