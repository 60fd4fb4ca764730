"""Questions as they are asked: options shuffled and lettered, and typed lines read as answers."""

import random
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from subword_lab import i18n
from subword_lab.quiz.marking import read_number
from subword_lab.quiz.model import Question, Text

LETTERS = "ABCDEFGHIJ"


def say(text: Text) -> str:
    """Give a text in the language in use, or in English."""
    language = i18n.language()
    return text[language] if language in text.keys() else text.en  # noqa: SIM118


def shuffled(question: Question) -> tuple[int, ...]:
    """Give for each letter the place of its option in the bank, whose order would tell.

    Always the same for the same question.

    >>> from subword_lab import quiz
    >>> sorted(shuffled(quiz.get("bpe-aaa"))) == list(range(len(quiz.get("bpe-aaa").options)))
    True
    """
    order = list(range(len(question.options)))
    random.Random(question.id).shuffle(order)
    return tuple(order)


def partners(question: Question) -> tuple[Text, ...]:
    """Return what there is to match with, each once, in an order that does not tell."""
    found = {option.partner for option in question.options if option.partner is not None}
    return tuple(sorted(found, key=lambda partner: partner.en))


def read(question: Question, typed: str) -> Any:
    """Read a typed line as what `quiz.mark` takes; `ValueError` where it is no such answer.

    One letter (single), several (multiple, order), a letter and a number each (match: "A2 B1"), a
    number, or a text.

    >>> from subword_lab import quiz
    >>> quiz.mark(quiz.get("bpe-aaa"), read(quiz.get("bpe-aaa"), "a")).points
    1
    """
    line = typed.strip()
    match question.kind:
        case "numeric":
            read_number(line)
            return line
        case "text" | "open":
            if not line:
                raise ValueError("an answer is a text; nothing was typed")
            return line
        case "match":
            return _matched(question, line)
        case kind:
            return _lettered(question, kind, line)


def write(question: Question) -> Any:
    """Write the right answer as plain JSON: letters, a number or a text; the reverse of `read`.

    `ValueError` for a match or an open question, whose answers are no letters.
    """
    letter = {at: LETTERS[place] for place, at in enumerate(shuffled(question))}
    right = [letter[at] for at, option in enumerate(question.options) if option.correct]
    match question.kind:
        case "single":
            return right[0]
        case "multiple":
            return sorted(right)
        case "order":
            return [letter[at] for at in range(len(question.options))]
        case "numeric":
            return question.answer
        case "text":
            return question.accepted[0]
    raise ValueError(f"a {question.kind} question has no answer in letters")


def _lettered(question: Question, kind: str, line: str) -> int | list[int]:
    order, named = shuffled(question), re.sub(r"[\s,;、>.()]+", "", _narrow(line)).upper()
    known = LETTERS[: len(order)]
    if not named or set(named) - set(known) or len(set(named)) != len(named):
        raise ValueError(f"letters from {known[0]} to {known[-1]}, each once; got {line!r}")
    if kind == "single" and len(named) != 1:
        raise ValueError(f"one letter is wanted; got {line!r}")
    if kind == "order" and len(named) != len(known):
        raise ValueError(f"all of {known} in your order; got {line!r}")
    chosen = [order[LETTERS.index(letter)] for letter in named]
    return chosen[0] if kind == "single" else chosen


def _narrow(line: str) -> str:
    """Letters as wide as Chinese characters are letters, too."""
    return unicodedata.normalize("NFKC", line)


def _matched(question: Question, line: str) -> list[int]:
    order, names = shuffled(question), partners(question)
    pairs = re.findall(r"([A-J])\W*(\d+)", _narrow(line).upper())
    known = LETTERS[: len(order)]
    if sorted(letter for letter, _ in pairs) != list(known):
        raise ValueError(f"a number for each of {known}, such as A2 B1; got {line!r}")
    if not all(1 <= int(number) <= len(names) for _, number in pairs):
        raise ValueError(f"numbers go from 1 to {len(names)}; got {line!r}")
    first = _first_with(question, names)
    chosen = {order[LETTERS.index(letter)]: first[int(number) - 1] for letter, number in pairs}
    return [chosen[at] for at in range(len(order))]


def _first_with(question: Question, names: Sequence[Text]) -> list[int]:
    """For each partner the first option that has it: its index is what `quiz.mark` takes."""
    given = [option.partner for option in question.options]
    return [given.index(name) for name in names]
