r"""Texts on disk: files, folders and standard input; compressed, or a JSON object on each line.

Nothing is read whole that can be read in blocks, and nothing is decompressed without a bound.
"""

import gzip
import json
import sys
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

BLOCK = 1 << 20  # bytes
MOST = 1 << 40  # decompressed bytes of one file, unless the caller says otherwise
STDIN = "-"


class Source(NamedTuple):
    """A file, or standard input where `path` is None, and what it is called."""

    name: str
    path: Path | None


class DamagedFile(ValueError):
    """A file that cannot be read to its end; the message names it and what is wrong."""


def find(paths: Iterable[str | Path]) -> tuple[Source, ...]:
    """The files that paths mean: "-" is standard input, a folder all files below it, by name.

    Hidden files and folders inside a folder are left out. Raises `FileNotFoundError` for a path
    that is not there, `ValueError` for a folder without files and for "-" said twice.

    >>> find(["-"])
    (Source(name='standard input', path=None),)
    """
    found: list[Source] = []
    for path in paths:
        if str(path) == STDIN:
            if any(source.path is None for source in found):
                raise ValueError('standard input can be read once: give "-" once')
            found.append(Source("standard input", None))
        else:
            found.extend(Source(str(file), file) for file in _files(Path(path)))
    return tuple(found)


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise FileNotFoundError(f"there is no file or folder {path}; check the name")
    if not path.is_dir():
        return [path]
    below = (each for each in path.rglob("*") if each.is_file())
    shown = sorted(each for each in below if not _hidden(each.relative_to(path)))
    if not shown:
        raise ValueError(f"the folder {path} holds no files to read")
    return shown


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def stays(source: Source) -> bool:
    """Whether it is a file that can be read twice and from any place: no pipe, no device."""
    return source.path is not None and source.path.is_file()


def blocks(source: Source, most: int = MOST) -> Iterator[bytes]:
    """The bytes of a source, decompressed, in blocks of a megabyte; a byte order mark is dropped.

    Raises `DamagedFile` where a file is cut short, is not what its name says, or holds more than
    `most` bytes once it is decompressed; `ModuleNotFoundError` for .zst without its library.
    """
    size = 0
    with _readable(source), _opened(source) as file:
        while block := file.read(BLOCK):
            size += len(block)
            if size > most:
                raise DamagedFile(
                    f"{source.name} holds more than {most:,} bytes once it is decompressed; "
                    "raise the bound (--max-bytes) if that is as it should be"
                )
            yield block.removeprefix(BOM_UTF8) if size == len(block) else block


def span(source: Source, start: int, end: int, most: int = MOST) -> Iterator[bytes]:
    """The bytes start..end of a plain file, in blocks; raises as `blocks` does."""
    if end > most:
        raise DamagedFile(
            f"{source.name} holds more than {most:,} bytes; raise the bound (--max-bytes) if that "
            "is as it should be"
        )
    with _readable(source), _opened(source) as file:
        file.seek(start)
        for at in range(start, end, BLOCK):
            block = file.read(min(BLOCK, end - at))
            yield block if at else block.removeprefix(BOM_UTF8)


def documents(source: Source, field: str = "text", most: int = MOST) -> Iterator[str]:
    """The documents of a source: one for each line of a `.jsonl` file, else the whole of it.

    A line of `.jsonl` is an object whose `field` is the text; empty lines are passed over. Raises
    `DamagedFile` as `blocks` does, for text that is not UTF-8 and for a line without its text.
    """
    if not is_jsonl(source):
        yield decoded(b"".join(blocks(source, most)), source.name)
        return
    for number, line in enumerate(lines(blocks(source, most)), 1):
        if line.strip():
            yield _field(line, field, f"{source.name}, line {number}")


def is_jsonl(source: Source) -> bool:
    """Whether each line is a document: `.jsonl`, also compressed.

    >>> is_jsonl(Source("a.jsonl.gz", Path("a.jsonl.gz"))), is_jsonl(Source("b.txt", None))
    (True, False)
    """
    return ".jsonl" in Path(source.name).suffixes[-2:]


def lines(read: Iterable[bytes]) -> Iterator[bytes]:
    r"""The lines of a text that comes in blocks, without their ends.

    >>> list(lines([b"one\ntw", b"o\n"]))
    [b'one', b'two']
    """
    rest: list[bytes] = []  # joined once, however many blocks a line has
    for block in read:
        first, *others = block.split(b"\n")
        rest.append(first)
        if others:
            yield b"".join(rest)
            yield from others[:-1]
            rest = [others[-1]]
    if any(rest):
        yield b"".join(rest)


def _field(line: bytes, field: str, where: str) -> str:
    try:
        entry = json.loads(decoded(line, where))
    except (ValueError, RecursionError) as error:
        raise DamagedFile(f"{where} is no JSON: {error}") from None
    if not isinstance(entry, dict):
        raise DamagedFile(f"{where} is no JSON object but a {type(entry).__name__}")
    if field not in entry:
        there = ", ".join(map(repr, list(entry)[:8])) or "nothing"
        raise DamagedFile(f"{where} has no field {field!r}, only {there}; name it with --field")
    if not isinstance(entry[field], str):
        raise DamagedFile(f"{where}: {field!r} is no text but {entry[field]!r:.40}")
    return cast(str, entry[field])


def decoded(data: bytes, where: str, whole: bool = True) -> str:
    """The text of bytes; without `whole` they are a part, and no place in them is named.

    Raises `DamagedFile` for bytes that are not UTF-8.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            hint = "iconv -f utf-16 -t utf-8"
            raise DamagedFile(f"{where} is not UTF-8 but UTF-16: convert it ({hint})") from None
        place = f" at byte {error.start}" if whole else ""
        raise DamagedFile(f"{where} is not UTF-8: {error.reason}{place}") from None


@contextmanager
def _readable(source: Source) -> Iterator[None]:
    """Say of any error of reading which file it was and what to do."""
    try:
        yield
    except DamagedFile:
        raise
    except (EOFError, zlib.error, gzip.BadGzipFile, _zst_error()) as error:
        raise DamagedFile(f"{source.name} is damaged or cut short: {error}") from None
    except OSError as error:
        raise DamagedFile(f"{source.name} cannot be read: {error.strerror or error}") from None


def _opened(source: Source) -> AbstractContextManager[IO[bytes]]:
    if source.path is None:
        return nullcontext(sys.stdin.buffer)
    if source.path.suffix in _OPENERS:
        return _OPENERS[source.path.suffix](source.path)
    return source.path.open("rb")


def _zst() -> Any:
    """Python's own module for .zst from 3.14 on, before that the same one as a package."""
    for name in ("compression.zstd", "backports.zstd"):
        if find_spec(name.split(".")[0]) and find_spec(name):
            return import_module(name)
    return None


def _zst_error() -> type[Exception]:
    return cast(type[Exception], module.ZstdError) if (module := _zst()) else EOFError


def _open_zst(path: Path) -> IO[bytes]:
    if (module := _zst()) is None:
        raise ModuleNotFoundError(f'{path} needs: pip install "subword-lab[zst]"')
    return cast(IO[bytes], module.open(path, "rb"))


def _open_gz(path: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(path, "rb"))


_OPENERS: dict[str, Callable[[Path], IO[bytes]]] = {".gz": _open_gz, ".zst": _open_zst}
