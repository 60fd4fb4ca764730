"""A coding round: a task and a clock, a check of the cell below, and the question of cost."""

import sys

import ipywidgets

from subword_lab import exercises, progress
from subword_lab.exercises import Report
from subword_lab.i18n import t, texts
from subword_lab.quiz import Mark, Question, coding
from subword_lab.views.html import Html, card, escape, style
from subword_lab.views.palette import live
from subword_lab.views.panels.clock import clock
from subword_lab.views.panels.feedback import hint_picture, report_picture
from subword_lab.views.panels.quiz import question_card
from subword_lab.views.panels.sheets import make_sheet
from subword_lab.views.widgets import Panel, button, close, heading, message, row

BUTTONS = ("start", "check", "hint", "submit")


class CodingRound(Panel):
    """Start, check, hint, submit; built by `coding_round`.

    The answer is the function that a cell of the notebook defines under the task's name. At the
    whiteboard it is checked once, when it is submitted.
    """

    def __init__(self, id: str, whiteboard: bool) -> None:
        self.round = coding.get(id)
        self.whiteboard = whiteboard
        self.submitted, self.answered = False, False
        self.clock = clock(self.round.minutes)
        self.said, self.report, self.cost = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.VBox()
        acts = dict(zip(BUTTONS, (self.start, self.check, self.hint, self.submit), strict=True))
        self.buttons = {
            name: button(
                t(f"views_coding.{name}"), t(f"views_coding.{name}_tip"), act, main=name == "start"
            )
            for name, act in acts.items()
        }
        self._close_checks(whiteboard)
        top = ipywidgets.HTML(heading(self.round.task.title, self._below()) + live(self._prompt()))
        controls = row(*self.buttons.values(), self.clock.box)
        super().__init__([top, controls, self.said, self.report, self.cost], self.picture)

    # what a learner does ---------------------------------------------------------------------

    def start(self) -> None:
        """Begin, or begin anew, with the clock at nothing."""
        self.submitted = False
        self.report.value = ""
        self._close_checks(self.whiteboard)
        self._clear()
        self.clock.start()
        key = "started_whiteboard" if self.whiteboard else "started"
        self.said.value = message(t(f"views_coding.{key}", name=self.round.task.name), "dim")

    def check(self) -> None:
        """Show what the check says; the clock runs on."""
        if not self._closed:
            self._show(coding.check(self.round.id, self._answer()))

    def hint(self) -> None:
        """Show the next hint."""
        if not self._closed:
            self.report.value = live(hint_picture(exercises.hint(self.round.task.id)).markup)

    def submit(self) -> None:
        """Stop the clock, show what the check says, and ask what the answer costs."""
        report = coding.check(self.round.id, self._answer())
        self._show(report)
        if report.outcome == "not_attempted":
            return
        self.clock.stop()
        if not self.submitted:
            progress.record("timed", self.round.id, seconds=self.clock.seconds)
        self.submitted = True
        self._close_checks(False)
        points = [f"- {point}" for point in texts("views_coding.aloud")]
        self.said.value = message("\n".join([t("views_coding.submitted"), *points]))
        self._clear()
        self.cost.children = [question_card(1, make_sheet(self.round.cost), self._keep)]

    # how it answers --------------------------------------------------------------------------

    def _answer(self) -> object:
        """What the notebook's cells have defined under the task's name; None so far."""
        return getattr(sys.modules["__main__"], self.round.task.name, None)

    def _show(self, report: Report) -> None:
        picture = report_picture(report)
        self.report.value = live(f'<div role="status" aria-live="polite">{picture.markup}</div>')

    def _keep(self, question: Question, mark: Mark) -> None:
        """Keep the first answer: after it the truth was seen."""
        if not self.answered:
            progress.record("answered", question.id, correct=mark.correct, earned=mark.earned,
                            topic=question.topic)  # fmt: skip
        self.answered = True

    def _close_checks(self, closed: bool) -> None:
        self._closed = closed
        for name in ("check", "hint"):
            self.buttons[name].disabled = closed

    def _clear(self) -> None:
        old, self.cost.children = self.cost.children, ()
        for widget in old:
            close(widget)

    def _below(self) -> str:
        key = "below_whiteboard" if self.whiteboard else "below"
        task, minutes = self.round.task, self.round.minutes
        return t(f"views_coding.{key}", points=task.points, minutes=minutes)

    def _prompt(self) -> str:
        look = style(color="fg", white_space="pre-wrap", margin="4px 0")
        return f"<div{look}>{escape(self.round.task.prompt)}</div>"

    def picture(self) -> Html:
        """The task as it is asked: nothing of the clock, and no answer."""
        task = self.round.task
        title = f"{task.title} ({self._below()})"
        bold = style(font_weight="bold")
        markup = card(f"<div{bold}>{escape(title)}</div>{self._prompt()}")
        return Html(markup, f"{title}\n{task.prompt}")


def coding_round(id: str, whiteboard: bool = False) -> CodingRound:
    """Make the panel of a coding round, such as ``"coding-train-bpe"``.

    Write the function into the cell below, run it, and press a button: it is found by its name.
    With `whiteboard=True` nothing is checked and no hint is given before it is submitted.
    `KeyError` if there is no such round.
    """
    return CodingRound(id, whiteboard)
