"""Tallies of finished units on disk, so that a run which was stopped goes on from them."""

import hashlib
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from subword_lab.files.units import Counting, Unit
from subword_lab.text.tally import Tally, from_arrays, to_arrays


@dataclass(frozen=True)
class Store:
    """A folder of finished tallies, one file each, written whole or not at all."""

    folder: Path

    def load(self, key: str) -> Tally | None:
        """The tally of a unit if it was finished and its file is sound; else None."""
        try:
            with (self.folder / f"{key}.npz").open("rb") as file:
                return from_arrays(np.load(file, allow_pickle=False))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None

    def save(self, key: str, tally: Tally) -> None:
        """Keep a finished tally."""
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = self.folder / f".{key}-{os.getpid()}"
        try:
            with draft.open("wb") as file:
                np.savez(file, allow_pickle=False, **to_arrays(tally))
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self.folder / f"{key}.npz")
        finally:
            draft.unlink(missing_ok=True)

    def clear(self) -> None:
        """Throw the finished tallies away, and the folder if nothing else is in it."""
        for path in self.folder.glob("*.npz"):
            path.unlink()
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()


def key(unit: Unit, how: Counting) -> str:
    """A name for what is counted and how; another one as soon as the file has changed."""
    path = unit.source.path
    state = path.stat() if path else None
    file = (str(path and path.resolve()), state and (state.st_size, state.st_mtime_ns))
    return hashlib.sha256(repr((file, unit.start, unit.end, how)).encode()).hexdigest()[:32]
