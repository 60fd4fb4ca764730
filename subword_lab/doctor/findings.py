"""What a doctor says: values, in no language."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Grade = Literal["fault", "warning", "note"]
GRADES: tuple[Grade, ...] = ("fault", "warning", "note")
SHOWN = 5  # examples that a finding carries


class Example(NamedTuple):
    """What was seen, what became of it, and how often it was met."""

    seen: str
    became: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: `count` of `total`, in the unit that the name implies.

    `grade` is "fault" where text or vocabulary is lost, "warning" where it costs something, "note"
    where it is as meant but worth knowing. `examples` are the worst ones, at most five.
    """

    name: str
    grade: Grade
    count: float
    total: float
    examples: tuple[Example, ...] = ()

    @property
    def share(self) -> float:
        """`count` over `total`, from 0 to 1 where one is a part of the other."""
        return self.count / self.total if self.total else 0.0


def worst(examples: list[Example]) -> tuple[Example, ...]:
    """The examples that were met most often, the first seen first among equals."""
    return tuple(sorted(examples, key=lambda example: -example.times)[:SHOWN])
