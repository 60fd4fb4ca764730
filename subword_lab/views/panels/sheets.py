"""Questions as sheets: options shuffled and lettered, and controls that read as answers."""

from dataclasses import dataclass

import ipywidgets

from subword_lab.exercises import forms
from subword_lab.i18n import t
from subword_lab.quiz import Question
from subword_lab.quiz.lettering import LETTERS, say, shuffled
from subword_lab.views.panels.controls import Controls, controls
from subword_lab.views.widgets import dropdown, row


@dataclass(frozen=True)
class Sheet:
    """A question as it is shown; `order` gives for each letter the place of its option in the bank.

    What `given.read()` returns is what `quiz.mark` takes.
    """

    question: Question
    order: tuple[int, ...]
    given: Controls

    def options(self) -> list[tuple[str, str]]:
        """The letters with the texts of their options."""
        texts = (say(self.question.options[at].text) for at in self.order)
        return list(zip(LETTERS, texts, strict=False))


def make_sheet(question: Question) -> Sheet:
    """Shuffle the options, always in the same way for the same question, and make the controls."""
    order = shuffled(question)
    return Sheet(question, order, _CONTROLS[question.kind](question, list(order)))


def _single(question: Question, order: list[int]) -> Controls:
    letters = list(LETTERS[: len(order)])
    chosen = dropdown(t("views.controls.answer"), letters)
    return Controls(
        chosen,
        lambda: None if chosen.value is None else order[letters.index(chosen.value)],
        lambda answer: None,
        "",
    )


def _multiple(question: Question, order: list[int]) -> Controls:
    boxes = {
        at: ipywidgets.Checkbox(False, description=letter, indent=False, layout={"width": "70px"})
        for letter, at in zip(LETTERS, order, strict=False)
    }
    return Controls(
        row(*boxes.values()),
        lambda: [at for at, box in boxes.items() if box.value] or None,
        lambda answer: None,
        "",
    )


def _order(question: Question, order: list[int]) -> Controls:
    letters = LETTERS[: len(order)]
    inner = controls(forms.Order(tuple(letters)))

    def read() -> list[int] | None:
        chosen = inner.read()
        return chosen and [order[letters.index(letter)] for letter in chosen]

    return Controls(inner.box, read, inner.write, "")


def _match(question: Question, order: list[int]) -> Controls:
    partners = sorted({say(option.partner) for option in question.options if option.partner})
    inner = controls(forms.Match(tuple(LETTERS[: len(order)]), tuple(partners)))
    first = {
        say(o.partner): at for at, o in reversed(list(enumerate(question.options))) if o.partner
    }

    def read() -> list[int] | None:
        chosen = inner.read() or {}
        if len(chosen) < len(order):
            return None
        letter = {at: LETTERS[place] for place, at in enumerate(order)}
        return [first[chosen[letter[at]]] for at in range(len(order))]

    return Controls(inner.box, read, inner.write, "")


def _line(question: Question, order: list[int]) -> Controls:
    return controls(forms.Line())


def _open(question: Question, order: list[int]) -> Controls:
    area = ipywidgets.Textarea(description=t("views.controls.answer"), layout={"width": "auto"})
    return Controls(area, lambda: area.value.strip() or None, lambda answer: None, "")


_CONTROLS = {
    "single": _single,
    "multiple": _multiple,
    "order": _order,
    "match": _match,
    "numeric": _line,
    "text": _line,
    "open": _open,
}
