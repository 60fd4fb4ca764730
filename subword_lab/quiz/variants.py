"""Variants of a question, made from a seed by a generator.

A generator takes a `random.Random` and the level, and returns a `Variant`: what fills the braces of
the texts, and the right answer with its distractors. A distractor is a value and the name of the
misconception that leads to it; the bank's `reasons` say why each is wrong. Answers come from the
package, so a key cannot be mistyped. The modules in `generators/` hold the generators by topic.
"""

import pkgutil
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any

from subword_lab.quiz.model import Option, Question, Text

TRIES = 2_000  # draws until one is fair; a generator that needs more is broken

Value = str | Text
Options = tuple[tuple[Value, str], ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """One drawn variant: a number, or values with the names of their reasons, right one first.

    `params` fill the texts; `drawn` holds what they were made from, so that the key can be
    computed once more in another way.
    """

    params: Mapping[str, Any]
    answer: float | None = None
    options: Options = ()
    drawn: Mapping[str, Any] = field(default_factory=dict)


Generator = Callable[[random.Random, int], Variant]
Draw = Callable[[random.Random, int], Variant | None]


class Unfair(Exception):
    """What was drawn has no clear answer; it is drawn again."""


def vary(question: Question, make: Generator, seed: int | str, level: int) -> Question:
    """Return the variant of a question for a seed and a level: the same one for ever.

    `ValueError` where generator and question do not fit: another kind, a place or reason missing.
    """
    other = "" if level == question.level else f"@{level}"
    rng = random.Random(f"{question.id}:{question.version}:{seed}{other}")
    variant = make(rng, level)
    if question.kind != ("single" if variant.options else "numeric"):
        raise ValueError(f"{question.id}: {question.generator} makes no {question.kind} question")
    try:
        return _filled(question, variant, rng, seed, level)
    except (LookupError, ValueError) as error:
        wanted = f"{question.generator} fills {', '.join(variant.params)}"
        raise ValueError(f"{question.id}: no place or no reason {error}; {wanted}") from None


def _filled(
    question: Question, variant: Variant, rng: random.Random, seed: int | str, level: int
) -> Question:
    """Put what was drawn into the texts, and shuffle the options."""
    other = "" if level == question.level else f"@{level}"
    reasons = dict(question.reasons)
    options = [
        Option(_text(value), reasons[name].format(**variant.params), correct=at == 0)
        for at, (value, name) in enumerate(variant.options)
    ]
    rng.shuffle(options)
    return replace(
        question,
        id=f"{question.id}#{seed}{other}",
        level=level,
        stem=question.stem.format(**variant.params),
        why=question.why.format(**variant.params),
        options=tuple(options),
        answer=variant.answer,
        generator=None,
        levels=(),
        reasons=(),
    )


def redrawn(least: int = 4) -> Callable[[Draw], Generator]:
    """Draw again until a variant is fair (not None) and has so many options.

    `ValueError` if that never happens, so that a broken generator does not hang.
    """

    def around(draw: Draw) -> Generator:
        @wraps(draw)
        def make(rng: random.Random, level: int) -> Variant:
            for _ in range(TRIES):
                variant = _draw(draw, rng, level)
                if variant is not None and len(variant.options) >= least:
                    return variant
            raise ValueError(f"{draw.__name__}: no fair variant in {TRIES} draws; draw from more")

        return make

    return around


def _draw(draw: Draw, rng: random.Random, level: int) -> Variant | None:
    try:
        return draw(rng, level)
    except Unfair:
        return None


def distinct(right: tuple[Value, str], *wrong: tuple[Value, str]) -> Options:
    """Keep the right value and those distractors that differ from it and from one another.

    >>> distinct(("4", "right"), ("4", "twice"), ("8", "doubled"))
    (('4', 'right'), ('8', 'doubled'))
    """
    kept = {right[0]: right[1]}
    for value, name in wrong:
        kept.setdefault(value, name)
    return tuple(kept.items())


def numbers(right: float, **wrong: float) -> Options:
    """Options that are whole numbers, each written once; what is below 1 is left out.

    >>> numbers(1200, doubled=2400, nothing=0)
    (('1,200', 'right'), ('2,400', 'doubled'))
    """
    written = ((f"{value:,.0f}", name) for name, value in wrong.items() if value >= 1)
    return distinct((f"{right:,.0f}", "right"), *written)


def decimals(right: float, **wrong: float) -> Options:
    """Options that are numbers with three digits that count; those as good as right are left out.

    `Unfair` where the right number lies between two such numbers: people round it either way.

    >>> decimals(0.125, half=0.0625, near=0.1251)
    (('0.125', 'right'), ('0.0625', 'half'))
    """
    if f"{right * (1 - 1e-9):.3g}" != f"{right * (1 + 1e-9):.3g}":
        raise Unfair
    written = (
        (f"{value:.3g}", name)
        for name, value in wrong.items()
        if value > 0 and abs(value - right) > 0.02 * right
    )
    return distinct((f"{right:.3g}", "right"), *written)


@cache
def by_name() -> dict[str, Generator]:
    """Return all generators by name. `ValueError` if a name is given twice."""
    found: dict[str, Generator] = {}
    folder = Path(__file__).parent / "generators"
    for name in sorted(module.name for module in pkgutil.iter_modules([str(folder)])):
        new = import_module(f"subword_lab.quiz.generators.{name}").GENERATORS
        if taken := found.keys() & new.keys():
            raise ValueError(f"{name}: there is a generator {min(taken)!r} already")
        found |= new
    return found


def _text(value: Value) -> Text:
    return Text(value, value) if isinstance(value, str) else value
