"""Review in a notebook: the questions that are due, as cards, variants made anew."""

import secrets

import ipywidgets

from subword_lab.i18n import t
from subword_lab.quiz import review
from subword_lab.views.html import Html, card, dim
from subword_lab.views.panels.quiz import quiz_panel
from subword_lab.views.widgets import Panel, button, close, heading, message, row


def review_panel(count: int = 10) -> Panel:
    """Show what is due, then some new questions; each answer says when its question comes back.

    The stored picture says only what the panel is for: what is due is the learner's own.
    `ValueError` unless 1 to 200 questions are asked for.
    """
    review.session("", count)  # refuses a wrong count at once
    title, said, cards = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.VBox()
    title.value = heading(t("interview.review.title"))

    def show() -> None:
        due = {card.id for card in review.due()}
        questions = review.session(secrets.token_hex(4), count)
        scheduler = t(f"interview.review.{review.scheduler()}")
        old = sum(review.bank_id(question.id) in due for question in questions)
        told = {"due": old, "new": len(questions) - old}
        begin = t("interview.review.begin", **told, scheduler=scheduler)
        said.value = message(begin if questions else t("interview.review.nothing"), "dim")
        before, cards.children = cards.children, [quiz_panel(questions)] if questions else []
        for widget in before:
            close(widget)

    start = button(t("interview.review.start"), t("interview.review.start_tip"), show, main=True)
    still = t("interview.review.still")
    return Panel([title, row(start), said, cards], lambda: Html(card(dim(still)), still))
