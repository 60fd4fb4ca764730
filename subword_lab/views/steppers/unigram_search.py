"""A text over its lattice, and what every frame of the search for its cuts is drawn from."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf
from typing import NamedTuple

from subword_lab.i18n import t
from subword_lab.lattice import Edge, Lattice, NoPath, Path, Reached
from subword_lab.views.html import Html, card, in_words, row_of_bricks
from subword_lab.views.pictures.lattice import Marks, lattice_picture
from subword_lab.views.tables import Bar, bars

CUTS_SHOWN = 6
NOTHING = Html("", "")


class Frame(NamedTuple):
    """What is looked at: a kind of frame, and the position where it is about one."""

    kind: str
    at: int = 0


@dataclass(frozen=True)
class Search:
    """A text over its lattice; all numbers are calculated once, when they are first looked at."""

    text: str
    graph: Lattice

    @cached_property
    def scores(self) -> list[float]:
        """The best score of every position; minus infinity where no way leads to it."""
        scores = [0.0] + [-inf] * self.graph.size
        for step in self._steps:
            scores[step.end] = step.score
        return scores

    @cached_property
    def kept(self) -> dict[int, Edge]:
        """The last piece of the best way to every position that can be reached."""
        places = {(edge.start, edge.end): edge for edge in self.graph.edges}
        return {step.end: places[step.start, step.end] for step in self._steps}

    @cached_property
    def _steps(self) -> list[Reached]:
        steps: list[Reached] = []
        with suppress(NoPath):  # the last frame says so
            steps.extend(self.graph.viterbi_steps())
        return steps

    @cached_property
    def cuts(self) -> list[tuple[float, Path]]:
        """The best cuts with their scores."""
        return self.graph.n_best(CUTS_SHOWN)

    @cached_property
    def sums(self) -> dict[str, list[float]]:
        """Forward and backward sums of every position, as logs."""
        return {"forward": self.graph.forward(), "backward": self.graph.backward()}

    @cached_property
    def numbers_of_ways(self) -> list[int]:
        """How many ways lead from 0 to every position."""
        return [round(exp(count)) for count in self.graph.forward(0.0)]

    def ways(self, end: int) -> list[Edge]:
        """The pieces that lead to a position from one that can be reached."""
        return [e for e in self.graph.arriving[end] if self.scores[e.start] > -inf]

    def frames(self) -> Iterator[Frame]:
        """Each position; the way back, the second best; forward, backward; the shares."""
        size = self.graph.size
        yield from (Frame("reach", end) for end in range(1, size + 1))
        yield Frame("back")
        if self.cuts:
            yield Frame("second")
            yield from (Frame("forward", at) for at in range(1, size + 1))
            yield from (Frame("backward", at) for at in range(size - 1, -1, -1))
            yield Frame("shares")


def page(caption: str, search: Search, marks: Marks, below: Html = NOTHING) -> Html:
    """A frame: the lattice with its marks, and a table below it."""
    picture = lattice_picture(search.graph, search.text, marks)
    text = "\n".join(filter(None, [caption, picture.text, below.text]))
    return Html(card(picture.markup + below.markup), text, card(picture.drawing + below.markup))


def best_cuts(search: Search) -> Html:
    """The best cuts with their shares of the total, as bars."""
    total = search.sums["forward"][-1]
    rows = []
    for at, (score, path) in enumerate(search.cuts):
        pieces = [edge.piece for edge in path]
        share = exp(score - total)
        label = Html(row_of_bricks(pieces), in_words(pieces))
        rows.append(Bar(label, share, probability(score), f"{share:.1%}", hot=at == 0))
    cuts = f"{search.numbers_of_ways[-1]:,}"
    return bars(t("views_unigram.encoding.best_cuts", cuts=cuts), rows)


def probability(log_probability: float) -> str:
    """A probability as a text, given its log.

    >>> probability(-2.3), probability(-30.0)
    ('0.1002588', '9.36e-14')
    """
    p = exp(log_probability)
    return f"{p:.7f}" if p > 1e-6 else f"{p:.2e}"


def under(sums: list[float], known: range) -> list[str]:
    """What stands below the positions: sums that are known, a dash where no way leads."""
    shown = [f"{total:.2f}" if total > -inf else "–" for total in sums]
    return [text if at in known else "" for at, text in enumerate(shown)]
