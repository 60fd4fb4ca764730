"""Which questions are exported: by topic, lesson and level; generators as fixed variants."""

from collections.abc import Iterator

from subword_lab import quiz
from subword_lab.quiz.model import TOPICS, Question


def choose(
    topic: str | None = None,
    lesson: str | None = None,
    level: int | None = None,
    variants: int = 0,
) -> list[Question]:
    """Return the fixed questions that fit, and `variants` of each generator, seeds 1, 2, 3 ….

    `KeyError` for an unknown topic, `ValueError` for a lesson without questions, another level
    than 1 to 5, or a negative number of variants.

    >>> "bpe-pair-count-gen#1" in [question.id for question in choose(topic="bpe", variants=1)]
    True
    """
    if topic is not None and topic not in TOPICS:
        raise KeyError(f"there is no topic {topic!r}; known are {', '.join(TOPICS)}")
    if lesson is not None and not quiz.of_lesson(lesson):
        raise ValueError(f"no questions belong to the lesson {lesson!r}; write it as 02_bpe")
    if level not in (None, 1, 2, 3, 4, 5):
        raise ValueError(f"levels go from 1 to 5; got {level!r}")
    if variants < 0:
        raise ValueError(f"variants is 0 or more; got {variants}")
    fit = [
        question
        for question in quiz.questions()
        if topic in (None, question.topic) and lesson in (None, question.lesson)
    ]
    fixed = [q for q in fit if q.generator is None and level in (None, q.level)]
    return [*fixed, *_variants([q for q in fit if q.generator is not None], level, variants)]


def _variants(generators: list[Question], level: int | None, count: int) -> Iterator[Question]:
    for question in generators:
        levels = question.levels or (question.level,)
        if level is None or level in levels:
            for seed in range(1, count + 1):
                yield quiz.generate(question.id, seed, level)
