"""Plain data: the only thing that crosses the border between a learner's code and its checker.

Numbers, text, bytes, None, lists, tuples, sets and mappings travel as JSON with a tag for each
container. Anything else arrives as `Opaque`, which equals nothing that a reference returns.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

LARGEST = 200_000  # items in one value; a course exercise stays far below
DEEPEST = 60  # levels of nesting


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value that is not plain data: only the name of its type is kept."""

    type_name: str


class _TooLarge(Exception):
    pass


def dumps(value: Any) -> str:
    """Write a value as one line of JSON.

    >>> loads(dumps({("a", "b"): [1, 2.5, None]}))
    {('a', 'b'): [1, 2.5, None]}
    >>> loads(dumps(iter([])))
    Opaque(type_name='list_iterator')
    """
    try:
        # subtle: with ASCII escapes two lone surrogates would come back as one character
        return json.dumps(_tagged(value, 0, [0]), ensure_ascii=False)
    except (_TooLarge, ValueError):
        return json.dumps(["other", f"{type(value).__name__} (too large)"])


def loads(line: str) -> Any:
    """Read what `dumps` wrote."""
    return _untagged(json.loads(line))


def to_bytes(value: Any) -> bytes:
    """Write a value as one line of UTF-8, lone surrogates included, with its newline."""
    return (dumps(value) + "\n").encode("utf-8", "surrogatepass")


def from_bytes(line: bytes) -> Any:
    """Read what `to_bytes` wrote."""
    return loads(line.decode("utf-8", "surrogatepass"))


def _tagged(value: Any, depth: int, seen: list[int]) -> Any:
    seen[0] += 1
    if seen[0] > LARGEST or depth > DEEPEST:
        raise _TooLarge
    if type(value) is str:  # nearly all items are texts
        return value
    # subtle: the methods are called on the built-in types, so that a subclass cannot interfere
    match value:
        case None | bool():
            return value
        case str():
            return str.__str__(value)
        case bytes() | bytearray():
            return ["bytes", bytes(value).hex()]
        case list() | tuple() | set() | frozenset():
            kind = next(t for t in (list, tuple, set, frozenset) if isinstance(value, t))
            within: Iterator[Any] = kind.__iter__(value)  # type: ignore[arg-type]
            items = [_tagged(item, depth + 1, seen) for item in within]
            if kind in (set, frozenset):
                return ["set", *sorted(items, key=json.dumps)]
            return [kind.__name__, *items]
        case dict():
            pairs = dict.items(value)
            return [
                "dict",
                *([_tagged(k, depth + 1, seen), _tagged(v, depth + 1, seen)] for k, v in pairs),
            ]
        case Integral():
            return int(value)
        case Real():
            return float(value)
        case Opaque():
            return ["other", value.type_name]
        case _:
            return ["other", type(value).__name__]


def _untagged(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    tag, *items = value
    match tag:
        case "bytes":
            return bytes.fromhex(items[0])
        case "list":
            return [_untagged(item) for item in items]
        case "tuple":
            return tuple(_untagged(item) for item in items)
        case "set":
            return frozenset(_untagged(item) for item in items)
        case "dict":
            return {_untagged(key): _untagged(item) for key, item in items}
        case _:
            return Opaque(items[0])


def same(expected: Any, got: Any) -> bool:
    """Compare two plain values: types count, numbers are equal within rounding.

    >>> same([1, 0.3], [1, 0.1 + 0.2]), same((1, 2), [1, 2]), same(1, True)
    (True, False, False)
    >>> same({"a"}, {"a"}), same({"a"}, frozenset("a")), same({"a"}, {"b"})
    (True, True, False)
    """
    if type(expected) is str is type(got):
        return bool(expected == got)
    if kind(expected) != kind(got):
        return False
    match expected:
        case bool() | str() | bytes() | None | set() | frozenset():
            return bool(expected == got)
        case int() | float():
            return expected == got or _close(expected, got)
        case dict():
            return expected.keys() == got.keys() and all(same(expected[k], got[k]) for k in got)
        case list() | tuple():
            return len(expected) == len(got) and all(map(same, expected, got))
        case _:
            return False


def _close(one: float, other: float) -> bool:
    """Whether two numbers are equal within rounding; whole numbers can be too large for that."""
    try:
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    except OverflowError:
        return False


def kind(value: Any) -> str:
    """Name the type of a plain value as a learner knows it; all numbers are one kind."""
    if isinstance(value, Opaque):
        return value.type_name
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "number"
    return "set" if isinstance(value, set | frozenset) else type(value).__name__
