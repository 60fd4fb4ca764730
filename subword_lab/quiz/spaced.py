"""FSRS: a card is due when the chance to remember it has fallen to nine in ten.

Uses the library `fsrs` (extra `srs`), without its random shifts and its steps of minutes: the same
history always gives the same day.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cache

from fsrs import Card, Rating, Scheduler

RATINGS = {
    "again": Rating.Again,
    "hard": Rating.Hard,
    "good": Rating.Good,
    "easy": Rating.Easy,
}
LONGEST = 365  # days


def due(history: Iterable[tuple[datetime, str]]) -> datetime:
    """Return when a card is due after these ratings, in UTC; as `leitner.due`."""
    card, last = Card(card_id=1), None
    for at, rating in history:
        last = at
        card, _ = _scheduler().review_card(card, RATINGS[rating], at)
    if last is None:
        raise ValueError("a card without a rating is due at no time; give one rating or more")
    return card.due


@cache
def _scheduler() -> Scheduler:
    return Scheduler(
        learning_steps=(), relearning_steps=(), enable_fuzzing=False, maximum_interval=LONGEST
    )
