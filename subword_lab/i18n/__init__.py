"""The texts of the package, looked up by key: ``t("views.stepper.next")``.

A key starts with the name of a catalogue, a TOML file in the folder of a language, and goes on
with the path inside it. English is complete; where another language lacks a text, English stands.
"""

import os
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

ENGLISH = "en"
_chosen: list[str] = []  # what set_language said; empty: the environment decides


def language() -> str:
    """The language in use: as set, else SUBWORD_LAB_LANG, else English."""
    return _chosen[-1] if _chosen else os.environ.get("SUBWORD_LAB_LANG") or ENGLISH


def languages() -> tuple[str, ...]:
    """The languages that have a folder of catalogues."""
    folders = (entry for entry in files(__name__).iterdir() if entry.is_dir())
    return tuple(sorted(entry.name for entry in folders if entry.name.isalpha()))


def set_language(name: str | None) -> None:
    """Choose the language of all texts; None leaves it to the environment again.

    `ValueError` if there is no catalogue in that language.
    """
    if name is not None and name not in languages():
        raise ValueError(f"no texts in language {name!r}; there are {', '.join(languages())}")
    _chosen[:] = [] if name is None else [name]


def t(key: str, **params: object) -> str:
    """Look up one text and put the parameters into its ``{placeholders}``.

    `KeyError`: no such key, or a placeholder without a parameter.
    """
    text = _find(key)
    if not isinstance(text, str):
        raise KeyError(f"{key!r} is no single text but a {type(text).__name__}")
    if not params:
        return text
    try:
        return text.format_map(params)
    except (KeyError, IndexError) as error:
        raise KeyError(f"the text {key!r} wants a parameter {error} which was not given") from None


def texts(key: str) -> list[str]:
    """Look up a list of texts, such as the hints of an exercise. `KeyError` if there is none."""
    found = _find(key)
    if not isinstance(found, list):
        raise KeyError(f"{key!r} is no list of texts but a {type(found).__name__}")
    return [str(text) for text in found]


def table(key: str) -> dict[str, Any]:
    """Look up a whole table of texts, in the order of its file. `KeyError` if there is none."""
    found = _find(key)
    if not isinstance(found, dict):
        raise KeyError(f"{key!r} is no table of texts but a {type(found).__name__}")
    return dict(found)


def _find(key: str) -> Any:
    area, *path = key.split(".")
    for name in dict.fromkeys((language(), ENGLISH)):
        found: Any = catalogue(name, area)
        for part in path:
            found = found.get(part) if isinstance(found, dict) else None
        if found:  # no text is empty; a catalogue that the language lacks is
            return found
    raise KeyError(f"no text {'.'.join(path)!r} in the catalogue i18n/{ENGLISH}/{area}.toml")


@cache
def catalogue(name: str, area: str) -> dict[str, Any]:
    """Read one catalogue; empty if the language does not have it."""
    file = files(__name__) / name / f"{area}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
