"""A memory that is bounded: what was found once is looked up from then on, until it is full."""

from collections.abc import Callable, Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

LONGEST = 64  # characters of a text that is worth remembering: longer ones hardly come again


def always(_: object) -> bool:
    """Every key is worth remembering."""
    return True


def short(text: str) -> bool:
    """Whether a text is worth remembering."""
    return len(text) <= LONGEST


class Memory(dict[Key, Value]):
    """What `find` gives for a key, remembered; when `most` keys are known all are forgotten.

    Frequent keys are soon back, so that forgetting all costs little. A text that never ends does
    not fill the memory. Several threads may use it: they find the same, whoever stores it.

    >>> squares = Memory(lambda number: number**2, most=2)
    >>> [squares[number] for number in (3, 4, 5)], len(squares)
    ([9, 16, 25], 1)
    """

    def __init__(
        self,
        find: Callable[[Key], Value],
        most: int,
        worth: Callable[[Key], bool] = always,
    ) -> None:
        super().__init__()
        self.find = find
        self.most = most
        self.worth = worth

    def __missing__(self, key: Key) -> Value:
        found = self.find(key)
        if self.worth(key):
            if len(self) >= self.most:
                self.clear()
            self[key] = found
        return found
