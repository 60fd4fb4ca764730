"""Plots: numbers in, matplotlib Axes out, in one style; `alt` says the same in words.

Lines differ by color, dash and marker, so that none of them is needed alone. Labels are checked
against the font: a character without a glyph would make matplotlib warn and draw a box.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import nan
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
_FILLS = [LIGHT[name] for name in ("bar", "new", "ok")]
_HATCHES = ("", "//", "..")
_SIZE = (7.0, 4.0)
_DPI = 110
DARK_FROM = 0.71  # a share; numbers on a darker ground are white
UPPER_RIGHT = 1  # of the legend, as matplotlib counts
MARKED = 30  # points; a line of more has no markers
_PLAIN = "{x:,.10g}"  # ticks as 1,000, not as a power of ten


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
        ax.xaxis.set_major_formatter(_PLAIN)
    if "y" in log:
        ax.set_yscale("log", subs=(2, 5))
        ax.yaxis.set_major_formatter(_PLAIN)
        ax.yaxis.set_minor_formatter(_PLAIN)
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


def coverage(counts: Mapping[str, Sequence[int]], ax: Axes | None = None) -> Axes:
    """Draw the share of a text, from 0 to 1, that its most frequent words make up together.

    `counts` maps a name to how often each word occurs, in any order.
    """
    lines = {}
    for name, each in counts.items():
        total = sum(each) or 1
        sums = accumulate(sorted(each, reverse=True))
        lines[name] = [(rank, so_far / total) for rank, so_far in enumerate(sums, 1)]
    ax = _named("coverage", lines, "x", ax)
    ax.set_ylim(0, 1)
    return ax


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


def premium_bars(values: Mapping[str, Mapping[str, float]], ax: Axes | None = None) -> Axes:
    """Draw what languages pay, times English, a bar for each vocabulary.

    `values` maps the name of a vocabulary to languages and their premiums; all have the languages
    of the first. `ValueError` if there are no values.
    """
    languages = list(next(iter(values.values()), ()))
    if not languages:
        raise ValueError("there is nothing to draw: give at least one value")
    tall = (_SIZE[0], 1.5 + 0.2 * len(values) * len(languages))
    ax = _axes(ax, t("views.plots.premium.x"), "", t("views.plots.premium.title"), tall)
    height = 0.8 / len(values)
    for at, (name, each) in enumerate(values.items()):
        places = [row + at * height for row in range(len(languages))]
        widths = [each[language] for language in languages]
        look = {"color": _FILLS[at % len(_FILLS)], "hatch": _HATCHES[at % len(_HATCHES)]}
        drawn = ax.barh(places, widths, height, label=drawable(name), edgecolor="white", **look)
        ax.bar_label(drawn, fmt="%.1f", padding=3, fontsize=8)
    middle = 0.4 - height / 2
    ax.set_yticks([row + middle for row in range(len(languages))], map(drawable, languages))
    ax.axvline(1, color=LIGHT["fg"], linewidth=0.8)
    ax.margins(x=0.08, y=0.01)
    ax.invert_yaxis()
    ax.legend(frameon=False, loc=UPPER_RIGHT)
    return ax


def agreement_map(shares: Mapping[tuple[str, str], float | None], ax: Axes | None = None) -> Axes:
    """Draw how much each two tokenizers agree, from 0 to 1, as a square of shaded numbers.

    `shares` is what `comparing.agreements` gives; a missing pair, or None, stays empty.
    `ValueError` if there is no pair.
    """
    names = list(dict.fromkeys(name for pair in shares for name in pair))
    if not names:
        raise ValueError("there is nothing to draw: give at least one pair")
    both = {**shares, **{(b, a): share for (a, b), share in shares.items()}}
    rows = [[1.0 if a == b else both.get((a, b)) for b in names] for a in names]
    ax = _axes(ax, "", "", t("views.plots.agreement.title"), (6.4, 5.2))
    ax.imshow(
        [[nan if x is None else x for x in row] for row in rows], cmap="Blues", vmin=0, vmax=1
    )
    ax.grid(visible=False)
    labels = [drawable(name) for name in names]
    ax.set_xticks(range(len(names)), labels, rotation=35, ha="right")
    ax.set_yticks(range(len(names)), labels)
    for y, row in enumerate(rows):
        for x, share in enumerate(row):
            said = "–" if share is None else f"{share:.2f}"
            ink = "white" if share is not None and share > DARK_FROM else "black"
            ax.text(x, y, said, ha="center", va="center", color=ink, fontsize=9)
    return ax


def alt(ax: Axes) -> str:
    """Say in words what a plot of this module shows: title, axes, where each line begins and ends.

    Of bars and shaded numbers all are said.

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
    return "\n".join([*said, *_lines(ax), *_bars(ax), *_squares(ax)])


def _lines(ax: Axes) -> Iterator[str]:
    for line in ax.get_lines():
        xs, ys = line.get_xdata(), line.get_ydata()
        if len(xs) and not str(line.get_label()).startswith("_"):  # what matplotlib has no name for
            ends = {"x0": xs[0], "y0": ys[0], "x1": xs[-1], "y1": ys[-1]}
            numbers = {key: _number(value) for key, value in ends.items()}
            yield t("views.plots.line", name=line.get_label(), **numbers)


def _bars(ax: Axes) -> Iterator[str]:
    names = [label.get_text() for label in ax.get_yticklabels()]
    for group in ax.containers:
        widths = [patch.get_width() for patch in group]
        said = [f"{name} {width:.2f}" for name, width in zip(names, widths, strict=True)]
        label = "" if group.get_label().startswith("_") else f"{group.get_label()}: "
        yield f"{label}{', '.join(said)}."


def _squares(ax: Axes) -> Iterator[str]:
    """The numbers left of the diagonal, a line for each column: the others are the same."""
    names = [label.get_text() for label in ax.get_yticklabels()]
    below: dict[int, list[str]] = {}
    for square in ax.texts if ax.images else ():
        x, y = (round(place) for place in square.get_position())
        if x < y:
            below.setdefault(x, []).append(f"{names[y]} {square.get_text()}")
    for x, said in below.items():
        yield f"{names[x]}: {', '.join(said)}."


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


def _axes(ax: Axes | None, x: str, y: str, title: str, size: tuple[float, float] = _SIZE) -> Axes:
    """Give empty axes in the style of the course."""
    if ax is None:
        from matplotlib import pyplot

        _, ax = pyplot.subplots(figsize=size, dpi=_DPI, layout="constrained")
    ax.set_title(drawable(title), loc="left", fontweight="bold", fontsize=11)
    ax.set_xlabel(drawable(x))
    ax.set_ylabel(drawable(y))
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(True, color=LIGHT["line"], linewidth=0.6)
    ax.set_axisbelow(True)
    return ax
