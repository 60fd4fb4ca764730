"""What an export gives: the bytes of a file, and a report of what it could not carry."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Loss:
    """One field of one question that a format cannot carry as it is.

    `reason` names a text, `questions.lost.REASON`, that says what becomes of the field. The field
    `kind` stands for the whole question: it is left out, or asked in another form.
    """

    question: str
    field: str
    reason: str


@dataclass(frozen=True, slots=True)
class Exported:
    """The bytes of a file, how many questions are in it, and what is lost."""

    data: bytes
    count: int
    losses: tuple[Loss, ...]


def exported(data: bytes, count: int, losses: Iterable[Loss]) -> Exported:
    """Put an export together."""
    return Exported(data, count, tuple(losses))
