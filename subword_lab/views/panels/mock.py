"""A mock interview: one question at a time, a clock, and a report of the weak topics."""

import ipywidgets

from subword_lab import progress
from subword_lab.i18n import t
from subword_lab.quiz import Mark, Question, mock
from subword_lab.quiz.mock import TopicScore
from subword_lab.quiz.proofs import proof_of
from subword_lab.views.html import Html, card, dim, escape
from subword_lab.views.links import cell_link
from subword_lab.views.panels.clock import clock
from subword_lab.views.panels.quiz import question_card, question_picture
from subword_lab.views.panels.sheets import make_sheet
from subword_lab.views.tables import table
from subword_lab.views.widgets import Panel, button, close, heading, message, row, spoken

MINUTES_EACH = 2


class Interview(Panel):
    """Start, questions one by one, report; built by `mock_interview`."""

    def __init__(self, seed: int | str, minutes: int) -> None:
        self.seed, self.minutes = seed, minutes
        self.questions = mock.draw(seed, max(1, minutes // MINUTES_EACH))
        self.marks: dict[str, Mark] = {}
        self.at = -1  # the question on screen; before the first there is none
        self.over = False
        self.clock = clock(minutes)
        self.stage = ipywidgets.VBox()
        self.said = ipywidgets.HTML()
        self.report = ipywidgets.HTML()
        self.begin, self.on, self.end = (
            button(
                t(f"views_interview.mock.{name}"),
                t(f"views_interview.mock.{name}_tip"),
                act,
                main=True,
            )
            for name, act in (("start", self.start), ("next", self.next), ("end", self.finish))
        )
        self.on.disabled = self.end.disabled = True
        title = ipywidgets.HTML(heading(t("views_interview.mock.title", seed=seed), self._plan()))
        buttons = row(self.begin, self.on, self.end, self.clock.box)
        super().__init__([title, buttons, self.said, self.stage, self.report], self.picture)

    # what a learner does ---------------------------------------------------------------------

    def start(self) -> None:
        """Begin, or begin anew, with the first question and the clock at nothing."""
        self.marks.clear()
        self.at, self.over = -1, False
        self.report.value = ""
        self.clock.start()
        self.end.disabled = False
        self.next()

    def next(self) -> None:
        """Go on to the next question; after the last one, to the report."""
        if self.at + 1 == len(self.questions):
            self.finish()
            return
        self.at += 1
        self._clear()
        sheet = make_sheet(self.questions[self.at])
        self.stage.children = [question_card(self.at + 1, sheet, self._keep)]
        here = t("views_interview.mock.where", at=self.at + 1, count=len(self.questions))
        self.said.value = message(here, "dim")
        self.on.disabled = False

    def finish(self) -> None:
        """Stop the clock and show the report of what was asked so far."""
        self.clock.stop()
        self._clear()
        self.on.disabled = self.end.disabled = True
        self.over = True
        picture = report_picture(self._scores())
        self.report.value = spoken(picture, t("views_interview.mock.report"))
        self.said.value = message(t("views_interview.mock.over"))
        topics = {score.topic: [score.earned, score.asked] for score in self._scores()}
        seconds = self.clock.seconds
        progress.record("interviewed", f"mock-{self.seed}", topics=topics, seconds=seconds)

    # how it answers --------------------------------------------------------------------------

    def _keep(self, question: Question, mark: Mark) -> None:
        if question.id in self.marks:
            return  # the first answer counts: after it the truth was seen
        self.marks[question.id] = mark
        progress.record("answered", question.id, correct=mark.correct, earned=mark.earned,
                        topic=question.topic)  # fmt: skip

    def _scores(self) -> tuple[TopicScore, ...]:
        """What was asked and not answered counts as nothing earned."""
        asked = self.questions[: self.at + 1]
        nothing = ((question, Mark(False, 0.0, 1, question.why)) for question in asked)
        return mock.by_topic((q, self.marks.get(q.id, mark)) for q, mark in nothing)

    def _clear(self) -> None:
        old, self.stage.children = self.stage.children, ()
        for widget in old:
            close(widget)

    def _plan(self) -> str:
        return t("views_interview.mock.plan", count=len(self.questions), minutes=self.minutes)

    def picture(self) -> Html:
        """The interview as it stands: the plan, the question asked now, or the report."""
        title = t("views_interview.mock.title", seed=self.seed)
        if self.at < 0:
            text = f"{title}\n{t('views_interview.mock.still', plan=self._plan())}"
            return Html(card(dim(text)), text)
        if self.over:
            return report_picture(self._scores())
        return question_picture(self.at + 1, make_sheet(self.questions[self.at]))


def mock_interview(seed: int | str = 1, minutes: int = 20) -> Interview:
    """Make a mock interview: questions of all lessons and fresh variants, two minutes for each.

    The same seed asks the same questions. Ends with the score by topic, weakest first, with links
    to the cells that show what was missed. `TypeError` or `ValueError` as `quiz.mock.draw`.
    """
    return Interview(seed, minutes)


def report_picture(scores: tuple[TopicScore, ...]) -> Html:
    """Draw scores by topic, weakest first, each with the cells to look at again."""
    earned, asked = sum(score.earned for score in scores), sum(score.asked for score in scores)
    caption = t("views_interview.mock.score", earned=f"{earned:g}", asked=asked)
    header = [t(f"views_interview.mock.{name}") for name in ("topic", "points", "again")]
    rows = [(_topic(score), f"{score.earned:g} / {score.asked}", _again(score)) for score in scores]
    drawn = table(caption, header, rows)
    return Html(card(drawn.markup), drawn.text)


def _topic(score: TopicScore) -> str:
    return t(f"views_interview.topic.{score.topic}")


def _again(score: TopicScore) -> Html:
    links = [cell_link(proof) for proof in dict.fromkeys(map(proof_of, score.missed))]
    if not links:
        return Html(escape(t("views_interview.mock.fine")), t("views_interview.mock.fine"))
    markup = "".join(f"<div>{link.markup}</div>" for link in links)
    return Html(markup, "; ".join(link.text for link in links))
