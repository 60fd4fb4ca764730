"""A bet: the learner's guess before the truth is computed; both go into the ledger."""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from subword_lab import progress
from subword_lab.exercises import forms
from subword_lab.i18n import t
from subword_lab.views.html import Html, card, escape, style
from subword_lab.views.palette import live
from subword_lab.views.panels.controls import controls
from subword_lab.views.widgets import Panel, button, heading, message, row, spoken

WITHIN = 1.25  # a number is won when it is off by no more than this factor


def bet(
    key: str,
    question: str,
    truth: str | float | Callable[[], str | float],
    *,
    options: Sequence[str] = (),
    minimum: float = 0,
    maximum: float = 100,
    step: float = 1,
    unit: str = "",
    within: float = WITHIN,
    why: str = "",
    show: Callable[[], Html] | None = None,
) -> Panel:
    """Ask for a guess, keep it beside the truth, then reveal: one of `options`, or a number.

    `truth` may be a function, called when the bet is placed, so that the answer is computed and
    not printed before. A number is won within the factor `within`. `why` is said afterwards, and
    `show` draws a picture then. `key` names the bet in the ledger, where only the first counts.
    `ValueError` if `truth` is not among the options.
    """
    if options and not callable(truth) and truth not in options:
        raise ValueError(f"the truth {truth!r} is none of the options {list(options)}")
    form = forms.Choice(tuple(options)) if options else forms.Slider(minimum, maximum, step, unit)
    given = controls(form)
    outcome, picture = ipywidgets.HTML(), ipywidgets.HTML()

    def place() -> None:
        guess = given.read()
        if guess is None:
            outcome.value = message(t("views.bet.nothing_chosen"), "dim")
            return
        right = truth() if callable(truth) else truth
        won = guess == right if options else _near(guess, right, within)
        progress.bets.place(key, guess, right, won)
        said = t(
            "views.bet.won" if won else "views.bet.lost",
            guess=_shown(guess, unit),
            truth=_shown(right, unit),
            why=why,
        )
        outcome.value = message(said, "ok" if won else "bad")
        picture.value = spoken(show(), question) if show else ""

    place_bet = button(t("views.bet.place"), t("views.bet.place_tip"), place, main=True)
    title = ipywidgets.HTML(heading(t("views.bet.title")) + live(_question(question)))
    children = [title, given.box, row(place_bet), outcome, picture]
    return Panel(children, lambda: _still(question, given.text))


def _near(guess: float, truth: Any, within: float) -> bool:
    """Whether a guess is off by no more than a factor; a truth of 0 must be met."""
    if not truth:
        return guess == truth
    return 1 / within <= guess / truth <= within


def _shown(value: Any, unit: str) -> str:
    text = value if isinstance(value, str) else f"{value:.6g}"
    return f"{text} {unit}".strip()


def _question(question: str) -> str:
    look = style(color="fg", white_space="pre-wrap", margin="4px 0")
    return f"<div{look}>{escape(question)}</div>"


def _still(question: str, offered: str) -> Html:
    title = t("views.bet.title")
    offer = f"<pre{style(color='fg', background_color='bg', margin='0')}>{escape(offered)}</pre>"
    markup = card(
        f"<div{style(font_weight='bold')}>{escape(title)}</div>{_question(question)}{offer}"
    )
    return Html(markup, "\n".join(filter(None, [title, question, offered])))
