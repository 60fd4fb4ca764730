"""Our result beside a production library's, worked out when the cell runs.

A comparison is a file in `views/peers/` with a function `compare(*arguments) -> list[Row]`. What it
finds depends on the packages and vocabularies of the machine, so it is shown in the widget alone;
the stored picture says only what is compared. The tests assert the numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import ipywidgets

from subword_lab.i18n import t
from subword_lab.views.html import Html, card, dim, escape, style
from subword_lab.views.palette import MONO, live
from subword_lab.views.widgets import NAMED, Panel, heading, message, plainly


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a comparison: the same question to us and to a library, as texts."""

    label: str
    ours: str
    theirs: str
    library: str

    @property
    def same(self) -> bool:
        """Whether both gave the same answer."""
        return self.ours == self.theirs


def for_real(name: str, *arguments: Any, text: str | None = None) -> Panel:
    """Run the comparison of that name and show our answer beside the library's.

    With `text`, the learner can type another one; it is the comparison's last argument.
    `KeyError` if there is no such comparison. A missing package or vocabulary is said, not raised.
    """
    title = t(f"for_real.title.{name}")
    compare = import_module(f"subword_lab.views.peers.{name.replace('-', '_')}").compare
    found = ipywidgets.HTML()
    children: list[ipywidgets.Widget] = [ipywidgets.HTML(heading(title)), found]

    def show(given: str | None) -> None:
        found.value = live(_outcome(compare, (*arguments, *([] if given is None else [given]))))

    if text is not None:
        typed = ipywidgets.Text(
            text, description=t("views.stepper.typed"), continuous_update=False,
            layout={"width": "auto"}, style=NAMED,
        )  # fmt: skip
        typed.observe(lambda change: show(change["new"]), "value")
        children.insert(1, typed)
    show(text)
    still = t("for_real.still", title=title)
    return Panel(children, lambda: Html(card(dim(still)), still))


def _outcome(compare: Callable[..., list[Row]], arguments: tuple[Any, ...]) -> str:
    try:
        rows = compare(*arguments)
    except (ImportError, LookupError, OSError) as error:  # what it needs is not on this machine
        return message(t("for_real.missing", error=plainly(error)), "dim")
    except (ValueError, TypeError) as error:  # what was typed cannot be compared
        return message(plainly(error), "bad")
    same = sum(row.same for row in rows)
    verdict = t("for_real.verdict", same=same, rows=len(rows))
    return _table(rows) + message(verdict, "ok" if same == len(rows) else "bad")


def _table(rows: list[Row]) -> str:
    cell = style(**_CELL)
    columns = (t(f"for_real.{column}") for column in ("question", "ours", "theirs", "mark"))
    head = "".join(f"<th{cell}>{escape(column)}</th>" for column in columns)
    body = "".join(map(_row, rows))
    collapsed = style(border_collapse="collapse")
    return card(f"<table{collapsed}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


_CELL = {"text_align": "left", "vertical_align": "top", "padding": "3px 12px 3px 0"}


def _row(row: Row) -> str:
    plain = style(**_CELL, overflow_wrap="anywhere", min_width="6.5em")
    ground = {} if row.same else {"color": "fg", "background_color": "badbg"}
    code = style(**_CELL, font_family=MONO, overflow_wrap="anywhere", min_width="8em", **ground)
    mark = style(
        **_CELL, color="ok" if row.same else "bad", font_weight="bold", white_space="nowrap"
    )
    said = t("for_real.same" if row.same else "for_real.differs")
    return (
        f"<tr><td{plain}>{escape(row.label)}<br>{dim(row.library)}</td>"
        f"<td{code}>{_breakable(row.ours)}</td><td{code}>{_breakable(row.theirs)}</td>"
        f"<td{mark}>{escape(said)}</td></tr>"
    )


def _breakable(text: str) -> str:
    """Let a line end behind a space that is shown, rather than within a word."""
    return escape(text).replace("␣", "␣<wbr>")
