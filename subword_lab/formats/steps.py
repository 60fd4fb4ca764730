"""Normalization steps that come out of files: replace, strip, and nothing by name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod

import regex

from subword_lab.formats.checked import short
from subword_lab.text import Aligned

SECONDS = 10.0  # a pattern from a file may backtrack for ever
LONGEST = 50_000  # characters of a pattern, and of what replaces a match
REPEATS = 1_000_000  # `regex` writes a{1000} out, and (?:a{1000}){1000} a million times

_CALL = re.compile(r"(?<!\\)\(\?(?:R|[+-]?\d+|&\w+|P>\w+)\)")
_COUNT = re.compile(r"(?<!\\[xuUpPN])\{(\d+)")


def compiled(pattern: str) -> "regex.Pattern[str]":
    """A pattern from a file; `ValueError` if it does not compile or would be a bomb.

    >>> compiled("(?:(?:a{999}){999}){999}")
    Traceback (most recent call last):
    ...
    ValueError: the pattern '(?:(?:a{999}){999}){999}' repeats up to 997,002,999 times
    """
    shown = short(pattern)
    if len(pattern) > LONGEST:
        raise ValueError(f"the pattern {shown} has {len(pattern):,} characters; {LONGEST:,} may be")
    if _CALL.search(pattern):
        raise ValueError(f"the pattern {shown} calls itself, which no tokenizer library allows")
    repeats = prod(max(int(count[:9]), 1) for count in _COUNT.findall(pattern))
    if repeats > REPEATS:
        raise ValueError(f"the pattern {shown} repeats up to {repeats:,} times")
    try:
        made = regex.compile(pattern)
    except (regex.error, RecursionError, MemoryError, OverflowError) as error:
        raise ValueError(f"the pattern {shown} does not compile: {error}") from None
    if made.flags & regex.REVERSE:
        raise ValueError(f"the pattern {shown} goes through text backwards")
    return made


@dataclass(frozen=True)
class Replace:
    """Put `content` in place of every match of `pattern`. Source: `Replace` of `tokenizers`.

    >>> Replace("``|''", '"').align("``a''").text
    '"a"'
    """

    pattern: str
    content: str

    def __post_init__(self) -> None:
        if len(self.content) > LONGEST:
            raise ValueError(
                f"a replacement has {len(self.content):,} characters; {LONGEST:,} may be"
            )

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
