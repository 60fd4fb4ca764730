"""All exercises: each `lesson_NN` module beside this one holds those of its lesson."""

import difflib
import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec

import subword_lab.exercises as here
from subword_lab.exercises.model import Exercise


@cache
def modules() -> tuple[str, ...]:
    """Name the lesson modules that exist, in course order."""
    names = (module.name for module in pkgutil.iter_modules(here.__path__))
    return tuple(sorted(name for name in names if name.startswith("lesson_")))


@cache
def in_module(name: str) -> tuple[Exercise, ...]:
    """Return the exercises of one lesson module."""
    return tuple(import_module(f"{here.__name__}.{name}").EXERCISES)


@cache
def by_id() -> dict[str, Exercise]:
    """Return all exercises in course order under their ids.

    `ValueError` if an id is given twice.
    """
    found: dict[str, Exercise] = {}
    for name in modules():
        for exercise in in_module(name):
            if exercise.id in found:
                raise ValueError(f"two exercises are called {exercise.id!r}; rename one in {name}")
            found[exercise.id] = exercise
    return found


@cache
def rounds() -> dict[str, Exercise]:
    """Return the tasks of coding rounds under their ids; a class's edition has none.

    They stand in no lesson, and so not among `by_id`.
    """
    if find_spec(f"{here.__name__}.coding") is None:
        return {}
    tasks = import_module(f"{here.__name__}.coding").EXERCISES
    return {task.id: task for task in tasks}


def get(id: str) -> Exercise:
    """Return the exercise of that id; `KeyError` with the nearest ids if there is none.

    Lessons are read one after another until it is found.
    """
    if str(id).startswith("coding-") and id in rounds():
        return rounds()[id]
    for name in modules():
        for exercise in in_module(name):
            if exercise.id == id:
                return exercise
    known = [*by_id(), *rounds()]
    close = difflib.get_close_matches(str(id), known, n=3, cutoff=0.4) or known[:3]
    raise KeyError(f"there is no exercise {id!r}; did you mean {' or '.join(close)}?")


def of_lesson(lesson: str) -> tuple[Exercise, ...]:
    """Return the exercises of a lesson such as `"02_bpe"`; none if there is no such lesson."""
    name = f"lesson_{lesson[:2]}"
    found = in_module(name) if name in modules() else ()
    return tuple(exercise for exercise in found if exercise.lesson == lesson)
