"""Mark an answer to a question.

What an answer is depends on the kind: the index of an option (single), several indices (multiple,
order), for each option the index of its partner (match), a number or its text (numeric), a text.
`None` stands for "I don't know yet" and earns nothing.
"""

import math
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from subword_lab.quiz.model import Mark, Option, Question, Text

POINTS = 1


def mark(question: Question, answer: Any) -> Mark:
    """Return what an answer is worth, with the reason.

    `TypeError` for an answer of another form, `ValueError` for an option that does not exist or
    for a question with a generator, of which `generate` makes a variant first.
    """
    if question.generator is not None and not _is_keyed(question):
        raise ValueError(f"{question.id} has a generator: mark a variant from quiz.generate")
    if answer is None:
        return Mark(False, 0.0, POINTS, question.why)
    share, why = _MARKERS[question.kind](question, answer)
    return Mark(share == 1.0 and question.kind != "open", round(share, 4), POINTS, why)


def fold(text: str) -> str:
    """Bring a text into the form in which answers are compared: NFKC width, case, spaces.

    >>> fold("ＢＰＥ  merges ") == fold("bpe Merges")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", text.strip()).casefold().split())


def _is_keyed(question: Question) -> bool:
    return bool(question.options or question.accepted) or question.answer is not None


def _single(question: Question, answer: Any) -> tuple[float, Text]:
    option = _option(question, answer)
    return float(option.correct), _joined(option.why, question.why)


def _multiple(question: Question, answer: Any) -> tuple[float, Text]:
    """Right choices minus wrong ones, as a share of all right ones, never below nothing."""
    chosen = [_option(question, index) for index in _indices(answer)]
    if len({id(option) for option in chosen}) != len(chosen):
        raise ValueError(f"an option was chosen twice: {answer!r}")
    right = sum(option.correct for option in chosen)
    share = max(0, 2 * right - len(chosen)) / sum(o.correct for o in question.options)
    missed = [o for o in question.options if o.correct != any(o is c for c in chosen)]
    return share, _joined(*(option.why for option in missed), question.why)


def _numeric(question: Question, answer: Any) -> tuple[float, Text]:
    if isinstance(answer, bool) or not isinstance(answer, int | float | str):
        raise TypeError(f"a number is wanted; got {type(answer).__name__}")
    truth = float(question.answer or 0.0)
    try:
        number = read_number(answer) if isinstance(answer, str) else float(answer)
    except (ValueError, OverflowError):
        return 0.0, question.why
    near = math.isfinite(number) and abs(number - truth) <= question.tolerance + 1e-9 * abs(truth)
    return float(near), question.why


def read_number(typed: str) -> float:
    """Read a number as people type it, with a unit of percent, and commas or spaces of either kind.

    `ValueError` where there is none.

    >>> read_number("38.6"), read_number("38,6"), read_number("50,257"), read_number("50 %")
    (38.6, 38.6, 50257.0, 50.0)
    >>> read_number("0,125"), read_number("50 257"), read_number("\N{MINUS SIGN}3")
    (0.125, 50257.0, -3.0)
    """
    text = fold(typed).removesuffix("%").strip().replace("\N{MINUS SIGN}", "-")
    if re.fullmatch(r"[-+]?[1-9]\d{0,2}( \d{3})+([.,]\d+)?", text):
        text = text.replace(" ", "")
    thousands = re.fullmatch(r"[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?", text)
    return float(text.replace(",", "" if thousands else "."))


def _text(question: Question, answer: Any) -> tuple[float, Text]:
    if not isinstance(answer, str):
        raise TypeError(f"a text is wanted; got {type(answer).__name__}")
    return float(fold(answer) in map(fold, question.accepted)), question.why


def _order(question: Question, answer: Any) -> tuple[float, Text]:
    """All points for the right order, else the share of neighbors that follow one another."""
    indices = _indices(answer)
    if sorted(indices) != list(range(len(question.options))):
        raise ValueError(f"each of the {len(question.options)} options once; got {answer!r}")
    steps = sum(b == a + 1 for a, b in zip(indices, indices[1:], strict=False))
    share = steps / (len(indices) - 1)
    misplaced = next((i for i, index in enumerate(indices) if i != index), None)
    if misplaced is None:
        return 1.0, question.why
    return share, _joined(question.options[misplaced].why, question.why)


def _match(question: Question, answer: Any) -> tuple[float, Text]:
    indices = _indices(answer)
    if len(indices) != len(question.options):
        raise ValueError(f"{len(question.options)} partners are wanted; got {len(indices)}")
    partners = [_option(question, index).partner for index in indices]
    wrong = [o for o, given in zip(question.options, partners, strict=True) if o.partner != given]
    share = 1 - len(wrong) / len(question.options)
    return share, _joined(*(option.why for option in wrong), question.why)


def _open(question: Question, answer: Any) -> tuple[float, Text]:
    """Nothing is earned by a machine: the learner compares with the model answer."""
    if not isinstance(answer, str):
        raise TypeError(f"a text is wanted; got {type(answer).__name__}")
    return 0.0, _joined(question.model_answer or question.why, question.why)


_MARKERS = {
    "single": _single,
    "multiple": _multiple,
    "numeric": _numeric,
    "text": _text,
    "order": _order,
    "match": _match,
    "open": _open,
}


def _indices(answer: Any) -> list[int]:
    if not isinstance(answer, Sequence) or isinstance(answer, str | bytes):
        raise TypeError(f"a list of option indices is wanted; got {type(answer).__name__}")
    for index in answer:
        if not isinstance(index, int) or isinstance(index, bool):
            raise TypeError(f"an option index is a whole number; got {index!r}")
    return list(answer)


def _option(question: Question, index: Any) -> Option:
    (number,) = _indices([index])
    if not 0 <= number < len(question.options):
        raise ValueError(f"options go from 0 to {len(question.options) - 1}; got {number}")
    return question.options[number]


def _joined(*texts: Text) -> Text:
    """Join reasons; Chinese needs no space between sentences."""
    return Text(" ".join(text.en for text in texts), "".join(text.zh for text in texts))
