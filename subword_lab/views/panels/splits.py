"""Splitters side by side: what each of them lets become a token."""

from collections.abc import Mapping
from functools import partial

from subword_lab.i18n import t
from subword_lab.text import PATTERNS, pretokenize
from subword_lab.views.html import Html, card, in_words, row_of_bricks
from subword_lab.views.tables import table
from subword_lab.views.widgets import Panel, typed_panel

# one that cuts at spaces alone, and the published ones
SPLITTERS = {"spaces": r"\s?\S+|\s+", **PATTERNS}


def split_comparison(text: str, splitters: Mapping[str, str] = SPLITTERS) -> Panel:
    """Show the chunks of a text under each splitter; another text can be typed.

    `splitters` maps names to what `text.pretokenize` takes; without it, `SPLITTERS`.
    `TypeError` if `text` is no string, `ValueError` for an expression that cannot be used.

    >>> print(split_comparison("in 1990s", {"gpt2": "gpt2"}))
    Chunks that no merge can cross:
      splitter  chunks          count
      gpt2      in | ␣1990 | s  3
    """
    return typed_panel(t("views_bytes.splits.title"), text, partial(_chunks, splitters=splitters))


def _chunks(text: str, splitters: Mapping[str, str]) -> Html:
    rows = []
    for name, pattern in splitters.items():
        chunks = [chunk.text for chunk in pretokenize(text, pattern)]
        rows.append((name, Html(row_of_bricks(chunks), in_words(chunks)), str(len(chunks))))
    header = [t(f"views_bytes.splits.{column}") for column in ("splitter", "chunks", "count")]
    drawn = table(t("views_bytes.splits.caption"), header, rows)
    return Html(card(drawn.markup), drawn.text)
