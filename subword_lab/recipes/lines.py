"""A corpus as SentencePiece's trainer reads it: words, and what stands at the ends of lines."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from subword_lab.preparation import MARKED_WORDS, Preparation
from subword_lab.recipes.job import Job
from subword_lab.recipes.piece_rules import BORDER, UNKNOWN, PieceRules
from subword_lab.spaces import METASPACE
from subword_lab.special import SpecialToken, split
from subword_lab.text import pretokenize
from subword_lab.unigram import required_characters


class Lines(NamedTuple):
    """Counts of words, of words that end a line, and of strings that SentencePiece counts twice.

    `summed` are words with their counts as SentencePiece sums them: by falling count, equals by
    code point; lines that are not cut one by one, even if they are equal.
    """

    words: dict[str, int]
    line_ends: dict[str, int]
    counted_twice: dict[str, int]
    summed: list[tuple[str, int]]


class Line(NamedTuple):
    """How a line begins, its last word, and how often it occurs in a row."""

    begin: bytes
    last: str
    times: int


def read(
    job: Job,
    preparation: Preparation,
    symbols: Sequence[SpecialToken],
    rules: PieceRules,
    coverage: float = 1.0,
) -> Lines:
    """Count the corpus; each document is a line.

    `UNKNOWN` stands where one of the `symbols` stood, and in place of the rarest characters, those
    beyond a share `coverage` of the text.
    """
    counts: Counter[str] = Counter()
    lines: list[Line | None] = []
    for text, times in job.prepared(preparation):
        parts = [BORDER if part.token else part.text for part in split(text, symbols)]
        cut = _cut("".join(parts), rules.words)
        if times == 1:
            counts.update(cut)
        else:
            for word in cut:
                counts[word] += times
        lines.append(Line(cut[0][0].encode()[:1], cut[-1], times) if cut else None)

    known = set(required_characters(counts, coverage)) - {BORDER}
    unknown = str.maketrans(dict.fromkeys(set("".join(counts)) - known, UNKNOWN))
    full, words, line_ends = _without_empty(lines), counts, Counter[str]()
    if unknown:
        full = [line._replace(last=line.last.translate(unknown)) for line in full]
        words = Counter()
        for word, count in counts.items():
            words[word.translate(unknown)] += count
    for line in full:
        line_ends[line.last] += line.times
    return Lines(
        dict(words),
        dict(line_ends),
        _counted_twice(full, rules.max_piece_length),
        sorted(words.items(), key=lambda item: (-item[1], item[0]))
        if rules.split_by_whitespace
        else [(line.last, line.times) for line in full],
    )


def _cut(text: str, words: str) -> list[str]:
    """The words of a line; the usual way to cut it has a shorter way."""
    if words != MARKED_WORDS:
        return [word.text for word in pretokenize(text, words)]
    first, *others = text.split(METASPACE)
    return [first] * bool(first) + [METASPACE + other for other in others]


def _without_empty(lines: list[Line | None]) -> list[Line]:
    """Fill the place of an empty line with the last one, as SentencePiece does: order counts."""
    full: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line is None:
            lines[at] = lines[-1]
            lines.pop()
        else:
            full.append(line)
            at += 1
    return full


def _counted_twice(lines: Sequence[Line], longest: int) -> dict[str, int]:
    """What stands at the ends of lines, with its count.

    SentencePiece's lines stand one behind the other, each with a zero byte at its end. A string
    that is repeated together with that zero is found like any other, if different bytes follow:
    here the beginnings of the next lines. The zero is then taken off.
    """
    counts: Counter[str] = Counter()
    followers: dict[str, set[bytes]] = {}
    next_lines = [*lines, Line(b"", "", 1)][1:]
    for line, following in zip(lines, next_lines, strict=True):
        begins = {following.begin, line.begin} if line.times > 1 else {following.begin}
        for start in range(max(0, len(line.last) - longest), len(line.last) - 1):
            end = line.last[start:]
            counts[end] += line.times
            followers.setdefault(end, set()).update(begins)
    return {end: n for end, n in counts.items() if n >= 2 and len(followers[end]) >= 2}
