"""Watch a round of pruning: what every piece would cost, and how the cheapest go, one by one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, takewhile
from math import inf, isclose

from subword_lab import unigram
from subword_lab.i18n import t
from subword_lab.unigram import Price, Pruned
from subword_lab.views.html import Html, dim, escape, in_words, row_of_bricks, style, visible
from subword_lab.views.steppers.unigram_questions import spread
from subword_lab.views.steppers.unigram_words import cut_words, small_model
from subword_lab.views.stepping import Question
from subword_lab.views.tables import Bar, bars, beside, stacked, table

ONE_BY_ONE = 8  # pieces that go in a frame of their own; the rest of a round goes together
PRICES_SHOWN = 10
WENT_SHOWN = 3  # pieces that went before, above the one that goes now
USERS_SHOWN = 8
LONGEST_LINE = 4  # pieces of a cut that are kept in one line
OPTIONS = 5


@dataclass(frozen=True, eq=False)
class Pruning:
    """A moment of a round: the first `start` of its prices went before, those up to `stop` now.

    At the start of a round both are 0: the prices are known, and nothing has gone.
    """

    step: Pruned
    before: Mapping[str, float]  # log-probabilities at the start of the round
    start: int
    stop: int

    @property
    def now(self) -> tuple[Price, ...]:
        """What goes at this moment."""
        return self.step.prices[self.start : self.stop]

    @property
    def gone(self) -> tuple[str, ...]:
        """The pieces that go at this moment."""
        return self.step.removed[self.start : self.stop]

    @property
    def log_probs(self) -> dict[str, float]:
        """The pieces that are left, with their log-probabilities."""
        went = set(self.step.removed[: self.stop])
        return {piece: log for piece, log in self.before.items() if piece not in went}


def moments(step: Pruned, before: Mapping[str, float]) -> Iterator[Pruning]:
    """The prices; then what costs nothing at once, some pieces one by one, the rest together."""
    dropped = len(step.removed)
    unused = sum(1 for _ in takewhile(lambda price: price.loss is None, step.prices[:dropped]))
    lonely = range(unused, min(unused + ONE_BY_ONE, dropped))
    stops = sorted({0, unused, *(at + 1 for at in lonely), dropped})
    yield Pruning(step, before, 0, 0)
    for start, stop in zip(stops, stops[1:], strict=False):
        yield Pruning(step, before, start, stop)


# To watch ----------------------------------------------------------------------------------------


def caption(moment: Pruning) -> str:
    """What happens at this moment, in a sentence or two."""
    every, dropped = len(moment.step.prices), len(moment.step.removed)
    left, stay = f"{every - moment.stop:,}", f"{every - dropped:,}"
    numbers = {"round": moment.step.round, "left": left, "stay": stay}
    if not moment.now:
        key = "prices" if dropped else "nothing"
        return t(f"views_unigram.pruning.{key}", count=f"{every:,}", gone=f"{dropped:,}", **numbers)
    last, count = moment.now[-1], len(moment.now)
    if count > 1:
        key = "unused_together" if last.loss is None else "rest"
        return t(f"views_unigram.pruning.{key}", gone=f"{count:,}", loss=_nats(last), **numbers)
    key = "unused" if last.loss is None else "one"
    return t(f"views_unigram.pruning.{key}", piece=visible(last.piece), loss=_nats(last),
             instead=in_words(last.instead), times=last.count, **numbers)  # fmt: skip


def picture(moment: Pruning, word_counts: Mapping[str, int]) -> Html:
    """The prices around the piece that goes; how many are left; the words that held it."""
    return beside(_prices(moment), stacked(_left(moment), _words(moment, word_counts)))


def _prices(moment: Pruning) -> Html:
    every, dropped = moment.step.prices, len(moment.step.removed)
    first = max(0, moment.stop - 1 - WENT_SHOWN)
    shown = every[first : first + PRICES_SHOWN]
    rows = []
    for at, price in enumerate(shown, first):
        goes = moment.start <= at < moment.stop
        role = "pair" if goes else "dim" if at < moment.start else "plain"
        state = "goes" if goes else "went" if at < moment.start else "stays"
        mark = "" if moment.stop <= at < dropped else t(f"views_unigram.pruning.{state}")
        rows.append(
            [*_row(price, moment.before, role), _nats(price), _one_line(mark, escape(mark))]
        )
    header = [*_header(), t("views_unigram.pruning.loss"), ""]
    drawn = table(t("views_unigram.pruning.order"), header, rows)
    below = len(every) - first - len(shown)
    rest = t("views.more", count=f"{below:,}")
    if first:
        rest = t("views_unigram.pruning.more", above=f"{first:,}", below=f"{below:,}")
    more = Html(f"<div>{dim(rest)}</div>", f"  {rest}") if first or below else Html("", "")
    return stacked(drawn, more)


def _header() -> list[str]:
    return [t(f"views_unigram.pruning.{name}") for name in ("piece", "count", "instead")]


def _row(price: Price, known: Mapping[str, float], role: str = "plain") -> list[Html | str]:
    piece = Html(row_of_bricks([price.piece], [role]), visible(price.piece))
    if not price.instead:
        return [piece, f"{price.count:,}", "–"]
    roles = ["plain" if part in known else "unknown" for part in price.instead]
    cut, said = row_of_bricks(price.instead, roles), in_words(price.instead)
    long = len(price.instead) > LONGEST_LINE
    return [piece, f"{price.count:,}", Html(cut, said) if long else _one_line(said, cut)]


def _one_line(text: str, markup: str) -> Html:
    return Html(f"<span{style(white_space='nowrap')}>{markup}</span>", text)


def _nats(price: Price) -> str:
    if price.loss is None:
        return t("views_unigram.pruning.free")
    return "∞" if price.loss == inf else f"{price.loss:.2f}"


def _left(moment: Pruning) -> Html:
    every = len(moment.step.prices)
    numbers = {
        "before": every,
        "now": every - moment.stop,
        "after": every - len(moment.step.removed),
    }
    rows = []
    for name, number in numbers.items():
        label = t(f"views_unigram.pruning.{name}")
        rows.append(Bar(Html(dim(label), label), number, f"{number:,}", hot=name == "now"))
    return bars(t("views_unigram.pruning.left"), rows)


def _words(moment: Pruning, word_counts: Mapping[str, int]) -> Html:
    """The words whose best cut held what goes now, cut by what is left."""
    if len(moment.now) != 1:
        return cut_words(word_counts, moment.log_probs, t("views_unigram.training.words"))
    users = dict(islice(_users(moment, word_counts), USERS_SHOWN))
    if not users:
        return Html("", "")
    return cut_words(users, moment.log_probs, t("views_unigram.pruning.users"))


def _users(moment: Pruning, word_counts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Words whose best cut holds the piece that goes, as its price counts them."""
    (price,) = moment.now
    if not price.count:
        return
    model = small_model(filter(lambda word: price.piece in word, word_counts), moment.before)
    for word, count in word_counts.items():
        if price.piece in word and price.piece in unigram.encode(model, word):
            yield word, count


# To predict --------------------------------------------------------------------------------------


def ask(moment: Pruning, word_counts: Mapping[str, int]) -> Question | None:
    """Ask at the start of a round which of some pieces goes: of those, only one does."""
    dropped = len(moment.step.removed)
    if moment.stop or not dropped:
        return None
    prices = moment.step.prices
    goes = next((price for price in prices[:dropped] if price.loss is not None), prices[0])
    offered = sorted([goes, *spread(prices[dropped:], OPTIONS - 1)], key=lambda price: price.piece)
    text = t("views_unigram.pruning.question", stay=f"{len(prices) - dropped:,}",
             count=f"{len(prices):,}")  # fmt: skip
    rows = [_row(price, moment.before) for price in offered]
    known = table(t("views_unigram.pruning.offered"), _header(), rows)
    words = cut_words(word_counts, moment.before, t("views_unigram.training.words"))
    key = "why_unused" if goes.loss is None else "why"
    why = t(f"views_unigram.pruning.{key}", loss=_nats(goes), times=goes.count,
            instead=in_words(goes.instead))  # fmt: skip
    return Question(
        text,
        tuple(visible(price.piece) for price in offered),
        visible(goes.piece),
        beside(known, words),
        tuple(visible(price.piece) for price in offered if price != goes and _same(price, goes)),
        why,
    )


def _same(one: Price, other: Price) -> bool:
    return one.loss is not None and other.loss is not None and isclose(one.loss, other.loss)
