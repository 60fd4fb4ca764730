"""The last answer to each panel, in a JSON file beside the notebook, so that a restart keeps it.

A lesson's answers are in `NN_slug.answers.json` in the working folder, which is the notebook's
folder in a kernel. Where state is off or the folder cannot be written, they live in memory.
"""

import json
import os
from pathlib import Path
from typing import Any

FORMAT = 1
_memory: dict[tuple[str, str], Any] = {}


def save(lesson: str, id: str, answer: Any) -> bool:
    """Keep an answer, a plain JSON value; return whether it is on disk.

    `TypeError` if the answer is not plain.
    """
    json.dumps(answer)
    _memory[lesson, id] = answer
    if _off():
        return False
    path = _path(lesson)
    whole = {"format": FORMAT, "lesson": lesson, "answers": {**read(path), id: answer}}
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        if path.exists() and not read(path):
            path.replace(path.with_name(f"{path.name}.corrupt"))
        draft.write_text(json.dumps(whole, indent=1, sort_keys=True) + "\n", encoding="ascii")
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        return False
    return True


def load(lesson: str, id: str) -> Any:
    """Return the last answer, or None if there is none."""
    if (lesson, id) in _memory or _off():
        return _memory.get((lesson, id))
    return read(_path(lesson)).get(id)


def read(path: Path) -> dict[str, Any]:
    """Return the answers of a file by exercise id; none where it is missing or broken."""
    try:
        whole = json.loads(path.read_bytes())
        return dict(whole["answers"]) if whole["format"] == FORMAT else {}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}


def _path(lesson: str) -> Path:
    return Path(f"{lesson}.answers.json")


def _off() -> bool:
    return os.environ.get("SUBWORD_LAB_STATE", "").lower() == "off"
