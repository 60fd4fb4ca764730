"""The lattice of a text: nodes between the characters, a line for every piece.

A widget shows a drawing with arcs. A stored picture may not hold SVG, so there every piece is a
brick as wide as the characters it covers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from subword_lab.i18n import t
from subword_lab.lattice import Edge, Lattice
from subword_lab.views.html import Html, dim, escape, style, visible
from subword_lab.views.palette import MONO

LONGEST_DRAWN = 24  # characters; more would need a magnifying glass
EDGES_TOLD = 30
_RADIUS, _STOREY = 15, 46  # of a node; between arcs that lie over one another
_COLORS = {"best": "hot", "back": "hot", "way": "new", "plain": "dim", "later": "line"}


@dataclass(frozen=True, slots=True)
class Marks:
    """What a picture of a lattice says beyond its pieces.

    `roles` sets pieces off: best, back (the kept way to a position), way (looked at now), later
    (not yet looked at) or plain. `shares` are shares of the total probability, `under` a text for
    each position.
    """

    roles: Mapping[Edge, str] = field(default_factory=dict)
    shares: Mapping[Edge, float] = field(default_factory=dict)
    under: Sequence[str] = ()

    def role(self, edge: Edge) -> str:
        """How an edge is set off."""
        return self.roles.get(edge, "plain")

    def numbers(self, edge: Edge, brief: bool = False) -> list[str]:
        """The numbers of an edge: its log-probability, and its share where it is known."""
        log = f"{edge.score:.2f}"
        shown = [log if brief else t("views_unigram.lattice.log", log=log)]
        if edge in self.shares:
            share = _percent(self.shares[edge])
            shown.append(share if brief else t("views_unigram.lattice.share", share=share))
        return shown


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= 0.005 else "<1%"


def lattice_picture(graph: Lattice, text: str, marks: Marks = Marks()) -> Html:
    """Draw the lattice of a text.

    `ValueError` for a text that is too long to be drawn.
    """
    if graph.size > LONGEST_DRAWN:
        raise ValueError(t("views_unigram.lattice.too_long", size=graph.size, most=LONGEST_DRAWN))
    return Html(_grid(graph, text, marks), _told(graph, marks), _drawing(graph, text, marks))


# In words ----------------------------------------------------------------------------------------


def _told(graph: Lattice, marks: Marks) -> str:
    edges = sorted(graph.edges)
    lines = [_told_edge(edge, marks) for edge in edges[:EDGES_TOLD]]
    if len(edges) > EDGES_TOLD:
        lines.append(t("views.more", count=len(edges) - EDGES_TOLD))
    caption = t("views_unigram.lattice.caption")
    return "\n".join([f"{caption}:", *(f"  {line}" for line in lines)])


def _told_edge(edge: Edge, marks: Marks) -> str:
    parts = [f"{edge.start}-{edge.end}", visible(edge.piece), *marks.numbers(edge)]
    if marks.role(edge) in ("best", "way"):
        parts.append(t(f"views_unigram.lattice.role.{marks.role(edge)}"))
    return "  ".join(parts)


# As a grid of bricks -----------------------------------------------------------------------------


def storeys(edges: Sequence[Edge]) -> list[list[Edge]]:
    """Put edges on storeys, short ones first, so that no two on a storey overlap."""
    floors: list[list[Edge]] = []
    for edge in sorted(edges, key=lambda edge: (edge.end - edge.start, edge.start)):
        for floor in floors:
            if all(edge.end <= other.start or other.end <= edge.start for other in floor):
                floor.append(edge)
                break
        else:
            floors.append([edge])
    return floors


def _grid(graph: Lattice, text: str, marks: Marks) -> str:
    whole = style(border_collapse="separate", border_spacing="3px 2px", color="fg",
                  background_color="bg", table_layout="fixed")  # fmt: skip
    rows = [
        _header(graph, text, marks),
        *(_floor(f, graph.size, marks) for f in storeys(graph.edges)),
    ]
    return f"{dim(t('views_unigram.lattice.caption'))}<table{whole}>{''.join(rows)}</table>"


def _header(graph: Lattice, text: str, marks: Marks) -> str:
    cell = style(text_align="left", color="dim", font_size="12px", border="0", padding="0 4px")
    code = style(font_family=MONO, color="fg", font_size="15px", padding="0 14px 0 8px")
    under = list(marks.under) or [""] * (graph.size + 1)
    cells = []
    for at, ch in enumerate([*text, ""]):
        below = f"<br>{escape(under[at])}" if any(under) else ""
        label = f"<span{code}>{escape(visible(ch))}</span>" if ch else ""
        cells.append(f"<td{cell}>{at}{label}{below}</td>")
    return f"<tr{style(background_color='bg')}>{''.join(cells)}</tr>"


def _floor(floor: Sequence[Edge], size: int, marks: Marks) -> str:
    empty = f"<td{style(border='0')}></td>"
    cells, at = [], 0
    for edge in sorted(floor):
        cells += [empty] * (edge.start - at)
        cells.append(_wide_brick(edge, marks))
        at = edge.end
    cells += [empty] * (size + 1 - at)
    return f"<tr{style(background_color='bg')}>{''.join(cells)}</tr>"


def _wide_brick(edge: Edge, marks: Marks) -> str:
    border, background, color = {
        "best": ("2px solid #0072b2", "hotbg", "fg"),
        "way": ("2px dashed #8a5a00", "newbg", "fg"),
        "back": ("1px solid #0072b2", "card", "fg"),
        "later": ("1px solid #d1d9e0", "bg", "dim"),
    }.get(marks.role(edge), ("1px solid #828a93", "card", "fg"))
    look = style(border=border, background_color=background, color=color, border_radius="4px",
                 text_align="center", padding="1px 6px", white_space="nowrap")  # fmt: skip
    piece = f"<span{style(font_family=MONO)}><bdi>{escape(visible(edge.piece))}</bdi></span>"
    numbers = "<br>".join(map(escape, marks.numbers(edge)))
    small = style(color="dim", font_size="11px")
    return (
        f'<td colspan="{edge.end - edge.start}"{look}>{piece}<br><span{small}>{numbers}</span></td>'
    )


# As a drawing ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things stand: the distance of nodes, the line they stand on, and each arc's height."""

    gap: float
    line: float
    apex: Mapping[Edge, float]  # negative above the line, positive below
    height: float

    def x(self, position: int) -> float:
        return 40 + self.gap * position


def _plan(graph: Lattice) -> _Plan:
    above: list[list[Edge]] = []
    below: list[list[Edge]] = []
    for number, floor in enumerate(storeys([e for e in graph.edges if e.end - e.start > 1])):
        (below if number % 2 == 0 else above).append(floor)
    apex = {e: -(58.0 + _STOREY * at) for at, floor in enumerate(above) for e in floor}
    apex |= {e: 66.0 + _STOREY * at for at, floor in enumerate(below) for e in floor}
    line = 36 + max([20, *(-y for y in apex.values())])
    height = line + 44 + max([0, *apex.values()])
    return _Plan(max(72, min(190, 860 / graph.size)), line, apex, height)


def _drawing(graph: Lattice, text: str, marks: Marks) -> str:
    plan = _plan(graph)
    width = plan.x(graph.size) + 40
    order = ("later", "plain", "back", "way", "best")
    edges = sorted(graph.edges, key=lambda edge: order.index(marks.role(edge)))
    parts = [_line(edge, plan, marks) for edge in edges]
    parts += [_labels(edge, plan, marks) for edge in edges]
    covered = {edge.start for edge in graph.edges if edge.end - edge.start == 1}
    parts += [_lonely(at, ch, plan) for at, ch in enumerate(text) if at not in covered]
    parts += [_node(at, plan, marks) for at in range(graph.size + 1)]
    scroll = style(overflow_x="auto")
    look = style(max_width="100%", min_width=f"{min(width, 640):.0f}px", height="auto")
    name = escape(t("views_unigram.lattice.name", text=visible(text)))
    box = f"0 0 {width:.0f} {plan.height:.0f}"
    head = f'<svg role="img" aria-label="{name}" viewBox="{box}" width="{width:.0f}"{look}>'
    caption = dim(t("views_unigram.lattice.caption"))
    return f"{caption}<div{scroll}>{head}{''.join(parts)}</svg></div>"


def _line(edge: Edge, plan: _Plan, marks: Marks) -> str:
    role = marks.role(edge)
    wide = {"best": 5.0, "way": 3.0, "back": 2.5}.get(role, 1.5)
    if edge in marks.shares:
        wide = 1.2 + 7 * marks.shares[edge]
    look = style(fill="none", stroke=_COLORS[role], stroke_width=f"{wide:.1f}",
                 stroke_dasharray="7 4" if role == "way" else "none")  # fmt: skip
    left, right, y = plan.x(edge.start) + _RADIUS, plan.x(edge.end) - _RADIUS, plan.line
    if edge not in plan.apex:
        return f'<path d="M{left:.0f},{y:.0f} L{right:.0f},{y:.0f}"{look}/>'
    pull = y + plan.apex[edge] / 0.75  # a cubic's middle lies three quarters of the way out
    lean = min(34, plan.gap / 3)
    return (
        f'<path d="M{left:.0f},{y:.0f} C{left + lean:.0f},{pull:.0f} '
        f'{right - lean:.0f},{pull:.0f} {right:.0f},{y:.0f}"{look}/>'
    )


def _labels(edge: Edge, plan: _Plan, marks: Marks) -> str:
    role = marks.role(edge)
    middle = (plan.x(edge.start) + plan.x(edge.end)) / 2
    rise = plan.apex.get(edge, 0)
    numbers = marks.numbers(edge, brief=plan.gap < 100)
    if edge in plan.apex:
        numbers = [" · ".join(numbers)]
    name_at = plan.line + rise + (18 if rise > 0 else -8)
    first = name_at + 14 if rise > 0 else name_at - 15 if rise < 0 else plan.line + 16
    color = {"later": "dim", "plain": "fg"}.get(role, _COLORS[role])
    weight = "bold" if role in ("best", "way") else "normal"
    name = _words(middle, name_at, visible(edge.piece), color, 15, MONO, weight)
    return name + "".join(
        _words(middle, first + 12 * at, number, "dim", 11) for at, number in enumerate(numbers)
    )


def _lonely(at: int, ch: str, plan: _Plan) -> str:
    """Write a character that is no piece by itself: no line leads across it."""
    return _words(plan.x(at) + plan.gap / 2, plan.line + 4, visible(ch), "edge", 15, MONO)


def _node(at: int, plan: _Plan, marks: Marks) -> str:
    x, y = plan.x(at), plan.line
    look = style(fill="card", stroke="edge", stroke_width="1.5")
    circle = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{_RADIUS}"{look}/>'
    under = marks.under[at] if marks.under else ""
    below = _words(x, y + 31, under, "hot", 12, weight="bold") if under else ""
    return circle + _words(x, y + 5, str(at), "fg", 13, halo="card") + below


def _words(
    x: float,
    y: float,
    text: str,
    color: str,
    size: int,
    font: str = "",
    weight: str = "normal",
    halo: str = "bg",
) -> str:
    """Write a text; its halo in the color of the ground keeps lines from crossing it."""
    look = style(fill=color, font_size=f"{size}px", font_weight=weight,
                 font_family=font or "inherit", paint_order="stroke", stroke=halo,
                 stroke_width="4px")  # fmt: skip
    where = f'x="{x:.0f}" y="{y:.0f}" text-anchor="middle"'
    return f"<text {where}{look}>{escape(text)}</text>"
