"""Watch Viterbi find the best cut, then the second best, then what all cuts weigh together."""

from collections.abc import Callable
from functools import lru_cache
from math import exp, isclose

from subword_lab import unigram
from subword_lab.i18n import t
from subword_lab.lattice import Edge
from subword_lab.unigram import UnigramModel
from subword_lab.views.html import Html, in_words, row_of_bricks, visible
from subword_lab.views.pictures.lattice import Marks, lattice_picture
from subword_lab.views.steppers.unigram_search import (
    Frame,
    Search,
    best_cuts,
    page,
    probability,
    under,
)
from subword_lab.views.steppers.unigram_sums import ask_shares, ask_sum, draw_shares, draw_sum
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import table


def unigram_encoding(model: UnigramModel, text: str, *, predict: bool = False) -> Stepper:
    """Step through the search for the best cut, position by position; any text can be typed.

    After the last position come the way back and the second best cut; then the sums over all ways,
    forward and backward, and the share of all cuts that each piece carries. `ValueError` for a
    text too long to be drawn, `TypeError` for no string.

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
    search = Search(text, unigram.lattice(model, text))
    lattice_picture(search.graph, text)  # a text that is too long is refused before it is told
    title = t("views_unigram.encoding.title", text=visible(text))

    def draw(frame: Frame) -> Html:
        return _DRAWN[frame.kind](search, frame)

    @lru_cache(maxsize=1)  # a step asks more than once
    def ask(frame: Frame) -> Question | None:
        return _ASKED[frame.kind](search, frame)

    return Story(title, list(search.frames()), draw, ask)


# To reach a position -----------------------------------------------------------------------------


def _draw_reach(search: Search, frame: Frame) -> Html:
    end = frame.at
    best = search.kept.get(end)
    roles = _roles(search, end) | ({best: "best"} if best else {})
    if best is None:
        caption = t("views_unigram.encoding.unreached", end=end)
    else:
        score = f"{search.scores[end]:.2f}"
        caption = t("views_unigram.encoding.reach", end=end, piece=visible(best.piece),
                    start=best.start, score=score)  # fmt: skip
    marks = Marks(roles, under=under(search.scores, range(end + 1)))
    return page(caption, search, marks, _ways(search, end, shown=True))


def _ask_reach(search: Search, frame: Frame) -> Question | None:
    end, score = frame.at, search.scores[frame.at]
    kept = search.kept.get(end)
    if kept is None:
        return None
    ways = {
        visible(edge.piece): search.scores[edge.start] + edge.score for edge in search.ways(end)
    }
    answer = visible(kept.piece)
    tied = tuple(piece for piece, way in ways.items() if piece != answer and isclose(way, score))
    text = t("views_unigram.encoding.question", end=end)
    marks = Marks(_roles(search, end), under=under(search.scores, range(end)))
    hidden = page(text, search, marks, _ways(search, end, shown=False))
    why = t("views_unigram.encoding.why", score=f"{score:.2f}")
    return Question(text, tuple(ways), answer, hidden, tied, why)


def _roles(search: Search, end: int) -> dict[Edge, str]:
    """Ways looked at now, ways kept before, and all that comes later."""
    roles = {edge: "later" for edge in search.graph.edges if edge.end > end}
    roles |= {edge: "back" for at, edge in search.kept.items() if at < end}
    return roles | dict.fromkeys(search.ways(end), "way")


def _ways(search: Search, end: int, shown: bool) -> Html:
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


def _draw_back(search: Search, _: Frame) -> Html:
    if not search.cuts:
        return page(t("views_unigram.encoding.no_cut"), search, Marks())
    score, path = search.cuts[0]
    pieces = [edge.piece for edge in reversed(path)]
    caption = t("views_unigram.encoding.back", pieces=", ".join(map(visible, pieces)),
                score=f"{score:.2f}", p=probability(score))  # fmt: skip
    return page(caption, search, _kept_ways(search, dict.fromkeys(path, "best")))


def _kept_ways(search: Search, roles: dict[Edge, str]) -> Marks:
    all_positions = range(search.graph.size + 1)
    kept = dict.fromkeys(search.kept.values(), "back")
    return Marks(kept | roles, under=under(search.scores, all_positions))


def _ask_back(search: Search, _: Frame) -> Question | None:
    text = t("views_unigram.encoding.question_back")
    return _ask_cut(search, 0, page(text, search, _kept_ways(search, {})), text)


def _draw_second(search: Search, _: Frame) -> Html:
    if len(search.cuts) == 1:
        return page(t("views_unigram.encoding.only_one"), search, Marks(), best_cuts(search))
    (best, path), (score, second) = search.cuts[:2]
    pieces = in_words(edge.piece for edge in second)
    times = f"{exp(min(best - score, 700)):,.1f}"
    caption = t("views_unigram.encoding.second", pieces=pieces, times=times)
    roles = dict.fromkeys(path, "back") | dict.fromkeys(second, "way")
    return page(caption, search, Marks(roles), best_cuts(search))


def _ask_second(search: Search, _: Frame) -> Question | None:
    text = t("views_unigram.encoding.question_second")
    marks = Marks(dict.fromkeys(search.cuts[0][1], "best"))
    return _ask_cut(search, 1, page(text, search, marks), text)


def _ask_cut(search: Search, rank: int, hidden: Html, text: str) -> Question | None:
    """Ask which cut has a rank, 0 for the best; better ones are known and not offered."""
    if rank >= len(search.cuts):
        return None
    named = {in_words(edge.piece for edge in path): score for score, path in search.cuts[rank:]}
    answer, score = next(iter(named.items()))
    tied = tuple(cut for cut, other in named.items() if cut != answer and isclose(other, score))
    why = t("views_unigram.encoding.why", score=f"{score:.2f}")
    return Question(text, tuple(sorted(named)), answer, hidden, tied, why)


_DRAWN: dict[str, Callable[[Search, Frame], Html]] = {
    "reach": _draw_reach,
    "back": _draw_back,
    "second": _draw_second,
    "forward": draw_sum,
    "backward": draw_sum,
    "shares": draw_shares,
}
_ASKED: dict[str, Callable[[Search, Frame], Question | None]] = {
    "reach": _ask_reach,
    "back": _ask_back,
    "second": _ask_second,
    "forward": ask_sum,
    "backward": ask_sum,
    "shares": ask_shares,
}
