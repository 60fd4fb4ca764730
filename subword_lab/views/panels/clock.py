"""A clock that runs in the browser, and only after a button; nothing of it is stored."""

from dataclasses import dataclass

import ipywidgets

from subword_lab.i18n import t
from subword_lab.views.html import escape, style
from subword_lab.views.palette import MONO, live

TICK = 1_000  # milliseconds


@dataclass(frozen=True)
class Clock:
    """Counts seconds; `box` shows them beside the time there is."""

    box: ipywidgets.HBox
    ticking: ipywidgets.Play

    @property
    def seconds(self) -> int:
        """How long it has run."""
        return int(self.ticking.value)

    def start(self) -> None:
        """Begin at nothing and run."""
        self.ticking.value = 0
        self.ticking.playing = True

    def stop(self) -> None:
        """Stand still."""
        self.ticking.playing = False


def clock(minutes: float) -> Clock:
    """Make a clock that stands still; after `minutes` it says so and goes on counting."""
    total = round(60 * minutes)
    shown = ipywidgets.HTML()
    # subtle: the browser counts only while the widget is drawn, so it is made small, not left out;
    # hidden, or its buttons without a name would be stops of the Tab key
    small = {"width": "0", "height": "0", "overflow": "hidden", "visibility": "hidden"}
    ticking = ipywidgets.Play(min=0, max=10 * total, interval=TICK, show_repeat=False, layout=small)

    def show(_: object = None) -> None:
        shown.value = _face(ticking.value, total)

    ticking.observe(show, "value")
    show()
    return Clock(ipywidgets.HBox([shown, ticking]), ticking)


def _face(seconds: int, total: int) -> str:
    over = seconds > total
    look = style(color="bad" if over else "dim", font_family=MONO)
    said = t("views_interview.clock.face", now=_minutes(seconds), total=_minutes(total))
    rest = t("views_interview.clock.over") if over else ""
    return live(f"<span{look}>{escape(f'{said} {rest}'.strip())}</span>")


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"
