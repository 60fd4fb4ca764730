"""What answers say about each topic, weakest first, and how to spend the days that remain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from subword_lab.quiz.model import Mark, Question
from subword_lab.quiz.proofs import TOPIC_CELLS, proof_of

MOST_DAYS = 60


@dataclass(frozen=True, slots=True)
class TopicScore:
    """How a topic went: points `earned` by `asked` questions, and the questions not right."""

    topic: str
    earned: float
    asked: int
    missed: tuple[Question, ...]

    @property
    def proofs(self) -> tuple[str, ...]:
        """The cells that show what was missed, each once; none where all was right."""
        return tuple(dict.fromkeys(map(proof_of, self.missed)))


@dataclass(frozen=True, slots=True)
class Day:
    """What to do on one day: topics and cells to look at; the last day, a rehearsal, has none."""

    number: int
    topics: tuple[str, ...]
    proofs: tuple[str, ...]


def by_topic(answers: Iterable[tuple[Question, Mark]]) -> tuple[TopicScore, ...]:
    """Add up marks by topic, the weakest topic first.

    >>> by_topic([])
    ()
    """
    topics: dict[str, list[tuple[Question, Mark]]] = {}
    for question, mark in answers:
        topics.setdefault(question.topic, []).append((question, mark))
    scores = [
        TopicScore(
            topic,
            sum(mark.earned for _, mark in marks),
            len(marks),
            tuple(question for question, mark in marks if not mark.correct),
        )
        for topic, marks in topics.items()
    ]
    return tuple(sorted(scores, key=lambda score: (score.earned / score.asked, score.topic)))


def plan_days(scores: Sequence[TopicScore], days: int = 7) -> tuple[Day, ...]:
    """Spread topics over days, weakest first; a short list begins again from the weakest.

    What was missed in a topic is shared out among its days.

    `ValueError` unless there are 1 to 60 days.

    >>> [day.number for day in plan_days((), 2)]
    [1, 2]
    """
    if isinstance(days, bool) or not isinstance(days, int) or not 1 <= days <= MOST_DAYS:
        raise ValueError(f"a plan is for 1 to {MOST_DAYS} days; got {days!r}")
    learning = max(1, days - 1)
    visits = range(max(learning, len(scores)) if scores else 0)  # to topics, by turns
    studied = []
    for number in range(1, learning + 1):
        today = visits[number - 1 :: learning]
        topics = tuple(scores[at % len(scores)].topic for at in today)
        cells = dict.fromkeys(cell for at in today for cell in _share(scores, visits, at))
        studied.append(Day(number, topics, tuple(cells)))
    return tuple(studied) if days == 1 else (*studied, Day(days, (), ()))


def _share(scores: Sequence[TopicScore], visits: range, at: int) -> tuple[str, ...]:
    """The cells of one of the visits to a topic; its own cell where nothing else is left."""
    again, topic = divmod(at, len(scores))
    missed = scores[topic].proofs[again :: len(visits[topic :: len(scores)])]
    return missed or (TOPIC_CELLS[scores[topic].topic],)
