"""Controls to answer with, one set for each form of exercise; all of them work by keyboard.

A dropdown, a text field and a number box have a name that a screen reader reads; sliders and
toggle buttons have none, so each stands beside one of those and shows the same value.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from itertools import accumulate
from typing import Any

import ipywidgets

from subword_lab.exercises import forms
from subword_lab.i18n import t
from subword_lab.views.html import visible
from subword_lab.views.widgets import NAMED, dropdown, row

LONGEST_TOGGLED = 40  # characters; a longer text is cut in the text field alone
_WIDE = {"width": "auto", "min_width": "240px", "max_width": "100%"}


@dataclass(frozen=True)
class Controls:
    """Widgets with a way to read the answer off them (None: none yet) and to write one back."""

    box: ipywidgets.Widget
    read: Callable[[], Any]
    write: Callable[[Any], None]
    text: str


@singledispatch
def controls(form: Any) -> Controls:
    """Make the controls of a form; `TypeError` if there are none for it."""
    raise TypeError(f"no controls for a {type(form).__name__}; forms are in exercises.forms")


def _put(widget: ipywidgets.Widget, value: Any) -> None:
    """Set a dropdown where it has such an option; an old answer may name one that is gone."""
    values = [option for _, option in widget.options]
    widget.index = values.index(value) if value in values else 0


@controls.register
def _(form: forms.Choice) -> Controls:
    chosen = dropdown(form.question or t("views.controls.answer"), form.options)
    text = "\n".join([form.question, *(f"  - {option}" for option in form.options)]).strip("\n")
    return Controls(chosen, lambda: chosen.value, lambda answer: _put(chosen, answer), text)


@controls.register
def _(form: forms.Line) -> Controls:
    line = ipywidgets.Text(
        description=t("views.controls.answer"),
        placeholder=form.placeholder,
        layout=_WIDE,
        style=NAMED,
    )
    return Controls(
        line, lambda: line.value or None, lambda answer: setattr(line, "value", str(answer)), ""
    )


@controls.register
def _(form: forms.Slider) -> Controls:
    whole = all(float(x).is_integer() for x in (form.minimum, form.maximum, form.step))
    kind, box = (
        (ipywidgets.IntSlider, ipywidgets.BoundedIntText)
        if whole
        else (ipywidgets.FloatSlider, ipywidgets.BoundedFloatText)
    )
    number = int if whole else float
    bounds = {"min": number(form.minimum), "max": number(form.maximum), "step": number(form.step)}
    slider = kind(value=bounds["min"], readout=False, layout={"width": "320px"}, **bounds)
    typed = box(value=bounds["min"], description=_unit_named(form),
                style=NAMED, **bounds)  # fmt: skip
    ipywidgets.link((slider, "value"), (typed, "value"))
    text = t(
        "views.controls.range", low=f"{form.minimum:g}", high=f"{form.maximum:g}", unit=form.unit
    )
    return Controls(
        row(slider, typed),
        lambda: typed.value,
        lambda answer: setattr(typed, "value", answer),
        text,
    )


def _unit_named(form: forms.Slider) -> str:
    name = t("views.controls.answer")
    return f"{name} ({form.unit})" if form.unit else name


@controls.register
def _(form: forms.Order) -> Controls:
    places = [dropdown(f"{number}.", form.items) for number in range(1, len(form.items) + 1)]

    def read() -> list[str] | None:
        chosen = [place.value for place in places]
        return None if None in chosen else chosen

    def write(answer: Any) -> None:
        for place, item in zip(places, answer, strict=False):
            _put(place, item)

    return Controls(
        ipywidgets.VBox(places), read, write, "\n".join(f"  - {item}" for item in form.items)
    )


@controls.register
def _(form: forms.Match) -> Controls:
    rows = {name: dropdown(name, form.options) for name in form.rows}
    for menu in rows.values():  # the boxes stand one under the other
        menu.style.description_width = f"{max(map(len, form.rows)) + 1}ch"

    def read() -> dict[str, str] | None:
        chosen = {name: row.value for name, row in rows.items() if row.value is not None}
        return chosen or None

    def write(answer: Any) -> None:
        for name, option in dict(answer).items():
            if name in rows:
                _put(rows[name], option)

    lines = [*(f"  {name}: …" for name in form.rows), *(f"  - {option}" for option in form.options)]
    return Controls(ipywidgets.VBox(list(rows.values())), read, write, "\n".join(lines))


# Cutting a text ----------------------------------------------------------------------------------


@controls.register
def _(form: forms.Cut) -> Controls:
    """Between any two characters a button that says whether there is a cut, and one text field."""
    field = ipywidgets.Text(
        form.text, description=t("views.controls.cut"), layout=_WIDE, style=NAMED
    )
    toggles = _toggles(form.text) if len(form.text) <= LONGEST_TOGGLED else []

    def cut_by_buttons(_: Any) -> None:
        ends = [at for at, toggle in enumerate(toggles, 1) if toggle.value]
        bounds = zip([0, *ends], [*ends, len(form.text)], strict=True)
        field.value = "|".join(form.text[start:end] for start, end in bounds)

    def cut_by_typing(_: Any) -> None:
        ends = set(accumulate(len(piece) for piece in field.value.split("|")))
        if field.value.replace("|", "") == form.text:
            for at, toggle in enumerate(toggles, 1):
                toggle.unobserve(cut_by_buttons, "value")
                toggle.value = at in ends
                _say_state(toggle, form.text, at)
                toggle.observe(cut_by_buttons, "value")

    for toggle in toggles:
        toggle.observe(cut_by_buttons, "value")
    field.observe(cut_by_typing, "value")
    return Controls(
        ipywidgets.VBox([row(*_between(form.text, toggles)), field]),
        lambda: [piece for piece in field.value.split("|") if piece] or None,
        lambda answer: setattr(field, "value", "|".join(answer)),
        f"  {visible(form.text)}",
    )


def _toggles(text: str) -> list[ipywidgets.ToggleButton]:
    made = []
    for at in range(1, len(text)):
        toggle = ipywidgets.ToggleButton(layout={"width": "30px", "padding": "0"})
        _say_state(toggle, text, at)
        made.append(toggle)
    return made


def _say_state(toggle: ipywidgets.ToggleButton, text: str, at: int) -> None:
    """Write the state into the button: a toggle's look alone tells a screen reader nothing."""
    toggle.description = "|" if toggle.value else "·"
    key = "views.controls.is_cut" if toggle.value else "views.controls.no_cut"
    toggle.tooltip = t(key, left=visible(text[at - 1]), right=visible(text[at]))


def _between(text: str, toggles: list[ipywidgets.ToggleButton]) -> list[ipywidgets.Widget]:
    if not toggles:
        return []
    letters = [ipywidgets.Label(visible(ch)) for ch in text]
    mixed = [widget for pair in zip(letters, toggles, strict=False) for widget in pair]
    return [*mixed, letters[-1]]
