"""Cases with their results, for an edition of the course that holds no reference.

A class's edition is made with a file `recorded.json` beside this module; its exercises look up
what ours answered to the practice cases.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from subword_lab.exercises import plain
from subword_lab.exercises.model import Args


def cases(id: str) -> tuple[Args, ...]:
    """Return the recorded arguments of an exercise."""
    return tuple(args for args, _ in _results(id).values())


def call(id: str, *args: Any) -> Any:
    """Return the recorded result of a call; `LookupError` if this call was not recorded."""
    key = plain.dumps(args)
    if key not in _results(id):
        raise LookupError(f"{id}: this edition knows the practice cases only")
    return plain.loads(plain.dumps(_results(id)[key][1]))


def write(results: dict[str, list[tuple[Args, Any]]]) -> str:
    """Write recorded calls of exercises by id, as this module reads them."""
    return json.dumps({id: plain.dumps(pairs) for id, pairs in results.items()}, indent=0)


@cache
def _results(id: str) -> dict[str, tuple[Args, Any]]:
    whole = json.loads(files(__package__).joinpath("recorded.json").read_text(encoding="utf-8"))
    return {plain.dumps(args): (args, result) for args, result in plain.loads(whole[id])}
