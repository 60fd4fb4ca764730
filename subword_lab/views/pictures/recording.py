"""What a real vocabulary did with some texts, recorded for machines that do not have it."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from subword_lab.i18n import t
from subword_lab.views.html import Html, bricks, card, row_of_bricks, visible
from subword_lab.views.tables import table


@cache
def recording(name: str) -> dict[str, Any]:
    """Read a recording; `KeyError` if there is none of that name.

    >>> recording("bert")["size"]
    30522
    """
    file = files("subword_lab.views") / "recordings" / f"{name}.toml"
    if not file.is_file():
        raise KeyError(f"there is no recording {name!r}")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def recorded(name: str) -> Html:
    """Draw a recording, with the library and version that made it. `KeyError` as `recording`."""
    told = recording(name)
    source = {key: told[key] for key in ("name", "size", "library", "version")}
    rows = [
        [visible(each["text"]), _pieces(each["tokens"], each["ids"]), visible(each["decoded"])]
        for each in told["texts"]
    ]
    header = [t(f"views_wordpiece.recording.{column}") for column in ("text", "pieces", "decoded")]
    drawn = table(t("views_wordpiece.recording.caption", **source), header, rows)
    return Html(card(drawn.markup), drawn.text)


def _pieces(tokens: list[str], ids: list[int]) -> Html:
    return Html(row_of_bricks(tokens, (), ids), bricks(tokens, ids).text)
