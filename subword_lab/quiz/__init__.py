"""Questions in English and Chinese, a reason for every option, and variants without end.

>>> from subword_lab import quiz
>>> variant = quiz.generate("bpe-pair-count-gen", seed=7)
>>> quiz.mark(variant, variant.answer).correct
True
"""

import difflib
import os
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from subword_lab.quiz import loader, own, variants
from subword_lab.quiz.marking import mark
from subword_lab.quiz.model import Mark, Option, Question, Text

__all__ = [
    "Mark",
    "Option",
    "Question",
    "Text",
    "add",
    "generate",
    "get",
    "mark",
    "of_lesson",
    "questions",
]


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions of the bank: fixed ones, and entries with a generator.

    Own files come last: those that `add` was given, and those that the environment names in
    `SUBWORD_LAB_QUESTIONS`. `ValueError` names file, question and field of a mistake.
    """
    bank = Path(str(files(__name__) / "bank"))
    found = loader.load([*sorted(bank.rglob("*.toml")), *own.files()])
    for question in found:
        if question.generator is not None and question.generator not in variants.by_name():
            raise ValueError(f"{question.id}: there is no generator {question.generator!r}")
    return found


def add(path: str | os.PathLike[str]) -> tuple[Question, ...]:
    """Add a file of own questions, or a folder of them, to the bank; return what came in.

    The files are written like the bank's. `FileNotFoundError` if there is none; `ValueError`
    names file, question and field of a mistake, and nothing is added.
    """
    before = set(questions())
    place = Path(path).resolve()
    own.remember(place)
    questions.cache_clear()
    try:
        return tuple(question for question in questions() if question not in before)
    except (ValueError, OSError):
        own.forget(place)
        questions.cache_clear()
        raise


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


def generate(id: str, seed: int | str, level: int | None = None) -> Question:
    """Return a fixed question: the variant for this seed and level, the same one for ever.

    A question without a generator is returned as it is; without a level, the question's own is
    taken. `KeyError` if there is no such question, `TypeError` if the seed is neither a whole
    number nor a text, `ValueError` if there are no variants of that level.
    """
    question = get(id)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"a seed is a whole number or a text; got {type(seed).__name__}")
    if question.generator is None:
        return question
    known = question.levels or (question.level,)
    chosen = question.level if level is None else level
    if chosen not in known or isinstance(chosen, bool):
        raise ValueError(f"{id} has the levels {', '.join(map(str, known))}; got {level!r}")
    return variants.vary(question, variants.by_name()[question.generator], seed, chosen)


def __getattr__(name: str) -> ModuleType:
    """Load a kind of round, or what asks questions, when it is asked for."""
    if name in ("coding", "design", "incidents", "interview", "review"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
