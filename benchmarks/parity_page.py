"""The page: one table for each kind of comparison."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Row:
    """One comparison: what was compared with whom, on how much, how often it differed and why."""

    what: str
    peer: str
    compared: str
    size: str
    differences: int
    example: str = ""
    cause: str = ""

    def explained(self, left: int) -> "Row":
        """With the cause that explains all differences but so many."""
        if not self.differences:
            return self
        cause = f"{left} unexplained" if left else "newer or moved characters: docs/unicode.md"
        return replace(self, cause=cause)


def table(rows: Iterable[Row]) -> str:
    """The rows as a table in Markdown."""
    lines = ["| what | beside | compared | on | differences |", "|---|---|---|---|---|"]
    for row in rows:
        told = f"{row.differences:,}"
        if row.differences:
            told += f"; {row.cause}" if row.cause else ""
            told += f"; smallest `{visible(row.example)}`" if row.example else ""
        cells = (row.what, row.peer, row.compared, row.size, told)
        lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
    return "\n".join(lines) + "\n"


def visible(text: str) -> str:
    """A string that can stand in a line of code."""
    return ascii(text)[1:-1].replace("`", "'")
