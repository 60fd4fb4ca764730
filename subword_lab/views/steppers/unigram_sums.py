"""What all cuts weigh together: forward sums, backward sums, and the share of every piece."""

from heapq import nlargest
from math import exp, inf, isclose

from subword_lab.i18n import t
from subword_lab.lattice import Edge
from subword_lab.views.html import Html, row_of_bricks, visible
from subword_lab.views.pictures.lattice import Marks
from subword_lab.views.steppers.unigram_search import (
    Frame,
    Search,
    best_cuts,
    page,
    probability,
    under,
)
from subword_lab.views.stepping import Question
from subword_lab.views.tables import beside, table

PIECES_OFFERED = 8


# One position ------------------------------------------------------------------------------------


def draw_sum(search: Search, frame: Frame) -> Html:
    """A position whose sum is made of the sums before it (or, backward, behind it)."""
    return page(_caption(search, frame), search, _marks(search, frame, True), _terms(search, frame))


def _caption(search: Search, frame: Frame) -> str:
    side, at = frame
    total = search.sums[side][at]
    if total == -inf:
        return t(f"views_unigram.sums.{side}_none", at=at)
    numbers = {"at": at, "p": probability(total), "log": f"{total:.2f}"}
    if side == "backward":
        return t(f"views_unigram.sums.{'start' if at == 0 else 'backward'}", **numbers)
    ways = search.numbers_of_ways[at]
    if ways == 1:
        return t("views_unigram.sums.one_way", **numbers)
    key = "end" if at == search.graph.size else "forward"
    best = f"{search.scores[at]:.2f}"
    return t(f"views_unigram.sums.{key}", ways=f"{ways:,}", best=best, **numbers)


def _far(frame: Frame, edge: Edge) -> int:
    """The other end of a piece that meets the position."""
    return edge.start if frame.kind == "forward" else edge.end


def _meeting(search: Search, frame: Frame) -> list[tuple[Edge, float]]:
    """The pieces that meet at a position, each with the log of its term of the sum."""
    graph, sums = search.graph, search.sums[frame.kind]
    edges = (graph.arriving if frame.kind == "forward" else graph.leaving)[frame.at]
    terms = [(edge, sums[_far(frame, edge)] + edge.score) for edge in edges]
    return [(edge, term) for edge, term in terms if term > -inf]


def _marks(search: Search, frame: Frame, shown: bool) -> Marks:
    """Pieces added now, those not yet looked at, and the sums that are known."""
    side, at = frame
    now = dict.fromkeys((edge for edge, _ in _meeting(search, frame)), "way")
    if side == "forward":
        later = (edge for edge in search.graph.edges if edge.end > at)
        known = range(at + shown)
    else:
        later = (edge for edge in search.graph.edges if edge.start < at)
        known = range(at + (not shown), search.graph.size + 1)
    return Marks(dict.fromkeys(later, "later") | now, under=under(search.sums[side], known))


def _terms(search: Search, frame: Frame, shown: bool = True) -> Html:
    """The terms of a sum, and their total; what is to be predicted is left out."""
    side, at = frame
    total, terms = search.sums[side][at], _meeting(search, frame)
    if not terms:
        return Html("", "")
    likeliest = max(term for _, term in terms)
    rows = []
    for edge, term in terms:
        far, most = _far(frame, edge), shown and len(terms) > 1 and term == likeliest
        drawn = row_of_bricks([edge.piece], ["pair" if most else "plain"])
        piece = Html(drawn, visible(edge.piece))
        row = [str(far), f"{search.sums[side][far]:.2f}", piece, f"{edge.score:.2f}"]
        rows.append(row + _weights(term, total) * shown)
    if shown:
        rows.append(["", "", t("views_unigram.sums.all"), "", *_weights(total, total)])
    names = [f"{side}_far", f"{side}_there", "piece", "log"]
    header = [t(f"views_unigram.sums.{name}") for name in names + ["term", "p", "share"] * shown]
    return table(t("views_unigram.sums.terms", at=at), header, rows)


def _weights(term: float, total: float) -> list[str]:
    return [f"{term:.2f}", probability(term), f"{exp(term - total):.1%}"]


def ask_sum(search: Search, frame: Frame) -> Question | None:
    """Ask which piece carries most; where there is one alone, whether sum and best differ."""
    terms = _meeting(search, frame)
    marks = _marks(search, frame, False)
    if len(terms) == 1 and frame.kind == "forward":
        return _ask_against_best(search, frame, marks)
    if not terms:
        return None
    text = t("views_unigram.sums.question", at=frame.at)
    edge, most = max(terms, key=lambda pair: pair[1])
    tied = tuple(visible(e.piece) for e, term in terms if e != edge and isclose(term, most))
    share = f"{exp(most - search.sums[frame.kind][frame.at]):.1%}"
    why = t("views_unigram.sums.why", share=share)
    hidden = page(text, search, marks, _terms(search, frame, shown=False))
    options = tuple(visible(edge.piece) for edge, _ in terms)
    return Question(text, options, visible(edge.piece), hidden, tied, why)


def _ask_against_best(search: Search, frame: Frame, marks: Marks) -> Question:
    best, ways = f"{search.scores[frame.at]:.2f}", search.numbers_of_ways[frame.at]
    text = t("views_unigram.sums.against_best", at=frame.at, best=best)
    greater, same, less = (t(f"views_unigram.sums.{name}") for name in ("greater", "same", "less"))
    why = t(f"views_unigram.sums.{'why_same' if ways == 1 else 'why_greater'}", ways=f"{ways:,}")
    hidden = page(text, search, marks, _terms(search, frame, shown=False))
    answer = same if ways == 1 else greater
    return Question(text, (greater, same, less), answer, hidden, (), why)


# All of them together ----------------------------------------------------------------------------


def draw_shares(search: Search, _: Frame) -> Html:
    """Lines as wide as the share of all cuts that goes through them; the sums they come from."""
    shares, total = search.graph.marginals()
    cuts = f"{search.numbers_of_ways[-1]:,}"
    caption = t("views_unigram.encoding.shares", cuts=cuts, p=probability(total))
    roles = dict.fromkeys(search.cuts[0][1], "best")
    marks = Marks(roles, dict(zip(search.graph.edges, shares, strict=True)))
    return page(caption, search, marks, beside(best_cuts(search), _sums(search)))


def _sums(search: Search) -> Html:
    both = zip(*search.sums.values(), strict=True)
    rows = [(str(at), f"{fore:.2f}", f"{back:.2f}") for at, (fore, back) in enumerate(both)]
    names = [t(f"views_unigram.encoding.{name}") for name in ("position", "forward", "backward")]
    return table(t("views_unigram.encoding.sums"), names, rows)


def ask_shares(search: Search, _: Frame) -> Question:
    """Ask through which piece the largest share of all cuts goes."""
    shares, total = search.graph.marginals()
    first = nlargest(PIECES_OFFERED, zip(shares, search.graph.edges, strict=True), key=_share)
    options = {edge: _placed(edge) for _, edge in sorted(first, key=lambda pair: pair[1])}
    most, answer = first[0]
    tied = tuple(options[edge] for share, edge in first[1:] if isclose(share, most))
    text = t("views_unigram.sums.ask_shares", total=f"{total:.2f}")
    why = t("views_unigram.sums.why_shares", share=f"{most:.1%}")
    hidden = page(text, search, Marks(), _sums(search))
    return Question(text, tuple(options.values()), options[answer], hidden, tied, why)


def _share(pair: tuple[float, Edge]) -> float:
    return pair[0]


def _placed(edge: Edge) -> str:
    return f"{visible(edge.piece)} ({edge.start}–{edge.end})"
