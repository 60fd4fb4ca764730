"""Open the course: copy the notebooks to the learner's folder, trust the copies, start JupyterLab.

A notebook the learner has touched is never overwritten. A manifest in the folder remembers the hash
of each copy as it was shipped, so that a touched one can be told from an untouched older one.
"""

import hashlib
import importlib.metadata
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Literal

MANIFEST = ".subword-lab.json"
FIRST = "00_start_here.ipynb"
SHARED = "share/subword-lab/notebooks"  # where an installed package keeps the notebooks

# no news, no update check, no grading menu: the learner's own settings still win
SETTINGS = Path(__file__).parent / "jupyter"

State = Literal["absent", "current", "outdated", "touched"]


@dataclass(frozen=True, slots=True)
class Placed:
    """What was done with one notebook: `path` is where this version now stands."""

    path: Path
    action: Literal["added", "updated", "kept", "beside"]


def shipped_notebooks() -> list[Path]:
    """The notebooks of the course: those of the checkout, else those installed with the package.

    Raises FileNotFoundError when the installation holds none.
    """
    checkout = Path(__file__).resolve().parents[1]
    if (checkout / "lessons").is_dir():
        found = list((checkout / "notebooks").glob("*.ipynb"))
    else:
        files = importlib.metadata.files("subword-lab") or []
        found = [Path(str(f.locate())) for f in files if SHARED in f.as_posix()]
    found = [path.resolve() for path in found if path.is_file()]
    if not found:
        raise FileNotFoundError("subword_lab is installed without its notebooks; install it again")
    return sorted(found)


def place(notebooks: Iterable[Path], folder: Path) -> list[Placed]:
    """Copy notebooks into a folder, next to what the learner has touched, never over it."""
    folder.mkdir(parents=True, exist_ok=True)
    manifest = read_manifest(folder)
    placed = [place_one(notebook, folder, manifest) for notebook in notebooks]
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return placed


def place_one(notebook: Path, folder: Path, manifest: dict[str, str]) -> Placed:
    """Put this version under the first name that is free or holds nothing of the learner's."""
    version = digest(notebook)
    path, state = next(
        (path, state)
        for path in names(folder, notebook)
        if (state := compare(path, version, manifest.get(path.name))) != "touched"
    )
    manifest[path.name] = version
    if state == "current":
        return Placed(path, "kept")
    path.write_bytes(notebook.read_bytes())
    if state == "outdated":
        return Placed(path, "updated")
    return Placed(path, "added" if path.name == notebook.name else "beside")


def compare(path: Path, version: str, recorded: str | None) -> State:
    """How a file in the folder stands to the shipped version, given the version it was copied from.

    `current` is this version, also when the learner has worked in it.
    """
    if not path.exists():
        return "absent"
    found = digest(path)
    if version in (recorded, found):
        return "current"
    return "outdated" if found == recorded else "touched"


def names(folder: Path, notebook: Path) -> Iterator[Path]:
    """02_bpe.ipynb, then 02_bpe.newer.ipynb, 02_bpe.newer-2.ipynb, …"""
    yield folder / notebook.name
    yield folder / f"{notebook.stem}.newer.ipynb"
    yield from (folder / f"{notebook.stem}.newer-{n}.ipynb" for n in count(2))


def digest(path: Path) -> str:
    """The SHA-256 of a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_manifest(folder: Path) -> dict[str, str]:
    """The hashes recorded in a folder: none when there is no manifest, or it is not one of ours.

    Without a record every notebook counts as touched, which never loses work.
    """
    try:
        recorded = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    if not isinstance(recorded, dict):
        return {}
    return {k: v for k, v in recorded.items() if isinstance(v, str)}


def trust(paths: Iterable[Path]) -> None:
    """Sign notebooks we have just copied, so that JupyterLab shows their stored outputs in full."""
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()
    for path in paths:
        notary.sign(nbformat.read(path, as_version=4))
    notary.store.close()


def has_display() -> bool:
    """Whether a browser can be opened here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def jupyter_options(folder: Path, port: int, browser: bool) -> list[str]:
    """JupyterLab's options: loopback only, its token kept, nothing asked of the network."""
    options = [
        f"--ServerApp.root_dir={folder.resolve()}",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--Application.log_level=ERROR",  # leaves the address alone on the screen
        "--LabApp.extension_manager=readonly",
    ]
    if (folder / FIRST).exists():
        options.append(f"--LabApp.default_url=/lab/tree/{FIRST}")
    if not browser:
        options.append("--ServerApp.open_browser=False")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    return options


def start_jupyter(folder: Path, options: Sequence[str]) -> None:
    """Run JupyterLab in this process, at home in the folder, until it is stopped."""
    from jupyterlab.labapp import LabApp

    found = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, [str(SETTINGS), found]))
    os.chdir(folder)
    LabApp.launch_instance(list(options))
