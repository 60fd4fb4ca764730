"""One text, seven cuttings: the first thing a learner sees."""

from collections.abc import Callable

import ipywidgets

from subword_lab import house, progress
from subword_lab.i18n import t
from subword_lab.views.html import Html, card, dim, in_words, row_of_bricks
from subword_lab.views.palette import live
from subword_lab.views.tables import table
from subword_lab.views.widgets import NAMED, Panel, heading, message, plainly

LONGEST = 200  # characters


def your_name() -> Panel:
    """Ask for the learner's name, keep it, and cut it with the seven house tokenizers."""
    return _cut_live("name", lambda name: progress.profile.save(name=name))


def your_sentence() -> Panel:
    """Ask for a sentence in the learner's own language, keep it, and cut it seven ways."""
    return _cut_live("sentence", lambda sentence: progress.profile.save(sentence=sentence))


def cuttings(text: str) -> Html:
    """Cut a text with each of the seven house tokenizers, one row for each."""
    cuts = {recipe: house.tokenizer(recipe).tokenize(text) for recipe in house.RECIPES}
    rows = [
        (t(f"cuttings.recipe.{recipe}"), str(len(cut)), Html(row_of_bricks(cut), in_words(cut)))
        for recipe, cut in cuts.items()
    ]
    columns = [t(f"cuttings.column.{column}") for column in ("recipe", "count", "pieces")]
    drawn = table(t("cuttings.caption"), columns, rows)
    return Html(card(drawn.markup), drawn.text)


def _cut_live(what: str, save: Callable[[str], object]) -> Panel:
    """A text box over seven cuttings; what is typed is kept in the learner's profile."""
    found = ipywidgets.HTML()
    typed = ipywidgets.Text(
        getattr(progress.profile.get(), what),
        description=t(f"cuttings.{what}"),
        continuous_update=False,
        layout={"width": "auto"},
        style=NAMED,
    )

    def show() -> None:
        try:
            if len(typed.value) > LONGEST:
                raise ValueError(t("cuttings.too_long", most=LONGEST))
            found.value = live(cuttings(typed.value).markup)
        except ValueError as error:
            found.value = message(plainly(error), "bad")

    def keep() -> None:
        show()
        if typed.value.strip() and len(typed.value) <= LONGEST:
            save(typed.value)

    show()
    typed.observe(lambda _: keep(), "value")
    title = ipywidgets.HTML(heading(t(f"cuttings.title.{what}")))
    still = t(f"cuttings.still.{what}")
    return Panel([title, typed, found], lambda: Html(card(dim(still)), still))
