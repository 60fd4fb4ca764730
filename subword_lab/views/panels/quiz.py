"""Quiz cards: the questions of a lesson, one under the other, with a reason for every option."""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from subword_lab import progress, quiz
from subword_lab.i18n import t
from subword_lab.quiz import Mark, Question
from subword_lab.quiz.marking import read_number
from subword_lab.views.html import Html, card, escape, style
from subword_lab.views.links import cell_link
from subword_lab.views.palette import MONO, live
from subword_lab.views.panels.sheets import LETTERS, Sheet, make_sheet, say
from subword_lab.views.widgets import Panel, button, heading, message, plainly, row


def quiz_cards(lesson: str) -> Panel:
    """Make one card for each question of a lesson, with a line that keeps the score.

    `KeyError` if the lesson, such as ``"02_bpe"``, has no questions.
    """
    questions = quiz.of_lesson(lesson)
    if not questions:
        known = sorted({q.lesson for q in quiz.questions() if q.lesson})
        raise KeyError(f"no questions for lesson {lesson!r}; there are some for {', '.join(known)}")
    return quiz_panel(questions)


def quiz_panel(questions: Sequence[Question]) -> Panel:
    """Make a panel of any fixed questions, such as variants from `quiz.generate`."""
    score = ipywidgets.HTML()
    sheets = [make_sheet(question) for question in questions]
    marks: dict[str, Mark] = {}

    def keep(question: Question, mark: Mark) -> None:
        if question.id not in marks:  # the first answer counts: after it the truth was seen
            marks[question.id] = mark
            progress.record("answered", question.id, correct=mark.correct, earned=mark.earned,
                            topic=question.topic)  # fmt: skip
        earned = f"{sum(mark.earned for mark in marks.values()):g}"
        said = t("views.quiz.score", earned=earned, answered=len(marks), total=len(sheets))
        score.value = message(said)

    title = ipywidgets.HTML(heading(_title(sheets)))
    cards = [question_card(number, sheet, keep) for number, sheet in enumerate(sheets, 1)]
    return Panel([title, *cards, score], lambda: _still(sheets))


def question_card(
    number: int, sheet: Sheet, keep: Callable[[Question, Mark], None]
) -> ipywidgets.VBox:
    """Make the card of one question; `keep` is told each mark."""

    def answer(value: Any) -> str:
        mark = quiz.mark(sheet.question, value)
        keep(sheet.question, mark)
        return verdict(sheet, mark, value)

    return answer_card(number, sheet, answer)


def answer_card(number: int, sheet: Sheet, answer: Callable[[Any], str]) -> ipywidgets.VBox:
    """Make a card: stem, controls, buttons; `answer` takes a value and gives what is said to it."""
    feedback = ipywidgets.HTML()

    def give(value: Any) -> None:
        try:
            feedback.value = answer(value)
        except (TypeError, ValueError) as error:
            feedback.value = message(plainly(error), "bad")

    def submit() -> None:
        value = sheet.given.read()
        if value is None:
            feedback.value = message(t("views.quiz.nothing_chosen"), "dim")
        elif sheet.question.kind == "numeric" and not _is_number(value):
            feedback.value = message(t("views.quiz.no_number"), "dim")  # a slip costs nothing
        else:
            give(value)

    check = button(t("views.quiz.answer"), t("views.quiz.answer_tip"), submit, main=True)
    skip = button(t("views.quiz.unknown"), t("views.quiz.unknown_tip"), lambda: give(None))
    stem = ipywidgets.HTML(stem_markup(number, sheet))
    return ipywidgets.VBox([stem, sheet.given.box, row(check, skip), feedback])


def _is_number(typed: str) -> bool:
    try:
        read_number(typed)
    except ValueError:
        return False
    return True


# What is shown -----------------------------------------------------------------------------------


def stem_markup(number: int, sheet: Sheet) -> str:
    """Write a question as it is asked, for a live widget."""
    return live(_stem(number, sheet))


def _stem(number: int, sheet: Sheet) -> str:
    question = sheet.question
    pre = style(font_family=MONO, color="fg", background_color="card", padding="6px 8px")
    code = f"<pre{pre}>{escape(question.code)}</pre>" if question.code else ""
    options = "".join(
        f"<div><b>{letter}.</b> {escape(text)}</div>" for letter, text in sheet.options()
    )
    look = style(color="fg", background_color="bg", margin="10px 0 4px")
    stem = (
        f"<div{style(white_space='pre-wrap')}><b>{number}.</b> {escape(say(question.stem))}</div>"
    )
    return f"<div{look}>{stem}{code}{options}</div>"


def verdict(sheet: Sheet, mark: Mark, answer: Any) -> str:
    """Say whether it was right, the reason of every option, and where it is shown."""
    return _verdict(sheet, mark, answer) + _seen_at(sheet.question)


def _verdict(sheet: Sheet, mark: Mark, answer: Any) -> str:
    question = sheet.question
    if question.kind == "open":
        points = (f"- {say(point)}" for point in question.rubric)
        return message("\n".join([t("views.quiz.compare"), say(mark.why), *points]))
    key, tone = (
        ("right", "ok") if mark.correct else ("part", "bad") if mark.earned else ("wrong", "bad")
    )
    if answer is None:
        key, tone = "unknown_yet", "dim"
    truth = "" if mark.correct else _truth(sheet)
    lines = [t(f"views.quiz.{key}"), truth, say(question.why), *_reasons(sheet)]
    return message("\n".join(filter(None, lines)), tone)


def _seen_at(question: Question) -> str:
    """A link to the cell that shows the answer, where one is named."""
    if question.proof is None:
        return ""
    link = cell_link(question.proof).markup
    said = escape(t("views.quiz.proof"))
    return live(f"<div{style(color='dim', background_color='bg')}>{said} {link}</div>")


def _truth(sheet: Sheet) -> str:
    """The right answer, where the reasons of the options do not say it."""
    question = sheet.question
    right = {
        "order": " ".join(LETTERS[sheet.order.index(at)] for at in range(len(sheet.order))),
        "numeric": f"{question.answer or 0:.12g}",
        "text": question.accepted[0] if question.accepted else "",
    }
    return t("views.quiz.truth", right=right[question.kind]) if question.kind in right else ""


def _reasons(sheet: Sheet) -> list[str]:
    """One line for each option: its letter, whether it is right or what belongs to it, and why."""
    lines = []
    for letter, at in zip(LETTERS, sheet.order, strict=False):
        option = sheet.question.options[at]
        sign = ""
        if sheet.question.kind in ("single", "multiple"):
            sign = " ✓" if option.correct else " ✗"
        if option.partner is not None:
            sign = f" → {say(option.partner)}:"
        lines.append(f"{letter}{sign} {say(option.why)}")
    return lines


def _title(sheets: Sequence[Sheet]) -> str:
    return t("views.quiz.title", count=len(sheets))


def _still(sheets: Sequence[Sheet]) -> Html:
    drawn = [question_picture(number, sheet) for number, sheet in enumerate(sheets, 1)]
    texts = [_title(sheets), *(picture.text for picture in drawn)]
    return Html(card("".join(picture.markup for picture in drawn)), "\n".join(texts))


def question_picture(number: int, sheet: Sheet) -> Html:
    """Draw a question as it is asked, without controls."""
    lines = [f"{number}. {say(sheet.question.stem)}", *sheet.question.code.splitlines()]
    lines += [f"   {letter}. {text}" for letter, text in sheet.options()]
    return Html(_stem(number, sheet), "\n".join(lines))
