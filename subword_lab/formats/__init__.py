"""Files that other tools read and write, and how to tell them apart."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subword_lab.tokenizer import Tokenizer

READERS = {"tokenizer.json": "tokenizer_json"}
"""Format -> the module here that has its `load`."""
WRITERS = {"tokenizer.json": "tokenizer_json"}
"""Format -> the module here that has its `save`."""


def load(path: Path) -> "Tokenizer":
    """Read a tokenizer; the format follows from the name and the contents.

    Raises `FileNotFoundError` if there is nothing, `ValueError` if the format is not known.
    """
    if not path.exists():
        raise FileNotFoundError(f"there is no file or folder {path}")
    reader: Callable[[Path], Tokenizer] = import_module(
        f"subword_lab.formats.{READERS[format_of(path)]}"
    ).load
    return reader(path)


def save(tokenizer: "Tokenizer", path: Path, format: str | None = None) -> None:
    """Write a tokenizer; the format follows from the name unless given."""
    wanted = format or format_of(path)
    if wanted not in WRITERS:
        raise ValueError(f"no way to write {wanted!r}; known are {', '.join(WRITERS)}")
    writer: Callable[[Tokenizer, Path], None] = import_module(
        f"subword_lab.formats.{WRITERS[wanted]}"
    ).save
    writer(tokenizer, path)


def format_of(path: Path) -> str:
    """The format that a name stands for; `ValueError` if it stands for none.

    >>> format_of(Path("my/tokenizer.json"))
    'tokenizer.json'
    """
    if path.suffix == ".json":
        return "tokenizer.json"
    raise ValueError(f"{path.name} is no name of a known format; known are {', '.join(READERS)}")
