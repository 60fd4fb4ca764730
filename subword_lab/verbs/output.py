"""What verbs print: tables, JSON, progress; and files that are whole or not there."""

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TypeVar

from subword_lab import i18n

Item = TypeVar("Item")


def table(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Rows as aligned columns; those numbered in `right` end at one edge.

    >>> print(table([["a", "12"], ["中", "3"]], right=[1]))
    a   12
    中   3
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    edge = set(right)
    lines = []
    for row in rows:
        cells = []
        for at, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            room = " " * (wide - width(cell))
            cells.append(room + cell if at in edge else cell + room)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def width(text: str) -> int:
    """Columns of a terminal that a text takes: wide characters take two, marks none.

    >>> width("né"), width("中"), width("e\u0301")
    (2, 2, 1)
    """
    return sum(
        0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1
        for ch in text
    )


def as_json(value: object) -> str:
    """A value as JSON, readable and in any script."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def as_line(value: object) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def progress(items: Iterable[Item], title: str, total: int | None = None) -> Iterable[Item]:
    """The items, with a bar on a terminal, where tqdm is there to draw it."""
    if not sys.stderr.isatty() or not find_spec("tqdm"):
        return items
    from tqdm import tqdm

    bar: Iterable[Item] = tqdm(items, desc=title, total=total, leave=False)
    return bar


def check_place(path: Path) -> None:
    """Whether a file can take its place here: best asked before the work, not after.

    Raises `FileNotFoundError` where its folder is missing, `ValueError` for a device or a pipe,
    which a file would replace.
    """
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(i18n.t("verbs.no_folder", folder=path.parent))
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ValueError(i18n.t("verbs.no_place", path=path))


@contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """A file to write that takes its place only when all of it is written.

    Raises as `check_place` does.
    """
    check_place(path)
    draft = path.with_name(f".unfinished-{os.getpid()}-{path.name}")
    try:
        with draft.open("w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def plain(number: float | None, places: int = 2) -> str:
    """A number for a table.

    >>> plain(3.14159), plain(12345), plain(None)
    ('3.14', '12,345', '-')
    """
    if number is None:
        return "-"
    return f"{number:,}" if isinstance(number, int) else f"{number:,.{places}f}"
