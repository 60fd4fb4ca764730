"""The learner's own hand on what is kept: take a copy, begin anew, delete."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from subword_lab.progress import store


def export(path: Path) -> int:
    """Write all events into a new file, one line of JSON each; return how many there are.

    Put into the folder `events` of another machine, the file is read there. `FileExistsError` if
    there is such a file already.
    """
    events, _ = store.read()
    if path.exists():
        raise FileExistsError(f"{path} exists already; give a name that is new")
    with open(path, "x", encoding="ascii") as file:
        file.writelines(f"{store.to_line(event)}\n" for event in events)
    return len(events)


def reset() -> Path | None:
    """Begin anew: set all events aside, in a folder of their own; return it (None: none on disk).

    Profile and bets are events too. To take a reset back, rename the folder to `events`.
    """
    home = store.folder()
    store.forget()
    if home is None or not (home / "events").exists():
        return None
    aside = home / f"events-until-{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}"
    return (home / "events").rename(aside)


def delete() -> int:
    """Delete all that is kept, also what was set aside; return how many folders are gone.

    Answers beside a notebook belong to its folder and stay there.
    """
    home = store.folder()
    store.forget()
    folders = [*home.glob("events"), *home.glob("events-until-*")] if home else []
    for folder in folders:
        shutil.rmtree(folder)
    return len(folders)
