"""What the doctor finds in a tokenizer, as a table: how bad, what, on which text, what to do."""

from collections.abc import Iterable

from subword_lab import i18n
from subword_lab.doctor import Finding
from subword_lab.verbs.doctor import Words, report, words
from subword_lab.views.html import Html, card, dim, escape, style
from subword_lab.views.palette import MONO
from subword_lab.views.tables import table

COLORS = {"fault": "bad", "warning": "hot", "note": "dim"}


def findings(found: Iterable[Finding]) -> Html:
    r"""Draw what `doctor.examine` found; the text twin is what `subword-lab doctor` prints.

    `TypeError` for what is no finding.

    >>> from subword_lab.doctor import examine
    >>> from subword_lab.tokenizer import Tokenizer
    >>> seen = findings(examine(Tokenizer.train("char", "low lower"), ["low law"]))
    >>> print(*seen.text.splitlines()[:2], sep="\n")
    FAULT: 1 of 7 tokens are unknown (14.29%).
        a becomes <unk>
    """
    seen = tuple(found)
    for each in seen:
        if not isinstance(each, Finding):
            raise TypeError(f"findings draws what doctor.examine gives; got {each!r:.60}")
    if not seen:
        return Html(card(escape(report(seen))), report(seen))
    rows = [_row(finding, words(finding)) for finding in seen]
    header = i18n.texts("views_production.findings.columns")
    page = table(i18n.t("views_production.findings.caption"), header, rows)
    return Html(card(page.markup), report(seen))


def _row(finding: Finding, said: Words) -> list[Html]:
    bold = style(color=COLORS[finding.grade], font_weight="bold")
    small = style(font_family=MONO, font_size="12px", overflow_wrap="anywhere")
    shown = "".join(f"<div{small}>{escape(each)}</div>" for each in said.examples)
    grade = f"<span{bold}>{escape(said.grade)}</span>"
    what = f"<div>{escape(said.says)}</div>{shown}<div>{dim(said.remedy)}</div>"
    return [Html(grade, said.grade), Html(what, said.says)]
