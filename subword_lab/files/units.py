"""What is counted at a time: a file, or a range of a large one; and how a unit is counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from subword_lab import sources
from subword_lab.preparation import Preparation
from subword_lab.recipes.job import Job
from subword_lab.sources import DamagedFile, Source
from subword_lab.special import SpecialToken
from subword_lab.text import tally
from subword_lab.text.fast.chunks import cut, last_border
from subword_lab.text.fast.splitting import SPLITTERS
from subword_lab.text.tally import Tally

RANGE = 1 << 26  # bytes of a large file that are counted at a time
PACKED = (".gz", ".zst")
LOCAL_STEPS = {"bert_clean", "bert_cjk", "lowercase", "strip_accents", "nfc", "nfd", "nfkc", "nfkd"}
"""Steps of normalization that look at a character and its marks, never across a space."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of a source in bytes, decompressed; `end` None is where it ends."""

    source: Source
    start: int = 0
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """How the files are read: see `Files`."""

    field: str = "text"
    most: int = sources.MOST
    lines: bool = False


def units(found: Sequence[Source], reading: Reading, cuttable: bool) -> list[Unit]:
    """Cut the sources into units: large plain files in ranges, if that changes no count."""
    return [unit for source in found for unit in _units(source, reading, cuttable)]


def _units(source: Source, reading: Reading, cuttable: bool) -> Iterator[Unit]:
    path = source.path
    plain = path is not None and path.suffix not in PACKED and not sources.is_jsonl(source)
    if not (cuttable and plain and sources.stays(source)) or reading.lines or path is None:
        yield Unit(source)
        return
    size = path.stat().st_size
    starts = sorted({0, *(_border_before(path, at) for at in range(RANGE, size, RANGE))})
    for start, end in zip(starts, [*starts[1:], size], strict=True):
        yield Unit(source, start, end)


def _border_before(path: Path, at: int) -> int:
    """The last place before `at` where the text can be cut; 0 where none is near."""
    with path.open("rb") as file:
        start = max(0, at - sources.BLOCK)
        file.seek(start)
        border = last_border(file.read(at - start))
    return start + border if border else 0


def can_be_cut(preparation: Preparation, tokens: Sequence[SpecialToken]) -> bool:
    """Whether stretches that are cut as `chunks.cut` does have the words of the whole text.

    >>> can_be_cut(Preparation((), ("gpt2",)), ()), can_be_cut(Preparation((), ("none",)), ())
    (True, False)
    """
    return (
        len(preparation.pretokenizers) == 1
        and preparation.pretokenizers[0] in {*SPLITTERS, "whitespace", "bert"}
        and set(preparation.normalizer) <= LOCAL_STEPS
        and preparation.spaces is None
        and not preparation.add_prefix_space
        and not any(ch.isspace() for token in tokens for ch in token.text)
    )


@dataclass(frozen=True, slots=True)
class Counting:
    """How units become tallies: it can be sent to where the files are."""

    reading: Reading
    preparation: Preparation
    tokens: tuple[SpecialToken, ...] = ()

    @property
    def cuttable(self) -> bool:
        """Whether a file may be counted in ranges."""
        return can_be_cut(self.preparation, self.tokens)

    def count(self, unit: Unit) -> Tally:
        """The words of a unit. Raises `DamagedFile` as reading does."""
        job = Job(stretches(unit, self.reading, self.cuttable), vocab_size=1)
        return tally.of(job.count_bytes(self.preparation, self.tokens))

    def count_or_damage(self, unit: Unit) -> Tally | DamagedFile:
        """The words of a unit, or what was wrong with it, as a value."""
        try:
            return self.count(unit)
        except DamagedFile as error:
            return error


def stretches(unit: Unit, reading: Reading, cuttable: bool) -> Iterator[str]:
    """The documents of a unit, or what they can be cut into."""
    source = unit.source
    if sources.is_jsonl(source):
        yield from sources.documents(source, reading.field, reading.most)
    elif reading.lines:
        yield from map(partial(_text, source), sources.lines(sources.blocks(source, reading.most)))
    elif cuttable:
        yield from map(partial(_text, source), cut(_blocks(unit, reading)))
    else:
        yield from sources.documents(source, most=reading.most)


def _blocks(unit: Unit, reading: Reading) -> Iterator[bytes]:
    if unit.end is None or unit.source.path is None:
        return sources.blocks(unit.source, reading.most)
    return sources.span(unit.source, unit.start, unit.end, reading.most)


def _text(source: Source, data: bytes) -> str:
    return sources.decoded(data, source.name, whole=False)
