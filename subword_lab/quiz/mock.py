"""A mock interview: a mix of questions for a seed, and what the answers say about each topic."""

import random
from collections.abc import Iterable
from dataclasses import dataclass

from subword_lab import quiz
from subword_lab.quiz.model import Mark, Question

GENERATED = 4  # one question in so many is a fresh variant


@dataclass(frozen=True, slots=True)
class TopicScore:
    """How a topic went: points `earned` by `asked` questions, and the questions not right."""

    topic: str
    earned: float
    asked: int
    missed: tuple[Question, ...]


def draw(seed: int | str, count: int = 10) -> tuple[Question, ...]:
    """Draw questions of all topics, easy ones first: fixed ones and variants made for the seed.

    Open questions are left out, as nobody can mark them. `TypeError` if the seed is neither a
    whole number nor a text, `ValueError` if there are not so many questions.

    >>> [question.level for question in draw(1, 3)] == sorted(q.level for q in draw(1, 3))
    True
    """
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"a seed is a whole number or a text; got {type(seed).__name__}")
    bank = [question for question in quiz.questions() if question.kind != "open"]
    if not 1 <= count <= len(bank):
        raise ValueError(f"an interview has 1 to {len(bank)} questions; got {count}")
    rng = random.Random(f"mock:{seed}")
    makers = [question for question in bank if question.generator]
    fresh = rng.sample(makers, min(len(makers), count // GENERATED))
    fixed = _by_turns([question for question in bank if question not in makers], rng)
    chosen = [*(quiz.generate(maker.id, seed) for maker in fresh), *fixed][:count]
    rng.shuffle(chosen)
    return tuple(sorted(chosen, key=lambda question: question.level))


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


def _by_turns(questions: list[Question], rng: random.Random) -> list[Question]:
    """Shuffle, then take one question of each topic, then a second one of each, and so on."""
    turns: dict[str, int] = {}
    order: list[tuple[int, int, Question]] = []
    for question in rng.sample(questions, len(questions)):
        turn = turns[question.topic] = turns.get(question.topic, 0) + 1
        order.append((turn, len(order), question))
    return [question for _, _, question in sorted(order, key=lambda entry: entry[:2])]
