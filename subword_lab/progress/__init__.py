"""What a learner did, kept on this machine and nowhere else.

Verbs in use: attempted, passed, hinted, revealed (exercises), answered (questions), bet, profiled,
interviewed (a mock interview), timed (a coding round), rated (an answer given aloud).
"""

from typing import Any

from subword_lab.progress import answers, bets, profile, store
from subword_lab.progress.bets import Bet
from subword_lab.progress.keeping import delete, export, reset
from subword_lab.progress.profile import Profile
from subword_lab.progress.store import Event
from subword_lab.progress.totals import Summary, summarize

__all__ = [
    "Bet",
    "Event",
    "Profile",
    "Summary",
    "answers",
    "bets",
    "delete",
    "events",
    "export",
    "notice",
    "problems",
    "profile",
    "record",
    "reset",
    "summary",
]


def record(verb: str, object: str, **result: Any) -> Event:
    """Keep an event: what was done, to what, with plain data about the result.

    `TypeError` if the verb or object is no text or a result is not plain JSON data.
    """
    for name, text in (("verb", verb), ("object", object)):
        if not isinstance(text, str):
            raise TypeError(f"the {name} of an event is a text; got {type(text).__name__}")
    return store.append(verb, object, result)


def events(object: str | None = None) -> tuple[Event, ...]:
    """Return all events in the order of time, of all notebooks; or those of one object."""
    return tuple(e for e in store.read()[0] if object is None or e.object == object)


def problems() -> tuple[str, ...]:
    """Return what could not be read, as "file, line n: reason"; everything else was read."""
    return tuple(store.read()[1])


def notice() -> str:
    """Return why progress is kept in memory only, or an empty text when it reaches the disk."""
    return store.notice()


def summary() -> Summary:
    """Return points, attempts and help taken, over all events."""
    return summarize(events())
