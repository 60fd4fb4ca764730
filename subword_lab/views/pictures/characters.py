"""A text, character by character: code point, UTF-8 bytes, and how GPT-2 prints them."""

from subword_lab.i18n import t
from subword_lab.text import check_text, to_printable
from subword_lab.views.html import Html, card, dim, escape, row_of_bricks, style, visible
from subword_lab.views.palette import MONO
from subword_lab.views.tables import table

SHOWN = 24
COLUMNS = ("character", "code_point", "bytes", "printable")


def character_table(text: str, columns: int = len(COLUMNS)) -> Html:
    """Describe each character, with the first `columns` of its four descriptions under one another.

    `TypeError` if `text` is no string, `ValueError` for a lone surrogate.

    >>> print(character_table("é "))
    Characters: 2, bytes: 3:
      character  code point  UTF-8 bytes  printable
      é          U+00E9      C3 A9        Ã ©
      ␣          U+0020      20           Ġ
    """
    check_text(text)
    header = [t(f"views_bytes.characters.{name}") for name in COLUMNS[:columns]]
    described = [_described(ch)[:columns] for ch in text[:SHOWN]]
    legend = t("views_bytes.characters.legend", counted=counted(text), rows=", ".join(header))
    drawn = f"<div>{dim(legend)}</div>" + "".join(map(_card, described))
    said = table(counted(text), header, described).text
    if len(text) <= SHOWN:
        return Html(card(drawn), said)
    rest = t("views.more", count=len(text) - SHOWN)
    return Html(card(f"{drawn}<div>{dim(rest)}</div>"), f"{said}\n  {rest}")


def _card(lines: list[Html]) -> str:
    """The descriptions of one character, the character on top."""
    look = style(
        display="inline-block",
        vertical_align="top",
        text_align="center",
        min_width="34px",
        padding="2px 8px",
        margin="4px 6px 4px 0",
        border="1px solid #d1d9e0",
        border_radius="6px",
    )
    return f"<div{look}>{''.join(f'<div>{line.markup}</div>' for line in lines)}</div>"


def counted(text: str) -> str:
    """Say how many characters and bytes a text has."""
    return t("views_bytes.characters.counted", characters=len(text), bytes=len(text.encode()))


def _described(ch: str) -> list[Html]:
    data = ch.encode()
    printed = to_printable(data)
    return [
        _code(visible(ch), size="20px"),
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


def _code(text: str, size: str = "12px") -> Html:
    look = style(font_family=MONO, font_size=size)
    return Html(f"<span{look}><bdi>{escape(text)}</bdi></span>", text)
