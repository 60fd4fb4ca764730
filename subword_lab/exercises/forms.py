"""What an exercise panel shows: plain data that a view draws and a learner can also type."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Choice:
    """Pick one option; the answer is the option's text."""

    options: tuple[str, ...]
    question: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut a text; the answer is the list of pieces, or one string with bars: `"un|happy"`."""

    text: str


@dataclass(frozen=True, slots=True)
class Order:
    """Put items in order; the answer is the list of all items, first step first."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slider:
    """Estimate a number; the answer is the number."""

    minimum: float
    maximum: float
    step: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """Give each row one option; the answer is a mapping of row to option."""

    rows: tuple[str, ...]
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """Type one line; the answer is the text."""

    placeholder: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """Say what belongs in each row, a text or a number; the answer is a mapping of row to it."""

    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Answer numbered questions; the answer is a mapping of number to answer.

    `share` gives what part of its point an answer to a number earns.
    """

    rows: tuple[str, ...]
    share: Callable[[str, Any], float]


Form = Choice | Cut | Order | Slider | Match | Line | Rows | Sheet
