"""Values as a learner should see them: no invisible character, and the first difference named."""

import unicodedata
from collections.abc import Sequence, Set
from typing import Any

from subword_lab import i18n
from subword_lab.exercises import plain

LONGEST = 400  # characters of one shown value


def show(value: Any, space: str = "␣") -> str:
    r"""Write a plain value so that spaces and invisible characters can be seen.

    With `space=" "` spaces stay spaces, for what a learner may copy from the screen.

    >>> print(show(["a b", "e\u0301", "\u200d"]))
    ['a␣b', 'e\u0301', '\u200d']
    """
    return _shortened(_write(value, space))


def show_call(name: str, args: tuple[Any, ...]) -> str:
    """Write a call as the learner would type it, but with visible spaces.

    >>> show_call("merge", (["a"], ("a", "b")))
    "merge(['a'], ('a', 'b'))"
    """
    return _shortened(f"{name}({', '.join(map(_write, args))})")


def first_difference(expected: Any, got: Any, path: str = "") -> str | None:
    """Say where two plain values of the same type part, or None where there is nothing to say.

    >>> first_difference(["u", "g"], ["u", "gs"])
    "[1]: expected 'g', got 'gs'"
    >>> first_difference("low er", "lower")
    "[3]: expected '␣', got 'e'"
    """
    if plain.same(expected, got):
        return None
    if plain.kind(expected) == plain.kind(got):
        match expected:
            case list() | tuple():
                return _in_sequence(expected, got, path)
            case dict():
                return _in_dict(expected, got, path)
            case set() | frozenset():
                return _in_set(expected, got, path)
            case str() | bytes() if not path:  # inside something both are shown whole
                return _in_text(expected, got)
    if not path:
        return None
    return i18n.t("exercises.difference.value", path=path, expected=show(expected), got=show(got))


def _in_sequence(expected: Any, got: Any, path: str) -> str | None:
    for i, (wanted, seen) in enumerate(zip(expected, got, strict=False)):
        if not plain.same(wanted, seen):
            return first_difference(wanted, seen, f"{path}[{i}]")
    return i18n.t(
        "exercises.difference.length", path=path, expected=len(expected), got=len(got)
    ).strip()


def _in_dict(expected: Any, got: Any, path: str) -> str | None:
    for key, wanted in expected.items():
        if key not in got:
            return i18n.t("exercises.difference.missing", path=f"{path}[{_write(key)}]")
        if not plain.same(wanted, got[key]):
            return first_difference(wanted, got[key], f"{path}[{_write(key)}]")
    extra = next(key for key in got if key not in expected)
    return i18n.t("exercises.difference.extra", path=f"{path}[{_write(extra)}]")


def _in_set(expected: Set[Any], got: Set[Any], path: str) -> str:
    """Name an item that only one of the sets has, the smallest as it is written."""
    missing, extra = (
        min(map(_write, some), default="") for some in (expected - got, got - expected)
    )
    key = "exercises.difference.missing" if missing else "exercises.difference.extra"
    return i18n.t(key, path=f"{path} {missing or extra}".strip())


def _in_text(expected: Any, got: Any) -> str:
    """Name the first character or byte that differs, or where one text ends too early."""
    pairs = enumerate(zip(expected, got, strict=False))
    at = next((i for i, (wanted, seen) in pairs if wanted != seen), None)
    if at is None:
        counts = {"expected": len(expected), "got": len(got)}
        return i18n.t("exercises.difference.end", **counts)
    wanted, seen = expected[at : at + 1], got[at : at + 1]
    return i18n.t(
        "exercises.difference.value", path=f"[{at}]", expected=show(wanted), got=show(seen)
    )


def _write(value: Any, space: str = "␣") -> str:
    match value:
        case str():
            return "".join(_visible(ch, space) for ch in repr(value))
        case list():
            return f"[{_items(value, space)}]"
        case tuple():
            return f"({_items(value, space)}{',' * (len(value) == 1)})"
        case dict():
            pairs = (f"{_write(k, space)}: {_write(v, space)}" for k, v in value.items())
            return f"{{{', '.join(pairs)}}}"
        case frozenset():
            items = sorted(_write(item, space) for item in value)
            return f"{{{', '.join(items)}}}" if value else "set()"
        case plain.Opaque():
            return value.type_name
        case _:
            return repr(value)


def _items(values: Sequence[Any], space: str) -> str:
    return ", ".join(_write(value, space) for value in values)


def _visible(ch: str, space: str) -> str:
    if ch == " ":
        return space
    # accents and variation selectors hide in what they stand on; vowel signs are read as letters
    if unicodedata.combining(ch) >= 200 or "\ufe00" <= ch <= "\ufe0f":
        return f"\\u{ord(ch):04x}"
    return ch


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
