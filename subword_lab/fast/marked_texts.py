"""Many texts as one row of bytes in which words begin with the space in front of them.

Most texts are left as they are by the normalization; which ones, arrays find out for all at once.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.positions import Numbers
from subword_lab.fast.tries import codes_of
from subword_lab.spaces import METASPACE

SPACE, END = ord(" "), ord("\n")
Bytes = NDArray[np.uint8]
Stays = Callable[[NDArray[np.uint32]], NDArray[np.bool_]]


class MarkedTexts(NamedTuple):
    """The bytes, where words start, which of these is the first one of each text, and which texts.

    Texts without a word are not there, nor are those in `hard`.
    """

    data: bytes
    starts: Numbers
    first: Numbers
    texts: Sequence[int]
    hard: Sequence[int]

    def spelled(self, at: int) -> bytes:
        """The bytes of a word."""
        end = self.starts[at + 1] if at + 1 < len(self.starts) else len(self.data)
        return self.data[self.starts[at] : end]


def marked_texts(
    texts: Sequence[str],
    plain: bool,
    stays: Stays,
    normal: Callable[[str], str],
    collapse: bool,
    prefix: bool,
) -> MarkedTexts:
    r"""Put a space (with `prefix`) or a line end in front of each text and find the words.

    `normal` normalizes a text; with `plain`, printable ASCII is normal as it is. With `collapse`,
    spaces at both ends go, and of several one stays. Texts of characters that `stays` are normal,
    too. A text that has a line end or a ▁ even when it is normal is hard.

    >>> texts = ["to  be", "", "or"]
    >>> marked = marked_texts(texts, True, np.isfinite, str, collapse=True, prefix=True)
    >>> marked.data, marked.starts.tolist(), marked.first.tolist(), marked.texts
    (b' to be or', [0, 3, 6], [0, 2], [0, 2])
    """
    which = [at for at, text in enumerate(texts) if text]
    own = [texts[at] for at in which]
    data = _joined(own)
    raw, borders = _borders(data)
    if plain and data.count(b"\n") == len(own):  # no line end inside a text
        odd, spaced = _odd_texts(raw, borders), _texts_with_extra_spaces(raw, borders)
    else:
        odd = spaced = np.arange(len(own))
    odd = odd[_texts_to_normalize([own[at] for at in odd.tolist()], stays)]
    hard = []
    for at in odd.tolist():
        own[at] = normal(own[at])
        if "\n" in own[at] or METASPACE in own[at]:
            hard.append(which[at])
            own[at] = ""
    changed = np.union1d(odd, spaced) if collapse else odd
    if collapse:
        for at in changed.tolist():
            own[at] = without_extra_spaces(own[at])
    if "" in own:
        which = [at for at, text in zip(which, own, strict=True) if text]
        own = list(filter(None, own))
    if len(changed):
        data = _joined(own)
        raw, borders = _borders(data)
    first = np.flatnonzero(raw[borders] == END)
    return MarkedTexts(data.replace(b"\n", b" ") if prefix else data, borders, first, which, hard)


def without_extra_spaces(text: str) -> str:
    """The text without spaces at both ends, and with one where there are several."""
    if "  " in text or text[:1] == " " or text[-1:] == " ":
        return " ".join(filter(None, text.split(" ")))
    return text


def parts_of(text: str, size: int, prefix: bool) -> Iterator[MarkedTexts]:
    r"""A normal text in parts of about `size` bytes that begin with a space.

    >>> [part.data for part in parts_of("to be or", 4, prefix=True)]
    [b' to be', b' or']
    """
    data = f"{' ' if prefix else chr(END)}{text}".encode()
    begin = 0
    while begin < len(data):
        end = data.find(b" ", begin + size)
        end = len(data) if end < 0 else end
        part = data[begin:end]
        yield MarkedTexts(part, _borders(part)[1], np.zeros(1, np.intp), [0], [])
        begin = end


def _joined(texts: Sequence[str]) -> bytes:
    return "\n".join(["", *texts]).encode()


def _borders(data: bytes) -> tuple[Bytes, Numbers]:
    """The bytes as numbers, and where there is a space or a line end."""
    raw = np.frombuffer(data, np.uint8)
    return raw, np.flatnonzero((raw == SPACE) | (raw == END))


def _odd_texts(raw: Bytes, borders: Numbers) -> Numbers:
    """Which texts hold something else than printable ASCII."""
    odd = np.flatnonzero(raw - np.uint8(SPACE) > 126 - SPACE)
    odd = odd[raw[odd] != END]
    ends = borders[raw[borders] == END]
    return np.unique(np.searchsorted(ends, odd) - 1)


def _texts_to_normalize(texts: Sequence[str], stays: Stays) -> Numbers:
    """Which texts hold a character that does not stay, or that would pass for a border."""
    codes = codes_of(texts)
    changes = np.flatnonzero(~stays(codes) | (codes == END) | (codes == ord(METASPACE)))
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64))
    return np.unique(np.searchsorted(ends, changes, side="right"))


def _texts_with_extra_spaces(raw: Bytes, borders: Numbers) -> Numbers:
    """Which texts begin or end with a space or hold two side by side."""
    ends = raw[borders] == END
    text = np.cumsum(ends) - 1
    space = ~ends
    beside = np.diff(borders, append=len(raw)) == 1  # a border or the end follows
    extra = beside & (space | np.append(space[1:], False))
    return np.unique(text[extra])
