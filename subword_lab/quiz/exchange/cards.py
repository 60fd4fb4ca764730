"""The two sides of a flash card, as HTML in one language."""

from functools import partial

from subword_lab.quiz.exchange import languages, showing
from subword_lab.quiz.model import Option, Question


def front(question: Question, language: str) -> str:
    """Return what is asked: the stem, the code, and what there is to choose from."""
    html = partial(languages.in_html, language=language)
    asked = showing.asked(question, html)
    match question.kind:
        case "single" | "multiple":
            return asked + _lettered(question.options, html)
        case "order":
            return asked + _listed([html(option.text) for option in showing.mixed(question)])
        case "match":
            rows = _listed([html(option.text) for option in question.options])
            return asked + rows + _listed([html(text) for text in showing.partners(question)])
        case _:
            return asked


def back(question: Question, language: str) -> str:
    """Return the answer, the reason of every option, and why."""
    html = partial(languages.in_html, language=language)
    return _key(question, html) + showing.explained(question, html)


def _key(question: Question, html: showing.Html) -> str:
    match question.kind:
        case "single" | "multiple":
            return _reasons(question, html)
        case "numeric":
            return f"<p><b>{showing.number_and_tolerance(question)}</b></p>"
        case "text":
            return _listed([languages.kept(text) for text in question.accepted])
        case "order":
            items = (f"<li>{html(o.text)}{html(o.why)}</li>" for o in question.options)
            return f"<ol>{''.join(items)}</ol>"
        case "match":
            return _listed(
                [
                    f"{html(o.text)}<b>→</b>{html(o.partner or o.text)}{html(o.why)}"
                    for o in question.options
                ]
            )
        case _:
            return showing.model_answer(question, html)


def _lettered(options: tuple[Option, ...], html: showing.Html) -> str:
    return f'<ol type="A">{"".join(f"<li>{html(option.text)}</li>" for option in options)}</ol>'


def _reasons(question: Question, html: showing.Html) -> str:
    """The letters again, each with a sign and its reason."""
    items = (
        f"<li><b>{'✓' if option.correct else '✗'}</b>{html(option.why)}</li>"
        for option in question.options
    )
    return f'<ol type="A">{"".join(items)}</ol>'


def _listed(items: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"
