"""What a learner's code can import, and stands in for what it cannot.

Of the course's package all is there but what knows answers, or only shows or keeps something. A
module that is not to be had is an idle stand-in, so that a cell with a plot still defines its
function. This file is also run alone, without the package around it: standard library only.
"""

import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
import types
from collections.abc import Iterator
from typing import Any

CLOSED = {  # of our own package: what knows answers, and what only shows or keeps something
    "cli", "doctor", "exercises", "i18n", "instructor", "jupyter", "lab", "progress", "quiz",
    "views",
}  # fmt: skip


class StandIn(types.ModuleType):
    """Stands where a module is not to be had: whatever is asked of it gives it back, idle."""

    __path__: list[str] = []
    __all__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args: Any, **options: Any) -> Any:  # noqa: D102
        return args[0] if args and callable(args[0]) else self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def __repr__(self) -> str:
        return "<not here>"


class Finder:
    """Finds the packages that can be had; for the others a stand-in, so that no cell breaks."""

    def __init__(self, folders: dict[str, str]) -> None:
        self.folders = folders

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Say where a module is; None leaves it to the standard library's own finders."""
        top, _, rest = name.partition(".")
        if top in sys.stdlib_module_names:
            return None
        if top not in self.folders or (top == "subword_lab" and rest.split(".")[0] in CLOSED):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]
        if rest:
            return None
        folder = self.folders[top]
        return importlib.util.spec_from_file_location(
            name, f"{folder}/__init__.py", submodule_search_locations=[folder]
        )

    def create_module(self, spec: Any) -> types.ModuleType:
        """Give the stand-in."""
        return StandIn(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Do nothing: a stand-in is empty."""


def places(folders: dict[str, str]) -> tuple[list[str], list[str]]:
    """What can be read, and what only be listed.

    Of the standard library all but the packages installed in it; of ours all but what is closed.
    """
    places = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    outside = {"site-packages", "dist-packages", "__pycache__"}
    readable = [e.path for p in places for e in os.scandir(p) if e.name not in outside]
    for name, folder in folders.items():
        if name == "subword_lab":
            names = {entry.name for entry in os.scandir(folder)}
            hidden = {entry for entry in names if entry.partition(".")[0] in CLOSED}
            readable += [f"{folder}/{entry}" for entry in names - hidden - outside]
            places.add(folder)
        else:
            readable += [folder, f"{folder}.libs"]
    return readable, [*places]
