"""Events on disk: one append-only file per process, so that nobody waits and nothing is lost.

The folder is SUBWORD_LAB_HOME, else the user's data folder. With SUBWORD_LAB_STATE=off, or where
the folder cannot be written, events live in memory.
"""

import contextlib
import json
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs

FORMAT = 1
CORRUPT = ".corrupt"
SETTLED = 60.0  # seconds after which nobody is in the middle of writing a file


@dataclass(frozen=True, slots=True)
class Event:
    """Something the learner did: a verb, the id of its object, and plain data about the result.

    `at` is the time in UTC as ISO 8601 text with microseconds, so that texts sort like times.
    """

    id: str
    at: str
    verb: str
    object: str
    result: Mapping[str, Any]


@dataclass(slots=True)
class _Process:
    """What this process has recorded; a forked child begins its own."""

    pid: int
    path: Path | None = None
    in_memory: list[Event] = field(default_factory=list)
    unwritten: list[Event] = field(default_factory=list)
    notice: str = ""


_here = _Process(os.getpid())


def folder() -> Path | None:
    """Return the folder of the learner's state, or None where state is off."""
    if os.environ.get("SUBWORD_LAB_STATE", "").lower() == "off":
        return None
    home = os.environ.get("SUBWORD_LAB_HOME")
    return Path(home) if home else platformdirs.user_data_path("subword-lab")


def append(verb: str, object: str, result: Mapping[str, Any]) -> Event:
    """Record an event; it is on disk when this returns, or kept in memory."""
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    event = Event(secrets.token_hex(8), now, verb, object, result)
    to_line(event)  # refuses what cannot be written before it is kept
    here, home = _process(), folder()
    if home is None:
        here.in_memory.append(event)
    else:
        here.unwritten.append(event)
        _write(here, home)
    return event


def read() -> tuple[list[Event], list[str]]:
    """Return all events in the order of time, and what could not be read, one text each."""
    here = _process()
    events = {event.id: event for event in [*here.in_memory, *here.unwritten]}
    problems: list[str] = []
    home = folder()
    for path in sorted((home / "events").glob("*.jsonl")) if home else ():
        try:
            found, skipped = _read_file(path)
        except OSError as error:
            problems.append(f"{path.name}: {error.strerror or error}")
            continue
        events.update((event.id, event) for event in found)
        if skipped and not found:
            _set_aside(path)
        problems += skipped
    for path in sorted((home / "events").glob(f"*{CORRUPT}")) if home else ():
        problems.append(f"{path.name}: set aside, no event can be read in it")
    return sorted(events.values(), key=lambda event: (event.at, event.id)), problems


def _read_file(path: Path) -> tuple[list[Event], list[str]]:
    """Return the events of a file, and where a line is none; `OSError` if it cannot be read."""
    if not path.is_file():
        raise OSError("no file")
    events, skipped = [], []
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        try:
            if line.strip():
                events.append(_from_line(line))
        except (ValueError, TypeError, KeyError, RecursionError):
            skipped.append(f"{path.name}, line {number}: no event")
    return events, skipped


def _set_aside(path: Path) -> None:
    """Rename a file without events, unless it is new or speaks of a later edition of this course.

    A new one may be in the middle of its first write, by another notebook.
    """
    with contextlib.suppress(OSError):
        old = time.time() - path.stat().st_mtime > SETTLED
        if old and b'"v":' not in path.read_bytes():
            path.replace(path.with_name(path.name + CORRUPT))


def forget() -> None:
    """Drop what this process has recorded and not written."""
    global _here
    _here = _Process(os.getpid())


def notice() -> str:
    """Return why events are kept in memory, or an empty text."""
    return _process().notice


def _process() -> _Process:
    global _here
    if _here.pid != os.getpid():
        _here = _Process(os.getpid())
    return _here


def _write(here: _Process, home: Path) -> None:
    """Append what is not on disk yet; where that fails, keep it and say so."""
    if here.path is None or here.path.parent.parent != home:
        here.path = home / "events" / f"{datetime.now(UTC):%Y-%m-%d}-{secrets.token_hex(8)}.jsonl"
    # a write cut short by a full disk leaves half a line: the newline in front closes it
    data = "".join(f"\n{to_line(event)}\n" for event in here.unwritten).encode("ascii")
    try:
        here.path.parent.mkdir(parents=True, exist_ok=True)
        with open(here.path, "ab", buffering=0) as file:
            if file.write(data) != len(data):
                raise OSError("the disk is full")
    except OSError as error:
        here.notice = f"{home}: {error.strerror or error}"
    else:
        here.unwritten.clear()
        here.notice = ""


def to_line(event: Event) -> str:
    """Write an event as one line of JSON; `TypeError` or `ValueError` if it is not plain."""
    return json.dumps(
        {
            "v": FORMAT,
            "id": event.id,
            "at": event.at,
            "verb": event.verb,
            "object": event.object,
            "result": dict(event.result),
        }
    )


def _from_line(line: bytes) -> Event:
    """Read one event; `ValueError`, `TypeError` or `KeyError` if the line is none."""
    data = json.loads(line)
    if data["v"] != FORMAT or not isinstance(data["result"], dict):
        raise ValueError("not an event of this format")
    if not all(isinstance(data[name], str) for name in ("id", "at", "verb", "object")):
        raise TypeError("an event's id, time, verb and object are texts")
    return Event(data["id"], data["at"], data["verb"], data["object"], data["result"])
