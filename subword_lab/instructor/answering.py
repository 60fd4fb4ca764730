"""The process that runs a learner's code: it gets cells and calls, and gives back plain data.

It runs alone in a fresh interpreter: no references, no secret, no network, no files but the
standard library, what the course's package computes with, and that package without its exercises.
Whatever the code does in here, all it can send out are answers, and those are compared elsewhere.

    libraries → ready, walls       which packages can be had; then the walls go up
    read      → read, steps        a cell: its statements, or what it defines in one step
    step      → ran, error
    look      → function, value or missing
    call      → an outcome, as in the guard

A request begins with its number and so does its reply: an answer nobody asked for fits no request.
"""

import __future__

import ast
import builtins
import contextlib
import ctypes
import hashlib  # noqa: F401 - its libraries cannot be loaded behind the walls
import importlib
import importlib.machinery
import importlib.util
import inspect
import io
import linecache
import os
import random  # noqa: F401 - as above
import sys
import types
import unicodedata  # noqa: F401 - as above
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
NEEDED = ("exercises.plain", "exercises.guard", "instructor.stand_ins", "instructor.walls")
FUTURE = 0
for name in __future__.all_feature_names:
    FUTURE |= getattr(__future__, name).compiler_flag
SYSTEM = (  # what numpy and regex link to, loaded while it can be
    "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1",
    "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1",
)  # fmt: skip


def borrow(name: str) -> Any:
    """Load one file of the package under its name, without the package around it."""
    dotted = f"subword_lab.{name}"
    spec = importlib.util.spec_from_file_location(
        dotted, PACKAGE.joinpath(*name.split(".")).with_suffix(".py")
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{dotted} is not where this file is; install the package again")
    module = sys.modules[dotted] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    above, _, last = dotted.rpartition(".")
    if above in sys.modules:
        setattr(sys.modules[above], last, module)
    return module


def alone() -> list[Any]:
    """Load what this file needs of the package; nothing of it is left for others to import."""
    for package in ("subword_lab", "subword_lab.exercises"):
        sys.modules[package] = types.ModuleType(package)
    modules = [borrow(name) for name in NEEDED]
    for name in [name for name in sys.modules if name.split(".")[0] == "subword_lab"]:
        del sys.modules[name]
    return modules


if __name__ == "__main__":
    plain, guard, stand_ins, walls = alone()
else:  # somebody reads this file, and does not run it
    from subword_lab.exercises import guard, plain
    from subword_lab.instructor import stand_ins, walls


class Notebook:
    """The names that the cells of one notebook have made so far."""

    def __init__(self) -> None:
        module = sys.modules["__main__"] = types.ModuleType("__main__")
        self.names = module.__dict__
        self.names["display"] = self.names["get_ipython"] = stand_ins.StandIn("IPython")
        self.names["exit"] = self.names["quit"] = stand_ins.StandIn(
            "IPython"
        )  # a bare name in a cell
        self.answer: Any = None
        self.cells = 0
        self.steps: Iterator[list[tuple[ast.stmt, str]]] = iter(())
        self.future = 0  # what was imported from __future__, for the cells that follow

    def libraries(self, folders: dict[str, str]) -> list[Any]:
        """Close everything but the standard library and these packages; say what holds."""
        for name in SYSTEM:
            with contextlib.suppress(OSError):
                ctypes.CDLL(name)
        standing = walls.close_in(*stand_ins.places(folders))
        sys.meta_path.insert(0, stand_ins.Finder(folders))
        return ["ready", standing]

    def read(self, source: str, definitions: bool) -> list[Any]:
        """Make a cell ready; say in how many steps it runs: one for each statement, or for all."""
        self.cells += 1
        file = f"<cell {self.cells}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        try:
            body = _parse(source).body
        except Exception as error:
            return ["unread", _told(error)]
        if definitions:
            body = [node for node in body if _defines(node)]
        whole = [[(node, file) for node in body]] if body else []
        self.steps = iter(whole if definitions else [[each] for each in whole[0]] if body else [])
        return ["read", 1 if definitions and body else len(body)]

    def step(self) -> list[Any]:
        """Run the next step of the cell; say what it raised, or nothing."""
        first = None
        for node, file in next(self.steps):
            try:
                alone = ast.Module([node], [])
                code = compile(alone, file, "exec", self.future, dont_inherit=True)
                self.future |= code.co_flags & FUTURE
                exec(code, self.names)
            except BaseException as error:  # SystemExit too: the next cell runs, as in a notebook
                first = first or _told(error)
        return ["ran", first]

    def look(self, name: str, parameters: int) -> list[Any]:
        """Say what goes by a name now; later calls go to it."""
        if name not in self.names:
            return ["missing", None]
        self.answer = self.names[name]
        if not callable(self.answer):
            return ["value", self.answer]
        try:
            inspect.signature(self.answer).bind(*range(parameters))
        except TypeError:
            return ["function", False]
        except ValueError:  # a built-in function without a signature
            pass
        return ["function", True]

    def call(self, *args: Any) -> list[Any]:
        """Call what was looked at."""
        done = guard.call(self.answer, args)
        return [done.kind, done.value, done.changed, done.error, done.detail]


def _told(error: BaseException) -> str:
    """An error in a line; its text is the learner's code too."""
    try:
        return f"{type(error).__name__}: {str(error)[:200]}".removesuffix(": ")
    except BaseException:
        return type(error).__name__


def _defines(node: ast.stmt) -> bool:
    """Whether a statement imports, defines, or names a literal: what costs nothing."""
    if isinstance(node, ast.Assign):
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            ast.literal_eval(node.value)
            return True
        return False
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return isinstance(node, kinds)


def _parse(source: str) -> ast.Module:
    """Read a cell; lines for IPython alone are left out where Python does not understand them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except SyntaxError:
            ours = [("" if line.lstrip()[:1] in ("%", "!", "?") else line).rstrip("?")
                    for line in source.splitlines()]  # fmt: skip
            return ast.parse("\n".join(ours))


def _no_input(*prompt: object) -> str:
    raise EOFError("input() cannot be used in an answer")


def limit(memory: int, seconds: int) -> None:
    """Bound memory, processor time, files and processes, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    bounds = {
        "RLIMIT_AS": memory,
        "RLIMIT_CPU": seconds,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": 64,
    }
    for name, bound in bounds.items():
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (bound, bound))


def serve() -> None:
    """Answer one line after another until there is none."""
    requests, replies = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    sys.stdin = io.StringIO()
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8", errors="replace")  # noqa: SIM115
    builtins.input = _no_input
    warnings.simplefilter("ignore")
    limit(int(sys.argv[1]), int(sys.argv[2]))
    notebook = Notebook()
    verbs = {
        verb: getattr(notebook, verb) for verb in ("libraries", "read", "step", "look", "call")
    }
    with os.fdopen(requests, "rb") as lines:
        for line in lines:
            number, verb, *arguments = plain.from_bytes(line)
            data = plain.to_bytes([number, *verbs[verb](*arguments)])
            while data:
                data = data[os.write(replies, data) :]


if __name__ == "__main__":
    try:
        serve()
    finally:
        os._exit(0)
