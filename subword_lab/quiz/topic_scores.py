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

    `ValueError` unless there are 1 to 60 days.

    >>> [day.number for day in plan_days((), 2)]
    [1, 2]
    """
    if isinstance(days, bool) or not isinstance(days, int) or not 1 <= days <= MOST_DAYS:
        raise ValueError(f"a plan is for 1 to {MOST_DAYS} days; got {days!r}")
    learning = max(1, days - 1)
    lists: list[list[TopicScore]] = [[] for _ in range(learning)]
    for at in range(max(learning, len(scores)) if scores else 0):
        lists[at % learning].append(scores[at % len(scores)])
    studied = [
        Day(number, tuple(s.topic for s in list_), _cells(list_))
        for number, list_ in enumerate(lists, 1)
    ]
    return tuple(studied) if days == 1 else (*studied, Day(days, (), ()))


def _cells(scores: Iterable[TopicScore]) -> tuple[str, ...]:
    """The cells of what was missed, or the topic's own cell where nothing was."""
    cells = (cell for s in scores for cell in s.proofs or (TOPIC_CELLS[s.topic],))
    return tuple(dict.fromkeys(cells))
