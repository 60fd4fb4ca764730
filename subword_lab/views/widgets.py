"""What every live view is made of: a panel that is also a still picture and a text.

Nothing here uses `Output`, `interact` or `clear_output`: children are made once and their values
change, so that the keyboard focus stays, nothing flickers, and a stored notebook compares equal.
"""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from subword_lab.i18n import t
from subword_lab.views.html import Html, escape, style
from subword_lab.views.palette import LIGHT, ROOT_CLASS, live, stylesheet

NAMED = {"description_width": "initial"}  # a label as wide as its text
LONGEST_TYPED = 5_000  # characters; more would make the first picture slow
_SURFACES = {"hot": "card", "dim": "card", "ok": "okbg", "bad": "badbg"}


class Panel(ipywidgets.VBox):
    """A column of widgets that can also show itself as a still picture and as text.

    `still` gives the picture of the present state: it is what stands in a stored notebook, in a
    terminal, and where no kernel runs.
    """

    def __init__(self, children: Sequence[ipywidgets.Widget], still: Callable[[], Html]) -> None:
        sheet = ipywidgets.HTML(stylesheet(), layout={"display": "none"})
        super().__init__([sheet, *children])
        self.add_class(ROOT_CLASS)
        self.still = still

    def __repr__(self) -> str:
        return self.still().text

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        picture = self.still()
        bundle: dict[str, Any] = super()._repr_mimebundle_(**options) or {}
        return {**bundle, "text/plain": picture.text, "text/html": picture._repr_html_()}

    def close(self) -> None:
        """Free this panel and everything in it: ipywidgets keeps widgets until they are closed."""
        layout = self.layout
        for child in self.children:
            close(child)
        super().close()
        layout.close()


def close(widget: ipywidgets.Widget) -> None:
    """Free a widget with everything in it."""
    for child in getattr(widget, "children", ()):
        close(child)
    for part in (widget.layout, getattr(widget, "style", None)):
        if part is not None:
            part.close()
    widget.close()


def row(*children: ipywidgets.Widget) -> ipywidgets.HBox:
    """Put controls side by side; where there is no room they go on in the next line."""
    layout = {"flex_flow": "row wrap", "align_items": "center", "grid_gap": "6px"}
    return ipywidgets.HBox(children, layout=layout)


def button(text: str, tooltip: str, act: Callable[[], object], main: bool = False) -> Any:
    """Make a button; `tooltip` says in words what it does, for those who cannot see a sign."""
    style_name = "primary" if main else ""
    made = ipywidgets.Button(description=text, tooltip=tooltip, button_style=style_name)
    made.on_click(lambda _: act())
    return made


def dropdown(name: str, options: Sequence[str] = ()) -> ipywidgets.Dropdown:
    """Make a dropdown that has no value until something is chosen.

    JupyterLab takes the arrow keys of a closed list for itself: its first line says how it opens.
    """
    layout = {"width": "auto", "min_width": "240px", "max_width": "100%"}
    made = ipywidgets.Dropdown(description=name, layout=layout, style=NAMED)
    offer(made, options)
    return made


def offer(made: ipywidgets.Dropdown, options: Sequence[str]) -> None:
    """Give a dropdown its options; the first line, which asks for a choice, stands for none."""
    made.options = [(t("views.controls.choose"), None), *((option, option) for option in options)]
    made.index = 0  # subtle: None would leave the box empty


def heading(title: str, below: str = "") -> str:
    """Write the title of a panel."""
    big = style(color="fg", font_size="15px", font_weight="bold")
    small = style(color="dim")
    line = f"<div{small}>{escape(below)}</div>" if below else ""
    return live(f"<div{big}>{escape(title)}</div>{line}")


def message(text: str, tone: str = "hot") -> str:
    """Write a line that a screen reader reads out when it changes; tone hot, dim, ok or bad."""
    if not text:
        return ""
    look = style(
        border_left=f"4px solid {LIGHT[tone]}",
        background_color=_SURFACES[tone],
        color="fg",
        padding="6px 12px",
        margin="4px 0",
        white_space="pre-wrap",
    )
    return live(f'<div role="status" aria-live="polite"{look}>{escape(text)}</div>')


def spoken(picture: Html, name: str) -> str:
    """Make a picture live, and name it for those who cannot see it."""
    shown = picture.drawing or picture.markup
    return live(f'<div role="group" aria-label="{escape(name)}">{shown}</div>')


def own_text(typed: str) -> ipywidgets.Text:
    """Make the box in which a learner types a text; it speaks up on Enter or when it is left."""
    return ipywidgets.Text(
        typed,
        description=t("views.stepper.typed"),
        continuous_update=False,
        layout={"width": "auto"},
        style=NAMED,
    )


def check_length(text: str, least: int = 1) -> str:
    """Give the text back; `ValueError` where it is too short or too long to be drawn at once."""
    if not least <= len(text.strip()) or len(text) > LONGEST_TYPED:
        raise ValueError(t("views.stepper.typed_length", most=LONGEST_TYPED))
    return text


def typed_panel(title: str, typed: str, draw: Callable[[str], Html]) -> Panel:
    """Make a panel that draws a text, and any other one that is typed; errors are said in words.

    What is wrong with `typed` itself is raised, as it comes from a cell.
    """
    pictures = [draw(typed)]  # the last text that could be drawn
    box, shown, said = own_text(typed), ipywidgets.HTML(), ipywidgets.HTML()
    shown.value = spoken(pictures[-1], title)

    def show(_: object) -> None:
        try:
            pictures[:] = [draw(check_length(box.value, least=0))]
        except (ValueError, TypeError, KeyError) as error:
            said.value = message(plainly(error), "bad")
        else:
            said.value = ""
            shown.value = spoken(pictures[-1], title)

    box.observe(show, "value")
    return Panel([ipywidgets.HTML(heading(title)), box, shown, said], lambda: pictures[-1])


def plainly(error: Exception) -> str:
    """Say what an exception says, without a traceback."""
    said = error.args[0] if isinstance(error, KeyError) and error.args else error
    return str(said) or type(error).__name__
