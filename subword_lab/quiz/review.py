"""Spaced review: questions that were answered come back when they are about to be forgotten.

Nothing is stored but the events of progress: every answer in any notebook, quiz or interview is a
rating of its question, and when a question is due follows from its ratings.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from subword_lab import progress, quiz
from subword_lab.progress import Event
from subword_lab.quiz.model import TOPICS, Question

NEW_A_DAY = 10  # questions that a review adds at most
RATINGS = ("again", "hard", "good", "easy")

Rating = Literal["again", "hard", "good", "easy"]


@dataclass(frozen=True, slots=True)
class Card:
    """A question that was answered before: when it is due, in UTC, and how often it was seen."""

    id: str
    due: datetime
    seen: int


def bank_id(id: str) -> str:
    """Name the bank's question of a variant.

    >>> bank_id("bpe-pair-count-gen#7@2"), bank_id("bpe-aaa")
    ('bpe-pair-count-gen', 'bpe-aaa')
    """
    return id.partition("#")[0]


def scheduler() -> str:
    """Name what schedules: "spaced" (FSRS) where `fsrs` is installed, else "leitner"."""
    return "spaced" if find_spec("fsrs") else "leitner"


def cards(events: Iterable[Event] | None = None) -> tuple[Card, ...]:
    """Return a card for each question of the bank answered so far, the one due first in front.

    `events` are those of this learner, where they are not given.
    """
    known = {question.id for question in quiz.questions()}
    histories: dict[str, list[tuple[datetime, str]]] = {}
    for event in progress.events() if events is None else events:
        id, rating, at = bank_id(event.object), _rating(event), _time(event)
        if id in known and rating and at:
            histories.setdefault(id, []).append((at, rating))
    made = [
        Card(id, _due(scheduler(), _first_of_each_day(history)), len(history))
        for id, history in histories.items()
    ]
    return tuple(sorted(made, key=lambda card: (card.due, card.id)))


def due(now: datetime | None = None) -> tuple[Card, ...]:
    """Return the cards that are due by now, or by a given time in UTC; the longest due first."""
    by = now or datetime.now(UTC)
    return tuple(card for card in cards() if card.due <= by)


def session(
    seed: int | str,
    count: int = 20,
    topics: Collection[str] = TOPICS,
    now: datetime | None = None,
) -> tuple[Question, ...]:
    """Return questions to review now: what is due, then new ones, topics by turns.

    A question with a generator comes as a fresh variant for the seed. Open questions that nobody
    has answered aloud yet are not among the new ones. `ValueError` unless 1 to 200 are asked for.
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 200:
        raise ValueError(f"a review has 1 to 200 questions; got {count!r}")
    if strange := sorted(set(topics) - set(TOPICS)):
        raise ValueError(f"there is no topic {strange[0]!r}; there are {', '.join(TOPICS)}")
    known = {question.id: question for question in quiz.questions() if question.topic in topics}
    ids = [card.id for card in due(now) if card.id in known][:count]
    met = {card.id for card in cards()}
    new = [id for id, q in known.items() if id not in met and q.kind != "open"]
    new.sort(key=lambda id: known[id].level)
    room = min(count - len(ids), NEW_A_DAY - _begun_today(now or datetime.now(UTC)))
    chosen = [*_interleaved([known[id] for id in ids])]
    chosen += _interleaved([known[id] for id in new])[: max(0, room)]
    return tuple(quiz.generate(question.id, seed) for question in chosen)


def rate(question: Question, correct: bool, rating: Rating | None = None, **result: Any) -> Event:
    """Keep an answer as a rating: wrong is "again", right "good", or what the learner says.

    `ValueError` for a rating that there is not, and for a wrong answer called anything but "again".
    """
    chosen = rating or ("good" if correct else "again")
    if chosen not in RATINGS or (not correct and chosen != "again"):
        raise ValueError(f"a right answer is hard, good or easy, a wrong one again; got {chosen!r}")
    return progress.record("answered", question.id, correct=correct, rating=chosen,
                           topic=question.topic, **result)  # fmt: skip


def _rating(event: Event) -> str | None:
    """What an event says about its question; None where it says nothing."""
    result = event.result
    if event.verb == "answered":
        told = result.get("rating")
        return told if told in RATINGS else "good" if result.get("correct") is True else "again"
    if event.verb == "rated":
        met, of = result.get("met"), result.get("of")
        if isinstance(met, int) and isinstance(of, int):
            return "good" if 2 * met >= of > 0 else "again"
    return None


def _time(event: Event) -> datetime | None:
    """When it was, in UTC; None for a time that nobody can read, or that is still to come.

    A clock that was a year ahead for an hour would put off its questions for years.
    """
    try:
        at = datetime.fromisoformat(event.at)
        utc = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return utc if utc < datetime.now(UTC) + timedelta(days=1) else None


def _first_of_each_day(history: list[tuple[datetime, str]]) -> tuple[tuple[datetime, str], ...]:
    """On one day the first rating counts: after it the truth was seen."""
    days: dict[date, tuple[datetime, str]] = {}
    for at, rating in sorted(history):
        days.setdefault(at.date(), (at, rating))
    return tuple(days.values())


@cache
def _due(name: str, history: tuple[tuple[datetime, str], ...]) -> datetime:
    found: datetime = import_module(f"subword_lab.quiz.{name}").due(history)
    return found


def _begun_today(now: datetime) -> int:
    """How many questions were answered for the first time on this day."""
    first: dict[str, datetime] = {}
    for event in progress.events():
        at = _time(event)
        if at and _rating(event):
            first.setdefault(bank_id(event.object), at)
    return sum(at.date() == now.date() for at in first.values())


def _interleaved(questions: list[Question]) -> list[Question]:
    """Take one question of each topic, then a second one of each; within a topic order stays."""
    turns: dict[str, int] = {}
    order = []
    for at, question in enumerate(questions):
        turn = turns[question.topic] = turns.get(question.topic, 0) + 1
        order.append((turn, at, question))
    return [question for _, _, question in sorted(order, key=lambda entry: entry[:2])]
