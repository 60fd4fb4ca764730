"""Recorded training, gone through forwards and backwards: each step touches what it changes."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from subword_lab.pairs import Merged, Symbols, Words, count_pairs, count_replacements, merge_word
from subword_lab.scores import symbol_counts
from subword_lab.ties import Pair


class Replay:
    """The words, pair counts and symbol counts after any number of steps: `go` there, then read.

    A step is kept as the words that it changed, in the form of its other side; going over it in
    either direction exchanges the two forms. Pairs are `in_order` of the words only if this is
    asked for: then all of them are counted again after each going.

    >>> states = Replay([(("h", "u", "g"), 10), (("h", "u", "t"), 5)], [Merged("u", "g", "ug", 10)])
    >>> states.go(1).words, states.counts
    ([(('h', 'ug'), 10), (('h', 'u', 't'), 5)], {('h', 'u'): 5, ('u', 't'): 5, ('h', 'ug'): 10})
    >>> states.go(0).words
    [(('h', 'u', 'g'), 10), (('h', 'u', 't'), 5)]
    """

    def __init__(self, words: Words, steps: Sequence[Merged], in_order: bool = False) -> None:
        self.steps = steps
        self.in_order = in_order
        self.words = list(words)
        self.counts = count_pairs(words)
        self.symbols = symbol_counts(words)
        self._at = 0
        self._replaced: dict[Pair, int] = {}  # what `replacements` found since
        self._other_side: list[dict[int, Symbols]] = []
        self._where: defaultdict[Pair, set[int]] = defaultdict(set)  # may name a word too many
        for place, (symbols, _) in enumerate(self.words):
            for pair in pairwise(symbols):
                self._where[pair].add(place)

    def __len__(self) -> int:
        return len(self.steps) + 1

    def go(self, at: int) -> "Replay":
        """Stand after `at` steps; `IndexError` where there are fewer."""
        while self._at < at:
            if len(self._other_side) == self._at:
                self._other_side.append(self._changed_by(self.steps[self._at]))
            self._cross(self._at)
            self._at += 1
        while self._at > at:
            self._at -= 1
            self._cross(self._at)
        if self.in_order:
            self.counts = count_pairs(self.words)
        return self

    def replacements(self, pair: Pair) -> int:
        """How often merging a pair would replace it."""
        if pair not in self._replaced:
            held = (self.words[place] for place in self._where[pair])
            self._replaced[pair] = count_replacements(held, pair)
        return self._replaced[pair]

    def _changed_by(self, step: Merged) -> dict[int, Symbols]:
        """The words that a step changes, as they will be."""
        pair = step.left, step.right
        changed = {}
        for place in self._where[pair]:
            before = self.words[place][0]
            after = merge_word(before, pair, step.new)
            if after != before:
                changed[place] = after
                for neighbors in pairwise(after):
                    if step.new in neighbors:
                        self._where[neighbors].add(place)
        return changed

    def _cross(self, number: int) -> None:
        """Exchange the two forms of the words that a step changes."""
        step, other_side, merged = self.steps[number], self._other_side[number], 0
        for place, symbols in other_side.items():
            old, count = self.words[place]
            self.words[place] = symbols, count
            other_side[place] = old
            _add(self.counts, pairwise(symbols), count)
            _add(self.counts, pairwise(old), -count)
            merged += count * (len(old) - len(symbols))  # below 0 on the way back
        _add(self.symbols, (step.new,), merged)
        _add(self.symbols, (step.left, step.right), -merged)
        touched = {step.left, step.right, step.new}
        self._replaced = {pair: n for pair, n in self._replaced.items() if touched.isdisjoint(pair)}


def _add(counts: dict[Any, int], keys: Iterable[Any], count: int) -> None:
    """Count each key up or down; what comes to nothing is dropped."""
    for key in keys:
        total = counts.get(key, 0) + count
        if total:
            counts[key] = total
        else:
            counts.pop(key, None)
