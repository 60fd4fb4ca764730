"""Texts under a real vocabulary: pieces and ids, live where it is found, else as recorded."""

from collections.abc import Sequence

import ipywidgets

from subword_lab.i18n import t
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, bricks, card, row_of_bricks, visible
from subword_lab.views.pictures.recording import recorded
from subword_lab.views.tables import table
from subword_lab.views.vocabularies import menu, vocabulary
from subword_lab.views.widgets import (
    Panel,
    check_length,
    heading,
    message,
    own_text,
    plainly,
    spoken,
)


def real_cuts(texts: Sequence[str], recording: str) -> Panel:
    """Show the pieces and ids of texts, and of one that the learner types.

    The vocabulary is GPT-2's, or another that can be chosen from those on this machine. The stored
    picture is the recording of that name. `KeyError` if there is no such recording.
    """
    title = t("views_bytes.cuts.title")
    still = recorded(recording)
    shown, typed = ipywidgets.HTML(), own_text("")

    def show() -> None:
        try:
            own = [check_length(typed.value)] if typed.value else []
            picture = _table(vocabulary(chosen.value), [*own, *texts])
            shown.value = spoken(picture, title)
        except (ValueError, KeyError) as error:
            shown.value = message(plainly(error), "bad")

    chosen = menu(show)
    typed.observe(lambda _: show(), "value")
    show()
    return Panel([ipywidgets.HTML(heading(title)), chosen, typed, shown], lambda: still)


def _table(tokenizer: Tokenizer, texts: Sequence[str]) -> Html:
    rows = []
    for text in texts:
        pieces, ids = tokenizer.tokenize(text), tokenizer.encode(text)
        drawn = Html(row_of_bricks(pieces, ids=ids), bricks(pieces, ids).text)
        rows.append((visible(text), drawn, str(len(ids))))
    header = [t(f"views_bytes.cuts.{column}") for column in ("text", "pieces", "tokens")]
    drawn = table(t("views_bytes.cuts.caption", size=f"{tokenizer.vocab_size:,}"), header, rows)
    return Html(card(drawn.markup), drawn.text)
