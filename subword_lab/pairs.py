"""Adjacent pairs of symbols: count them, merge one, and know at any time which is the best.

A *word* in training is a tuple of symbols with a count, such as ``(("l", "o", "w"), 5)``. BPE and
WordPiece both merge one pair of neighbors at a time, in all words. The bookkeeping exists twice,
with the same methods: `RecountPairs` is the obvious way, `IndexedPairs` is the fast way.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any, Protocol

from subword_lab.ties import Order, Pair

Symbols = tuple[str, ...]
Words = list[tuple[Symbols, int]]
Allowed = Callable[[str], bool]  # whether a pair may become this symbol


@dataclass(frozen=True, slots=True)
class Merged:
    """A training step: `left` and `right` became `new` wherever they stood side by side.

    `count` is the number of adjacent positions that held the pair, weighted by word counts; `score`
    is what the pair was chosen by where that is not the count; `tied` are other pairs that were
    just as good, in the order in which the tie-break would have taken them (the first few of them).
    """

    left: str
    right: str
    new: str
    count: int
    score: float | None = None
    tied: tuple[Pair, ...] = ()


def count_pairs(words: Iterable[tuple[Symbols, int]]) -> dict[Pair, int]:
    """Count every pair of neighbors, in the order in which the pairs are first met.

    Overlapping positions count too: ``a a a`` holds the pair (a, a) twice.

    >>> count_pairs([(("a", "a", "a"), 2), (("a", "b"), 5)])
    {('a', 'a'): 4, ('a', 'b'): 5}
    """
    counts: dict[Pair, int] = {}
    for symbols, count in words:
        for pair in pairwise(symbols):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def merge_word(symbols: Symbols, pair: Pair, new: str) -> Symbols:
    """Replace a pair by one new symbol, from left to right, without overlap.

    >>> merge_word(("a", "a", "a", "b"), ("a", "a"), "aa")
    ('aa', 'a', 'b')
    """
    left, right = pair
    if left not in symbols or right not in symbols:
        return symbols
    merged: list[str] = []
    at, last = 0, len(symbols) - 1
    while at <= last:
        if symbols[at] == left and at < last and symbols[at + 1] == right:
            merged.append(new)
            at += 2
        else:
            merged.append(symbols[at])
            at += 1
    return tuple(merged)


def count_replacements(words: Iterable[tuple[Symbols, int]], pair: Pair) -> int:
    """Count how often merging a pair would replace it; less than its count in runs like ``a a a``.

    >>> count_replacements([(("a", "a", "a"), 2)], ("a", "a"))
    2
    """
    return sum(count * (len(word) - len(merge_word(word, pair, ""))) for word, count in words)


def replay(words: Iterable[tuple[Symbols, int]], steps: Iterable[Merged]) -> Words:
    """Give the words as they stood after some recorded training steps.

    >>> replay([(("h", "u", "g"), 10)], [Merged("u", "g", "ug", 10)])
    [(('h', 'ug'), 10)]
    """
    words = list(words)
    for step in steps:
        pair = step.left, step.right
        words = [(merge_word(symbols, pair, step.new), count) for symbols, count in words]
    return words


def may_merge(pair: Pair, allowed: Allowed | None) -> bool:
    """Whether a trainer is free to merge a pair: without a rule every pair, else by what it makes.

    >>> may_merge(("a", "1"), None), may_merge(("a", "1"), str.isalpha)
    (True, False)
    """
    return allowed is None or allowed(pair[0] + pair[1])


class PairTable(Protocol):
    """What a training loop asks of its bookkeeping.

    A pair whose joined symbol is not `allowed` is counted, and never is the best.
    """

    @property
    def counts(self) -> Mapping[Pair, int]:
        """The count of every pair that is there now."""

    def best(self) -> tuple[Pair, int] | None:
        """The pair with the highest count, ties broken by the order; None if none may be merged."""

    def tied(self, limit: int) -> tuple[Pair, ...]:
        """At most `limit` other pairs with the same count as the best, in order."""

    def replacements(self, pair: Pair) -> int:
        """How often merging a pair would replace it."""

    def merge(self, pair: Pair, new: str) -> int:
        """Merge a pair in all words; give the number of replacements, weighted by word counts."""


class RecountPairs:
    """The obvious bookkeeping: read all words again after each merge.

    >>> words = [(("h", "u", "g"), 10), (("p", "u", "g"), 5)]
    >>> table = RecountPairs(words, order=lambda pair: pair)
    >>> table.best()
    (('u', 'g'), 15)
    >>> table.merge(("u", "g"), "ug")
    15
    >>> table.best()
    (('h', 'ug'), 10)
    """

    def __init__(
        self, words: Iterable[tuple[Symbols, int]], order: Order, allowed: Allowed | None = None
    ) -> None:
        self.words = list(words)
        self.order = order
        self.allowed = allowed

    @property
    def counts(self) -> dict[Pair, int]:
        """The count of every pair that is there now, in the order of the words."""
        return count_pairs(self.words)

    def best(self) -> tuple[Pair, int] | None:
        """The pair with the highest count, ties broken by the order; None if no pair is left."""
        counts = self._candidates()
        best = min(counts, key=lambda pair: (-counts[pair], self.order(pair)), default=None)
        return best and (best, counts[best])

    def tied(self, limit: int) -> tuple[Pair, ...]:
        """At most `limit` other pairs with the same count as the best, in order."""
        counts = self._candidates()
        highest = max(counts.values(), default=0)
        equals = (pair for pair, count in counts.items() if count == highest)
        return tuple(sorted(equals, key=self.order)[1 : limit + 1])

    def _candidates(self) -> dict[Pair, int]:
        return {pair: n for pair, n in self.counts.items() if may_merge(pair, self.allowed)}

    def replacements(self, pair: Pair) -> int:
        """How often merging a pair would replace it."""
        return count_replacements(self.words, pair)

    def merge(self, pair: Pair, new: str) -> int:
        """Merge a pair in all words; give the number of replacements, weighted by word counts."""
        replaced = self.replacements(pair)
        self.words = [(merge_word(symbols, pair, new), count) for symbols, count in self.words]
        return replaced


class IndexedPairs:
    """The fast bookkeeping: know which words hold a pair, and correct only what a merge changes.

    The best pair comes from a heap. Its entries are never corrected in place: one that no longer
    agrees with the counts is dropped, or put back lower down, when it comes to the top.
    The order must follow from the pair alone, so ``first_seen`` needs `RecountPairs`.

    >>> words = [(("h", "u", "g"), 10), (("p", "u", "g"), 5)]
    >>> table = IndexedPairs(words, order=lambda pair: pair)
    >>> table.best(), table.merge(("u", "g"), "ug"), table.best()
    ((('u', 'g'), 15), 15, (('h', 'ug'), 10))
    """

    def __init__(
        self, words: Iterable[tuple[Symbols, int]], order: Order, allowed: Allowed | None = None
    ) -> None:
        self.words = list(words)
        self.order = order
        self.allowed = allowed
        self.counts = count_pairs(self.words)
        self.where: defaultdict[Pair, set[int]] = defaultdict(set)  # may name a word too many
        for at, (symbols, _) in enumerate(self.words):
            for pair in pairwise(symbols):
                self.where[pair].add(at)
        self.heap = [self._entry(pair) for pair in self.counts if may_merge(pair, allowed)]
        heapify(self.heap)

    def _entry(self, pair: Pair) -> tuple[int, Any, Pair]:
        return -self.counts[pair], self.order(pair), pair

    def best(self) -> tuple[Pair, int] | None:
        """The pair with the highest count, ties broken by the order; None if no pair is left."""
        while self.heap:
            negative, _, pair = self.heap[0]
            noted, count = -negative, self.counts.get(pair, 0)
            if noted == count and may_merge(pair, self.allowed):  # the rule may change its mind
                return pair, count
            heappop(self.heap)
            if 0 < count < noted:  # where the count went up, a better entry was there already
                heappush(self.heap, self._entry(pair))
        return None

    def tied(self, limit: int) -> tuple[Pair, ...]:
        """At most `limit` other pairs with the same count as the best, in order."""
        first = top = self.best()
        equals: dict[Pair, tuple[int, Any, Pair]] = {}
        while first and top and top[1] == first[1] and len(equals) <= limit:
            equals[top[0]] = heappop(self.heap)
            top = self.best()
        for entry in equals.values():
            heappush(self.heap, entry)
        return tuple(equals)[1:]

    def replacements(self, pair: Pair) -> int:
        """How often merging a pair would replace it."""
        return count_replacements((self.words[at] for at in self.where.get(pair, ())), pair)

    def merge(self, pair: Pair, new: str) -> int:
        """Merge a pair in all words; give the number of replacements, weighted by word counts."""
        replaced = 0
        fresh: set[Pair] = set()
        for at in self.where.pop(pair, ()):
            before, count = self.words[at]
            after = merge_word(before, pair, new)
            self.words[at] = after, count
            self._count(after, count)
            self._count(before, -count)
            replaced += (len(before) - len(after)) * count
            for neighbors in pairwise(after):
                if new in neighbors:
                    self.where[neighbors].add(at)
                    fresh.add(neighbors)
        for neighbors in fresh:
            if may_merge(neighbors, self.allowed):
                heappush(self.heap, self._entry(neighbors))
        return replaced

    def _count(self, symbols: Symbols, count: int) -> None:
        for pair in pairwise(symbols):
            total = self.counts.get(pair, 0) + count
            if total:
                self.counts[pair] = total
            else:
                del self.counts[pair]
