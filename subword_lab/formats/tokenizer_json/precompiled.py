"""SentencePiece's normalization table as Hugging Face `tokenizers` applies it, which differs.

SentencePiece replaces the longest entry that fits. The `Precompiled` normalizer looks at grapheme
clusters of less than six bytes and puts what the *shortest* entry becomes in place of all of it, so
that a full-width a with an accent loses the accent; longer ones it takes character by character.
"""

from base64 import b64decode, b64encode
from dataclasses import dataclass

import regex

from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.text import Aligned

SHORT = 6  # bytes


@dataclass(frozen=True)
class Precompiled:
    """A normalization step: a table, applied to grapheme clusters."""

    table: Charsmap

    @classmethod
    def parse(cls, written: str) -> "Precompiled":
        """Read the table in base64. Raises `ValueError` where it is broken."""
        return cls(Charsmap.parse(b64decode(written, validate=True)))

    def dump(self) -> str:
        """The table in base64."""
        return b64encode(self.table.dump()).decode()

    def align(self, text: str) -> Aligned:
        """The normalized text, each character with the span that it replaces."""
        parts: list[str] = []
        spans: list[tuple[int, int]] = []
        for cluster in regex.finditer(r"\X", text):
            start, end = cluster.span()
            new = self._entry(cluster[0]) if len(cluster[0].encode()) < SHORT else None
            pieces = (
                [(new, (start, end))] if new is not None else self._by_character(text, start, end)
            )
            for new, span in pieces:
                parts.append(new)
                spans += [span] * len(new)
        return Aligned("".join(parts), tuple(spans))

    def _entry(self, text: str) -> str | None:
        """What the shortest entry that `text` begins with becomes."""
        return next((new for _, new in self.table.entries(text, 0)), None)

    def _by_character(self, text: str, start: int, end: int) -> list[tuple[str, tuple[int, int]]]:
        replaced = ((at, self._entry(text[at])) for at in range(start, end))
        return [(text[at] if new is None else new, (at, at + 1)) for at, new in replaced]
