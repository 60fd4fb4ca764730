"""A claim card: a sentence that is often read, a bet on it, and what turned out to be true."""

from subword_lab.i18n import t, table
from subword_lab.quiz.proofs import address
from subword_lab.views.html import Html, card, escape, style
from subword_lab.views.links import cell_link
from subword_lab.views.panels.bet import bet
from subword_lab.views.widgets import Panel


def claim(name: str) -> Panel:
    """Show a claim and take a bet: true, false, or it depends.

    The bet reveals the verdict and a link to the cell that teaches it; the first one is kept in the
    ledger as `claim-NAME`. `KeyError` if there is no such claim.
    """
    told = table("claims.cards").get(name)
    if told is None:
        known = ", ".join(table("claims.cards"))
        raise KeyError(f"no claim {name!r}; there are {known}")
    answers = table("claims.answers")
    truth = answers[told["truth"]]
    panel = bet(
        f"claim-{name}",
        told["claim"],
        truth,
        options=tuple(answers.values()),
        why=told["verdict"],
        show=lambda: cell_link(told["taught"]),
    )
    verdict = t("claims.verdict", answer=truth, why=told["verdict"])
    picture = _with_verdict(panel.still(), verdict, address(told["taught"]))
    panel.still = lambda: picture
    return panel


def _with_verdict(asked: Html, verdict: str, taught: str) -> Html:
    """Add to the still picture of a bet the verdict, behind a line that opens."""
    look = style(color="hot", text_decoration="underline")
    link = f'<a href="{escape(taught)}"{look}>{escape(taught)}</a>'
    folded = (
        f"<details><summary>{escape(t('claims.open'))}</summary>{escape(verdict)} {link}</details>"
    )
    return Html(asked.markup + card(folded), f"{asked.text}\n{verdict} {taught}")
