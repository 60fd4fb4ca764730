"""Moodle XML: a question bank with categories, tags, partial credit and both languages.

In both languages each text is a pair of multilang spans, of which Moodle's filter shows the
reader's. The form is what Moodle 4.4 reads; before 4.4 the type `ordering` is a plugin.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby
from xml.etree.ElementTree import Element

from subword_lab.quiz.exchange import languages, showing
from subword_lab.quiz.exchange.exported import Exported, Loss, exported
from subword_lab.quiz.exchange.tree import node, written
from subword_lab.quiz.model import Question, Text

SHARES = {  # the shares of 100 that Moodle accepts, by the number of right options
    1: "100", 2: "50", 3: "33.33333", 4: "25", 5: "20", 6: "16.66667", 7: "14.28571",
    8: "12.5", 9: "11.11111", 10: "10",
}  # fmt: skip
TYPES = {
    "single": "multichoice",
    "multiple": "multichoice",
    "numeric": "numerical",
    "text": "shortanswer",
    "order": "ordering",
    "match": "matching",
    "open": "essay",
}
CATEGORY = "$course$/top/Subword tokenization"
FILTER_NAMES = {"en": "en", "zh": "zh_cn"}  # what Moodle calls its language packs


def export(questions: Sequence[Question], language: str) -> Exported:
    """Return an XML file with a category for each topic; every kind of question is in it."""
    html, kept = partial(multilang, language=language), [q for q in questions if fits(q)]
    entries: list[Element] = []
    for topic, group in groupby(sorted(kept, key=lambda q: q.topic), lambda q: q.topic):
        entries.append(_category(topic))
        entries += [_entry(question, html) for question in group]
    losses = (loss for question in questions for loss in _lost(question))
    return exported(written(node("quiz", *entries)), len(kept), losses)


def multilang(text: Text, language: str) -> str:
    """Return a text as HTML in one language, or in both as spans that Moodle's filter knows.

    Such a span holds its text alone; what keeps the spaces stands around them.
    """
    versions = languages.versions(text, language)
    if len(versions) == 1:
        return f'<p style="{languages.KEPT}">{escape(versions[0][1], quote=False)}</p>'
    spans = (
        f'<span lang="{FILTER_NAMES[name]}" class="multilang">{escape(version, quote=False)}</span>'
        for name, version in versions
    )
    return f'<p style="{languages.KEPT}">{"".join(spans)}</p>'


def fits(question: Question) -> bool:
    """Return whether Moodle has a share for each of the right options."""
    return question.kind != "multiple" or len(showing.right(question)) in SHARES


def category(topic: str) -> str:
    """Return the path of the category of a topic."""
    return f"{CATEGORY}/{topic}"


def tags(question: Question) -> list[str]:
    """Return what a question is found by."""
    return [question.topic, f"level-{question.level}", *filter(None, [question.lesson])]


def _category(topic: str) -> Element:
    return node("question", node("category", _text(category(topic))), type="category")


def _entry(question: Question, html: showing.Html) -> Element:
    together = question.kind in ("order", "match")
    explained = showing.explained_with_options if together else showing.explained
    return node(
        "question",
        node("name", _text(question.id)),
        _formatted("questiontext", showing.asked(question, html)),
        _formatted("generalfeedback", explained(question, html)),
        node("defaultgrade", "1"),
        node("penalty", "0.3333333"),
        node("hidden", "0"),
        node("idnumber", question.id),
        *_ANSWERS[question.kind](question, html),
        node("tags", *(node("tag", _text(tag)) for tag in tags(question))),
        type=TYPES[question.kind],
    )


def _text(text: str) -> Element:
    return node("text", text)


def _formatted(name: str, html: str, **attributes: str) -> Element:
    return node(name, _text(html), format="html", **attributes)


def _answer(html: str, fraction: str, feedback: str, **attributes: str) -> Element:
    return node("answer", _text(html), _formatted("feedback", feedback), fraction=fraction,
                **attributes)  # fmt: skip


def _choices(question: Question, html: showing.Html) -> Iterator[Element]:
    """A wrong choice takes away what a right one gives; below nothing Moodle does not go."""
    single = question.kind == "single"
    share = SHARES[len(showing.right(question))]
    yield node("single", "true" if single else "false")
    yield node("shuffleanswers", "true")
    yield node("answernumbering", "abc")
    for option in question.options:
        wrong = "0" if single else f"-{share}"
        fraction = share if option.correct else wrong
        yield _answer(html(option.text), fraction, html(option.why), format="html")


def _numeric(question: Question, html: showing.Html) -> Iterator[Element]:
    answer = _answer(showing.decimal(float(question.answer or 0)), "100", "", format="plain_text")
    answer.append(node("tolerance", showing.decimal(float(question.tolerance))))
    yield answer


def _short(question: Question, html: showing.Html) -> Iterator[Element]:
    """A `*` would stand for anything."""
    yield node("usecase", "0")
    for text in question.accepted:
        yield _answer(text.replace("*", r"\*"), "100", "", format="plain_text")


def _order(question: Question, html: showing.Html) -> Iterator[Element]:
    """Graded as we do: by the share of items that stand before the right one."""
    for name, value in (
        ("layouttype", "VERTICAL"),
        ("selecttype", "ALL"),
        ("selectcount", str(len(question.options))),
        ("gradingtype", "RELATIVE_NEXT_EXCLUDE_LAST"),
        ("showgrading", "SHOW"),
        ("numberingstyle", "none"),
    ):
        yield node(name, value)
    for place, option in enumerate(question.options, 1):
        yield node("answer", _text(html(option.text)), fraction=str(place), format="html")


def _match(question: Question, html: showing.Html) -> Iterator[Element]:
    yield node("shuffleanswers", "true")
    for option in question.options:
        partner = node("answer", _text(inline(html(option.partner or option.text))))
        yield node("subquestion", _text(html(option.text)), partner, format="html")


def inline(paragraph: str) -> str:
    """Return what stands in a paragraph: a menu takes HTML, but no blocks."""
    return paragraph[paragraph.index(">") + 1 : -len("</p>")]


def _open(question: Question, html: showing.Html) -> Iterator[Element]:
    yield node("responseformat", "editor")
    yield node("responserequired", "1")
    yield node("responsefieldlines", "15")
    yield node("attachments", "0")
    yield node("attachmentsrequired", "0")
    yield _formatted("graderinfo", showing.model_answer(question, html))
    yield _formatted("responsetemplate", "")


_ANSWERS = {
    "single": _choices,
    "multiple": _choices,
    "numeric": _numeric,
    "text": _short,
    "order": _order,
    "match": _match,
    "open": _open,
}


def _lost(question: Question) -> Iterator[Loss]:
    if not fits(question):
        yield Loss(question.id, "kind", "too_many_right")
        return
    if question.kind == "text":
        yield Loss(question.id, "accepted", "folding")
    if question.kind in ("order", "match"):
        yield Loss(question.id, "options.why", "together")
    if question.kind == "open":
        yield Loss(question.id, "rubric", "as_text")
