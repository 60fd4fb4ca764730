"""The exercises of a class's edition: stubs, forms and recorded cases, but no answers."""

import ast
import json
from collections.abc import Iterable
from typing import Any

from subword_lab import exercises, i18n
from subword_lab.exercises import Exercise, cases, guard
from subword_lab.exercises.model import Args, source

SEED = "practice"  # the cases that every edition has
HEAD = '''"""The exercises of this lesson, for a class: recorded cases, no answers."""

# ruff: noqa
from subword_lab.exercises import recorded
from subword_lab.exercises.forms import Choice, Cut, Line, Match, Order, Rows, Slider
from subword_lab.exercises.model import Exercise

EXERCISES = ()
'''


def module(those: Iterable[Exercise]) -> str:
    """Return the source of a lesson's module without references and wrong answers."""
    return "\n\n".join([HEAD, *map(_exercise, those)])


def results(those: Iterable[Exercise]) -> dict[str, list[tuple[Args, Any]]]:
    """Return the practice cases of the functions, each with the reference's result.

    `ValueError` if a reference raises on one of them: only results are recorded.
    """
    found: dict[str, list[tuple[Args, Any]]] = {}
    for exercise in those:
        if not exercise.is_code:
            continue
        found[exercise.id] = []
        for args in cases.generate(exercise, SEED):
            outcome = guard.call(exercise.reference, args)
            if outcome.kind != "returned":
                raise ValueError(f"{exercise.id}: the reference raises {outcome.error} on {args}")
            found[exercise.id].append((args, outcome.value))
    return found


def texts(lesson: str) -> str:
    """Return a lesson's catalogue without what is said to wrong answers, and to right values."""
    kept: list[str] = []
    for id, table in i18n.table(f"lesson_{lesson}").items():
        told = {name: text for name, text in table.items() if name not in ("wrong", "clue")}
        if not exercises.get(id).is_code:
            told["right"] = i18n.t("exercises.outcome.correct")
        lines = [f"{name} = {_toml(text)}" for name, text in told.items()]
        kept.append("\n".join([f"[{id}]", *lines]))
    return "\n\n".join(kept) + "\n"


def _exercise(exercise: Exercise) -> str:
    """Write one exercise as code that makes it again, without its answer."""
    told = ("id", "lesson", "kind", "points", "version", "imports", "form")
    fields = {name: repr(getattr(exercise, name)) for name in told}
    fields |= {"wrong": "{}", "reference": "None", "withheld": "True"}
    lines = []
    if exercise.is_code:
        lines.append(_recorded(exercise))
        lines.append("reference = " + exercise.reference.__name__)
        fields |= {"reference": "reference", "examples": f"recorded.cases({exercise.id!r})"}
        fields["valid"] = "lambda *args: False"  # other cases have no recorded result
    if exercise.starter is not None:
        lines.append(source(exercise.starter))
        lines.append("starter = " + exercise.starter.__name__)
        fields["starter"] = "starter"
    inner = "\n".join(f"    {name}={code}," for name, code in fields.items())
    return "\n\n".join([*lines, f"EXERCISES += (Exercise(\n{inner}\n),)"])


def _recorded(exercise: Exercise) -> str:
    """The reference's signature and docstring; its body looks the call up."""
    code = exercise.reference.__code__
    names = ", ".join(code.co_varnames[: code.co_argcount])
    return (
        f"{_head(source(exercise.reference))}\n    return recorded.call({exercise.id!r}, {names})"
    )


def _head(code: str) -> str:
    """What stands above the first statement of a function."""
    function: Any = ast.parse(code).body[0]
    first = function.body[0]
    documented = ast.get_docstring(function) is not None
    return "\n".join(code.splitlines()[: first.end_lineno if documented else first.lineno - 1])


def _toml(value: Any) -> str:
    """Write a text or a list of texts in TOML, whose strings are those of JSON, but for DEL."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
