"""One page at the end: what was built, whose ids are the library's, what own texts cost, bets."""

from collections.abc import Callable
from functools import cache

import ipywidgets

from subword_lab import exercises, house, progress, vocabs
from subword_lab.i18n import t
from subword_lab.progress.profile import Profile
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, card, dim, escape, style
from subword_lab.views.peers import interview
from subword_lab.views.tables import stacked, table
from subword_lab.views.widgets import Panel, button, heading, plainly, row, spoken

REAL = ("gpt2", "cl100k", "o200k", "bert-base-uncased", "mistral-v1")  # those quick to read
TEXTS = ("name", "sentence", "paragraph")


def report_panel() -> Panel:
    """Draw the learner's own page; *Refresh* draws it again.

    The stored picture says only what the panel is for: what it shows is the learner's own.
    """
    shown = ipywidgets.HTML()
    title = t("views_interview.report.title")

    def refresh() -> None:
        shown.value = spoken(report_picture(), title)

    refresh()
    again = button(t("views.progress.refresh"), t("views.progress.refresh_tip"), refresh)
    still = t("views_interview.report.still")
    return Panel(
        [ipywidgets.HTML(heading(title)), shown, row(again)], lambda: Html(card(dim(still)), still)
    )


def report_picture() -> Html:
    """Draw the report as it is now."""
    profile = progress.profile.get()
    parts = [built(), equal(profile.sentence), costs(profile), bets()]
    page = stacked(*parts)
    return Html(card(page.markup), page.text)


def built() -> Html:
    """For each lesson: exercises passed; where all code is right, the tokenizer is built."""
    passed = progress.summary().passed
    rows = []
    for lesson in dict.fromkeys(task.lesson for task in exercises.all()):
        tasks = exercises.of_lesson(lesson)
        done = sum(task.id in passed for task in tasks)
        whole = all(task.id in passed for task in tasks if task.is_code)
        mark = t("views_interview.report.whole") if whole else ""
        rows.append((lesson, f"{done} / {len(tasks)}", mark))
    header = [t(f"views_interview.report.{name}") for name in ("lesson", "passed", "code")]
    return table(t("views_interview.report.built"), header, rows)


def equal(sentence: str) -> Html:
    """How many answers on the learner's sentence are the same as the libraries'."""
    try:
        rows = interview.compare(sentence)
    except (ImportError, LookupError, OSError, ValueError) as error:
        return _line(t("views_interview.report.no_library", error=plainly(error)))
    same = sum(each.same for each in rows)
    return _line(t("views_interview.report.equal", same=same, rows=len(rows)))


def costs(profile: Profile) -> Html:
    """Tokens of the name, the sentence and the paragraph under each tokenizer at hand."""
    rows = []
    for name, tokenizer in (*_house(), *_real()):
        counts = [_count(tokenizer.encode, getattr(profile, text)) for text in TEXTS]
        rows.append((name, *counts))
    header = [t("views_interview.report.tokenizer")]
    header += [t(f"views_interview.report.{text}") for text in TEXTS]
    return table(t("views_interview.report.costs"), header, rows)


def bets() -> Html:
    """How many bets were won."""
    placed = progress.bets.all()
    return _line(t("progress.said.bets", won=sum(bet.won for bet in placed), placed=len(placed)))


def _house() -> list[tuple[str, Tokenizer]]:
    return [(t(f"cuttings.recipe.{name}"), house.tokenizer(name)) for name in house.RECIPES]


def _real() -> list[tuple[str, Tokenizer]]:
    here = {found.name.rpartition("/")[2]: found.name for found in vocabs.available()}
    return [(name, _loaded(here[name])) for name in REAL if name in here]


@cache
def _loaded(name: str) -> Tokenizer:
    return vocabs.load(name)


def _count(encode: Callable[[str], list[int]], text: str) -> str:
    return str(len(encode(text)))


def _line(text: str) -> Html:
    return Html(f"<div{style(margin='10px 0')}>{escape(text)}</div>", text)
