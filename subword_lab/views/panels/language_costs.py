"""What one story costs in many languages, under one vocabulary."""

from collections.abc import Sequence

import ipywidgets

from subword_lab import corpora, metrics
from subword_lab.i18n import t
from subword_lab.views.html import Html, card
from subword_lab.views.tables import Bar, bars
from subword_lab.views.vocabularies import COURSE, menu, vocabulary
from subword_lab.views.widgets import Panel, heading, spoken

TWELVE = ("en", "es", "de", "fi", "zh", "ja", "vi", "ru", "ko", "hi", "th", "ta")
REFERENCE = "en"


def language_costs(languages: Sequence[str] = TWELVE) -> Panel:
    """Draw a bar for each language: tokens of the story, and how many times those of English.

    The vocabulary can be chosen; the stored picture is that of the course's own, learned from
    English. `KeyError` for a language without the story.
    """
    title = t("views_bytes.costs.title")
    found = ipywidgets.HTML()

    def show() -> None:
        found.value = spoken(_bars(chosen.value, languages), title)

    chosen = menu(show)
    show()
    return Panel([ipywidgets.HTML(heading(title)), chosen, found], lambda: _bars(COURSE, languages))


def _bars(name: str, languages: Sequence[str]) -> Html:
    tokenizer = vocabulary(name)
    english = corpora.load(f"story/{REFERENCE}")
    ratios = {
        code: metrics.premium(tokenizer, corpora.load(f"story/{code}"), english)
        for code in languages
    }
    rows = [
        Bar(_language(code), ratio, f"{ratio:.2f} ×", hot=code == REFERENCE)
        for code, ratio in sorted(ratios.items(), key=lambda entry: entry[1])
    ]
    caption = t("views_bytes.costs.caption", name=t(f"views_bytes.vocabulary.{name}"))
    drawn = bars(caption, rows)
    return Html(card(drawn.markup), drawn.text)


def _language(code: str) -> Html:
    name = t(f"views_bytes.language.{code}")
    return Html(name, name)
