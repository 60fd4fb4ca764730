"""All exercises: each `lesson_NN` module beside this one holds those of its lesson."""

import difflib
import pkgutil
from functools import cache
from importlib import import_module

import subword_lab.exercises as here
from subword_lab.exercises.model import Exercise


@cache
def by_id() -> dict[str, Exercise]:
    """Return the exercises in course order under their ids.

    `ValueError` if an id is given twice.
    """
    names = sorted(m.name for m in pkgutil.iter_modules(here.__path__, "") if "lesson_" in m.name)
    found: dict[str, Exercise] = {}
    for name in names:
        for exercise in import_module(f"{here.__name__}.{name}").EXERCISES:
            if exercise.id in found:
                raise ValueError(f"two exercises are called {exercise.id!r}; rename one in {name}")
            found[exercise.id] = exercise
    return found


def get(id: str) -> Exercise:
    """Return the exercise of that id; `KeyError` with the nearest ids if there is none."""
    exercises = by_id()
    if id in exercises:
        return exercises[id]
    close = difflib.get_close_matches(str(id), exercises, n=3, cutoff=0.4) or list(exercises)[:3]
    raise KeyError(f"there is no exercise {id!r}; did you mean {' or '.join(close)}?")
