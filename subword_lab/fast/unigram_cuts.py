"""The best segmentations of many words at once, in single precision from zero.

All words take the same step together: from one place, over pieces of one length. Words that reach a
place stand side by side, long words first (`positions.Shape`), so a place of all words is a slice.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.branches import Branches, Letters
from subword_lab.fast.lattices import NOWHERE, Floats
from subword_lab.fast.positions import Numbers, Small

Doubles = NDArray[np.float64]


class Cuts(NamedTuple):
    """For each word its score, its closest choice and how many pieces it has, then the pieces.

    `reach` is how far the best sum at any place of the word is from zero. A piece is a node of the
    trie; the last one stands for an unknown character.
    """

    score: Floats
    reach: Floats
    margin: Doubles
    many: Numbers
    nodes: Small


class Layout(NamedTuple):
    """Words by size: the i-th is `word[i]` of those given; `many[p]` have a place p.

    Their positions are `first[p]`, `first[p]` + 1, …
    """

    word: Numbers
    size: Numbers
    many: Numbers
    first: Numbers

    @classmethod
    def of(cls, sizes: Numbers) -> "Layout":
        """Lay out words of these sizes."""
        word = np.argsort(-sizes, kind="stable")
        places = np.arange(sizes.max(initial=0) + 1)
        many = len(sizes) - np.searchsorted(sizes[word[::-1]], places)
        return cls(word, sizes[word], many, np.cumsum(many) - many)

    def at(self, place: int) -> slice:
        """The positions of one place."""
        return slice(int(self.first[place]), int(self.first[place] + self.many[place]))


def best_cuts(letters: Letters, sizes: Numbers, branches: Branches, scores: Floats) -> Cuts:
    """Viterbi for words that stand one behind the other; `scores` are those of the nodes.

    A node that is no piece has minus infinity, the last one the score of an unknown character.
    Among equals the longest last piece wins.
    """
    layout = Layout.of(sizes)
    positions = int(layout.many.sum())
    best, second = np.full(positions, NOWHERE), np.full(positions, NOWHERE)
    best[: len(sizes)] = 0
    through = np.full(positions, len(branches.piece) - 1, np.int32)
    begin = (np.cumsum(sizes) - sizes)[layout.word]
    for place in range(len(layout.many) - 1):
        here = best[layout.at(place)]
        for length, word, node, score in _walk(place, letters, begin, layout, branches, scores):
            end = layout.at(place + length)
            new, old = here[word] + score, best[end][word]
            better = new > old
            second[end][word] = np.maximum(second[end][word], np.minimum(new, old))
            best[end][word] = np.maximum(new, old)
            through[end][word] = np.where(better, node, through[end][word])
    return _traced(layout, best, second, through, branches.depth)


Step = tuple[int, NDArray[np.intp] | slice, Small, Floats]


def _walk(
    place: int,
    letters: Letters,
    begin: Numbers,
    layout: Layout,
    branches: Branches,
    scores: Floats,
) -> Iterator[Step]:
    """For each length the words that have a piece from a place on, the piece and its score."""
    many = layout.many[place + 1 :].tolist()
    node = branches.step(np.zeros(many[0], np.int32), letters[begin[: many[0]] + place])
    alive = np.flatnonzero(node > 0)
    node = node[alive]
    single = np.full(many[0], len(branches.piece) - 1, np.int32)
    single[alive] = np.where(scores[node] > NOWHERE, node, single[alive])
    yield 1, slice(0, many[0]), single, scores[single]
    for length, reach in enumerate(many[1:], 2):
        inside = int(np.searchsorted(alive, reach))
        alive = alive[:inside]
        node = branches.step(node[:inside], letters[begin[alive] + (place + length - 1)])
        on = np.flatnonzero(node > 0)
        if not len(on):
            return
        alive, node = alive[on], node[on]
        score = scores[node]
        hit = np.flatnonzero(score > NOWHERE)
        if len(hit):
            yield length, alive[hit], node[hit], score[hit]


def _traced(layout: Layout, best: Floats, second: Floats, through: Small, depth: Small) -> Cuts:
    """Follow all best paths back from the ends of the words."""
    words = len(layout.word)
    margin, many = np.full(words, np.inf), np.zeros(words, np.int64)
    left, word = layout.size.copy(), np.flatnonzero(layout.size)
    steps: list[tuple[Numbers, Small]] = []
    while len(word):
        at = layout.first[left[word]] + word
        margin[word] = np.minimum(margin[word], best[at].astype(np.float64) - second[at])
        many[word] += 1
        steps.append((word, through[at]))
        left[word] -= depth[through[at]]
        word = word[left[word] > 0]
    reach = np.zeros(words, np.float32)
    for place, reaching in enumerate(layout.many.tolist()):
        reach[:reaching] = np.maximum(reach[:reaching], np.abs(best[layout.at(place)]))
    score, reaches = np.empty(words, np.float32), np.empty(words, np.float32)
    reaches[layout.word] = reach
    score[layout.word] = best[layout.first[layout.size] + np.arange(words)]
    margins, counts = np.empty(words), np.empty(words, np.int64)
    margins[layout.word], counts[layout.word] = margin, many
    ends = np.cumsum(counts)[layout.word]
    nodes = np.empty(int(counts.sum()), np.int32)
    for back, (word, node) in enumerate(steps, 1):
        nodes[ends[word] - back] = node
    return Cuts(score, reaches, margins, counts, nodes)
