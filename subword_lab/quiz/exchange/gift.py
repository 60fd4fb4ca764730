"""GIFT: Moodle's plain text for questions, also read by other tools.

Texts are HTML, written as GIFT wants it: a `\\` stands before `~ = # { } :` and before itself, and
`\\n` for a line break, so that no text can end a question. Comment lines hold id and tags.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

from subword_lab.quiz.exchange import moodle, showing
from subword_lab.quiz.exchange.exported import Exported, Loss, exported
from subword_lab.quiz.model import Question

SPECIAL = str.maketrans({ch: f"\\{ch}" for ch in "\\~=#{}:"} | {"\n": "\\n"})


def export(questions: Sequence[Question], language: str) -> Exported:
    """Return a text file with a category for each topic; questions of order are left out."""
    html = partial(moodle.multilang, language=language)
    kept = [q for q in questions if q.kind != "order" and moodle.fits(q) and _sayable(q)]
    blocks: list[str] = []
    for topic, group in groupby(sorted(kept, key=lambda q: q.topic), lambda q: q.topic):
        blocks.append(f"$CATEGORY: {moodle.category(topic)}")
        blocks += [_block(question, html) for question in group]
    losses = (loss for question in questions for loss in _lost(question))
    return exported(("\n\n".join(blocks) + "\n").encode(), len(kept), losses)


def escaped(text: str) -> str:
    r"""Return a text as it stands in a GIFT file.

    >>> print(escaped("a=b {c}"))
    a\=b \{c\}
    """
    return text.translate(SPECIAL)


def _sayable(question: Question) -> bool:
    """Whether accepted texts, which are no HTML, are read as they stand.

    `->` would make the question a match; `&&` begins what Moodle puts for an escaped character;
    `%` in front begins a share of the points.
    """
    found = (sign in text for text in question.accepted for sign in ("->", "&&"))
    return not any(found) and not any(text.startswith("%") for text in question.accepted)


def _block(question: Question, html: showing.Html) -> str:
    tags = " ".join(f"[tag:{tag}]" for tag in moodle.tags(question))
    explained = showing.explained
    if question.kind == "match":
        explained = showing.explained_with_options
    lines = [
        f"// [id:{question.id}] {tags}",
        f"::{escaped(question.id)}::[html]{escaped(showing.asked(question, html))}{{",
        *_ANSWERS[question.kind](question, html),
        f"####{escaped(_before(question, html) + explained(question, html))}",
        "}",
    ]
    return "\n".join(lines)


def _before(question: Question, html: showing.Html) -> str:
    return showing.model_answer(question, html) if question.kind == "open" else ""


def _choices(question: Question, html: showing.Html) -> Iterator[str]:
    share = moodle.SHARES[len(showing.right(question))]
    for option in question.options:
        if question.kind == "single":
            mark = "=" if option.correct else "~"
        else:
            mark = f"~%{share}%" if option.correct else f"~%-{share}%"
        yield f"{mark}{escaped(html(option.text))}#{escaped(html(option.why))}"


def _numeric(question: Question, html: showing.Html) -> Iterator[str]:
    answer = showing.decimal(float(question.answer or 0))
    yield f"#{answer}:{showing.decimal(float(question.tolerance))}"


def _short(question: Question, html: showing.Html) -> Iterator[str]:
    for text in question.accepted:
        yield f"={escaped(text.replace('*', chr(92) + '*'))}"


def _match(question: Question, html: showing.Html) -> Iterator[str]:
    for option in question.options:
        partner = moodle.inline(html(option.partner or option.text))
        yield f"={escaped(html(option.text))} -> {escaped(partner)}"


def _open(question: Question, html: showing.Html) -> Iterator[str]:
    return iter(())


_ANSWERS: dict[str, Callable[[Question, showing.Html], Iterator[str]]] = {
    "single": _choices,
    "multiple": _choices,
    "numeric": _numeric,
    "text": _short,
    "match": _match,
    "open": _open,
}


def _lost(question: Question) -> Iterator[Loss]:
    match question.kind:
        case "order":
            yield Loss(question.id, "kind", "left_out")
        case "multiple" if not moodle.fits(question):
            yield Loss(question.id, "kind", "too_many_right")
        case "text" if not _sayable(question):
            yield Loss(question.id, "kind", "unsayable")
        case "text":
            yield Loss(question.id, "accepted", "folding")
        case "match":
            yield Loss(question.id, "options.why", "together")
        case "open":
            yield Loss(question.id, "model_answer", "after_answer")
            yield Loss(question.id, "rubric", "as_text")
