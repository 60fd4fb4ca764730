"""The normalization table inside a SentencePiece model: what to write for which characters.

The table is a trie over UTF-8 bytes, packed into one array of 32-bit units (a "double array", as
the library Darts-clone lays it out), followed by the replacements, each ended by a zero byte.

A unit's low byte is its label. From a node at unit u the child for byte b is at u ^ offset(u) ^ b,
and it is real only if its label is b. A node with the leaf bit has its value at u ^ offset(u).
Source: `normalizer.cc` of SentencePiece; `darts.h` of Darts-clone.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from subword_lab.formats.sentencepiece_model.space_borders import followers, spares_spaces
from subword_lab.text import Aligned

LABEL = 0x8000_00FF
VALUE = 0x7FFF_FFFF
LEAF = 0x100
LONGEST = 10_000  # bytes that may stand for a few characters


@dataclass(frozen=True)
class Charsmap:
    """A normalization step: from left to right, the longest entry of the table that fits."""

    units: tuple[int, ...] = field(repr=False)
    replacements: bytes = field(repr=False)

    @classmethod
    def parse(cls, data: bytes) -> "Charsmap":
        """Read `precompiled_charsmap`. Raises `ValueError` where it is broken."""
        size = int.from_bytes(data[:4], "little")
        if size % 4 or not 0 < size <= len(data) - 4:
            raise ValueError(f"the normalization table announces {size} bytes of {len(data) - 4}")
        units = struct.unpack(f"<{size // 4}I", data[4 : 4 + size])
        return cls(units, data[4 + size :])

    def dump(self) -> bytes:
        """The bytes that `parse` read."""
        units = struct.pack(f"<{len(self.units)}I", *self.units)
        return struct.pack("<I", len(units)) + units + self.replacements

    def align(self, text: str) -> Aligned:
        """The normalized text, each character with the span that it replaces."""
        parts: list[str] = []
        spans: list[tuple[int, int]] = []
        at = 0
        while at < len(text):
            end, new = at + 1, text[at]
            for end, new in self.entries(text, at):  # noqa: B007 the last one is the longest
                pass
            parts.append(new)
            spans += [(at, end)] * len(new)
            at = end
        return Aligned("".join(parts), tuple(spans))

    def entries(self, text: str, at: int) -> Iterator[tuple[int, str]]:
        """The entries that fit from `at` on, shortest first: where each ends, what it becomes."""
        base = offset(self.units[0])
        for place in range(at, len(text)):
            leaf = False
            for byte in text[place].encode():
                unit = self.unit(base ^ byte)
                if unit & LABEL != byte:
                    return
                base ^= byte ^ offset(unit)
                leaf = bool(unit & LEAF)
            if leaf:
                yield place + 1, self.replacement(self.unit(base) & VALUE)

    def unit(self, at: int) -> int:
        """A unit of the trie; `ValueError` where there is none."""
        if at >= len(self.units):
            raise ValueError(f"the normalization table points at {at} of {len(self.units)} units")
        return self.units[at]

    def replacement(self, at: int) -> str:
        """The text that begins at byte `at` of the replacements."""
        if at not in self._known:
            end = self.replacements.find(b"\0", at)
            if not 0 <= at <= end <= at + LONGEST:
                raise ValueError(f"the normalization table points at no text at {at}")
            self._known[at] = self.replacements[at:end].decode()
        return self._known[at]

    @cached_property
    def spares_spaces(self) -> bool:
        """Whether a text may be normalized by stretches between two spaces."""
        return spares_spaces(self.units)

    @cached_property
    def followers(self) -> frozenset[int]:
        """The characters without which every character is normalized on its own."""
        return followers(self.units)

    @cached_property
    def _known(self) -> dict[int, str]:
        return {}


def offset(unit: int) -> int:
    """What a unit's address is changed by to get at its children."""
    return (unit >> 10) << ((unit & 0x200) >> 6)
