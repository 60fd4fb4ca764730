"""Files that other tools read and write, and how to tell them apart."""

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from subword_lab.tokenizer import Tokenizer

READERS = {
    "tokenizer.json": "tokenizer_json",
    "vocab+merges": "vocab_merges",
    "vocab.txt": "vocab_txt",
    "sentencepiece": "sentencepiece_model",
    "tiktoken": "tiktoken_ranks",
    "tekken": "tekken",
    "subword-nmt": "subword_nmt_codes",
}
"""Format -> the module here that has its `load`."""
WRITERS = {
    "tokenizer.json": "tokenizer_json",
    "vocab+merges": "vocab_merges",
    "vocab.txt": "vocab_txt",
    "sentencepiece": "sentencepiece_model.writing",
    "tiktoken": "tiktoken_ranks",
    "subword-nmt": "subword_nmt_codes",
}
"""Format -> the module here that has its `save`."""
NAMES = (
    "tokenizer.json, vocab.json with merges.txt (or a folder for both), vocab.txt, *.model, "
    "*.tiktoken, *.codes"
)


def load(path: Path, **options: Any) -> "Tokenizer":
    """Read a tokenizer from a file or a folder; what it is follows from name and contents.

    `options` say what a format leaves open: `pattern` and `special_tokens` for tiktoken's ranks.
    Raises `FileNotFoundError` if there is nothing, `ValueError` if the format is not known,
    `TypeError` for an option that its reader does not have.
    """
    if path.is_dir():
        path = _in_folder(path)
    if not path.exists():
        raise FileNotFoundError(f"there is no file or folder {path}")
    format = format_of(path)
    reader: Callable[..., Tokenizer] = import_module(f"{__name__}.{READERS[format]}").load
    known = [*signature(reader).parameters][1:]
    for name in options:
        if name not in known:
            has = ", ".join(known) or "none"
            raise TypeError(f"the reader of {format} has no option {name!r}; its options: {has}")
    return reader(path, **options)


def save(tokenizer: "Tokenizer", path: Path, format: str | None = None) -> None:
    """Write a tokenizer; the format follows from the name unless given.

    A folder, or a name without a dot, takes vocab.json and merges.txt. No file is written half.
    Raises `ValueError` for a format that cannot be written, and for what it cannot express.
    """
    module = import_module(f"{__name__}.{WRITERS[format_to_write(path, format)]}")
    writer: Callable[[Tokenizer, Path], None] = module.save
    writer(tokenizer, path)


def format_to_write(path: Path, format: str | None = None) -> str:
    """The format that `save` would write, without writing; raises `ValueError` as it does.

    >>> format_to_write(Path("my.model"))
    'sentencepiece'
    """
    wanted = format or _by_name(path) or ("" if path.suffix else "vocab+merges")
    if wanted not in WRITERS:
        raise ValueError(
            f"no way to write {format or path.name!r}; files are named {NAMES}, or give "
            f"format={' or '.join(map(repr, WRITERS))}"
        )
    if path.is_dir():
        _check_folder(path, wanted)
    return wanted


def _check_folder(folder: Path, format: str) -> None:
    if format != "vocab+merges":
        raise ValueError(f"{folder} is a folder; name the file in it, such as {NAMES}")
    first = folder / "tokenizer.json"
    if first.exists():
        raise ValueError(
            f"{first} is there, and who loads the folder would take it; remove it, or name "
            f"{folder / 'vocab.json'} if both are meant to be there"
        )


def format_of(path: Path) -> str:
    """The format of a file; `ValueError` if neither its name nor its beginning tells.

    >>> format_of(Path("my/cl100k_base.tiktoken"))
    'tiktoken'
    """
    found = _by_name(path) or _by_contents(path)
    if found is None:
        raise ValueError(
            f"{path.name} is in no known format; known are {', '.join(READERS)}, told by the names "
            f"{NAMES}, tekken*.json"
        )
    return found


def _by_name(path: Path) -> str | None:
    name = path.name
    if name in ("vocab.json", "merges.txt", "encoder.json", "vocab.bpe"):
        return "vocab+merges"
    if name.startswith("tekken") and path.suffix == ".json":
        return "tekken"
    if name.endswith("vocab.txt"):
        return "vocab.txt"
    if ".model" in path.suffixes:
        return "sentencepiece"
    by_suffix = {".json": "tokenizer.json", ".tiktoken": "tiktoken", ".codes": "subword-nmt"}
    return by_suffix.get(path.suffix)


def _by_contents(path: Path) -> str | None:
    """For files without a telling name, such as those in tiktoken's cache."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        start = file.read(64)
    first_line = start.split(b"\n")[0].split()
    if start.startswith(b"#version: 0."):
        return "subword-nmt"
    if start.startswith(b"{"):
        return "tokenizer.json"
    if len(first_line) == 2 and first_line[1].isdigit():
        return "tiktoken"
    return "sentencepiece" if start.startswith(b"\n") else None


def _in_folder(folder: Path) -> Path:
    """The file in a folder that says most."""
    names = ("tokenizer.json", "vocab.json", "encoder.json", "vocab.txt", "tokenizer.model")
    there = [folder / name for name in names if (folder / name).is_file()]
    there += sorted(folder.glob("*.model"))
    if not there:
        raise ValueError(f"the folder {folder.name} holds none of {', '.join(names)}")
    return there[0]
