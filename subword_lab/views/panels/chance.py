"""Cuts at random, from a Unigram model and by BPE-dropout, exact shares beside samples."""

from collections import Counter
from collections.abc import Mapping
from math import exp, log
from random import Random

import ipywidgets

from subword_lab import bpe, unigram
from subword_lab.bpe import BpeModel
from subword_lab.i18n import t
from subword_lab.unigram import UnigramModel
from subword_lab.views.html import Html, card, in_words, row_of_bricks
from subword_lab.views.palette import live
from subword_lab.views.tables import Bar, bars, beside
from subword_lab.views.widgets import (
    NAMED,
    Panel,
    button,
    check_length,
    heading,
    message,
    plainly,
    row,
)

ALPHAS = (0.0, 0.1, 0.2, 0.5, 0.8, 1.0)
DRAWS = 500
CUTS_SHOWN = 8
MOST_CUTS = 3000  # more would need more than a moment to weigh
Cut = tuple[str, ...]


def chance(
    pieces: UnigramModel, merges: BpeModel, text: str, *, alpha: float = 0.1, seed: int = 1
) -> Panel:
    """Draw 500 cuts from each model at the same `alpha`, beside their exact shares.

    The learner chooses `alpha`, types another text, draws again. `ValueError` for an `alpha` that
    is not one of the panel's, and for a text with more cuts than can be weighed.
    """
    if alpha not in ALPHAS:
        raise ValueError(f"alpha must be one of {ALPHAS}; got {alpha}")
    picture = ipywidgets.HTML()
    said = ipywidgets.HTML()
    state = {"seed": seed, "picture": _picture(pieces, merges, text, alpha, seed)}
    chosen = ipywidgets.SelectionSlider(
        options=ALPHAS, value=alpha, description=t("views_unigram.chance.alpha")
    )
    typed = ipywidgets.Text(
        text, description=t("views.stepper.typed"), continuous_update=False,
        style=NAMED,
    )  # fmt: skip

    def show() -> None:
        try:
            text = check_length(typed.value)
            shown = _picture(pieces, merges, text, chosen.value, state["seed"])
        except (ValueError, TypeError) as error:
            said.value = message(plainly(error), "bad")
            return
        state["picture"] = shown
        picture.value = live(shown.markup)
        said.value = message(shown.text.partition("\n")[0])

    def again() -> None:
        state["seed"] += 1
        show()

    chosen.observe(lambda _: show(), "value")
    typed.observe(lambda _: show(), "value")
    draw = button(t("views_unigram.chance.again"), t("views_unigram.chance.again_tip"), again, True)
    show()
    title = heading(t("views_unigram.chance.title"), t("views_unigram.chance.below"))
    children = [ipywidgets.HTML(title), picture, said, row(typed, chosen, draw)]
    return Panel(children, lambda: state["picture"])


def _picture(pieces: UnigramModel, merges: BpeModel, text: str, alpha: float, seed: int) -> Html:
    rng = Random(seed)
    powers = _shares_of_power(pieces, text, alpha)
    dropouts = bpe.dropout_shares(merges, text, alpha)
    drawn = Counter(unigram.sample(pieces, text, alpha, rng) for _ in range(DRAWS))
    kept = Counter(bpe.encode(merges, text, alpha, rng) for _ in range(DRAWS))
    left = _column("unigram", alpha, powers, drawn)
    right = _column("bpe", alpha, dropouts, kept)
    caption = t("views_unigram.chance.said", alpha=alpha, unigram=len(drawn), bpe=len(kept))
    both = beside(left, right)
    return Html(card(both.markup), f"{caption}\n{both.text}")


def _shares_of_power(model: UnigramModel, text: str, power: float) -> dict[Cut, float]:
    """The exact share of every cut, its probability to the power, shared out to sum to 1."""
    graph = unigram.lattice(model, text)
    sums = graph.forward(power)
    if graph.forward(0.0)[-1] > log(MOST_CUTS):
        raise ValueError(t("views_unigram.chance.too_many", most=MOST_CUTS))
    return {
        tuple(edge.piece for edge in path): exp(power * sum(e.score for e in path) - sums[-1])
        for path in graph.segmentations()
    }


def _column(name: str, alpha: float, exact: Mapping[Cut, float], drawn: Counter[Cut]) -> Html:
    ranked = sorted(exact, key=lambda cut: (-exact[cut], len(cut), cut))
    rows = []
    for cut in ranked[:CUTS_SHOWN]:
        label = Html(row_of_bricks(cut), in_words(cut))
        seen = t("views_unigram.chance.drawn", times=drawn[cut])
        rows.append(Bar(label, exact[cut], f"{exact[cut]:.1%}", seen))
    return bars(t(f"views_unigram.chance.{name}", alpha=alpha, cuts=len(exact), draws=DRAWS), rows)
