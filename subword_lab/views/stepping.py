"""The stepper: one widget for watching any algorithm, forwards, backwards, or by predicting."""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from subword_lab.i18n import t
from subword_lab.trace import Trace
from subword_lab.views.html import Html, escape, style
from subword_lab.views.palette import MONO, live
from subword_lab.views.stories import Question, Story
from subword_lab.views.widgets import (
    NAMED,
    Panel,
    button,
    check_length,
    dropdown,
    heading,
    message,
    offer,
    own_text,
    plainly,
    row,
    spoken,
)

PLAY_EVERY = {"slow": 2_400, "normal": 1_200, "fast": 600, "very_fast": 200}  # milliseconds

__all__ = ["Question", "Stepper", "Story", "stepper"]


class Stepper(Panel):
    """Buttons, slider, number, picture, live text; built by `stepper`."""

    def __init__(
        self, story: Story, make: Callable[[str], Story] | None, typed: str, predict: bool
    ) -> None:
        self.story, self.make = story, make
        self.points: dict[int, float] = {}  # frame -> what its prediction earned
        self.shown: set[int] = set()  # frames whose answer has been shown without a prediction
        self.offered: int | None = None  # the frame whose options the dropdown holds
        self.asks = False  # whether the story has anything to predict
        self.title = ipywidgets.HTML()
        self.picture = ipywidgets.HTML(layout={"min_height": "60px"})
        self.status = ipywidgets.HTML()
        self.twin = ipywidgets.HTML(layout={"display": "none"})
        self._make_controls(typed, predict)
        children = [self.title, self.picture, self.status, self.predicting, self.controls]
        if make is not None:
            children.insert(1, self.typed)
        super().__init__([*children, self.twin], self.still_picture)
        self._tell(story)

    def _make_controls(self, typed: str, predict: bool) -> None:
        last = len(self.story.frames) - 1
        self._make_places(last)
        self._make_player(last)
        self._make_guessing(predict)
        self.as_text = _checkbox("as_text", False)
        self.typed = own_text(typed)
        self.controls = row(
            button("|◀", t("views.stepper.first_tip"), self.first),
            button(t("views.stepper.back"), t("views.stepper.back_tip"), self.back),
            button(t("views.stepper.next"), t("views.stepper.next_tip"), self.next, main=True),
            self.player,
            self.play,
            self.speed,
            self.slider,
            self.number,
            self.predict,
            self.as_text,
        )
        for control in (self.slider, self.predict, self.as_text):
            control.observe(lambda _: self._show(), "value")
        self.typed.observe(lambda _: self.retell(), "value")

    def _make_places(self, last: int) -> None:
        self.slider = ipywidgets.IntSlider(
            0, 0, last, readout=False, layout={"flex": "1 1 120px", "width": "auto"}
        )
        name, layout = t("views.stepper.number"), {"width": "100px"}
        self.number = ipywidgets.BoundedIntText(
            0, 0, last, description=name, layout=layout, style=NAMED
        )
        ipywidgets.link((self.slider, "value"), (self.number, "value"))

    def _make_player(self, last: int) -> None:
        # subtle: the clock's own buttons have no name for a screen reader, so ours stands for them
        self.play = ipywidgets.Play(max=last, layout={"display": "none"})
        self.player = button(t("views.stepper.play"), t("views.stepper.play_tip"), self.run)
        speeds = [(t(f"views.stepper.speed.{name}"), every) for name, every in PLAY_EVERY.items()]
        self.speed = ipywidgets.Dropdown(
            options=speeds,
            value=PLAY_EVERY["normal"],
            description=t("views.stepper.speed.name"),
            layout={"width": "auto"},
            style=NAMED,
        )
        ipywidgets.link((self.slider, "value"), (self.play, "value"))
        ipywidgets.link((self.speed, "value"), (self.play, "interval"))
        self.play.observe(lambda _: self._name_player(), "playing")

    def _make_guessing(self, predict: bool) -> None:
        self.predict = _checkbox("predict", predict)
        self.choice = dropdown(t("views.stepper.prediction"))
        self.check = button(t("views.stepper.check"), t("views.stepper.check_tip"), self.guess)
        self.predicting = row(self.choice, self.check)

    # what a learner does ---------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The number of the frame on screen, from 0."""
        return int(self.slider.value)

    def first(self) -> None:
        """Go back to the first frame."""
        self.slider.value = 0

    def back(self) -> None:
        """Go one frame back."""
        self.slider.value = max(0, self.at - 1)

    def next(self) -> None:
        """Go one frame on; where a prediction is open, show the answer first."""
        if self.question() is not None:
            self.shown.add(self.at)
            self._show()
        else:
            self.slider.value = min(len(self.story.frames) - 1, self.at + 1)

    def run(self) -> None:
        """Go on by itself, from the start where the end is reached; or stop that."""
        if not self.play.playing and self.at == len(self.story.frames) - 1:
            self.first()
        self.play.playing = not self.play.playing

    def guess(self) -> None:
        """Score the chosen option; each frame counts once."""
        question, guess = self.question(), self.choice.value
        if question is None or guess is None:
            return
        half = 0.5 if guess in question.tied else 0.0
        earned = 1.0 if guess == question.answer else half
        self.points[self.at] = earned
        self._show()
        key = {1.0: "right", 0.5: "tied", 0.0: "wrong"}[earned]
        said = t(
            f"views.stepper.{key}",
            guess=guess,
            answer=question.answer,
            why=question.why,
            points=f"{sum(self.points.values()):g}",
            asked=len(self.points),
        )
        self.status.value = message(said, "ok" if earned == 1.0 else "bad")

    def question(self) -> Question | None:
        """What is to be predicted now; None where nothing is asked or all has been shown."""
        if not self.predict.value or self.at in self.points or self.at in self.shown:
            return None
        return self.story.question(self.at)

    # how it answers --------------------------------------------------------------------------

    def still_picture(self) -> Html:
        """The frame on screen as a still picture."""
        picture, where = self._picture(), self._where()
        around = style(background_color="bg", color="fg", border_radius="8px", padding="8px 0 0")
        title = f"<div{style(font_weight='bold', padding='0 12px')}>{escape(where)}</div>"
        markup = f"<div{around}>{title}{picture.markup}</div>"
        return Html(markup, f"{where}\n{picture.text}")

    def _picture(self) -> Html:
        question = self.question()
        return question.hidden if question else self.story.draw(self.story.frames[self.at])

    def _where(self) -> str:
        last = len(self.story.frames) - 1
        return t("views.stepper.where", title=self.story.title, at=self.at, last=last)

    def _show(self) -> None:
        question = self.question()
        picture = self._picture()
        self.picture.value = spoken(picture, self._where())
        caption = question.text if question else picture.text.partition("\n")[0]
        here = t("views.stepper.step", at=self.at, last=len(self.story.frames) - 1)
        self.status.value = message(f"{here} {caption}")
        self._offer_guesses()
        asking = self.predict.value and self.asks
        self.play.playing = self.play.playing and not asking
        self.player.disabled = self.speed.disabled = asking
        self.twin.layout.display = "block" if self.as_text.value else "none"
        pre = style(font_family=MONO, color="fg", background_color="card", padding="8px")
        self.twin.value = live(f"<pre{pre}>{escape(picture.text)}</pre>") * self.as_text.value

    def _offer_guesses(self) -> None:
        """Offer what can be predicted here; once it is answered the controls stay, with the guess.

        Where they vanished under the keyboard's focus, a learner would have to look for a new one.
        """
        asked = self.story.question(self.at) if self.predict.value else None
        if asked is None or self.at != self.offered or self.question() is not None:
            offer(self.choice, asked.options if asked else ())
            self.offered = self.at
        self.predicting.layout.display = "flex" if asked else "none"

    def _name_player(self) -> None:
        """Let the button say what pressing it will do."""
        key = "pause" if self.play.playing else "play"
        self.player.description = t(f"views.stepper.{key}")
        self.player.tooltip = t(f"views.stepper.{key}_tip")

    def _tell(self, story: Story) -> None:
        """Begin a story at its first frame."""
        self.story = story
        self.points.clear()
        self.shown.clear()
        self.slider.value = 0
        for control in (self.slider, self.number, self.play):
            control.max = len(story.frames) - 1
        self.title.value = heading(story.title)
        self.asks = story.asks
        self.predict.layout.display = "" if self.asks else "none"
        self._show()

    def retell(self) -> None:
        """Tell the story of the text that was typed; a text that will not do is named and kept."""
        text = self.typed.value
        try:
            story = self.make(check_length(text))
        except Exception as error:  # whatever a typed text can do, it must not end in a traceback
            self.status.value = message(plainly(error), "bad")
        else:
            self._tell(story)


def _checkbox(name: str, ticked: bool) -> ipywidgets.Checkbox:
    said, layout = t(f"views.stepper.{name}"), {"width": "auto"}
    return ipywidgets.Checkbox(ticked, description=said, indent=False, layout=layout)


def stepper(
    frames: Sequence[Any] | Trace[Any, Any],
    draw: Callable[[Any], Html],
    title: str,
    *,
    ask: Callable[[Any], Question | None] = lambda frame: None,
    make: Callable[[str], Story] | None = None,
    typed: str = "",
    predict: bool = False,
) -> Stepper:
    """Make a widget that goes through frames; `draw` turns one into a picture when it is needed.

    Of a trace, frame number i is the tuple of its first i steps. `ask` gives what can be predicted
    about a frame. `make` turns a text that the learner types into another story; `typed` is what
    stands in the box at first. `ValueError` if there are no frames.
    """
    if isinstance(frames, Trace):
        steps = frames.steps
        frames = [steps[:at] for at in range(len(steps) + 1)]
    if not len(frames):
        raise ValueError("a stepper needs at least one frame; got none")
    return Stepper(Story(title, frames, draw, ask), make, typed, predict)
