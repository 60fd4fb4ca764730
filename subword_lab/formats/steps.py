"""Normalization steps that come out of files: replace, strip, and nothing by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import regex

from subword_lab.text import Aligned

SECONDS = 10.0  # a pattern from a file may backtrack for ever


def compiled(pattern: str) -> "regex.Pattern[str]":
    """A pattern from a file; `ValueError` if it does not compile."""
    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise ValueError(f"the pattern {pattern!r} does not compile: {error}") from None


@dataclass(frozen=True)
class Replace:
    """Put `content` in place of every match of `pattern`. Source: `Replace` of `tokenizers`.

    >>> Replace("``|''", '"').align("``a''").text
    '"a"'
    """

    pattern: str
    content: str

    @cached_property
    def _compiled(self) -> "regex.Pattern[str]":
        return compiled(self.pattern)

    def align(self, text: str) -> Aligned:
        """The new text; what is put in stands where the match stood.

        A match of nothing puts it in between, but not right behind another match; it stands then
        where the character before it stood.
        """
        parts = list(self._parts(text)) if text else []
        return Aligned(
            "".join(part for part, _ in parts),
            tuple(span for _, spans in parts for span in spans),
        )

    def _parts(self, text: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        done, match_end = 0, -1
        try:
            for match in self._compiled.finditer(text, timeout=SECONDS):
                start, end = match.span()
                if match_end == start == end:
                    continue
                yield text[done:start], [(at, at + 1) for at in range(done, start)]
                place = (start, end) if start < end else (max(start - 1, 0), max(start, 1))
                yield self.content, [place] * len(self.content)
                done = match_end = end
        except TimeoutError:
            raise ValueError(f"the pattern {self.pattern!r} ran longer than {SECONDS} s") from None
        yield text[done:], [(at, at + 1) for at in range(done, len(text))]
