"""Links from a panel to a cell of a lesson."""

import json
import re
from functools import cache
from pathlib import Path

from subword_lab.i18n import t
from subword_lab.quiz.proofs import address
from subword_lab.views.html import Html, escape, style


def cell_link(proof: str) -> Html:
    """Link to a cell, such as `"02_bpe/train"`, in a tab of its own; its section is named.

    A browser that opens a second JupyterLab forgets the cell, so a reader must find it by name.

    >>> print(cell_link("02_bpe/train").text.split(",")[0])
    02_bpe.ipynb
    """
    notebook = f"{proof.partition('/')[0]}.ipynb"
    title = section(Path(notebook), address(proof).partition("=")[2])
    said = t("views_interview.link", notebook=notebook, section=title) if title else notebook
    look = style(color="hot", text_decoration="underline")
    href = escape(address(proof))
    return Html(f'<a href="{href}" target="_blank"{look}>{escape(said)}</a>', said)


@cache
def section(notebook: Path, cell_id: str) -> str:
    """Return the heading above a cell of a notebook, or nothing where it cannot be read."""
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        title = ""
        for cell in cells:
            if cell["id"] == cell_id:
                return _headings(cell, opening=True) or title
            title = _headings(cell) or title
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return ""


def _headings(cell: dict[str, object], opening: bool = False) -> str:
    """The last heading of a cell; with `opening`, only one that begins it."""
    if cell["cell_type"] != "markdown":
        return ""
    source = cell["source"]
    text = source if isinstance(source, str) else "".join(source)  # type: ignore[call-overload]
    found = re.findall(r"^##? (.+)", text, 0 if opening else re.MULTILINE)
    return str(found[-1]) if found else ""
