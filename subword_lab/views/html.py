"""Pictures as values: markup for the eye, text for everybody else, and the bricks of the course.

A stored picture may be read in a notebook that JupyterLab does not trust, so it uses inline styles
with literal colors for text *and* background; no style sheet, no SVG, and no variable without a
literal color before it.
"""

import html
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from subword_lab.views.palette import LIGHT, MONO, themed

_NAMED = {" ": "␣", "\t": "⇥", "\n": "⏎", "\r": "␍", "\0": "␀"}
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
_FOLLOWS, _GAP, _CLOSED = "##", ("▁", "Ġ"), "</w>"
UNKNOWN = ("[UNK]", "<unk>", "UNK")


@dataclass(frozen=True)
class Html:
    """A picture: `markup` is what a notebook shows, `text` says the same in words.

    `drawing` may hold a richer markup, with SVG, for use inside a widget, where nothing is taken
    out of it; where it is empty, `markup` serves there too.

    >>> Html("<b>un</b>", "un")
    un
    """

    markup: str
    text: str
    drawing: str = ""

    def _repr_html_(self) -> str:
        return themed(self.markup)

    def __repr__(self) -> str:
        return self.text


def escape(text: object) -> str:
    """Make a text harmless inside HTML; half characters (lone surrogates) become visible codes.

    >>> escape('<b> & "c"'), escape("\\ud83e")
    ('&lt;b&gt; &amp; &quot;c&quot;', '\\\\ud83e')
    """
    shown = "".join(_code(ch) if "\ud800" <= ch <= "\udfff" else ch for ch in str(text))
    return html.escape(shown)


def visible(text: str) -> str:
    r"""Write spaces, control and invisible characters so that they can be seen.

    A combining mark at the start stands on a dotted circle, as it has nothing else to stand on.

    >>> print(visible("a b\n"), visible("\u200d\xad"), visible("\u0301x"))
    a␣b⏎ \u200d\xad ◌́x
    """
    shown = "".join(map(_shown, text))
    return "◌" + shown if shown and unicodedata.category(shown[0]).startswith("M") else shown


def _shown(ch: str) -> str:
    if ch in _NAMED:
        return _NAMED[ch]
    if unicodedata.category(ch) in _HIDDEN or "\ufe00" <= ch <= "\ufe0f":
        return _code(ch)
    return ch


def _code(ch: str) -> str:
    number = ord(ch)
    if number > 0xFFFF:
        return f"\\U{number:08x}"
    return f"\\u{number:04x}" if number > 0xFF else f"\\x{number:02x}"


def style(**declarations: str) -> str:
    """Write a style attribute: ``style(color="hot", margin_top="4px")``; color names are ours.

    >>> style(color="hot", margin_top="4px")
    ' style="color:#0072b2;margin-top:4px"'
    """
    pairs = (f"{k.replace('_', '-')}:{LIGHT.get(v, v)}" for k, v in declarations.items())
    return f' style="{";".join(pairs)}"'


def card(inner: str) -> str:
    """Put markup on a surface with its own colors, so that it can be read on any theme."""
    look = style(
        background_color="bg",
        color="fg",
        padding="8px 12px",
        border_radius="8px",
        line_height="1.5",
    )
    return f"<div{look}>{inner}</div>"


def table_style(surface: str = "bg", **more: str) -> str:
    """Write the style of a table; JupyterLab's own would fix the widths and add a margin.

    Its rows need `row_style`, as JupyterLab stripes them in colors of the theme.
    """
    fixed = {"border_collapse": "collapse", "table_layout": "auto", "margin": "0"}
    return style(**fixed, **more, color="fg", background_color=surface)


def row_style(surface: str = "bg", **more: str) -> str:
    """Write the style of a table's row."""
    return style(background_color=surface, color="fg", **more)


def dim(text: str) -> str:
    """Write a caption or remark: smaller, less contrast, still readable."""
    return f"<span{style(color='dim', font_size='12px')}>{escape(text)}</span>"


# Bricks ------------------------------------------------------------------------------------------

_ROLES = {  # border color, background, text color
    "plain": ("edge", "card", "fg"),
    "pair": ("hot", "hotbg", "fg"),
    "new": ("new", "newbg", "fg"),
    "unknown": ("bad", "badbg", "fg"),
    "apart": ("bad", "bg", "fg"),
    "dim": ("line", "bg", "dim"),
}


@lru_cache(4_096)  # a step of a stepper draws mostly bricks that the one before drew
def brick(piece: str, role: str = "plain", id: int | None = None, joined: bool = False) -> str:
    """Draw one piece. Its shape tells how it joins its neighbors, its text stays exact.

    ``##x`` has a tenon on its left, ``▁x`` and ``Ġx`` a dashed left edge (a gap), ``x</w>`` a thick
    right edge, an unknown piece a double border. `role` is plain, pair, new, unknown, apart or dim;
    `joined` leaves no room on the left. `KeyError` for another role.
    """
    if piece in UNKNOWN:
        role = "unknown"
    edge, background, color = _ROLES[role]
    before, label, after = _split_marks(piece)
    look = {
        "display": "inline-block",
        "font_family": MONO,
        "border": f"1px solid {LIGHT[edge]}",
        "background_color": background,
        "color": color,
        "border_radius": "4px",
        "padding": "2px 7px",
        "margin": "2px 3px 2px 0",
    }
    if role == "unknown":
        look["border"] = f"3px double {LIGHT[edge]}"
    if role == "new":
        look["font_weight"] = "bold"
    if before in _GAP:
        look["border_left"] = f"2px dashed {LIGHT[edge]}"
    if after:
        look["border_right"] = f"5px solid {LIGHT[edge]}"
    if joined:
        look["border_left"] = f"1px dotted {LIGHT[edge]}"
        look["margin"] = "2px 3px 2px -4px"
    number = "" if id is None else f"<sub{style(color='dim', font_size='10px')}> {id}</sub>"
    inner = f"{_mark(before)}<bdi>{escape(visible(label))}</bdi>{_mark(after)}{number}"
    drawn = f"<span{style(**look)}>{inner}</span>"
    if before != _FOLLOWS:
        return drawn
    # kept in one line with its brick
    return f"<span{style(white_space='nowrap')}>{_tenon(edge, background)}{drawn}</span>"


def _split_marks(piece: str) -> tuple[str, str, str]:
    """Take the mark in front and the mark at the end off a piece."""
    before = _FOLLOWS if piece.startswith(_FOLLOWS) else piece[:1] if piece.startswith(_GAP) else ""
    label = piece.removeprefix(before)
    after = _CLOSED if label.endswith(_CLOSED) else ""
    return before, label.removesuffix(after), after


def _mark(mark: str) -> str:
    if not mark:
        return ""
    return f"<span{style(color='dim', font_size='11px')}>{escape(mark)}</span>"


def _tenon(edge: str, background: str) -> str:
    look = style(
        display="inline-block",
        width="6px",
        height="10px",
        border=f"1px solid {LIGHT[edge]}",
        border_right="0",
        background_color=background,
        margin_right="-1px",
        border_radius="3px 0 0 3px",
        vertical_align="middle",
    )
    return f"<span{look}></span>"


def row_of_bricks(pieces: Iterable[str], roles: Sequence[str] = (), ids: Sequence[int] = ()) -> str:
    """Draw pieces side by side, without a surface under them; two that form a pair touch."""
    pieces = list(pieces)
    roles = list(roles) or ["plain"] * len(pieces)
    drawn, open_pair = [], False
    for at, piece in enumerate(pieces):
        joined = open_pair and roles[at] == "pair"
        drawn.append(brick(piece, roles[at], ids[at] if ids else None, joined))
        open_pair = roles[at] == "pair" and not joined
    return "".join(drawn)


def in_words(pieces: Iterable[str]) -> str:
    """Write pieces on one line, bars between them: the text twin of bricks.

    >>> in_words(["un", "##happi", "##ness"])
    'un | ##happi | ##ness'
    """
    return " | ".join(map(visible, pieces))


def bricks(
    pieces: Iterable[str], ids: Iterable[int] | None = None, roles: Sequence[str] = ()
) -> Html:
    """Draw pieces as bricks, with their ids if given; `roles` as in `brick`, one for each piece.

    >>> bricks(["un", "##happi", "##ness"], ids=[4, 12, 7])
    un (4) | ##happi (12) | ##ness (7)

    `TypeError` for one string in place of a list of pieces, `ValueError` if the numbers of pieces,
    ids and roles differ.
    """
    if isinstance(pieces, str):
        raise TypeError(f"pieces must be a list of strings; got the string {pieces!r}")
    pieces, ids = list(pieces), [] if ids is None else list(ids)
    for name, given in (("ids", ids), ("roles", roles)):
        if given and len(given) != len(pieces):
            raise ValueError(f"{len(pieces)} pieces but {len(given)} {name}; give one for each")
    if ids:
        text = " | ".join(f"{visible(p)} ({id})" for p, id in zip(pieces, ids, strict=True))
    else:
        text = in_words(pieces)
    return Html(card(row_of_bricks(pieces, roles, ids)), text)
