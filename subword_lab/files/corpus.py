"""The corpus that recipes are given in place of texts: files, counted unit by unit."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from subword_lab.files.store import Store, key
from subword_lab.files.units import Counting, Reading, Unit, stretches, units
from subword_lab.preparation import Preparation
from subword_lab.sources import DamagedFile, Source, find, stays
from subword_lab.special import SpecialToken
from subword_lab.text import on_dask
from subword_lab.text.checks import check_whole
from subword_lab.text.tally import Tally, add


@dataclass(frozen=True)
class Files:
    """Files and folders as a corpus; "-" is standard input; `.gz`, `.zst` and `.jsonl` are read.

    A file is one document; with `lines` each line is; `.jsonl` has one a line, in `text_field`.
    `most` bounds the bytes of a file once it is decompressed. With `max_words` rare words are
    dropped when there are more, and `tally` says by how much a count may be too low. With `state`,
    a folder, finished units are kept there, and are not counted again. `on_damage="skip"` leaves
    out a file that cannot be read to its end; `damage` then holds what was wrong. With `client`, of
    `dask.distributed`, the units are counted on its cluster.

    Recipes that count words take memory for distinct words only. Those that need whole lines
    ("unigram", "sentencepiece") read the documents one after the other.
    """

    paths: Sequence[str | Path]
    text_field: str = "text"
    most: int = 1 << 40
    lines: bool = False
    max_words: int | None = None
    state: Path | None = None
    on_damage: Literal["stop", "skip"] = "stop"
    client: Any = None
    watch: Callable[[Iterable[Unit]], Iterable[Unit]] = field(default=iter, repr=False)
    damage: list[str] = field(default_factory=list, init=False)
    tallies: list[Tally] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.on_damage not in ("stop", "skip"):
            raise ValueError(f'on_damage is "stop" or "skip", not {self.on_damage!r}')
        if self.max_words is not None:
            check_whole(self.max_words, "max_words", least=2)
        object.__setattr__(self, "sources", find(self.paths))

    sources: tuple[Source, ...] = field(default=(), init=False)

    @property
    def reading(self) -> Reading:
        """How each file is read."""
        return Reading(self.text_field, self.most, self.lines)

    def __iter__(self) -> Iterator[str]:
        """The documents, for recipes that do not count words."""
        for source in self.sources:
            try:
                yield from stretches(Unit(source), self.reading, cuttable=False)
            except DamagedFile as error:
                self._damaged(error)

    def tally(self, preparation: Preparation, tokens: Sequence[SpecialToken]) -> Tally:
        """The words of all files as `preparation` cuts them; the same for any cutting into units.

        Raises `DamagedFile` for a file that cannot be read, unless damaged files are skipped.
        """
        how = Counting(self.reading, preparation, tuple(tokens))
        work = units(self.sources, self.reading, how.cuttable)
        here = self.client is None
        found = self._here(work, how) if here else self._on_cluster(work, how)
        self.tallies.append(found)
        return found

    def _here(self, work: Sequence[Unit], how: Counting) -> Tally:
        def by_source() -> Iterator[Tally]:
            for _, group in groupby(self.watch(work), key=lambda unit: unit.source):
                try:
                    yield add((self._kept(unit, how) for unit in group), self.max_words)
                except DamagedFile as error:
                    self._damaged(error)

        return add(by_source(), self.max_words)

    def _kept(self, unit: Unit, how: Counting) -> Tally:
        """The tally of a unit, from an earlier run if it was finished there."""
        if self.state is None or not stays(unit.source):
            return how.count(unit)
        store, name = Store(self.state), key(unit, how)
        if (found := store.load(name)) is None:
            found = how.count(unit)
            store.save(name, found)
        return found

    def _on_cluster(self, work: Sequence[Unit], how: Counting) -> Tally:
        """The same on a cluster, which must see the files under the same names."""
        if any(unit.source.path is None for unit in work):
            raise ValueError("standard input cannot be read by a cluster; give files")
        parts = on_dask.map_units(self.client, how.count_or_damage, work)
        by_source = [
            [part for part, _ in group]
            for _, group in groupby(zip(parts, work, strict=True), key=lambda pair: pair[1].source)
        ]
        whole = on_dask.map_units(self.client, one_source, by_source)
        for message in self.client.gather(on_dask.map_units(self.client, damage_of, whole)):
            if message:
                self._damaged(DamagedFile(message))
        return on_dask.add_tree(self.client, whole, self.max_words)

    def _damaged(self, error: DamagedFile) -> None:
        if self.on_damage == "stop":
            raise error
        self.damage.append(str(error))


def one_source(parts: Sequence[Tally | DamagedFile]) -> Tally | DamagedFile:
    """The sum of what the units of one file gave, or what was wrong with the first bad one."""
    return next((part for part in parts if isinstance(part, DamagedFile)), None) or add(
        part for part in parts if isinstance(part, Tally)
    )


def damage_of(part: Tally | DamagedFile) -> str:
    """What was wrong; nothing for a tally."""
    return str(part) if isinstance(part, DamagedFile) else ""
