"""Reading files that may be broken or hostile: sizes first, then types, errors that name them."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from subword_lab.text import check_text

MAX_BYTES = 256 * 1024 * 1024
MAX_ID = 2**31 - 1  # ids are handed out as int32
_REQUIRED = object()


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; `ValueError` if it is absurdly large, or a pipe, a device, a folder."""
    if not path.is_file():
        raise ValueError(f"{path} is no file")
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        size = path.stat().st_size
        raise ValueError(f"{path.name} has {size:,} bytes; more than {MAX_BYTES:,} are not read")
    return data


def read_text(path: Path) -> str:
    """The text of a UTF-8 file; `ValueError` if it is not UTF-8."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path.name} is not UTF-8 text ({error.reason} at byte {error.start})"
        ) from None


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file; `ValueError` if it is broken or no object.

    A name that comes twice in an object is an error: which of the two counts is anybody's guess.
    """
    text = read_text(path)
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{path.name} is no valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise ValueError(f"{path.name} holds a JSON {type(value).__name__}, an object is wanted")
    if _HALF.search(text):  # seldom: most escapes are of whole characters
        check_text(json.dumps(value, ensure_ascii=False), path.name)
    return value


_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(name for name, n in Counter(name for name, _ in pairs).items() if n > 1)
        raise ValueError(f"the name {short(twice)} is in one object twice")
    return made


def field(node: Mapping[str, Any], name: str, kind: type, default: Any = _REQUIRED) -> Any:
    """`node[name]` if it has the type wanted; null and absence count as missing.

    Raises `ValueError` for a wrong type, and for a missing field without a default.

    >>> field({"id": "7"}, "id", int)
    Traceback (most recent call last):
    ...
    ValueError: the field 'id' is '7', wanted int
    """
    value = node.get(name)
    if value is None:
        if default is _REQUIRED:
            raise ValueError(f"the field {name!r} is missing from {short(dict(node))}")
        return default
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"the field {name!r} is {short(value)}, wanted {kind.__name__}")
    return value


def string_list(value: object, what: str) -> list[str]:
    """`value` as a list of str; `ValueError` if it is anything else."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{what} is {short(value)}, wanted a list of strings")
    return value


def vocabulary(value: object) -> dict[str, int]:
    """A mapping of pieces to ids, in id order.

    Raises `ValueError` for wrong types, ids that are negative, too large or used twice.
    """
    if not isinstance(value, dict) or not value:
        raise ValueError(f"the vocabulary is {short(value)}, wanted an object piece -> id")
    owner: dict[int, str] = {}
    for piece, token_id in value.items():
        if not isinstance(piece, str) or not isinstance(token_id, int) or token_id is True:
            raise ValueError(f"the vocabulary maps {piece!r} to {short(token_id)}, wanted an int")
        if not 0 <= token_id <= MAX_ID:
            raise ValueError(f"the id of {piece!r} is {token_id}, wanted 0 to {MAX_ID}")
        if token_id in owner:
            raise ValueError(f"the id {token_id} belongs to {owner[token_id]!r} and {piece!r}")
        owner[token_id] = piece
    return {owner[token_id]: token_id for token_id in sorted(owner)}


def unsupported(what: str, value: object, known: str) -> ValueError:
    """The error for a component that this package does not have."""
    return ValueError(f"{what} {short(value)} is not supported; supported are {known}")


def short(value: object) -> str:
    """How a value is shown in an error: its beginning, where it is long."""
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."
