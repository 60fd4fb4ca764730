"""Parts of a question as several formats show them: the stem, the reasons, the key, the origin."""

import math
import random
from collections.abc import Callable
from decimal import Decimal
from html import escape

from subword_lab.quiz.exchange import languages
from subword_lab.quiz.model import Option, Question, Text
from subword_lab.quiz.proofs import address

Html = Callable[[Text], str]  # a text as HTML, in the languages of the export


def asked(question: Question, html: Html) -> str:
    """Return the stem, and the code under it."""
    return html(question.stem) + languages.code_in_html(question.code)


def explained(question: Question, html: Html) -> str:
    """Return what is said after any answer: the reason, where it is shown, the source."""
    return html(question.why) + origin(question)


def explained_with_options(question: Question, html: Html) -> str:
    """Return the same with the reason of every option, where they cannot be shown one by one."""
    items = (f"<li>{html(option.text)}{html(option.why)}</li>" for option in question.options)
    return f"<ul>{''.join(items)}</ul>{explained(question, html)}"


def origin(question: Question) -> str:
    """Return the source, and the notebook cell that shows the answer, as HTML."""
    shown = f" <code>{escape(address(question.proof))}</code>" if question.proof else ""
    return f"<p><cite>{escape(question.source, quote=False)}</cite>{shown}</p>"


def model_answer(question: Question, html: Html) -> str:
    """Return the model answer of an open question and the points to look for."""
    points = "".join(f"<li>{html(point)}</li>" for point in question.rubric)
    answer = question.model_answer or question.why
    return (
        f"<div><b>{html(languages.MODEL_ANSWER)}</b>{html(answer)}"
        f"<b>{html(languages.RUBRIC)}</b><ul>{points}</ul></div>"
    )


def decimal(value: float) -> str:
    """Return a number without an exponent, exactly as far as it was given.

    >>> decimal(50257.0), decimal(1e-05), decimal(3)
    ('50257', '0.00001', '3')
    """
    text = format(Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def number_and_tolerance(question: Question) -> str:
    """Return the right number, with its tolerance if there is one."""
    answer = decimal(float(question.answer or 0))
    return f"{answer} ± {decimal(float(question.tolerance))}" if question.tolerance else answer


def bounds(question: Question) -> tuple[float, float]:
    """Return the least and the greatest number that is right; a hair more than the tolerance."""
    answer = float(question.answer or 0)
    reach = Decimal(repr(answer)), Decimal(repr(float(question.tolerance)))
    return float(reach[0] - reach[1]), float(reach[0] + reach[1])


def above(value: float) -> float:
    """Return the next number above one, for ranges without their upper end."""
    return math.nextafter(value, math.inf)


def mixed(question: Question) -> list[Option]:
    """Return the options of an `order` question out of order, the same way each time."""
    options = list(question.options)
    rng = random.Random(f"{question.id}:mixed")
    while options == list(question.options):
        rng.shuffle(options)
    return options


def partners(question: Question) -> list[Text]:
    """Return the partners of a `match` question, each once, mixed the same way each time."""
    found = list(dict.fromkeys(o.partner for o in question.options if o.partner is not None))
    random.Random(f"{question.id}:partners").shuffle(found)
    return found


def right(question: Question) -> list[Option]:
    """Return the right options of a `single` or `multiple` question."""
    return [option for option in question.options if option.correct]
