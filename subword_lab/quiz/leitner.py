"""Leitner boxes: five boxes of cards, each opened half as often as the one before.

A right answer moves a card one box on, a wrong one back to the first. After Leitner, "So lernt man
lernen", 1972.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

DAYS = (1, 2, 4, 8, 16)  # until the cards of a box are looked at again


def due(history: Iterable[tuple[datetime, str]]) -> datetime:
    """Return when a card is due after these ratings, the earliest first.

    A rating is "again" (back to the first box), "hard" (stays), "good" (one on), "easy" (two on).
    `ValueError` without any.

    >>> monday = datetime(2026, 3, 2)
    >>> due([(monday, "good"), (monday, "good")]) - monday
    datetime.timedelta(days=4)
    """
    box, last = 0, None
    for at, rating in history:
        box = {"again": 0, "hard": box, "good": box + 1, "easy": box + 2}[rating]
        box, last = min(box, len(DAYS) - 1), at
    if last is None:
        raise ValueError("a card without a rating is due at no time; give one rating or more")
    return last + timedelta(days=DAYS[box])
