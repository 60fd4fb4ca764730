"""Tables: numbers with bars, and plain rows of text and bricks."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest, nsmallest

from subword_lab.i18n import t
from subword_lab.ties import Order, Pair
from subword_lab.views.html import (
    Html,
    dim,
    escape,
    row_of_bricks,
    row_style,
    style,
    table_style,
    visible,
)
from subword_lab.views.palette import LIGHT

ROWS_SHOWN = 10
DIGITS = 9  # of a value: the rest is rounding, and must not decide


@dataclass(frozen=True)
class Bar:
    """One row: a label, an amount as a bar and as the text `shown`, and a mark behind it.

    `hot` rows stand out by color; `mark` must say the same in words.
    """

    label: Html
    amount: float
    shown: str
    mark: str = ""
    hot: bool = False
    tie: bool = False


def bars(caption: str, rows: Sequence[Bar]) -> Html:
    """Draw rows with bars, the longest for the largest amount."""
    largest = max((abs(row.amount) for row in rows), default=0) or 1
    drawn = "".join(_bar_row(row, abs(row.amount) / largest) for row in rows)
    width = max((len(row.label.text) for row in rows), default=0)
    lines = (f"  {row.label.text:<{width}}  {row.shown}  {row.mark}".rstrip() for row in rows)
    whole = table_style(width="100%")
    return Html(f"{dim(caption)}<table{whole}>{drawn}</table>", "\n".join([f"{caption}:", *lines]))


def _bar_row(row: Bar, share: float) -> str:
    cell = style(padding="1px 6px 1px 0", border="0", text_align="left", white_space="nowrap")
    number = style(padding="1px 6px 1px 0", border="0", text_align="right", white_space="nowrap")
    room = style(width="90%", border="0", padding="1px 0", text_align="left")
    bar = style(
        width=f"{100 * share:.0f}%",
        height="12px",
        border_radius="3px",
        background_color="hot" if row.hot else "bar",
    )
    said = style(color="tie" if row.tie else "hot", font_size="12px", padding_left="8px")
    mark = f"<span{said}>{escape(row.mark)}</span>" if row.mark else ""
    return (
        f"<tr{row_style()}><td{cell}>{row.label.markup}</td>"
        f"<td{number}>{escape(row.shown)}</td><td{room}><div{bar}></div></td><td{cell}>{mark}</td></tr>"
    )


def pair_label(pair: Pair, hot: bool = False) -> Html:
    """Name a pair: two bricks, touching where it is the chosen one."""
    roles = ["pair", "pair"] if hot else ["plain", "plain"]
    return Html(row_of_bricks(pair, roles), in_sum(pair))


def in_sum(pair: Pair) -> str:
    """Write a pair in one line.

    >>> in_sum(("u", "n"))
    'u + n'
    """
    return " + ".join(map(visible, pair))


def ranked(values: Mapping[Pair, float], order: Order, most: int) -> list[Pair]:
    """The first `most` pairs as a trainer sorts them: by value, then by the tie-break.

    Values that agree to nine digits are tied. Only pairs that can be among the first are sorted.

    >>> ranked({("b", "c"): 2, ("a", "b"): 2, ("c", "d"): 5}, order=lambda pair: pair, most=2)
    [('c', 'd'), ('a', 'b')]
    """
    least = min(nlargest(most, values.values()), default=0) - 10**-DIGITS
    first = (pair for pair, value in values.items() if value >= least)
    return sorted(first, key=lambda pair: (-round(values[pair], DIGITS), order(pair)))[:most]


def pair_bars(counts: Mapping[Pair, int], order: Order, chosen: Pair | None) -> Html:
    """Draw pairs with their counts, most frequent first, ties marked, the chosen one set off."""
    often = Counter(counts.values())
    rows = []
    for pair in ranked(counts, order, ROWS_SHOWN):
        tie, hot = often[counts[pair]] > 1, pair == chosen
        marks = [t("views.pairs.next")] * hot + [t("views.pairs.tied")] * tie
        label = pair_label(pair, hot)
        rows.append(
            Bar(label, counts[pair], str(counts[pair]), ", ".join(marks), hot, tie and not hot)
        )
    return _with_rest(bars(t("views.pairs.caption"), rows), len(counts))


def pair_list(pairs: Collection[Pair]) -> Html:
    """Draw pairs in alphabetical order and without counts, so that nothing is given away."""
    shown = nsmallest(ROWS_SHOWN, pairs)
    drawn = "".join(f"<div>{pair_label(pair).markup}</div>" for pair in shown)
    caption = t("views.pairs.unsorted")
    lines = "\n".join(f"  {in_sum(pair)}" for pair in shown)
    return _with_rest(Html(dim(caption) + drawn, f"{caption}:\n{lines}"), len(pairs))


def _with_rest(table: Html, total: int) -> Html:
    """Say how many rows are not shown."""
    if total <= ROWS_SHOWN:
        return table
    rest = t("views.more", count=total - ROWS_SHOWN)
    return Html(f"{table.markup}<div>{dim(rest)}</div>", f"{table.text}\n  {rest}")


def beside(*columns: Html) -> Html:
    """Put pictures side by side; on a narrow screen one under the other."""
    around = style(display="flex", flex_wrap="wrap", column_gap="26px", row_gap="8px")
    one = style(flex="1 1 300px", min_width="260px")
    inner = "".join(f"<div{one}>{column.markup}</div>" for column in columns)
    return Html(f"<div{around}>{inner}</div>", "\n".join(column.text for column in columns))


def stacked(*pictures: Html) -> Html:
    """Put pictures under one another."""
    lines = (picture.text for picture in pictures if picture.text)
    return Html("".join(picture.markup for picture in pictures), "\n".join(lines))


def table(caption: str, header: Sequence[str], rows: Iterable[Sequence[Html | str]]) -> Html:
    """Draw a table with a header; a cell is a text or a picture."""
    cells = [
        [cell if isinstance(cell, Html) else Html(escape(cell), cell) for cell in row]
        for row in rows
    ]
    head = style(text_align="left", color="dim", font_size="12px", padding="2px 12px 2px 0")
    body = style(text_align="left", padding="2px 12px 2px 0", vertical_align="middle", border="0")
    line = row_style(border_top=f"1px solid {LIGHT['line']}")
    whole = table_style()
    top = "".join(
        # a header without a name would be read out as one
        f'<th scope="col"{head}>{escape(name)}</th>' if name else f"<td{head}></td>"
        for name in header
    )
    drawn = "".join(
        f"<tr{line}>" + "".join(f"<td{body}>{cell.markup}</td>" for cell in row) + "</tr>"
        for row in cells
    )
    texts = [list(header), *([cell.text for cell in row] for row in cells)]
    widths = [max(len(line[at]) for line in texts) for at in range(len(header))]
    lines = (
        "  "
        + "  ".join(f"{text:<{width}}" for text, width in zip(line, widths, strict=True)).rstrip()
        for line in texts
    )
    markup = f"{dim(caption)}<table{whole}><tr{line}>{top}</tr>{drawn}</table>"
    return Html(markup, "\n".join([f"{caption}:", *lines]))
