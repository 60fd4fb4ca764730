"""A text, character by character: code point, UTF-8 bytes, and how GPT-2 prints them."""

from subword_lab.i18n import t
from subword_lab.text import check_text, to_printable
from subword_lab.views.html import Html, card, dim, escape, row_of_bricks, style, visible
from subword_lab.views.palette import MONO
from subword_lab.views.tables import table

SHOWN = 24
COLUMNS = ("character", "code_point", "bytes", "printable")


def character_table(text: str, columns: int = len(COLUMNS)) -> Html:
    """Draw one line for each character, with the first `columns` of its four descriptions.

    `TypeError` if `text` is no string, `ValueError` for a lone surrogate.

    >>> print(character_table("é "))
    Characters: 2, bytes: 3:
      character  code point  UTF-8 bytes  printable
      é          U+00E9      C3 A9        Ã ©
      ␣          U+0020      20           Ġ
    """
    check_text(text)
    header = [t(f"views_bytes.characters.{name}") for name in COLUMNS[:columns]]
    rows = [_row(ch)[:columns] for ch in text[:SHOWN]]
    drawn = table(counted(text), header, rows)
    if len(text) <= SHOWN:
        return Html(card(drawn.markup), drawn.text)
    rest = t("views.more", count=len(text) - SHOWN)
    return Html(card(f"{drawn.markup}<div>{dim(rest)}</div>"), f"{drawn.text}\n  {rest}")


def counted(text: str) -> str:
    """Say how many characters and bytes a text has."""
    return t("views_bytes.characters.counted", characters=len(text), bytes=len(text.encode()))


def _row(ch: str) -> list[Html]:
    data = ch.encode()
    printed = to_printable(data)
    return [
        _code(visible(ch), size="18px"),
        _code(f"U+{ord(ch):04X}"),
        _code(hexadecimal(data)),
        Html(row_of_bricks(printed), " ".join(printed)),
    ]


def hexadecimal(data: bytes) -> str:
    """Write bytes as pairs of hexadecimal digits.

    >>> hexadecimal("é".encode())
    'C3 A9'
    """
    return data.hex(" ").upper()


def _code(text: str, size: str = "14px") -> Html:
    look = style(font_family=MONO, font_size=size)
    return Html(f"<span{look}><bdi>{escape(text)}</bdi></span>", text)
