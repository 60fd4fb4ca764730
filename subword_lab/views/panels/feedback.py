"""What is said to an answer: the report of a check, a hint, a solution."""

from typing import Any

from subword_lab import exercises
from subword_lab.exercises import Hint, Report
from subword_lab.i18n import t
from subword_lab.views.html import Html, card, escape, row_style, style, table_style
from subword_lab.views.palette import LIGHT, MONO

_TONES = {  # sign, color of the bar, surface
    "correct": ("✓", "ok", "okbg"),
    "partial": ("≈", "new", "newbg"),
    "not_attempted": ("–", "dim", "card"),
    "kept": ("–", "dim", "card"),
}
_FAILED = ("✗", "bad", "badbg")


def check(id: str, answer: Any) -> Html:
    """Check an answer to an exercise and draw the report: headline, message, smallest failing case.

    Works for a function as well as for a plain value. `KeyError` if there is no such exercise.
    """
    return report_picture(exercises.check(id, answer))


def hint(id: str) -> Html:
    """Draw the next hint of an exercise; each new attempt opens a further one, then the solution.

    `KeyError` if there is no such exercise.
    """
    return hint_picture(exercises.hint(id))


def solution(id: str) -> Html:
    """Draw the solution of an exercise: the code that the tests run, or the right value.

    `KeyError` if there is no such exercise.
    """
    text = exercises.solution(id)
    caption = t("exercises.solution_headline")
    return Html(card(_headline(caption) + _code(escape(text))), f"{caption}\n{text}")


def report_picture(report: Report) -> Html:
    """Draw a report; where expected and got part, the first difference is underlined in both."""
    sign, tone, surface = _TONES.get(report.outcome, _FAILED)
    headline, *rest = repr(report).split("\n")
    if report.outcome in ("not_attempted", "kept"):
        return Html(_surface(tone, surface, f"{sign} {escape(report.message)}"), repr(report))
    rows = "".join(
        _row(t(f"exercises.label.{name}"), shown, surface)
        for name, shown in _cells(report)
    )  # fmt: skip
    table = f"<table{table_style(surface)}>{rows}</table>" if rows else ""
    message = f"<div{style(white_space='pre-wrap')}>{escape(report.message)}</div>"
    inner = f"{_headline(f'{sign} {headline}')}{message}{table}"
    return Html(_surface(tone, surface, inner), "\n".join([f"{sign} {headline}", *rest]))


def hint_picture(given: Hint) -> Html:
    """Draw one rung of help."""
    headline, *_ = repr(given).split("\n")
    more = f"<div{style(color='dim', font_size='12px')}>{escape(given.more)}</div>"
    text = _code(escape(given.text)) if "\n" in given.text else f"<div>{escape(given.text)}</div>"
    inner = _headline(headline) + text + (more if given.more else "")
    return Html(_surface("hot", "card", inner), repr(given))


def _cells(report: Report) -> list[tuple[str, str]]:
    """The lines of a report that say something, as markup."""
    expected, got = _differing(report.expected, report.got)
    cells = {"case": report.case and escape(report.case), "expected": expected, "got": got,
             "difference": report.difference and escape(report.difference)}  # fmt: skip
    return [(name, markup) for name, markup in cells.items() if markup is not None]


def _differing(expected: str | None, got: str | None) -> tuple[str | None, str | None]:
    """Escape two texts and mark the first character in which they part."""
    if expected is None or got is None:
        return expected and escape(expected), got and escape(got)
    pairs = zip(expected, got, strict=False)
    same = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
    at = min(len(expected), len(got)) if same is None else same
    return _marked(expected, at), _marked(got, at)


def _marked(text: str, at: int) -> str:
    if at >= len(text):
        return escape(text)
    look = style(background_color="newbg", color="fg", font_weight="bold",
                 border_bottom=f"2px solid {LIGHT['new']}")  # fmt: skip
    return f"{escape(text[:at])}<span{look}>{escape(text[at])}</span>{escape(text[at + 1 :])}"


def _row(label: str, shown: str, surface: str) -> str:
    head = style(text_align="left", vertical_align="top", color="dim", font_weight="normal",
                 padding="2px 12px 2px 0", white_space="nowrap")  # fmt: skip
    cell = style(text_align="left", font_family=MONO, white_space="pre-wrap",
                 overflow_wrap="anywhere", padding="2px 0")  # fmt: skip
    name = f'<th scope="row"{head}>{escape(label)}</th>'
    return f"<tr{row_style(surface)}>{name}<td{cell}>{shown}</td></tr>"


def _headline(text: str) -> str:
    return f"<div{style(font_weight='bold')}>{escape(text)}</div>"


def _code(markup: str) -> str:
    look = style(font_family=MONO, white_space="pre-wrap", background_color="bg", color="fg",
                 padding="6px 8px", margin="4px 0", border_radius="4px")  # fmt: skip
    return f"<pre{look}>{markup}</pre>"


def _surface(tone: str, surface: str, inner: str) -> str:
    look = style(border_left=f"4px solid {LIGHT[tone]}", background_color=surface, color="fg",
                 padding="8px 12px", border_radius="0 6px 6px 0")  # fmt: skip
    return f"<div{look}>{inner}</div>"
