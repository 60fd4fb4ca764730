"""Splitters side by side: what each of them lets become a token."""

from collections.abc import Mapping

import ipywidgets

from subword_lab.i18n import t
from subword_lab.text import PATTERNS, pretokenize
from subword_lab.views.html import Html, card, in_words, row_of_bricks
from subword_lab.views.stepping import LONGEST_TYPED
from subword_lab.views.tables import table
from subword_lab.views.widgets import Panel, heading, message, plainly, spoken

SPACES = r"\s?\S+|\s+"
SPLITTERS = {"spaces": SPACES, **PATTERNS}


def split_comparison(text: str, splitters: Mapping[str, str] = SPLITTERS) -> Panel:
    """Show the chunks of a text under each splitter; another text can be typed.

    `splitters` maps names to expressions; without it, one that cuts at spaces alone and those of
    GPT-2, cl100k and o200k. `TypeError` if `text` is no string, `ValueError` for an expression
    that cannot be used.

    >>> print(split_comparison("in 1990s", {"gpt2": "gpt2"}))
    Chunks that no merge can cross:
      splitter  chunks           count
      gpt2      in | ␣1990 | s  3
    """
    first = _chunks(text, splitters)
    found, said = ipywidgets.HTML(), ipywidgets.HTML()
    typed = ipywidgets.Text(
        text, description=t("views.stepper.typed"), continuous_update=False,
        layout={"width": "auto"}, style={"description_width": "initial"},
    )  # fmt: skip
    title = t("views_bytes.splits.title")
    found.value = spoken(first, title)

    def show(_: object) -> None:
        try:
            if len(typed.value) > LONGEST_TYPED:
                raise ValueError(t("views.stepper.typed_length", most=LONGEST_TYPED))
            found.value = spoken(_chunks(typed.value, splitters), title)
            said.value = ""
        except ValueError as error:
            said.value = message(plainly(error), "bad")

    typed.observe(show, "value")
    children = [ipywidgets.HTML(heading(title)), typed, found, said]
    return Panel(children, lambda: _chunks(typed.value, splitters))


def _chunks(text: str, splitters: Mapping[str, str]) -> Html:
    rows = []
    for name, pattern in splitters.items():
        chunks = [chunk.text for chunk in pretokenize(text, pattern)]
        drawn = Html(row_of_bricks(chunks), in_words(chunks))
        rows.append((name, drawn, str(len(chunks))))
    header = [t(f"views_bytes.splits.{column}") for column in ("splitter", "chunks", "count")]
    drawn = table(t("views_bytes.splits.caption"), header, rows)
    return Html(card(drawn.markup), drawn.text)
