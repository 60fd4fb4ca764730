"""What a design round can be argued with: sizes, languages, tables and digits in numbers."""

from subword_lab.i18n import t
from subword_lab.quiz import design
from subword_lab.quiz.design import Candidate
from subword_lab.views.html import Html, escape
from subword_lab.views.tables import stacked, table


def design_notes() -> Html:
    """Draw what the package computes for a design round; nothing is computed before."""
    return stacked(_languages(), _tables(), _digits())


def _languages() -> Html:
    header = _header("trained", "size", "english", "most", "premium")
    rows = [_row(candidate) for candidate in design.candidates()]
    return table(t("views_interview.design.languages"), header, rows)


def _row(one: Candidate) -> list[str]:
    trained = t(f"views_interview.design.{'mixed' if one.mixed else 'alone'}")
    most = f"{one.most:,} ({one.worst})"
    return [trained, f"{one.size:,}", f"{one.english:,}", most, f"{one.premium:.1f}"]


def _tables() -> Html:
    header = _header("size", "parameters")
    rows = [(f"{size:,}", f"{design.table_parameters(size) / 1e9:.2f}") for size in design.SIZES]
    return table(t("views_interview.design.tables", width=f"{design.WIDTH:,}"), header, rows)


def _digits() -> Html:
    cut = (
        t("views_interview.design.cut", pattern=pattern, chunks=" | ".join(chunks))
        for pattern, chunks in design.digit_chunks().items()
    )
    text = t("views_interview.design.digits", digits=design.DIGITS, cuts=", ".join(cut))
    return Html(f"<div>{escape(text)}</div>", text)


def _header(*names: str) -> list[str]:
    return [t(f"views_interview.design.{name}") for name in names]
