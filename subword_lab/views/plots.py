"""Plots: numbers in, matplotlib Axes out, in one style; `alt` says the same in words.

Lines differ by color, dash and marker, so that none of them is needed alone. Labels are checked
against the font: a character without a glyph would make matplotlib warn and draw a box.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from subword_lab.i18n import t
from subword_lab.views.palette import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# on a new machine the font cache takes long to build; saying so would be an output on stderr
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)

Points = Sequence[tuple[float, float]]  # (x, y), from left to right

_COLORS = [LIGHT[name] for name in ("hot", "bad", "ok", "tie", "new", "fg")]
_DASHES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "x")
_SIZE = (7.0, 4.0)
_DPI = 110
MARKED = 30  # points; a line of more has no markers


def curves(
    lines: Mapping[str, Points],
    *,
    x: str,
    y: str,
    title: str,
    log: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw named lines; `log` names the axes with a logarithmic scale: "", "x", "y" or "xy".

    Draws into `ax`, or into a new figure. `ValueError` if there is no point, or another `log`.
    """
    if log not in ("", "x", "y", "xy"):
        raise ValueError(f"log must be '', 'x', 'y' or 'xy'; got {log!r}")
    if not any(len(points) for points in lines.values()):
        raise ValueError("there is nothing to draw: give at least one point")
    ax = _axes(ax, x, y, title)
    for at, (name, points) in enumerate(lines.items()):
        ax.plot(
            [point[0] for point in points],
            [point[1] for point in points],
            label=drawable(name),
            color=_COLORS[at % len(_COLORS)],
            linestyle=_DASHES[at % len(_DASHES)],
            marker=_MARKERS[at % len(_MARKERS)] if len(points) <= MARKED else "",
            markersize=4,
        )
    if "x" in log:
        ax.set_xscale("log")
    if "y" in log:
        ax.set_yscale("log")
    if len(lines) > 1:
        ax.legend(frameon=False)
    return ax


def vocabulary_growth(lines: Mapping[str, Points], ax: Axes | None = None) -> Axes:
    """Draw distinct words against running words, on logarithmic scales: Heaps' law is a line."""
    return _named("heaps", lines, "xy", ax)


def zipf(counts: Mapping[str, Sequence[int]], ax: Axes | None = None) -> Axes:
    """Draw counts against their rank, on logarithmic scales: Zipf's law is a line.

    `counts` maps a name to how often each word occurs, in any order; zeros are left out.
    """
    lines = {
        name: list(enumerate(sorted((c for c in each if c > 0), reverse=True), 1))
        for name, each in counts.items()
    }
    return _named("zipf", lines, "xy", ax)


def oov_curve(lines: Mapping[str, Points], ax: Axes | None = None) -> Axes:
    """Draw the share of unknown words, from 0 to 1, against the size of the vocabulary."""
    ax = _named("oov", lines, "x", ax)
    ax.set_ylim(0, 1)
    return ax


def em_curve(lines: Mapping[str, Points], ax: Axes | None = None) -> Axes:
    """Draw the log-likelihood after each round of EM."""
    return _named("em", lines, "", ax)


def size_curve(lines: Mapping[str, Points], y: str, ax: Axes | None = None) -> Axes:
    """Draw any measure, named by `y`, against the size of the vocabulary."""
    title = t("views.plots.size.title", y=y)
    ax = curves(lines, x=t("views.plots.size.x"), y=y, title=title, log="x", ax=ax)
    sizes = [size for size, _ in max(lines.values(), key=lambda points: points[-1][0])]
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])  # powers of ten are nobody's size
    ax.set_xticks([], minor=True)
    return ax


def fertility_bars(values: Mapping[str, float], ax: Axes | None = None) -> Axes:
    """Draw tokens per word for each language or tokenizer, the number written behind each bar.

    `ValueError` if there are no values.
    """
    if not values:
        raise ValueError("there is nothing to draw: give at least one value")
    ax = _axes(ax, t("views.plots.fertility.x"), "", t("views.plots.fertility.title"))
    names = [drawable(label) for label in values]
    drawn = ax.barh(range(len(names)), list(values.values()), color=LIGHT["bar"])
    ax.set_yticks(range(len(names)), names)
    ax.bar_label(drawn, fmt="%.2f", padding=4)
    ax.invert_yaxis()
    ax.margins(x=0.15)
    return ax


def alt(ax: Axes) -> str:
    """Say in words what a plot of this module shows: title, axes, where each line begins and ends.

    >>> ax = curves({"a": [(1, 2.0), (4, 8.5)]}, x="size", y="share", title="Growth")
    >>> print(alt(ax))
    Growth.
    Across: size.
    Upward: share.
    a: from 2 at 1 to 8.5 at 4.
    """
    said = [f"{ax.get_title(loc='left')}."]
    for key, name in (("across", ax.get_xlabel()), ("upward", ax.get_ylabel())):
        if name:
            said.append(t(f"views.plots.{key}", name=name))
    for line in ax.get_lines():
        xs, ys = line.get_xdata(), line.get_ydata()
        if len(xs):
            ends = {"x0": xs[0], "y0": ys[0], "x1": xs[-1], "y1": ys[-1]}
            numbers = {key: _number(value) for key, value in ends.items()}
            said.append(t("views.plots.line", name=line.get_label(), **numbers))
    if ax.patches:
        names = [label.get_text() for label in ax.get_yticklabels()]
        widths = [patch.get_width() for patch in ax.patches]
        said += [f"{name}: {width:.2f}." for name, width in zip(names, widths, strict=False)]
    return "\n".join(said)


def _number(value: float) -> str:
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:,.0f}"


def drawable(label: str) -> str:
    """Replace every character that the font has no glyph for by its code.

    >>> drawable("né"), drawable("猫")
    ('né', 'U+732B')
    """
    glyphs = _glyphs()
    shown = (ch if ord(ch) in glyphs else f"U+{ord(ch):04X}" for ch in str(label))
    return "".join(shown).replace("$", r"\$")


def _glyphs() -> Mapping[int, Any]:
    from matplotlib import font_manager

    path = font_manager.findfont(font_manager.FontProperties())
    return font_manager.get_font(path).get_charmap()


def _named(name: str, lines: Mapping[str, Points], log: str, ax: Axes | None) -> Axes:
    """Draw lines with the labels that the catalogue has under a name."""
    labels = {part: t(f"views.plots.{name}.{part}") for part in ("x", "y", "title")}
    return curves(lines, log=log, ax=ax, **labels)


def _axes(ax: Axes | None, x: str, y: str, title: str) -> Axes:
    """Give empty axes in the style of the course."""
    if ax is None:
        from matplotlib import pyplot

        _, ax = pyplot.subplots(figsize=_SIZE, dpi=_DPI, layout="constrained")
    ax.set_title(drawable(title), loc="left", fontweight="bold", fontsize=11)
    ax.set_xlabel(drawable(x))
    ax.set_ylabel(drawable(y))
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(True, color=LIGHT["line"], linewidth=0.6)
    ax.set_axisbelow(True)
    return ax
