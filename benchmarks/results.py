"""Results as JSON files, one for each command; a row measured again takes the old one's place."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from loads import Load
from race import Growth, Row

Result = Row | Growth | Load
FOLDER = Path(__file__).with_name("results")
KINDS = {"row": Row, "growth": Growth, "load": Load}


def store(name: str, measured: Iterable[Result], folder: Path = FOLDER) -> Path:
    """Add results to a command's file, in place of those with the same name."""
    path = folder / f"{name}.json"
    known = {_key(each): each for each in (load(path) if path.exists() else [])}
    known |= {_key(each): each for each in measured}
    written = [{"kind": _kind(each), **asdict(each)} for each in known.values()]
    folder.mkdir(exist_ok=True)
    path.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def load(path: Path) -> list[Result]:
    """The results of one file."""
    stored = json.loads(path.read_text("utf-8"))
    return [KINDS[each.pop("kind")](**each) for each in stored]


def load_all(folder: Path = FOLDER) -> list[Result]:
    """The results of all commands."""
    return [each for path in sorted(folder.glob("*.json")) for each in load(path)]


def _key(each: Result) -> tuple[str, str]:
    return each.work, each.against if isinstance(each, Growth) else each.text


def _kind(each: Result) -> str:
    return next(name for name, kind in KINDS.items() if isinstance(each, kind))
