"""Questions in English and Chinese, a reason for every option, and variants without end.

>>> from subword_lab import quiz
>>> variant = quiz.generate("bpe-pair-count-gen", seed=7)
>>> quiz.mark(variant, variant.answer).correct
True
"""

import difflib
import pkgutil
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from subword_lab.quiz import loader
from subword_lab.quiz.generators import Generator, vary
from subword_lab.quiz.marking import mark
from subword_lab.quiz.model import Mark, Option, Question, Text

__all__ = [
    "Mark",
    "Option",
    "Question",
    "Text",
    "generate",
    "get",
    "mark",
    "of_lesson",
    "questions",
]


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions of the bank: fixed ones, and entries with a generator."""
    bank = Path(str(files(__name__) / "bank"))
    found = loader.load(sorted(bank.glob("*.toml")))
    for question in found:
        if question.generator is not None and question.generator not in generators():
            raise ValueError(f"{question.id}: there is no generator {question.generator!r}")
    return found


def get(id: str) -> Question:
    """Return the question of that id; `KeyError` with the nearest ids if there is none."""
    for question in questions():
        if question.id == id:
            return question
    ids = [question.id for question in questions()]
    close = difflib.get_close_matches(str(id), ids, n=3, cutoff=0.4) or ids[:3]
    raise KeyError(f"there is no question {id!r}; did you mean {' or '.join(close)}?")


def of_lesson(lesson: str) -> tuple[Question, ...]:
    """Return the fixed questions at the end of a lesson such as `"02_bpe"`."""
    return tuple(q for q in questions() if q.lesson == lesson and q.generator is None)


def generate(id: str, seed: int | str) -> Question:
    """Return a fixed question: the variant for this seed, the same one for ever.

    A question without a generator is returned as it is. `KeyError` if there is no such question,
    `TypeError` if the seed is neither a whole number nor a text.
    """
    question = get(id)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"a seed is a whole number or a text; got {type(seed).__name__}")
    if question.generator is None:
        return question
    return vary(question, generators()[question.generator], seed)


@cache
def generators() -> dict[str, Generator]:
    """Return all generators by name; each module `generators_*` beside this one holds some.

    `ValueError` if a name is given twice.
    """
    found: dict[str, Generator] = {}
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        if module.startswith("generators_"):
            new = import_module(f"{__name__}.{module}").GENERATORS
            if taken := found.keys() & new.keys():
                raise ValueError(f"{module}: there is a generator {min(taken)!r} already")
            found |= new
    return found
