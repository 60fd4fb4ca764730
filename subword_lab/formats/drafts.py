"""Files are written whole or not at all: as drafts that are read back, then moved into place."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory


def publish(
    files: Mapping[str, bytes], folder: Path, check: Callable[[Path], None] | None = None
) -> None:
    """Put files into `folder`; `check` is given the folder of the drafts and may raise.

    Until all of them are on disk and `check` is content, nothing in `folder` changes. Each file is
    then moved into its place, which no reader can see half done. Raises `OSError` where writing
    fails, and what `check` raises.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {folder} to write {' and '.join(files)} into")
    with TemporaryDirectory(dir=folder, prefix=".unfinished-") as name:
        drafts = Path(name)
        for file, data in files.items():
            with (drafts / file).open("xb") as draft:
                draft.write(data)
                draft.flush()
                os.fsync(draft.fileno())
        if check:
            check(drafts)
        for file in files:
            place = (folder / file).resolve()  # a link stays a link, what it points at is replaced
            os.replace(drafts / file, place)
