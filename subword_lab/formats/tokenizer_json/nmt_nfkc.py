r"""SentencePiece's rule `nmt_nfkc` in the words of tokenizer.json, exactly.

`tokenizers` has no such rule: its `Nmt` leaves out NFKC, its `NFKC` sorts and joins more marks, and
its `Precompiled` applies the rule's table in another way. But NFKC does what the rule does if no
mark can reach what it must not join. So a border, U+0001, is put in front of each such mark, and
taken out again after NFKC; the rule drops U+0001 anyway. Characters newer than the Unicode of
`tokenizers` are left as they are there.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any
from unicodedata import combining, normalize

from subword_lab.text.compositions import changeable, sequences, spellings
from subword_lab.text.nmt_nfkc import KEPT, REMOVED, SPACES

Node = dict[str, Any]
BORDER, KEPT_MARK = "\x01", "\x02"


def write() -> list[Node]:
    """The normalizers."""
    return [
        _first(),
        _replace({"String": KEPT}, KEPT_MARK),
        _replace({"Regex": _pattern()}, BORDER),
        {"type": "NFKC"},
        _replace({"String": KEPT_MARK}, KEPT),
        _replace({"Regex": _any_of(SPACES)}, " "),
        _replace({"String": BORDER}, ""),
    ]


def is_written(nodes: list[Node]) -> bool:
    """Whether a list of normalizers begins with the rule.

    >>> is_written([*write(), {"type": "Lowercase"}]), is_written([{"type": "NFKC"}])
    (True, False)
    """
    return nodes[:1] == [_first()] and nodes[: len(write())] == write()


def _first() -> Node:
    """What the rule drops is a border, too."""
    return _replace({"Regex": _any_of(REMOVED - {BORDER})}, BORDER)


def _replace(pattern: dict[str, str], content: str) -> Node:
    return {"type": "Replace", "pattern": pattern, "content": content}


@cache
def _pattern() -> str:
    """In front of a mark, and not at the start, unless it ends a sequence that the rule joins."""
    marks = {part for parts in sequences() for part in parts[1:]}
    reachable = [
        ch
        for ch in changeable()
        if (first := normalize("NFKD", ch)[0]) in marks or combining(first)
    ]
    joined = "|".join(_joined(length) for length in range(2, max(map(len, sequences())) + 1))
    return rf"(?<=[\s\S])(?={_any_of(reachable)})(?!{joined})"


def _joined(length: int) -> str:
    """The last character of each sequence of some length, the others before it.

    Sequences that differ in one place only are written as one, or there would be 12,000 of them.
    """
    rows: list[tuple[frozenset[str], ...]] = [
        tuple(frozenset(part) for part in parts) for parts in sequences() if len(parts) == length
    ]
    for place in (0, *range(length - 1, 0, -1)):
        rows = _united(rows, place)
    return "|".join(
        f"(?<={''.join(map(_spelled, before))}){_spelled(last)}" for *before, last in rows
    )


def _united(rows: list[tuple[frozenset[str], ...]], place: int) -> list[tuple[frozenset[str], ...]]:
    """Rows that are equal but in one place become one row, with all that may stand there."""
    united: dict[tuple[frozenset[str], ...], frozenset[str]] = {}
    for row in rows:
        rest = (*row[:place], *row[place + 1 :])
        united[rest] = united.get(rest, frozenset()) | row[place]
    return [(*rest[:place], there, *rest[place:]) for rest, there in united.items()]


def _spelled(characters: Iterable[str]) -> str:
    return _any_of(other for ch in characters for other in (ch, *spellings().get(ch, ())))


def _any_of(characters: Iterable[str]) -> str:
    r"""A class of characters, neighbors as a range.

    >>> _any_of("\x01\x02\x03ac")
    '[\\x01-\\x03ac]'
    """
    runs: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return f"[{''.join(_run(*run) for run in runs)}]"


def _run(first: int, last: int) -> str:
    return _written(first) + ("-" if last > first + 1 else "") + (_written(last) * (last > first))


def _written(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x80 and not chr(code).isalnum() else chr(code)
