"""Functions that make variants of a question from a seed.

A generator takes a `random.Random` and the question's level, and returns a `Variant`: what fills
the braces of the texts, and the right answer with its distractors. A distractor is a value and
the name of the misconception that leads to it; the bank's `reasons` say why each is wrong.
Answers come from the package, so a key cannot be mistyped.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from subword_lab.quiz.model import Option, Question, Text


@dataclass(frozen=True, slots=True)
class Variant:
    """One drawn variant: a number, or values with the names of their reasons, right one first."""

    params: Mapping[str, Any]
    answer: float | None = None
    options: tuple[tuple[str, str], ...] = ()


Generator = Callable[[random.Random, int], Variant]


def vary(question: Question, make: Generator, seed: int | str) -> Question:
    """Return the variant of a question for a seed: the same one for ever."""
    rng = random.Random(f"{question.id}:{question.version}:{seed}")
    variant = make(rng, question.level)
    reasons = dict(question.reasons)
    options = [
        Option(Text(value, value), reasons[name].format(**variant.params), correct=at == 0)
        for at, (value, name) in enumerate(variant.options)
    ]
    rng.shuffle(options)
    return replace(
        question,
        id=f"{question.id}#{seed}",
        stem=question.stem.format(**variant.params),
        why=question.why.format(**variant.params),
        options=tuple(options),
        answer=variant.answer,
        generator=None,
        reasons=(),
    )


def distinct(right: tuple[str, str], *wrong: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Keep the right value and those distractors that differ from it and from one another."""
    kept = {right[0]: right[1]}
    for value, name in wrong:
        kept.setdefault(value, name)
    return tuple(kept.items())


def draw_words(rng: random.Random, level: int) -> dict[str, int]:
    """Draw a few short words with counts; higher levels draw more and longer ones."""
    letters = "aelnost"
    words: dict[str, int] = {}
    while len(words) < 2 + level:
        word = "".join(rng.choices(letters, k=rng.randint(2, 3 + level)))
        words[word] = rng.randint(1, 9)
    return words


def listed(words: Mapping[str, int]) -> str:
    """Write word counts as a learner reads them.

    >>> listed({"low": 5, "newest": 6})
    'low 5, newest 6'
    """
    return ", ".join(f"{word} {count}" for word, count in words.items())
