"""Markdown to read or print: the questions first, then the answers with every reason.

The text is CommonMark. What it would take for markup is escaped, and spaces and line breaks that
it would drop are character references, so that a reader gets each text exactly.
"""

import re
from collections.abc import Iterator, Sequence

from subword_lab.quiz.exchange import languages, showing
from subword_lab.quiz.exchange.exported import Exported, Loss, exported
from subword_lab.quiz.model import Question, Text

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKUP = re.compile(r"[\\`*_\[\]<>&~|$]")
AT_START = re.compile(r"^(\d{1,9})([.)])|^([#+=-])", re.MULTILINE)
DROPPED = re.compile(r"^[^\S\n]+|[^\S\n]+$", re.MULTILINE)  # any white space: parsers differ
BREAK = re.compile(r"(?<=[^\n])\n(?=[^\n])")


def export(questions: Sequence[Question], language: str) -> Exported:
    """Return a document of two parts; every kind of question is in it."""
    asked = [block for question in questions for block in _asked(question, language)]
    answers = [block for question in questions for block in _answered(question, language)]
    titles = (languages.plain(t, language) for t in (languages.QUESTIONS, languages.ANSWERS))
    first, second = (f"# {title}" for title in titles)
    text = "\n\n".join([first, *asked, second, *answers]) + "\n"
    losses = (loss for question in questions for loss in _lost(question))
    return exported(text.encode(), len(questions), losses)


def escaped(text: str) -> str:
    r"""Return a text as it stands in Markdown.

    >>> print(escaped("1. a*b"))
    1\. a\*b
    """
    text = MARKUP.sub(r"\\\g<0>", text)
    text = AT_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", text)
    text = DROPPED.sub(lambda m: "".join(f"&#{ord(ch)};" for ch in m[0]), text)
    if text.startswith("\n") or text.endswith("\n") or "\n\n" in text:
        return text.replace("\n", "&#10;")
    return BREAK.sub("\\\\\n", text)


def _said(text: Text, language: str) -> str:
    """Each language on a line of its own."""
    return "\\\n".join(escaped(version) for _, version in languages.versions(text, language))


def _asked(question: Question, language: str) -> Iterator[str]:
    yield f"## {escaped(question.id)}"
    about = [question.topic, f"{question.level}/5", *filter(None, [question.lesson])]
    yield f"*{escaped(' · '.join(about))}*"
    yield _said(question.stem, language)
    if question.code:
        yield _fenced(question.code)
    match question.kind:
        case "single" | "multiple":
            yield from _lettered([option.text for option in question.options], language)
        case "order":
            yield from _lettered([option.text for option in showing.mixed(question)], language)
        case "match":
            for option in question.options:
                yield f"- {_indented(_said(option.text, language))}"
            yield from _lettered(showing.partners(question), language)


def _fenced(code: str) -> str:
    """A fence longer than any in the code."""
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{code}\n{fence}"


def _lettered(texts: Sequence[Text], language: str) -> Iterator[str]:
    for at, text in enumerate(texts):
        yield f"- {letter(at)}) {_indented(_said(text, language))}"


def letter(place: int) -> str:
    """Return the letter of a place; after Z come AA, AB ….

    >>> letter(0), letter(26)
    ('A', 'AA')
    """
    before, at = divmod(place, len(LETTERS))
    return (letter(before - 1) if before else "") + LETTERS[at]


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


def _answered(question: Question, language: str) -> Iterator[str]:
    yield f"## {escaped(question.id)}"
    yield from _KEYS[question.kind](question, language)
    yield _said(question.why, language)
    shown = f" ({escaped(question.proof)})" if question.proof else ""
    yield f"*{escaped(question.source)}*{shown}"


def _choices(question: Question, language: str) -> Iterator[str]:
    for at, option in enumerate(question.options):
        sign = "✓" if option.correct else "✗"
        yield f"- {letter(at)}) {sign} {_indented(_said(option.why, language))}"


def _numeric(question: Question, language: str) -> Iterator[str]:
    yield f"**{showing.number_and_tolerance(question)}**"


def _text(question: Question, language: str) -> Iterator[str]:
    for text in question.accepted:
        yield f"- {_indented(escaped(text))}"


def _order(question: Question, language: str) -> Iterator[str]:
    mixed = showing.mixed(question)
    for option in question.options:
        yield f"- {letter(mixed.index(option))}) {_indented(_said(option.why, language))}"


def _match(question: Question, language: str) -> Iterator[str]:
    partners = showing.partners(question)
    for option in question.options:
        row, at = _said(option.text, language), partners.index(option.partner or option.text)
        yield "- " + _indented(f"{row} → {letter(at)}\\\n{_said(option.why, language)}")


def _open(question: Question, language: str) -> Iterator[str]:
    yield _said(question.model_answer or question.why, language)
    yield f"**{languages.plain(languages.RUBRIC, language)}**"
    for point in question.rubric:
        yield f"- {_indented(_said(point, language))}"


_KEYS = {
    "single": _choices,
    "multiple": _choices,
    "numeric": _numeric,
    "text": _text,
    "order": _order,
    "match": _match,
    "open": _open,
}


def _lost(question: Question) -> Iterator[Loss]:
    if question.kind != "open":
        yield Loss(question.id, "kind", "not_marked")
