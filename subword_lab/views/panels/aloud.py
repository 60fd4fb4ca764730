"""Rounds that are answered aloud: a clock, a model answer, and a rubric to rate oneself with."""

from collections.abc import Callable, Sequence

import ipywidgets

from subword_lab import progress, quiz
from subword_lab.i18n import t
from subword_lab.quiz import Question
from subword_lab.views.html import Html, card, dim, escape, style
from subword_lab.views.links import cell_link
from subword_lab.views.palette import live
from subword_lab.views.panels.clock import clock
from subword_lab.views.panels.design_notes import design_notes
from subword_lab.views.panels.sheets import say
from subword_lab.views.tables import stacked
from subword_lab.views.widgets import NAMED, Panel, button, heading, message, row

ALOUD, DESIGN = "aloud-", "design-multilingual"


class AloudRound(Panel):
    """A question, a clock, an answer to compare with; built by `two_minutes`, `design_round`."""

    def __init__(
        self,
        title: str,
        questions: Sequence[Question],
        minutes: float,
        notes: Callable[[], Html] | None = None,
    ) -> None:
        self.questions, self.minutes, self.at = questions, minutes, 0
        self.title, self.more = title, notes  # what else stands under the model answer
        self.clock = clock(minutes)
        self.stem, self.said = ipywidgets.HTML(), ipywidgets.HTML()
        self.answer = ipywidgets.HTML()
        self.notes = ipywidgets.Textarea(
            description=t("views_interview.aloud.notes"),
            layout={"width": "auto"},
            style=NAMED,
        )
        self.rubric = ipywidgets.VBox()
        names = {"start": self.start, "done": self.done, "keep": self.keep, "other": self.other}
        self.buttons = {
            name: button(
                t(f"views_interview.aloud.{name}"), t(f"views_interview.aloud.{name}_tip"), act
            )
            for name, act in names.items()
        }
        shown = [self.buttons["start"], self.buttons["done"]]
        shown += [self.buttons["other"]] if len(questions) > 1 else []
        top = ipywidgets.HTML(
            heading(title, t("views_interview.aloud.below", minutes=f"{minutes:g}"))
        )
        below = [self.notes, self.answer, self.rubric, row(self.buttons["keep"]), self.said]
        super().__init__([top, self.stem, row(*shown, self.clock.box), *below], self.picture)
        self._ask()

    @property
    def question(self) -> Question:
        """The question on screen."""
        return self.questions[self.at]

    # what a learner does ---------------------------------------------------------------------

    def start(self) -> None:
        """Start the clock."""
        self.clock.start()

    def done(self) -> None:
        """Stop the clock, and show the model answer and the rubric."""
        self.clock.stop()
        self.answer.value = live(self._model_answer().markup)
        self.rubric.children = [
            ipywidgets.Checkbox(
                False, description=say(point), indent=False, layout={"width": "auto"}
            )
            for point in self.question.rubric
        ]
        self.buttons["keep"].layout.display = ""

    def keep(self) -> None:
        """Keep the rating: how many points of the rubric were in the answer."""
        met, points = sum(box.value for box in self.rubric.children), len(self.question.rubric)
        progress.record("rated", self.question.id, met=met, of=points, seconds=self.clock.seconds)
        self.said.value = message(t("views_interview.aloud.kept", met=met, of=points), "ok")

    def other(self) -> None:
        """Go on to another question."""
        self.at = (self.at + 1) % len(self.questions)
        self._ask()

    # how it answers --------------------------------------------------------------------------

    def _ask(self) -> None:
        self.clock.stop()
        self.stem.value = live(_stem(self.question))
        self.answer.value = self.said.value = self.notes.value = ""
        self.rubric.children = []
        self.buttons["keep"].layout.display = "none"

    def _model_answer(self) -> Html:
        model = _model_answer(self.question)
        return stacked(model, self.more()) if self.more else model

    def picture(self) -> Html:
        """The question, and its model answer and rubric once they have been shown."""
        head = f"{self.title} ({t('views_interview.aloud.below', minutes=f'{self.minutes:g}')})"
        markup, text = dim(head) + _stem(self.question), f"{head}\n{say(self.question.stem)}"
        if self.rubric.children:
            model = self._model_answer()
            points = [f"- {say(point)}" for point in self.question.rubric]
            markup += model.markup + "".join(f"<div>{escape(point)}</div>" for point in points)
            text = "\n".join([text, model.text, *points])
        return Html(card(markup), text)


def two_minutes(id: str) -> AloudRound:
    """Ask for an answer aloud, in two minutes; *Another question* goes on to the other ones.

    `KeyError` if there is no such question.
    """
    ids = [question.id for question in quiz.questions() if question.id.startswith(ALOUD)]
    if id not in ids:
        raise KeyError(f"no question {id!r} to answer aloud; there are {', '.join(ids)}")
    first = ids.index(id)
    questions = [quiz.get(each) for each in [*ids[first:], *ids[:first]]]
    return AloudRound(t("views_interview.aloud.title"), questions, 2)


def design_round(minutes: int = 35) -> AloudRound:
    """Ask for a design, with a rubric to tick off afterwards; the rating goes into progress.

    The model answer comes with numbers that the package computes then.
    """
    title = t("views_interview.aloud.design")
    return AloudRound(title, [quiz.get(DESIGN)], minutes, notes=design_notes)


def _stem(question: Question) -> str:
    look = style(color="fg", white_space="pre-wrap", margin="4px 0", font_weight="bold")
    return f"<div{look}>{escape(say(question.stem))}</div>"


def _model_answer(question: Question) -> Html:
    text = say(question.model_answer) if question.model_answer else ""
    link = cell_link(question.proof) if question.proof else Html("", "")
    head = t("views_interview.aloud.model")
    look = style(color="fg", white_space="pre-wrap", margin="4px 0")
    markup = f"{dim(head)}<div{look}>{escape(text)}</div><div>{link.markup}</div>"
    return Html(markup, f"{head}: {text}\n{link.text}")
