r"""Cut a long text where the cut changes nothing, join short ones: a megabyte at a time.

What is handled at once should fit into the processor's cache. A text may be cut behind a line end
that stands between two characters that are not white space, and in front of a space between two
letters. There a pre-token starts whatever stands further away, for each expression in
`splitting.SPLITTERS`; only a `/` behind a line end may belong to what is before it.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from pathlib import Path

from subword_lab.text.checks import check_utf8
from subword_lab.text.fast.classes import DOCUMENT_END

SIZE = 1 << 20
_NEAR = 1 << 8  # bytes
_LOOK_BEHIND = 5  # a character, and a line end
_BORDER = re.compile(
    # White space beyond ASCII begins with C2, E1 or E2, or is E3 80 80.
    rb"(?:[!-~]|[\xc3-\xdf][\x80-\xbf]|\xe3(?:\x80[\x81-\xbf]|[\x81-\xbf][\x80-\xbf])"
    rb"|[\xe0\xe4-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})\n"
    rb"(?=[!-.0-~\xc3-\xdf\xe0\xe4-\xf4]|\xe3[\x81-\xbf]|\xe3\x80[\x81-\xbf])"
    rb"|[A-Za-z](?= [A-Za-z])"
)


def chunks(documents: Iterable[str | Path], size: int = SIZE) -> Iterator[bytes]:
    """The documents as UTF-8 in chunks of about `size` bytes, a `DOCUMENT_END` between two of them.

    A chunk is longer where there is no place to cut. A file is read in blocks; its byte order mark
    is dropped. A `str` must have passed `check_text`; a file that is not UTF-8 raises `ValueError`.

    >>> list(chunks(["to be or", "not to"], size=8))
    [b'to be', b' or', b'not to']
    """
    short: list[str] = []
    room = size
    for document in documents:
        if isinstance(document, str) and len(document) < room:
            short.append(document)
            room -= len(document) + 1
            continue
        yield from _joined(short)
        short, room = [], size
        if isinstance(document, Path):
            yield from _checked(document, cut(_blocks_of_file(document, size)))
        else:
            yield from cut(_blocks_of_str(document, size))
    yield from _joined(short)


def cut(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Cut a text that comes in blocks where no pre-token is cut.

    >>> list(cut([b"two wo", b"rds", b" more"]))
    [b'two', b' words', b' more']
    """
    rest: list[bytes] = []
    for block in blocks:
        before = rest[-1][-_LOOK_BEHIND:] if rest else b""
        at = last_border(before + block) - len(before)
        if at >= 0 and rest or at > 0:
            yield b"".join([*rest, block[:at]])
            rest = []
        rest.append(block[max(at, 0) :])
    if rest:
        yield b"".join(rest)


def last_border(text: bytes) -> int:
    """Where a text can be cut nearest to its end; 0 if nowhere. Most have a place close by."""
    last, size = 0, _NEAR
    while not last:
        for border in _BORDER.finditer(text, max(0, len(text) - size)):
            last = border.end()
        if size >= len(text):
            break
        size *= 16
    return last


def _joined(documents: list[str]) -> Iterator[bytes]:
    text = DOCUMENT_END.join(documents)
    if text:
        yield text.encode("utf-8", "surrogatepass")


def _blocks_of_str(text: str, size: int) -> Iterator[bytes]:
    return (text[at : at + size].encode() for at in range(0, len(text), size))


def _blocks_of_file(path: Path, size: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        block = file.read(size).removeprefix(BOM_UTF8)
        while block:
            yield block
            block = file.read(size)


def _checked(path: Path, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks, if they are UTF-8: half a surrogate pair in a file is no `DOCUMENT_END`."""
    start = 0
    for chunk in chunks:
        if not chunk.isascii():
            check_utf8(chunk, path, start)
        start += len(chunk)
        yield chunk
