"""The report of an interview: topics weakest first, cells to look at, and a plan of days."""

from collections.abc import Iterable

from subword_lab.i18n import t
from subword_lab.quiz.interview import Report
from subword_lab.quiz.topic_scores import Day, TopicScore
from subword_lab.views.html import Html, card, escape
from subword_lab.views.links import cell_link
from subword_lab.views.tables import stacked, table


def report_picture(report: Report) -> Html:
    """Draw the report; each topic and each day with links to its cells."""
    if not report.scores and not report.rated:
        return _lines([t("interview.report.nothing")])
    drawn = stacked(*_topics(report), _lines(_sums(report)), _days(report))
    return Html(card(drawn.markup), drawn.text)


def _topics(report: Report) -> list[Html]:
    if not report.scores:
        return []
    earned, asked = (sum(getattr(s, name) for s in report.scores) for name in ("earned", "asked"))
    caption = t("interview.report.score", earned=f"{earned:g}", asked=asked)
    header = [t(f"interview.report.{name}") for name in ("topic", "points", "again")]
    rows = [
        (_topic(score.topic), f"{score.earned:g} / {score.asked}", _again(score))
        for score in report.scores
    ]
    return [table(caption, header, rows)]


def _sums(report: Report) -> list[str]:
    """Open questions, doubts and time, where there were any."""
    lines = []
    if report.rated:
        met = sum(turn.met or 0 for turn in report.rated)
        of = sum(len(turn.question.rubric) for turn in report.rated)
        lines.append(t("interview.report.rated", met=met, of=of, count=len(report.rated)))
    if report.doubted:
        lines.append(t("interview.report.doubts", doubted=report.doubted, held=report.held))
    minutes, seconds = divmod(round(report.seconds), 60)
    return [*lines, t("interview.report.time", minutes=minutes, seconds=seconds)]


def _days(report: Report) -> Html:
    header = [t(f"interview.report.{name}") for name in ("day_column", "learn", "again")]
    rows = [(str(day.number), _learned(day), _links(day.proofs)) for day in report.days]
    return table(t("interview.report.plan", days=len(report.days)), header, rows)


def _learned(day: Day) -> str:
    return ", ".join(map(_topic, day.topics)) or t("interview.report.rehearse")


def _topic(topic: str) -> str:
    return t(f"interview.topic.{topic}")


def _again(score: TopicScore) -> Html:
    if not score.proofs:
        return Html(escape(t("interview.report.fine")), t("interview.report.fine"))
    return _links(score.proofs)


def _links(proofs: Iterable[str]) -> Html:
    links = [cell_link(proof) for proof in proofs]
    markup = "".join(f"<div>{link.markup}</div>" for link in links)
    return Html(markup, "; ".join(link.text for link in links))


def _lines(lines: list[str]) -> Html:
    return Html("".join(f"<div>{escape(line)}</div>" for line in lines), "\n".join(lines))
