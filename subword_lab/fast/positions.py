"""Where the positions of many words stand, so that those of one place are neighbors.

A word of n characters has n + 1 positions, at places 0 to n. Positions stand by place, and at a
place by word, long words first: the words that reach a place are the first ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]


@dataclass(frozen=True)
class Shape:
    """Where positions stand: the i-th word is `words[i]` of those given, long ones first.

    `many[p]` words have a place p; their positions are `first[p]`, `first[p]` + 1, …
    """

    words: Numbers
    sizes: Numbers
    many: Numbers
    first: Numbers

    @classmethod
    def of(cls, words: Sequence[str]) -> "Shape":
        """Lay out some words.

        >>> Shape.of(["b", "ab"]).words.tolist(), Shape.of(["b", "ab"]).many.tolist()
        ([1, 0], [2, 2, 1])
        """
        sizes = np.array([len(word) for word in words], np.int64)
        order = np.argsort(-sizes, kind="stable")
        places = np.arange(sizes.max(initial=0) + 1)
        many = len(sizes) - np.searchsorted(sizes[order[::-1]], places)
        return cls(order, sizes[order], many, np.cumsum(many) - many)

    @property
    def last(self) -> Numbers:
        """The last position of each word, long ones first."""
        return self.first[self.sizes] + np.arange(len(self.sizes))

    def starts(self) -> tuple[Numbers, Numbers]:
        """Place and word of every position but the last of each word."""
        many = self.many[1:]
        place = np.repeat(np.arange(len(many)), many)
        return place, np.arange(len(place)) - (np.cumsum(many) - many)[place]

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return int(self.many.sum())

    @cached_property
    def given(self) -> Small:
        """The word of each position, as given."""
        return np.concatenate([self.words[:many] for many in self.many.tolist()]).astype(np.int32)

    def given_order(self) -> Numbers:
        """Where each position comes when words stand as given, one behind the other."""
        sizes = np.empty_like(self.sizes)
        sizes[self.words] = self.sizes + 1
        begin = (np.cumsum(sizes) - sizes)[self.given]
        return begin + np.repeat(np.arange(len(self.many)), self.many)
