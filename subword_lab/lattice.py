"""All the ways to cut a text into pieces, as a graph, and the questions one can ask of it.

Nodes are the positions 0..size between characters. An edge is a piece that covers the characters
from its start to its end; its score is the natural logarithm of its probability. A path from 0 to
the last node is one segmentation, and its score is the sum of its edges' scores.

There can be 2**(size - 1) paths. Yet the best one, their total probability, the share of each
edge, the n best and a fair sample take one sweep over the edges, because the answer for a
position is built from the answers for the positions its edges come from.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import exp, inf, log
from random import Random
from typing import NamedTuple

from subword_lab.text.checks import check_kind, check_real, check_whole
from subword_lab.trace import drain

COLDEST = 1e100  # an inverse temperature; times any score of any text it is still finite


class Edge(NamedTuple):
    """A piece that covers the characters from `start` up to `end`; its score is a natural log."""

    start: int
    end: int
    piece: str
    score: float


Path = tuple[Edge, ...]


class NoPath(ValueError):
    """No path of edges leads from the first position to the last."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The best way to position `end`: from `start` by `piece`, with `score` from 0 to here."""

    end: int
    start: int
    piece: str
    score: float


@dataclass(frozen=True, slots=True)
class Lattice:
    """Edges over a text of `size` characters.

    `arriving[i]` holds the edges that end at position i and `leaving[i]` those that start there,
    both in the order of `edges`: for an exact tie in score the first one wins, as in SentencePiece,
    which lists edges by their start, so that the longest last piece wins.

    Where no path leads through, `segmentations` and `n_best` have nothing to give, and the other
    methods raise `NoPath`. An edge that does not fit raises a `ValueError`.

    >>> hug = Lattice(2, (Edge(0, 1, "u", -1.5), Edge(0, 2, "ug", -2.0), Edge(1, 2, "g", -2.1)))
    >>> [[edge.piece for edge in path] for path in hug.segmentations()]
    [['u', 'g'], ['ug']]
    >>> [edge.piece for edge in hug.viterbi()]
    ['ug']
    >>> shares, log_likelihood = hug.marginals()
    >>> [round(share, 3) for share in shares]
    [0.168, 0.832, 0.168]

    Source: Kudo 2018, "Subword Regularization", section 3.2; SentencePiece's `Lattice`.
    """

    size: int
    edges: tuple[Edge, ...]
    arriving: tuple[list[Edge], ...] = field(init=False, repr=False, compare=False)
    leaving: tuple[list[Edge], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        arriving: tuple[list[Edge], ...] = tuple([] for _ in range(self.size + 1))
        leaving: tuple[list[Edge], ...] = tuple([] for _ in range(self.size + 1))
        for edge in self.edges:
            if not 0 <= edge.start < edge.end <= self.size:
                raise ValueError(f"{edge} does not lie between positions 0 and {self.size}")
            arriving[edge.end].append(edge)
            leaving[edge.start].append(edge)
        object.__setattr__(self, "arriving", arriving)
        object.__setattr__(self, "leaving", leaving)

    def segmentations(self) -> Iterator[Path]:
        """Give every path, by plain recursion: for small texts, and to check all the rest."""

        def continued(path: Path, position: int) -> Iterator[Path]:
            if position == self.size:
                yield path
            for edge in self.leaving[position]:
                yield from continued((*path, edge), edge.end)

        return continued((), 0)

    def viterbi_steps(self) -> Generator[Reached, None, Path]:
        """Find the path with the highest score, position by position."""
        best: list[tuple[float, Edge | None]] = [(0.0, None)]
        for end in range(1, self.size + 1):
            score, last = -inf, None
            for edge in self.arriving[end]:
                through = best[edge.start][0] + edge.score
                if through > score:
                    score, last = through, edge
            best.append((score, last))
            if last is not None:
                yield Reached(end, last.start, last.piece, score)
        return self._trace_back([last for _, last in best])

    def viterbi(self) -> Path:
        """Give the path with the highest score."""
        return drain(self.viterbi_steps())

    def _trace_back(self, last_edge: Sequence[Edge | None]) -> Path:
        path, position = [], self.size
        while position > 0:
            edge = last_edge[position]
            if edge is None:
                raise self._no_path()
            path.append(edge)
            position = edge.start
        return tuple(reversed(path))

    def forward(self, inverse_temperature: float = 1.0) -> list[float]:
        """Give, for every position, the log of the summed probability of all paths from 0 to it.

        The last number is the log-likelihood of the text. Scores are multiplied by
        `inverse_temperature` first; at 0 every path weighs 1, and the sums count paths.
        """
        sums = [0.0]
        for edges in self.arriving[1:]:
            sums.append(log_sum([sums[e.start] + inverse_temperature * e.score for e in edges]))
        return sums

    def backward(self) -> list[float]:
        """Give, for every position, the log of the summed probability of all paths from it on."""
        sums = [0.0] * (self.size + 1)
        for start in range(self.size - 1, -1, -1):
            sums[start] = log_sum([e.score + sums[e.end] for e in self.leaving[start]])
        return sums

    def marginals(self) -> tuple[list[float], float]:
        """Give each edge's share of the total probability of all paths, and the log of that total.

        The share is the edge's posterior: how likely the true path, if unseen, holds it.
        """
        forward, backward = self.forward(), self.backward()
        total = forward[-1]
        if total == -inf:
            raise self._no_path()
        through = [exp(forward[e.start] + e.score + backward[e.end] - total) for e in self.edges]
        return through, total

    def n_best(self, n: int) -> list[tuple[float, Path]]:
        """Give the `n` best paths with their scores, best first, or all where there are fewer.

        This is Viterbi with n memories instead of one: the n best ways to a position come from
        the n best ways to the positions before it. SentencePiece finds the same scores by A*.
        """
        check_whole(n, "n", least=1)
        best: list[list[_Partial]] = [[_Partial(0.0, None, None)]]
        for edges in self.arriving[1:]:
            ways = [_Partial(b.score + e.score, e, b) for e in edges for b in best[e.start]]
            best.append(nlargest(n, ways, key=lambda partial: partial.score))
        return [(partial.score, partial.path()) for partial in best[-1]]

    def sample(self, inverse_temperature: float, rng: Random) -> Path:
        """Draw a path with probability proportional to its own to the `inverse_temperature`.

        At 0 all segmentations are equally likely, at 1 they follow the model, and the larger the
        number, the surer the best path. Forward filtering, backward sampling: the last edge is
        drawn by the weight of all paths that end with it, then the edge before, and so on.

        Raises a `ValueError` for a number that is negative or too large, a `TypeError` for another
        `rng` than Python's.
        """
        check_real(inverse_temperature, "inverse_temperature", least=0, most=COLDEST)
        check_kind(rng, "rng", Random, "give a seeded generator, random.Random(1)")
        sums = self.forward(inverse_temperature)
        if sums[-1] == -inf:
            raise self._no_path()
        path, position = [], self.size
        while position > 0:
            edges = self.arriving[position]
            weights = [
                exp(sums[e.start] + inverse_temperature * e.score - sums[position]) for e in edges
            ]
            (edge,) = rng.choices(edges, weights)
            path.append(edge)
            position = edge.start
        return tuple(reversed(path))

    def _no_path(self) -> NoPath:
        return NoPath(f"no path of edges leads from position 0 to {self.size}")


class _Partial(NamedTuple):
    """A path from 0 to a position, as its last edge and the path before that."""

    score: float
    edge: Edge | None
    before: "_Partial | None"

    def path(self) -> Path:
        edges, partial = [], self
        while partial.edge is not None and partial.before is not None:
            edges.append(partial.edge)
            partial = partial.before
        return tuple(reversed(edges))


def log_sum(logs: Sequence[float]) -> float:
    """Give the log of the sum of numbers given by their logs, without leaving log space.

    >>> round(log_sum([log(0.25), log(0.5)]), 6) == round(log(0.75), 6)
    True
    >>> log_sum([])
    -inf
    """
    if len(logs) == 1:
        return logs[0]
    top = max(logs, default=-inf)
    if top == -inf:
        return -inf
    return top + log(sum([exp(x - top) for x in logs]))
