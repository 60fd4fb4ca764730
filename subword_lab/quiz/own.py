"""Questions of your own, in files that are written like the bank's."""

import os
from pathlib import Path

VARIABLE = "SUBWORD_LAB_QUESTIONS"  # of the environment: files and folders, as in PATH
_added: list[Path] = []  # what `quiz.add` said


def files() -> list[Path]:
    """Return the own files: those the environment names, then those that were added."""
    named = os.environ.get(VARIABLE, "").split(os.pathsep)
    paths = [*(Path(name) for name in named if name), *_added]
    found = [file.resolve() for path in paths for file in files_of(path)]
    return list(dict.fromkeys(found))


def files_of(path: Path) -> list[Path]:
    """Return the file itself, or all `.toml` files of a folder.

    `FileNotFoundError` if there is no such path, `ValueError` if the folder holds none.
    """
    if not path.is_dir():
        if not path.exists():
            raise FileNotFoundError(f"there is no file or folder {path} to read questions from")
        return [path]
    found = sorted(path.rglob("*.toml"))
    if not found:
        raise ValueError(f"the folder {path} holds no .toml file with questions")
    return found


def remember(path: Path) -> None:
    """Add a path, once."""
    if path not in _added:
        _added.append(path)


def forget(path: Path) -> None:
    """Take a path out again, so that a file with a mistake does not spoil the bank."""
    _added.remove(path)
