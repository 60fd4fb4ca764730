"""Byte-level BPE from text to ids in arrays: split, look up, merge what is new.

A long text comes in chunks that fit into the processor's cache; short texts are joined into one.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from subword_lab.bpe import BpeModel, encode
from subword_lab.fast.borders import LEAD, Borders
from subword_lab.fast.long_words import merge_all
from subword_lab.fast.merge_table import MergeTable
from subword_lab.fast.merging import Bytes, Numbers, starts_of
from subword_lab.fast.pair_table import Symbols
from subword_lab.fast.token_memory import TokenMemory
from subword_lab.text import from_printable, to_printable
from subword_lab.text.fast.chunks import SIZE, chunks
from subword_lab.text.fast.splitting import DOCUMENT_END, starts

BATCH = 1 << 17  # bytes of words that are merged together: their arrays fit into the cache
UNDIVIDED = 20  # bytes; longer words are divided where there is a border
LONGEST_REMEMBERED = 128  # bytes
_BORDER = DOCUMENT_END.encode("utf-8", "surrogatepass")


class ByteLevel:
    """Encodes the texts of an ordinary byte-level model that is split by `pattern`.

    With `whole_words` a word that is a piece is not cut at all.
    """

    def __init__(
        self, model: BpeModel, table: MergeTable, pattern: str, whole_words: bool = False
    ) -> None:
        self.model = model
        self.table = table
        self.pattern = pattern
        pieces = {from_printable(piece): id for piece, id in model.vocab.items()}
        self.borders = Borders.of(pieces)
        known = pieces if whole_words else {}
        self.longest = max([LONGEST_REMEMBERED, *map(len, known)])
        self.memory = TokenMemory(self._merge, known)

    def array(self, text: str) -> Symbols:
        """The ids of a text."""
        parts = [self._encode(chunk)[0] for chunk in chunks([text])]
        return np.concatenate(parts) if parts else np.zeros(0, np.int32)

    def batch(self, texts: Iterable[str]) -> Iterator[list[int]]:
        """The ids of each of many texts: short ones go together."""
        for group in _groups(texts):
            if len(group) == 1:
                yield self.array(group[0]).tolist()
            else:
                yield from self._together(group)

    def _together(self, texts: Sequence[str]) -> Iterator[list[int]]:
        """Join the texts, encode, and take the ids of each one out."""
        data = [text.encode() for text in texts]
        ids, begins, many = self._encode(_BORDER.join(data))
        sizes = np.fromiter(map(len, data), np.int64)
        begin = starts_of(sizes + len(_BORDER))
        before = np.concatenate(([0], np.cumsum(many)))  # tokens in front of each word
        first = before[np.searchsorted(begins, begin)]
        last = before[np.searchsorted(begins, begin + sizes)]
        flat = ids.tolist()
        for start, end in zip(first.tolist(), last.tolist(), strict=True):
            yield flat[start:end]

    def _encode(self, data: bytes) -> tuple[Symbols, Numbers, Numbers | Symbols]:
        """The ids of a text, where its words start and how many ids each one has."""
        begins = self._with_borders(data, starts(data, self.pattern))
        sizes = np.diff(begins, append=len(data))
        long = sizes > self.longest
        if not long.any():
            ids, many = self.memory.ids(data, begins)
            return ids, begins, many
        raw, inside = np.frombuffer(data, np.uint8), np.repeat(long, sizes)
        ids, known = self.memory.ids(raw[~inside].tobytes(), starts_of(sizes[~long]))
        new, found = self._merge(raw[inside], sizes[long])
        many = np.zeros(len(sizes), np.int64)
        many[~long] = known
        places = np.repeat(starts_of(many)[long], found)
        many[long] = found
        return np.insert(ids, places, new), begins, many

    def _with_borders(self, data: bytes, begins: Numbers) -> Numbers:
        """Where words start, and the borders inside longer ones that are not in ASCII."""
        if data.isascii():
            return begins
        sizes = np.diff(begins, append=len(data))
        long = np.flatnonzero(sizes > UNDIVIDED)
        many = sizes[long] - 1  # a place for each byte but the first
        places = np.repeat(begins[long] + 1 - starts_of(many), many) + np.arange(many.sum())
        places = places[np.frombuffer(data, np.uint8)[places] >= LEAD]
        borders = self.borders.inside(data, places)
        return np.sort(np.concatenate((begins, borders)), kind="stable") if len(borders) else begins

    def _merge(self, data: Bytes, sizes: Numbers) -> tuple[Symbols, Numbers]:
        """The ids of words, some hundred kilobytes at a time, and how many each one has."""
        ends = np.cumsum(sizes)
        cuts = np.unique(np.searchsorted(ends, np.arange(BATCH, len(data), BATCH)))
        groups = zip(np.split(data, starts_of(sizes)[cuts]), np.split(sizes, cuts), strict=True)
        merged = [merge_all(self.table, *group, self._readable) for group in groups]
        ids, many = map(np.concatenate, zip(*merged, strict=True))
        return ids, many

    def _readable(self, word: bytes) -> list[int]:
        """The ids of a word by the readable encoder."""
        return [self.model.vocab[piece] for piece in encode(self.model, to_printable(word))]


def _groups(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts in groups of about a chunk."""
    group: list[str] = []
    size = 0
    for text in texts:
        if group and size + len(text) > SIZE:
            yield group
            group, size = [], 0
        group.append(text)
        size += len(text)
    if group:
        yield group
