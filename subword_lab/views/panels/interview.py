"""An interview in a notebook: what is asked, doubted and rated follows `quiz.interview`."""

from typing import Any

import ipywidgets

from subword_lab import i18n, progress
from subword_lab.i18n import t
from subword_lab.quiz import interview
from subword_lab.quiz.interview import LANGUAGES, Plan
from subword_lab.quiz.lettering import LETTERS, say
from subword_lab.quiz.model import TOPICS
from subword_lab.views.html import Html, card, dim
from subword_lab.views.panels.clock import clock
from subword_lab.views.panels.interview_report import report_picture
from subword_lab.views.panels.quiz import answer_card, question_picture, stem_markup, verdict
from subword_lab.views.panels.sheets import Sheet, make_sheet
from subword_lab.views.widgets import NAMED, Panel, button, close, heading, message, row, spoken

LEVELS = (1, 2, 3, 4, 5)
COUNTS = (2, 5, 10, 20)
MINUTES_EACH = 2


class Interview(Panel):
    """Choose, start, questions one by one, report; built by `mock_interview`."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.now = plan, interview.Interview(plan, stage="over")
        self.sheet: Sheet | None = None  # the question on screen
        self.begun = 0  # seconds on the clock when it was asked
        self.warned = False  # whether it was said that it is still open
        self.clock = clock(plan.minutes or MINUTES_EACH * plan.count)
        self.title, self.said, self.report = (ipywidgets.HTML() for _ in range(3))
        self.stage = ipywidgets.VBox()
        self.settings = _settings(plan)
        spoken_now = i18n.language() if i18n.language() in LANGUAGES else "en"
        named = [(t(f"interview.language.{name}"), name) for name in LANGUAGES]
        self.language = _menu(named, spoken_now)
        self.language.observe(lambda change: self.speak(change["new"]), "value")
        acts = {"start": self.start, "next": self.next, "end": self.finish}
        self.buttons = {name: button("", "", act, main=True) for name, act in acts.items()}
        self.buttons["next"].disabled = self.buttons["end"].disabled = True
        self._label()
        controls = row(*self.settings.values(), self.language)
        buttons = row(*self.buttons.values(), self.clock.box)
        super().__init__(
            [self.title, controls, buttons, self.said, self.stage, self.report], self.picture
        )

    # what a learner does ---------------------------------------------------------------------

    def start(self) -> None:
        """Begin, or begin anew, as is chosen now, with the clock at nothing."""
        chosen = {name: menu.value for name, menu in self.settings.items()}
        count = chosen["count"]
        self.plan = Plan(
            seed=self.plan.seed,
            topics=(chosen["topic"],) if chosen["topic"] else (),
            level=chosen["level"],
            count=count,
            minutes=self._minutes(count) if chosen["timed"] else None,
        )
        self.report.value = ""
        self.clock.start()
        self.clock.box.children[0].layout.display = "" if chosen["timed"] else "none"
        self.buttons["end"].disabled = False
        self.now = interview.begin(self.plan)
        self._show_question()

    def next(self) -> None:
        """Go on to the next question, or to the report; a question left open is not known yet.

        That is said first: a second click of a quick hand would give up a question unseen.
        """
        if self._waits("ask"):
            if not self.warned:
                self.warned = True
                self.said.value = message(t("interview.panel.still_open"), "bad")
                return
            self._leave_open()
        if self.now.stage == "over":
            self.finish()
        else:
            self._show_question()

    def finish(self) -> None:
        """Stop the clock and show the report of what was answered, once."""
        if self.buttons["end"].disabled:
            return
        self._go(interview.stop(self.now))
        self.clock.stop()
        self._clear()
        self.sheet = None
        self.buttons["next"].disabled = self.buttons["end"].disabled = True
        found = interview.report(self.now)
        self.report.value = spoken(report_picture(found), t("interview.panel.report"))
        self.said.value = message(t("interview.report.over"))
        topics = {score.topic: [score.earned, score.asked] for score in found.scores}
        progress.record("interviewed", f"mock-{self.plan.seed}", topics=topics,
                        seconds=self.clock.seconds)  # fmt: skip

    def speak(self, language: str) -> None:
        """Go on in another language: the question that waits is shown in it at once."""
        i18n.set_language(language)
        self._label()
        if self._waits("ask"):
            self._show_question(self.begun)
        elif self._waits("doubt", "rate"):
            stem = self.stage.children[0].children[0]
            stem.value = stem_markup(len(self.now.turns) + 1, self.sheet)
            self._wait()
        elif self.report.value:
            found = report_picture(interview.report(self.now))
            self.report.value = spoken(found, t("interview.panel.report"))

    # how it answers --------------------------------------------------------------------------

    def _show_question(self, begun: int | None = None) -> None:
        self._clear()
        self.sheet, self.warned = make_sheet(self.now.question), False
        self.begun = self.clock.seconds if begun is None else begun
        at = len(self.now.turns) + 1
        self.stage.children = [answer_card(at, self.sheet, self._answered)]
        topic = t(f"interview.topic.{self.now.question.topic}")
        here = {"at": at, "count": self.plan.count, "topic": topic}
        here["level"] = self.now.question.level
        self.said.value = message(t("interview.ask.head", **here), "dim")
        self.buttons["next"].disabled = False

    def _answered(self, value: Any) -> str:
        """Take an answer; give what is said to it, or nothing where the interviewer goes on.

        A second click of a quick hand is no answer to the question that comes next.
        """
        if not self._waits("ask"):
            said: str = self.stage.children[0].children[3].value
            return said
        new = interview.answer(self.now, value, self.clock.seconds - self.begun)
        self._go(new)
        self.stage.children[0].children[2].layout.display = "none"  # the first answer counts
        if new.pending is not None:
            self._wait()
            return ""
        return self._verdict()

    def _wait(self) -> None:
        """Show what a doubted or an open answer waits for."""
        asked, *old = self.stage.children
        self.stage.children = [asked, self._doubt() if self.now.stage == "doubt" else self._rate()]
        for widget in old:
            close(widget)
        self.buttons["next"].disabled = True

    def _doubt(self) -> ipywidgets.VBox:
        place = self.sheet.order.index(self.sheet.question.options.index(self.now.doubt))
        claim = {"letter": LETTERS[place], "text": say(self.now.doubt.text)}
        replies = [
            button(t(f"interview.doubt.{name}"), t(f"interview.doubt.{name}_tip"), act)
            for name, act in (("sure", lambda: self._reply(True)),
                              ("change", lambda: self._reply(False)))
        ]  # fmt: skip
        said = ipywidgets.HTML(message(t("interview.doubt.says", **claim)))
        return ipywidgets.VBox([said, row(*replies)])

    def _reply(self, holds: bool) -> None:
        if not self._waits("doubt"):
            return
        self._go(interview.reply(self.now, holds))
        key = "held" if holds else "gave_in"
        said = message(t(f"interview.verdict.{key}"), "ok" if holds else "bad")
        self._conclude(said + self._verdict())

    def _rate(self) -> ipywidgets.VBox:
        question = self.sheet.question
        boxes = [
            ipywidgets.Checkbox(False, description=say(point), indent=False,
                                layout={"width": "auto"})
            for point in question.rubric
        ]  # fmt: skip

        def keep() -> None:
            if not self._waits("rate"):
                return
            met = sum(box.value for box in boxes)
            self._go(interview.rate(self.now, met))
            kept = t("interview.open.kept", met=met, of=len(boxes))
            self._conclude(message(kept, "ok"))

        model = verdict(self.sheet, self.now.pending.mark, self.now.pending.answer)
        done = button(t("interview.panel.keep"), t("interview.panel.keep_tip"), keep)
        said = ipywidgets.HTML(model + message(t("interview.open.tick"), "dim"))
        return ipywidgets.VBox([said, *boxes, row(done)])

    def _conclude(self, said: str) -> None:
        """Say what became of an answer that had to wait; the next question may come."""
        asked, *old = self.stage.children
        self.stage.children = [asked, ipywidgets.HTML(said)]
        for widget in old:
            close(widget)
        self.buttons["next"].disabled = False

    def _leave_open(self) -> None:
        self._go(interview.answer(self.now, None, self.clock.seconds - self.begun))

    def _waits(self, *stages: str) -> bool:
        """Whether the question on screen is at one of these stages."""
        on_screen = self.sheet is not None and self.sheet.question == self.now.question
        return on_screen and self.now.stage in stages

    def _verdict(self) -> str:
        turn = self.now.turns[-1]
        return verdict(self.sheet, turn.mark, turn.answer)

    def _go(self, new: interview.Interview) -> None:
        for turn in new.turns[len(self.now.turns) :]:
            interview.keep(turn)
        self.now = new

    def _minutes(self, count: int) -> float:
        return self.plan.minutes or MINUTES_EACH * count

    def _clear(self) -> None:
        old, self.stage.children = self.stage.children, ()
        for widget in old:
            close(widget)

    def _label(self) -> None:
        """Name everything in the language in use."""
        told = {"count": self.plan.count, "minutes": f"{self._minutes(self.plan.count):g}"}
        title = t("interview.panel.title", seed=self.plan.seed)
        self.title.value = heading(title, t("interview.panel.plan", **told))
        for name, made in self.buttons.items():
            made.description = t(f"interview.panel.{name}")
            made.tooltip = t(f"interview.panel.{name}_tip")
        for name, menu in {**self.settings, "language": self.language}.items():
            menu.description = t(f"interview.panel.{name}")
        kept = self.settings["topic"].value
        self.settings["topic"].options = _topics()
        self.settings["topic"].value = kept

    def picture(self) -> Html:
        """The interview as it stands: what is planned, the question on screen, or the report."""
        if self.sheet:
            at = len(self.now.turns) + (self.sheet.question == self.now.question)
            return question_picture(at, self.sheet)
        if self.report.value:
            return report_picture(interview.report(self.now))
        title = t("interview.panel.title", seed=self.plan.seed)
        text = f"{title}\n{t('interview.panel.still', count=self.plan.count)}"
        return Html(card(dim(text)), text)


def mock_interview(
    seed: int | str = 1,
    minutes: float | None = 20,
    topics: tuple[str, ...] = (),
    level: int = 2,
    count: int = 10,
) -> Interview:
    """Make an interview that follows the answers; topic, level and length can be chosen in it.

    The same seed asks the same questions of the same answers. Ends with the score by topic, weakest
    first, with links to the cells that show what was missed, and a plan for a week. `TypeError` or
    `ValueError` as `quiz.interview.Plan`.
    """
    return Interview(
        Plan(seed=seed, minutes=minutes, topics=tuple(topics), level=level, count=count)
    )


def _settings(plan: Plan) -> dict[str, Any]:
    topic = plan.topics[0] if len(plan.topics) == 1 else ""
    counts = sorted({*COUNTS, plan.count})
    return {
        "topic": _menu(_topics(), topic),
        "level": _menu([(str(level), level) for level in LEVELS], plan.level),
        "count": _menu([(str(count), count) for count in counts], plan.count),
        "timed": ipywidgets.Checkbox(plan.minutes is not None, indent=False),
    }


def _topics() -> list[tuple[str, str]]:
    named = [(t(f"interview.topic.{topic}"), topic) for topic in TOPICS]
    return [(t("interview.panel.all"), ""), *named]


def _menu(options: list[tuple[str, Any]], value: Any) -> ipywidgets.Dropdown:
    wide = {"width": "auto"}
    return ipywidgets.Dropdown(options=options, value=value, layout=wide,
                               style=NAMED)  # fmt: skip
