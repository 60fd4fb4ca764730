"""Colors: one palette for both themes, safe for colour-blind eyes, and never the only sign.

A picture is drawn once, in the light colors, as literal values: that is what survives in a stored
notebook that nobody trusts. `themed` adds the theme's colors to them; `live` puts these in their
place, for use inside a widget.
The hues are those of Okabe and Ito 2008: blue for what is happening, orange for what is new, purple
for ties, green for right, vermilion for wrong. Their shades are ours, for contrast.
"""

import re
from functools import lru_cache
from itertools import chain

LIGHT = {
    "bg": "#ffffff",
    "fg": "#1f2328",
    "dim": "#59636e",
    "line": "#d1d9e0",
    "edge": "#828a93",
    "card": "#f6f8fa",
    "hot": "#0072b2",
    "hotbg": "#d6eaf6",
    "new": "#8a5a00",
    "newbg": "#ffe9bf",
    "tie": "#a0306a",
    "ok": "#00715a",
    "okbg": "#d3f0e6",
    "bad": "#b0400a",
    "badbg": "#fbe3d3",
    "bar": "#6aaed6",
}
DARK = {
    "bg": "#111418",
    "fg": "#e6edf3",
    "dim": "#9aa5b1",
    "line": "#394048",
    "edge": "#76808b",
    "card": "#1a1f25",
    "hot": "#6cc0f0",
    "hotbg": "#12364d",
    "new": "#ffca66",
    "newbg": "#4a3507",
    "tie": "#f09ac4",
    "ok": "#5fd3ae",
    "okbg": "#0f3b2e",
    "bad": "#ff9c66",
    "badbg": "#4a2410",
    "bar": "#3d81ab",
}
MONO = "Menlo,Consolas,monospace"
ROOT_CLASS = "subword-lab"

_NAMES = {value: name for name, value in LIGHT.items()}
_STYLE = re.compile(r'style="[^"]*"')
_HEX = re.compile(r"#[0-9a-f]{6}")
_DARK_HOSTS = ('[data-jp-theme-light="false"]', ".vscode-dark", "html[theme=dark]")


def live(markup: str) -> str:
    """Let every color of a picture follow the theme; where nobody sets one, it stays light.

    Only ``style="..."`` is touched, never text: escaped text holds no quotation mark.

    >>> live('<b style="color:#0072b2">#0072b2</b>')
    '<b style="color:var(--sl-hot,#0072b2)">#0072b2</b>'
    """
    return _STYLE.sub(lambda style: _live_style(style.group()), markup)


@lru_cache(4_096)
def _live_style(style: str) -> str:
    return _HEX.sub(_variable, style)


def _variable(color: re.Match[str]) -> str:
    value = color.group()
    return f"var(--sl-{_NAMES[value]},{value})" if value in _NAMES else value


def themed(markup: str) -> str:
    """Let colors follow the theme, and keep the literal ones: JupyterLab takes variables away.

    It does so in a notebook that it does not trust; elsewhere the second declaration wins. The
    theme's colors are known where a panel of the course is on the page.

    >>> themed('<b style="color:#0072b2;margin:0">x</b>')
    '<b style="color:#0072b2;color:var(--sl-hot,#0072b2);margin:0">x</b>'
    """
    return _STYLE.sub(lambda style: _themed_style(style.group()), markup)


@lru_cache(4_096)
def _themed_style(style: str) -> str:
    declarations = style.removeprefix('style="').removesuffix('"').split(";")
    both = (dict.fromkeys((literal, _HEX.sub(_variable, literal))) for literal in declarations)
    return f'style="{";".join(chain.from_iterable(both))}"'


def stylesheet() -> str:
    """The colors of both themes as CSS variables, and the look of controls inside a panel."""
    colors = f":root{{{_variables(LIGHT)}}}{','.join(_DARK_HOSTS)}{{{_variables(DARK)}}}"
    return f"<style>{colors}{_CONTROLS}</style>"


def _variables(colors: dict[str, str]) -> str:
    return "".join(f"--sl-{name}:{value};" for name, value in colors.items())


# ipywidgets draws a black arrow, which nobody sees on black; this gray shows on both grounds
_ARROW = (
    "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18'>"
    f"<path fill='%23{LIGHT['edge'][1:]}' d='M5.2 5.9 9 9.7l3.8-3.8L14 7.1l-5 5-5-5z'/></svg>\")"
)
_CONTROLS = f"""
.{ROOT_CLASS}{{--jp-widgets-dropdown-arrow:{_ARROW};
background:var(--sl-bg);color:var(--sl-fg);border:1px solid var(--sl-line);
border-radius:10px;padding:14px 18px;max-width:960px;
--jp-widgets-label-color:var(--sl-fg);--jp-ui-font-color1:var(--sl-fg)}}
.{ROOT_CLASS} .widget-html-content{{line-height:1.45;font-size:14px;color:var(--sl-fg)}}
.{ROOT_CLASS} [role=group]>div{{padding:4px 0!important}}
.{ROOT_CLASS} .jupyter-button{{border:1px solid var(--sl-edge);border-radius:6px;width:auto;
background:var(--sl-card);color:var(--sl-fg);padding:0 12px}}
.{ROOT_CLASS} .jupyter-button.mod-primary{{border-color:var(--sl-hot);background:var(--sl-hotbg);
color:var(--sl-hot);font-weight:600}}
.{ROOT_CLASS} .widget-label-basic{{display:flex;align-items:center}}
.{ROOT_CLASS} .jupyter-button:disabled{{opacity:.6}}
.{ROOT_CLASS} :focus-visible{{outline:2px solid var(--sl-hot);outline-offset:1px}}
""".replace("\n", "")
