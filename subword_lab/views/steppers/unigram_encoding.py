"""Watch Viterbi find the best cut, then the second best, then what all cuts weigh together."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf

from subword_lab import unigram
from subword_lab.i18n import t
from subword_lab.lattice import Edge, Lattice, NoPath, Path
from subword_lab.unigram import UnigramModel
from subword_lab.views.html import Html, card, in_words, row_of_bricks, visible
from subword_lab.views.pictures.lattice import Marks, lattice_picture
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import Bar, bars, beside, table

CUTS_SHOWN = 6
BACK, SECOND, SHARES = "back", "second", "shares"
Frame = int | str  # a position to reach, or what comes after the last one


@dataclass(frozen=True)
class _Search:
    """A text over its lattice, with all that the frames draw from."""

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
    def _steps(self) -> list[unigram.Reached]:
        steps: list[unigram.Reached] = []
        with suppress(NoPath):  # the last frame says so
            steps.extend(self.graph.viterbi_steps())
        return steps

    @cached_property
    def cuts(self) -> list[tuple[float, Path]]:
        """The best cuts with their scores."""
        return self.graph.n_best(CUTS_SHOWN)

    def ways(self, end: int) -> list[Edge]:
        """The pieces that lead to a position from one that can be reached."""
        return [e for e in self.graph.arriving[end] if self.scores[e.start] > -inf]

    def frames(self) -> list[Frame]:
        """One for each position, then the way back, the second best cut, and all cuts."""
        return [*range(1, self.graph.size + 1), BACK, *([SECOND, SHARES] if self.cuts else [])]


def unigram_encoding(model: UnigramModel, text: str, *, predict: bool = False) -> Stepper:
    """Step through the search for the best cut, position by position; any text can be typed.

    After the last position come the way back, the second best cut, and the share of all cuts that
    each piece carries. `ValueError` for a text too long to be drawn, `TypeError` for no string.

    >>> probabilities = {"h": 0.1, "u": 0.2, "g": 0.1, "ug": 0.3}
    >>> view = unigram_encoding(UnigramModel.from_probabilities(probabilities), "ug")
    >>> print(str(view).splitlines()[1])
    Position 1: the best way ends with u, from 0; score -1.61.
    """
    story = _story(model, text)
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=lambda typed: _story(model, typed),
        typed=text,
        predict=predict,
    )


def _story(model: UnigramModel, text: str) -> Story:
    search = _Search(text, unigram.lattice(model, text))
    lattice_picture(search.graph, text)  # a text that is too long is refused before it is told
    draw_late = {BACK: _draw_back, SECOND: _draw_second, SHARES: _draw_shares}

    def draw(frame: Frame) -> Html:
        return _draw_reach(search, frame) if isinstance(frame, int) else draw_late[frame](search)

    def ask(frame: Frame) -> Question | None:
        return _ask(search, frame) if isinstance(frame, int) and frame in search.kept else None

    title = t("views_unigram.encoding.title", text=visible(text))
    return Story(title, search.frames(), draw, ask)


# To reach a position -----------------------------------------------------------------------------


def _draw_reach(search: _Search, end: int) -> Html:
    best = search.kept.get(end)
    roles = _roles(search, end) | ({best: "best"} if best else {})
    if best is None:
        caption = t("views_unigram.encoding.unreached", end=end)
    else:
        score = f"{search.scores[end]:.2f}"
        caption = t("views_unigram.encoding.reach", end=end, piece=visible(best.piece),
                    start=best.start, score=score)  # fmt: skip
    marks = Marks(roles, under=_under(search, end))
    return _page(caption, search, marks, _ways(search, end, shown=True))


def _ask(search: _Search, end: int) -> Question:
    text = t("views_unigram.encoding.question", end=end)
    options = tuple(visible(edge.piece) for edge in search.ways(end))
    marks = Marks(_roles(search, end), under=_under(search, end - 1))
    hidden = _page(text, search, marks, _ways(search, end, shown=False))
    why = t("views_unigram.encoding.why", score=f"{search.scores[end]:.2f}")
    return Question(text, options, visible(search.kept[end].piece), hidden, (), why)


def _roles(search: _Search, end: int) -> dict[Edge, str]:
    """Ways looked at now, ways kept before, and all that comes later."""
    roles = {edge: "later" for edge in search.graph.edges if edge.end > end}
    roles |= {edge: "back" for at, edge in search.kept.items() if at < end}
    return roles | dict.fromkeys(search.ways(end), "way")


def _under(search: _Search, end: int) -> list[str]:
    known = [f"{s:.2f}" if s > -inf else "–" for s in search.scores[: end + 1]]
    return known + [""] * (search.graph.size - end)


def _ways(search: _Search, end: int, shown: bool) -> Html:
    """The table of ways to a position; what is to be predicted is left out."""
    if not search.ways(end):
        return Html(t("views_unigram.encoding.no_ways"), t("views_unigram.encoding.no_ways"))
    rows = []
    for edge in search.ways(end):
        there = search.scores[edge.start]
        kept = shown and edge == search.kept[end]
        piece = Html(
            row_of_bricks([edge.piece], ["pair" if kept else "plain"]), visible(edge.piece)
        )
        row = [str(edge.start), f"{there:.2f}", piece, f"{edge.score:.2f}"]
        if shown:
            row += [f"{there + edge.score:.2f}", t("views_unigram.encoding.kept") if kept else ""]
        rows.append(row)
    names = ["from", "there", "piece", "log", *(["sum"] if shown else [])]
    header = [t(f"views_unigram.encoding.{name}") for name in names] + [""] * shown
    return table(t("views_unigram.encoding.ways", end=end), header, rows)


# After the last position -------------------------------------------------------------------------


def _draw_back(search: _Search) -> Html:
    if not search.cuts:
        return _page(t("views_unigram.encoding.no_cut"), search, Marks(), Html("", ""))
    score, path = search.cuts[0]
    pieces = [edge.piece for edge in reversed(path)]
    caption = t("views_unigram.encoding.back", pieces=", ".join(map(visible, pieces)),
                score=f"{score:.2f}", p=_probability(score))  # fmt: skip
    roles = dict.fromkeys(search.kept.values(), "back") | dict.fromkeys(path, "best")
    return _page(
        caption, search, Marks(roles, under=_under(search, search.graph.size)), Html("", "")
    )


def _draw_second(search: _Search) -> Html:
    if len(search.cuts) == 1:
        return _page(t("views_unigram.encoding.only_one"), search, Marks(), _cuts(search))
    (best, path), (score, second) = search.cuts[:2]
    pieces = in_words(edge.piece for edge in second)
    times = f"{exp(min(best - score, 700)):,.1f}"
    caption = t("views_unigram.encoding.second", pieces=pieces, times=times)
    roles = dict.fromkeys(path, "back") | dict.fromkeys(second, "way")
    return _page(caption, search, Marks(roles), _cuts(search))


def _draw_shares(search: _Search) -> Html:
    shares, total = search.graph.marginals()
    caption = t(
        "views_unigram.encoding.shares", cuts=_number_of_cuts(search), p=_probability(total)
    )
    roles = dict.fromkeys(search.cuts[0][1], "best")
    marks = Marks(roles, dict(zip(search.graph.edges, shares, strict=True)))
    sums = zip(search.graph.forward(), search.graph.backward(), strict=True)
    rows = [(str(at), f"{fore:.2f}", f"{back:.2f}") for at, (fore, back) in enumerate(sums)]
    names = [t(f"views_unigram.encoding.{name}") for name in ("position", "forward", "backward")]
    both = beside(_cuts(search), table(t("views_unigram.encoding.sums"), names, rows))
    return _page(caption, search, marks, both)


def _cuts(search: _Search) -> Html:
    """The best cuts with their shares of the total, as bars."""
    total = search.graph.forward()[-1]
    rows = []
    for at, (score, path) in enumerate(search.cuts):
        pieces = [edge.piece for edge in path]
        share = exp(score - total)
        label = Html(row_of_bricks(pieces), in_words(pieces))
        rows.append(Bar(label, share, _probability(score), f"{share:.1%}", hot=at == 0))
    return bars(t("views_unigram.encoding.best_cuts", cuts=_number_of_cuts(search)), rows)


def _number_of_cuts(search: _Search) -> str:
    return f"{exp(search.graph.forward(0.0)[-1]):,.0f}"


def _probability(log_probability: float) -> str:
    probability = exp(log_probability)
    return f"{probability:.7f}" if probability > 1e-6 else f"{probability:.2e}"


# The page ----------------------------------------------------------------------------------------


def _page(caption: str, search: _Search, marks: Marks, below: Html) -> Html:
    picture = lattice_picture(search.graph, search.text, marks)
    text = "\n".join(filter(None, [caption, picture.text, below.text]))
    return Html(card(picture.markup + below.markup), text, card(picture.drawing + below.markup))
