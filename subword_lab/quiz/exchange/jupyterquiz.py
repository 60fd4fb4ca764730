"""jupyterquiz's JSON: quizzes that a notebook shows with `display_quiz(file)`.

The form is that of jupyterquiz 2.9 and its published schemas. It takes texts as HTML, and what
stands between two `$` as a formula, so a `$` is written as a character reference.
"""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from subword_lab.quiz.exchange import languages, showing
from subword_lab.quiz.exchange.exported import Exported, Loss, exported
from subword_lab.quiz.model import Question, Text

LEFT_OUT = ("order", "match", "open")


def export(questions: Sequence[Question], language: str) -> Exported:
    """Return a JSON list of questions; those that are ordered, matched or open are left out."""
    html = partial(_html, language=language)
    entries = [_entry(q, html) for q in questions if q.kind not in LEFT_OUT]
    data = json.dumps(entries, ensure_ascii=False, indent=1).encode() + b"\n"
    return exported(data, len(entries), (loss for q in questions for loss in _lost(q)))


def _html(text: Text, language: str) -> str:
    return languages.in_html(text, language).replace("$", "&#36;")


def _entry(question: Question, html: showing.Html) -> dict[str, Any]:
    """One question; what the schema has no name for stands beside it and is not shown."""
    kind, answers = _ANSWERS[question.kind](question, html)
    beside = {
        name: getattr(question, name)
        for name in ("id", "topic", "level", "lesson", "source", "proof")
        if getattr(question, name) is not None
    }
    asked = showing.asked(question, html).replace("$", "&#36;")
    return {"question": asked, "type": kind, "answers": answers, "subword_lab": beside}


def _choices(question: Question, html: showing.Html) -> tuple[str, list[dict[str, Any]]]:
    kind = "multiple_choice" if question.kind == "single" else "many_choice"
    return kind, [
        {
            "answer": html(option.text),
            "correct": option.correct,
            "feedback": html(option.why) + html(question.why),
        }
        for option in question.options
    ]


def _numeric(question: Question, html: showing.Html) -> tuple[str, list[dict[str, Any]]]:
    why = html(question.why)
    least, most = showing.bounds(question)
    if least == most:
        answer: dict[str, Any] = {"type": "value", "value": question.answer}
    else:  # a range ends before its second number
        answer = {"type": "range", "range": [least, showing.above(most)]}
    right = {**answer, "correct": True, "feedback": why}
    return "numeric", [right, {"type": "default", "feedback": why}]


def _text(question: Question, html: showing.Html) -> tuple[str, list[dict[str, Any]]]:
    why = html(question.why)
    right = [
        {"answer": text, "correct": True, "feedback": why, "match_case": False}
        for text in question.accepted
    ]
    return "string", [*right, {"type": "default", "feedback": why}]


_ANSWERS = {"single": _choices, "multiple": _choices, "numeric": _numeric, "text": _text}


def _lost(question: Question) -> Iterator[Loss]:
    if question.kind in LEFT_OUT:
        yield Loss(question.id, "kind", "left_out")
        return
    for field in ("topic", "level", "lesson", "source", "proof"):
        if getattr(question, field) is not None:
            yield Loss(question.id, field, "not_shown")
    if question.kind == "text":
        yield Loss(question.id, "accepted", "folding")
