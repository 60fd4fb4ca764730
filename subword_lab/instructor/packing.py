"""The package for a class, as a wheel without references, wrong answers, keys and this folder."""

import base64
import hashlib
import importlib.metadata
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from subword_lab import __version__
from subword_lab.exercises import recorded, registry
from subword_lab.instructor import withheld

PACKAGE = Path(__file__).resolve().parents[1]
VERSION = f"{__version__}+class"
INFO = f"subword_lab-{VERSION}.dist-info"
LEFT_OUT = (
    "instructor/",
    "quiz/bank/",
    "quiz/generators/",
    "exercises/coding/",
    "exercises/lesson_",
    "exercises/own/results.py",
)
LEFT_OUT_NAMES = ("coding.toml", "lesson_", "instructor.toml")  # of files in quiz/ and i18n/
WHEEL = "Wheel-Version: 1.0\nGenerator: subword-lab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
FIXED = (2020, 1, 1, 0, 0, 0)  # the same files give the same bytes on any day


def wheel_name() -> str:
    """The file name that pip reads version and platform from."""
    return f"subword_lab-{VERSION}-py3-none-any.whl"


@cache
def wheel() -> bytes:
    """Return the wheel; the same package always gives the same bytes."""
    packed = io.BytesIO()
    record = []
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _files():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record.append(f"{name},sha256={digest.decode()},{len(content)}\n")
            archive.writestr(zipfile.ZipInfo(name, FIXED), content, zipfile.ZIP_DEFLATED)
        listed = "".join([*record, f"{INFO}/RECORD,,\n"])
        archive.writestr(zipfile.ZipInfo(f"{INFO}/RECORD", FIXED), listed)
    return packed.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield what the wheel holds, under the names it has there."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if path.is_file() and not _is_left_out(name):
            yield f"subword_lab/{name}", _edited(name, path.read_bytes())
    for lesson in registry.modules():
        number = lesson.removeprefix("lesson_")
        those = registry.in_module(lesson)
        yield f"subword_lab/exercises/{lesson}.py", withheld.module(those).encode()
        yield f"subword_lab/i18n/en/{lesson}.toml", withheld.texts(number).encode()
    results = withheld.results(registry.by_id().values())
    yield "subword_lab/exercises/recorded.json", recorded.write(results).encode()
    yield f"{INFO}/METADATA", _about("METADATA").replace(
        f"Version: {__version__}\n", f"Version: {VERSION}\n"
    ).encode()  # fmt: skip
    yield f"{INFO}/entry_points.txt", _about("entry_points.txt").encode()
    yield f"{INFO}/WHEEL", WHEEL.encode()


def _about(name: str) -> str:
    """What the installed package says of itself; what building left in a source tree is passed by.

    `FileNotFoundError` if the package is not installed.
    """
    for found in importlib.metadata.distributions(name="subword-lab"):
        if found.read_text("METADATA"):
            return found.read_text(name) or ""
    raise FileNotFoundError("subword-lab is not installed here; run pip install in its folder")


def _is_left_out(name: str) -> bool:
    last = name.rpartition("/")[2]
    elsewhere = name.startswith(("quiz/", "i18n/")) and last.startswith(LEFT_OUT_NAMES)
    return elsewhere or name.startswith(LEFT_OUT) or "__pycache__" in name


def _edited(name: str, content: bytes) -> bytes:
    """The package says which edition it is."""
    if name != "__init__.py":
        return content
    return content.replace(f'"{__version__}"'.encode(), f'"{VERSION}"'.encode())
