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
        cause = "newer characters: docs/unicode.md" if not left else f"{left} unexplained"
        return replace(self, cause=cause)


def table(rows: Iterable[Row]) -> str:
    """The rows as a table in Markdown."""
    lines = ["| what | beside | compared | on | differences |", "|---|---|---|---|---|"]
    for row in rows:
        told = f"{row.differences:,}"
        if row.differences:
            told += f"; {row.cause}" if row.cause else ""
            told += f"; smallest `{visible(row.example)}`" if row.example else ""
        lines.append(f"| {row.what} | {row.peer} | {row.compared} | {row.size} | {told} |")
    return "\n".join(lines) + "\n"


def visible(text: str) -> str:
    """A string that can stand in a table."""
    return ascii(text)[1:-1].replace("|", "\\|").replace("`", "'")
