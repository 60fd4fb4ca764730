"""Words in training: counts and bricks, the newest piece and the next pair set off."""

from collections.abc import Mapping

import regex

from subword_lab import text
from subword_lab.i18n import t
from subword_lab.pairs import Symbols, Words
from subword_lab.ties import Pair
from subword_lab.views.html import Html, dim, in_words, row_of_bricks, style

WORDS_SHOWN = 12
_LISTED = regex.compile(r"\s*(?:[^\s,]+\s+\d+\s*(?:,\s*|$))+")
_ONE_LISTED = regex.compile(r"([^\s,]+)\s+(\d+)")


def read_words(typed: str) -> dict[str, int]:
    """Read words with their counts, ``hug 10, pug 5``, or count the words of any other text.

    >>> read_words("hug 10, pug 5"), read_words("low lower low")
    ({'hug': 10, 'pug': 5}, {'low': 2, 'lower': 1})
    """
    if _LISTED.fullmatch(typed):
        return {word: int(count) for word, count in _ONE_LISTED.findall(typed)}
    return text.count_words(typed)


def listed(word_counts: Mapping[str, int]) -> str:
    """Write word counts as `read_words` reads them; long lists are cut.

    >>> listed({"hug": 10, "pug": 5})
    'hug 10, pug 5'
    """
    shown = ", ".join(f"{word} {count}" for word, count in list(word_counts.items())[:WORDS_SHOWN])
    return shown if len(word_counts) <= WORDS_SHOWN else f"{shown}, …"


def word_rows(words: Words, new: str | None, chosen: Pair | None) -> Html:
    """Draw words as bricks with their counts."""
    rows, lines = [], []
    number = style(display="inline-block", width="46px", text_align="right", color="dim",
                   font_size="12px", margin_right="12px")  # fmt: skip
    for symbols, count in words[:WORDS_SHOWN]:
        drawn = row_of_bricks(symbols, roles(symbols, new, chosen))
        rows.append(f"<div><span{number}>{count} ×</span>{drawn}</div>")
        lines.append(f"  {count} × {in_words(symbols)}")
    if len(words) > WORDS_SHOWN:
        rest = t("views.more", count=len(words) - WORDS_SHOWN)
        rows.append(f"<div>{dim(rest)}</div>")
        lines.append(f"  {rest}")
    caption = t("views.words.caption")
    return Html(f"{dim(caption)}{''.join(rows)}", "\n".join([f"{caption}:", *lines]))


def roles(symbols: Symbols, new: str | None, chosen: Pair | None) -> list[str]:
    """Say which symbols are new, and which are about to be merged, from left to right.

    >>> roles(("a", "a", "a", "ab"), "ab", ("a", "a"))
    ['pair', 'pair', 'plain', 'new']
    """
    marked = ["new" if symbol == new else "plain" for symbol in symbols]
    at = 0
    while at < len(symbols) - 1:
        if (symbols[at], symbols[at + 1]) == chosen:
            marked[at] = marked[at + 1] = "pair"
            at += 1
        at += 1
    return marked
