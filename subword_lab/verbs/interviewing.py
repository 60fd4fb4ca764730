"""An interview and a review in the terminal: the states of `quiz.interview`, asked line by line."""

from dataclasses import dataclass, replace
from typing import Any

from subword_lab import i18n, quiz
from subword_lab.quiz import Mark, Question, interview, review
from subword_lab.quiz.interview import Interview, Turn
from subword_lab.quiz.lettering import read, say
from subword_lab.verbs.console import Console
from subword_lab.verbs.questions import asked, explained, letter_of, numbered, seen

UNKNOWN = ("?", "？")


@dataclass
class Session:
    """An interview in a terminal; `now` is where it stands, also after it was broken off."""

    console: Console
    now: Interview

    def hold(self) -> None:
        """Ask until it is over. Raises `Stopped`, or what Ctrl-C raises."""
        steps = {"ask": self._ask, "doubt": self._doubt, "rate": self._rate}
        while self.now.stage != "over":
            self._go(steps[self.now.stage]())

    def stop(self) -> None:
        """End it; what was answered is kept."""
        self._go(interview.stop(self.now))

    def _go(self, new: Interview) -> None:
        """Go on to a state, and keep the turn that it ended."""
        ended = new.turns[len(self.now.turns) :]
        self.now = replace(new, plan=replace(new.plan, language=spoken()))
        for turn in ended:
            interview.keep(turn)

    def _ask(self) -> Interview:
        at, question = len(self.now.turns) + 1, self._question()
        began = self.console.clock()
        value = ask(self.console, question, at, self.now.plan.count)
        new = interview.answer(self.now, value, self.console.clock() - began)
        if new.stage == "rate":
            self.console.say(model_answer(question))
        elif new.stage != "doubt":
            self.console.say(f"{_said(new.turns[-1])}\n")
        return new

    def _doubt(self) -> Interview:
        question, doubt = self._question(), self.now.doubt
        assert doubt is not None  # a state at "doubt" has one

        def claim() -> str:
            letter = letter_of(question, doubt)
            claimed = i18n.t("interview.doubt.says", letter=letter, text=say(doubt.text))
            return f"{claimed}\n{i18n.t('interview.doubt.how')}"

        holds = self.console.ask(claim, _yes_or_no, "doubt")
        new = interview.reply(self.now, holds)
        self.console.say(i18n.t(f"interview.verdict.{'held' if holds else 'gave_in'}"))
        self.console.say(f"{_said(new.turns[-1])}\n")
        return new

    def _rate(self) -> Interview:
        met = ask_points(self.console, self._question())
        return interview.rate(self.now, met)

    def _question(self) -> Question:
        question = self.now.question
        assert question is not None  # a state that waits has one
        return question


def spoken() -> str:
    """The language of questions: the one in use, or English."""
    return i18n.language() if i18n.language() in interview.LANGUAGES else "en"


def ask(console: Console, question: Question, at: int, count: int) -> Any:
    """Ask a question, the `at`-th of so many, until it is answered; None for `?`."""

    def text() -> str:
        topic = i18n.t(f"interview.topic.{question.topic}")
        named = {"at": at, "count": count, "topic": topic, "level": question.level}
        return f"{i18n.t('interview.ask.head', **named)}\n{asked(question)}"

    def given(line: str) -> Any:
        return None if line in UNKNOWN else read(question, line)

    return console.ask(text, given, question.kind)


def model_answer(question: Question) -> str:
    """What a good answer to an open question holds."""
    model = say(question.model_answer or question.why)
    return "\n".join([i18n.t("interview.open.model"), model, seen(question)])


def ask_points(console: Console, question: Question) -> int:
    """Ask which points of the rubric an answer had; return how many."""

    def text() -> str:
        return "\n".join([i18n.t("interview.open.rubric"), *numbered(question.rubric)])

    def given(line: str) -> int:
        chosen = {int(number) for number in line.replace(",", " ").split()}
        if not chosen <= set(range(1, len(question.rubric) + 1)):
            raise ValueError(line)
        return len(chosen)

    met = console.ask(text, given, "rate")
    kept = i18n.t("interview.open.kept", met=met, of=len(question.rubric))
    console.say(f"{kept}\n")
    return met


def _said(turn: Turn) -> str:
    return explained(turn.question, turn.mark, known=turn.answer is not None)


def _yes_or_no(line: str) -> bool:
    answers = {"y": True, "yes": True, "是": True, "n": False, "no": False, "不": False}
    if line.lower() not in answers:
        raise ValueError(line)
    return answers[line.lower()]


# Review ------------------------------------------------------------------------------------------


@dataclass
class Reviewed:
    """How a review went so far: the marks of questions that are not open."""

    marks: list[tuple[Question, Mark]]

    def go_over(self, console: Console, questions: tuple[Question, ...]) -> None:
        """Ask each question and keep its rating. Raises `Stopped`, or what Ctrl-C raises."""
        for at, question in enumerate(questions, 1):
            value = ask(console, question, at, len(questions))
            if question.kind == "open":
                console.say(model_answer(question))
                met = 0 if value is None else ask_points(console, question)
                turn = Turn(question, value, quiz.mark(question, value), met=met)
                interview.keep(turn)
                continue
            mark = quiz.mark(question, value)
            self.marks.append((question, mark))
            console.say(explained(question, mark, known=value is not None))
            self._rate(console, question, mark)

    def _rate(self, console: Console, question: Question, mark: Mark) -> None:
        """Keep a wrong answer as it is; ask of a right one how it was."""
        if not mark.correct:
            review.rate(question, False, earned=mark.earned)
            console.say("")
            return
        chosen: review.Rating = "good"
        try:
            chosen = console.ask(lambda: i18n.t("interview.review.easy"), _ease, "easy")
        finally:  # broken off here, the answer was still right
            review.rate(question, True, chosen, earned=mark.earned)
        console.say("")


def _ease(line: str) -> review.Rating:
    ratings: dict[str, review.Rating] = {"": "good", "h": "hard", "e": "easy"}
    if line.lower() not in ratings:
        raise ValueError(line)
    return ratings[line.lower()]
