"""The report on a class: one HTML page that needs nothing else, and the same as tables.

All that comes from students is escaped; the page holds no script and loads nothing.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from subword_lab import exercises, i18n
from subword_lab.instructor import classroom, exports
from subword_lab.instructor.audit import Audited
from subword_lab.instructor.gradebooks import Gradebook
from subword_lab.views.palette import DARK, LIGHT

Rows = list[list[object]]
MOST_GROUPS = 100
NAMES = ("bg", "fg", "dim", "line", "card")
RULES = """
body { background: var(--bg); color: var(--fg); font: 16px/1.5 system-ui, sans-serif;
  max-width: 70em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 1em 0; width: 100% }
caption { text-align: left; color: var(--dim) }
th, td { text-align: left; vertical-align: top; padding: .3em .8em .3em 0;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
thead th { background: var(--card); overflow-wrap: normal }
"""


def write(results: Sequence[Audited], book: Gradebook, folder: Path) -> list[Path]:
    """Write report.html and its tables into a folder; return the files."""
    tables = {
        "exercises": _exercises(results),
        "misconceptions": _misconceptions(results),
        "hardest": _hardest(results),
        "not_started": _not_started(results, book),
        "students": _students(results),
        "alike": _alike(results),
    }
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "report.html"
    page.write_text(_page(tables, len(results)), encoding="utf-8", errors="replace")
    written = [page]
    for name, rows in tables.items():
        written.append(folder / f"report-{name.replace('_', '-')}.csv")
        exports.write(written[-1], [_columns(name), *rows])
    return written


# The tables --------------------------------------------------------------------------------------


def _exercises(results: Sequence[Audited]) -> Rows:
    return [
        [e.assignment, e.id, e.tried, e.blank, e.right, _percent(e.share), e.attempts]
        for e in classroom.by_exercise(results)
    ]


def _misconceptions(results: Sequence[Audited]) -> Rows:
    return [
        [e.id, name, count, exercises.get(e.id).wrong_message(name)]
        for e in classroom.by_exercise(results)
        for name, count in e.misconceptions
    ]


def _hardest(results: Sequence[Audited]) -> Rows:
    found = classroom.hardest(classroom.by_exercise(results))
    return [
        [e.id, exercises.get(e.id).title, _percent(e.share), e.right, e.tried,
         ", ".join(f"{name} ({count})" for name, count in e.misconceptions)]
        for e in found
    ]  # fmt: skip


def _not_started(results: Sequence[Audited], book: Gradebook) -> Rows:
    return [
        [assignment, len(students), ", ".join(students)]
        for assignment, students in classroom.not_started(results, book)
    ]


def _students(results: Sequence[Audited]) -> Rows:
    return [
        [r.student, r.assignment, i18n.t(f"instructor_audit.status.{r.status}"), r.earned, r.points,
         sum(r.attempts.values()) if r.attempts else None, r.late, r.extra, r.version]
        for r in results
    ]  # fmt: skip


def _alike(results: Sequence[Audited]) -> Rows:
    return [
        [len(group.exercises), ", ".join(group.students), ", ".join(group.exercises)]
        for group in classroom.alike(results)[:MOST_GROUPS]
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# The page ----------------------------------------------------------------------------------------


def _page(tables: dict[str, Rows], count: int) -> str:
    text = i18n.t
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(i18n.language())}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(text('instructor_audit.report.title'))}</title>",
        f"<style>{_colors()}{RULES}</style></head><body>",
        f"<h1>{escape(text('instructor_audit.report.title'))}</h1>",
        f"<p>{escape(text('instructor_audit.report.count', count=count))}</p>",
    ]
    for name in ("hardest", "misconceptions", "not_started", "alike", "exercises", "students"):
        parts.append(f"<h2>{escape(text(f'instructor_audit.report.{name}.title'))}</h2>")
        parts.append(_table(name, tables[name]))
    return "\n".join([*parts, "</body></html>", ""])


def _colors() -> str:
    """The course's colors as variables, dark where the reader's system is."""
    light, dark = (
        "".join(f"--{name}:{colors[name]};" for name in NAMES) for colors in (LIGHT, DARK)
    )
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"


def _table(name: str, rows: Rows) -> str:
    said = i18n.t(f"instructor_audit.report.{name}.said")
    if not rows:
        return f"<p>{escape(i18n.t('instructor_audit.report.nothing'))}</p>"
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in _columns(name))
    body = "\n".join(f"<tr>{''.join(map(_field, row))}</tr>" for row in rows)
    return (
        f"<table><caption>{escape(said)}</caption><thead><tr>{head}</tr></thead>\n"
        f"<tbody>{body}</tbody></table>"
    )


def _field(value: object) -> str:
    shown = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    return f"<td>{escape(shown)}</td>"


def _columns(name: str) -> list[str]:
    return i18n.texts(f"instructor_audit.report.{name}.columns")
