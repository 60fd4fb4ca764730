"""`subword-lab quiz`: an interview or a review in the terminal, answered by keyboard or by file."""

import argparse
import io
import secrets
import sys
from time import monotonic
from typing import Any

from subword_lab import i18n, progress
from subword_lab.quiz import interview, proofs, review
from subword_lab.quiz.interview import LANGUAGES, Interview, Plan, Report
from subword_lab.quiz.model import TOPICS
from subword_lab.verbs import inputs
from subword_lab.verbs.console import Console, Stopped
from subword_lab.verbs.interviewing import Reviewed, Session, spoken
from subword_lab.verbs.output import as_json

STOPPED = 130  # exit code after Ctrl-C
MINUTES_EACH = 2


def verb(parser: argparse.ArgumentParser) -> inputs.Action:
    """Ask questions and report what to look at again; or review what is due."""

    def said(name: str, **named: str) -> str:
        return i18n.t(f"interview.verb.{name}", **named)

    topics = said("topic", topics=", ".join(TOPICS))
    parser.add_argument("--topic", nargs="+", default=[], metavar="TOPIC", help=topics)
    parser.add_argument("--level", type=int, default=2, help=said("level"))
    parser.add_argument("--count", type=int, help=said("count"))
    parser.add_argument("--language", choices=LANGUAGES, help=said("language"))
    parser.add_argument("--timed", nargs="?", type=float, const=0, metavar="MINUTES",
                        help=said("timed"))  # fmt: skip
    parser.add_argument("--seed", help=said("seed"))
    parser.add_argument("--days", type=int, default=7, help=said("days"))
    parser.add_argument("--review", action="store_true", help=said("review"))
    parser.add_argument("--json", action="store_true", help=said("json"))

    def action(arguments: argparse.Namespace) -> int:
        if arguments.language:
            i18n.set_language(arguments.language)
        code = (_review if arguments.review else _interview)(arguments)
        if lost := progress.notice():
            print(i18n.t("interview.verb.not_kept", reason=lost), file=sys.stderr)
        return code

    return action


def _interview(arguments: argparse.Namespace) -> int:
    plan = _plan(arguments)
    console = _console(arguments)
    session = Session(console, interview.begin(plan))
    interview.report(session.now, arguments.days)  # refuses a wrong number of days before all work
    console.say(i18n.t("interview.ask.begin", count=plan.count, seed=plan.seed))
    if plan.minutes:
        console.say(i18n.t("interview.ask.timed", minutes=f"{plan.minutes:g}"))
    code = 0
    try:
        session.hold()
    except Stopped:
        session.stop()
    except KeyboardInterrupt:
        session.stop()
        code = STOPPED
    found = interview.report(session.now, arguments.days)
    print(as_json(in_full(session.now, found)) if arguments.json else f"\n{in_words(found)}")
    return code


def _plan(arguments: argparse.Namespace) -> Plan:
    count = 10 if arguments.count is None else arguments.count
    minutes = MINUTES_EACH * count if arguments.timed == 0 else arguments.timed
    return Plan(seed=_seed(arguments), topics=tuple(arguments.topic), level=arguments.level,
                count=count, minutes=minutes, language=spoken())  # fmt: skip


def _seed(arguments: argparse.Namespace) -> str:
    return arguments.seed or str(secrets.randbelow(10**6))


def _console(arguments: argparse.Namespace) -> Console:
    """The dialogue; where nothing can be typed it is over at once, odd bytes and signs become ?."""
    shown = sys.stderr if arguments.json else sys.stdout
    for stream in (sys.stdin, shown):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return Console(sys.stdin or io.StringIO(), shown, monotonic)


# The report --------------------------------------------------------------------------------------


def in_words(found: Report) -> str:
    """The report as text: topics, weakest first, with the cells to look at, then the days."""
    if not found.scores and not found.rated:
        return i18n.t("interview.report.nothing")
    lines = []
    if found.scores:
        earned, asked = (
            sum(getattr(s, name) for s in found.scores) for name in ("earned", "asked")
        )
        lines.append(i18n.t("interview.report.score", earned=f"{earned:g}", asked=asked))
    for score in found.scores:
        points = f"{score.earned:g} / {score.asked}"
        topic = i18n.t(f"interview.topic.{score.topic}")
        lines.append(i18n.t("interview.report.row", points=points, topic=topic))
        lines += [_cell(proof) for proof in score.proofs]
    return "\n".join([*lines, *_sums(found), "", *_days(found)])


def _sums(found: Report) -> list[str]:
    """Open questions, doubts and time, where there were any."""
    lines = []
    if found.rated:
        met = sum(turn.met or 0 for turn in found.rated)
        of = sum(len(turn.question.rubric) for turn in found.rated)
        lines.append(i18n.t("interview.report.rated", met=met, of=of, count=len(found.rated)))
    if found.doubted:
        lines.append(i18n.t("interview.report.doubts", doubted=found.doubted, held=found.held))
    minutes, seconds = divmod(round(found.seconds), 60)
    return [*lines, i18n.t("interview.report.time", minutes=minutes, seconds=seconds)]


def _days(found: Report) -> list[str]:
    lines = [i18n.t("interview.report.plan", days=len(found.days))]
    for day in found.days:
        topics = ", ".join(i18n.t(f"interview.topic.{topic}") for topic in day.topics)
        learn = topics or i18n.t("interview.report.rehearse")
        lines.append(i18n.t("interview.report.day", number=day.number, topics=learn))
        lines += [_cell(proof) for proof in day.proofs]
    return lines


def _cell(proof: str) -> str:
    return i18n.t("interview.report.cell", cell=proofs.address(proof))


def in_full(now: Interview, found: Report) -> dict[str, Any]:
    """The report as plain data."""
    return {
        "seed": now.plan.seed,
        "topics": [
            {
                "topic": score.topic,
                "earned": score.earned,
                "asked": score.asked,
                "missed": [question.id for question in score.missed],
                "cells": [proofs.address(proof) for proof in score.proofs],
            }
            for score in found.scores
        ],
        "answers": [
            {
                "question": turn.question.id,
                "correct": turn.mark.correct if turn.question.kind != "open" else None,
                "earned": turn.mark.earned if turn.question.kind != "open" else None,
                "seconds": round(turn.seconds, 1),
                "held": turn.held,
                "met": turn.met,
            }
            for turn in now.turns
        ],
        "doubted": found.doubted,
        "held": found.held,
        "seconds": round(found.seconds, 1),
        "days": [
            {
                "day": day.number,
                "topics": list(day.topics),
                "cells": [proofs.address(proof) for proof in day.proofs],
            }
            for day in found.days
        ],
    }


# The review --------------------------------------------------------------------------------------


def _review(arguments: argparse.Namespace) -> int:
    console = _console(arguments)
    count = 20 if arguments.count is None else arguments.count
    due = {card.id for card in review.due()}
    questions = review.session(_seed(arguments), count, arguments.topic or TOPICS)
    if not questions:
        console.say(i18n.t("interview.review.nothing"))
    else:
        old = sum(review.bank_id(question.id) in due for question in questions)
        told = {"due": old, "new": len(questions) - old}
        scheduler = i18n.t(f"interview.review.{review.scheduler()}")
        console.say(i18n.t("interview.review.begin", **told, scheduler=scheduler))
    done, code = Reviewed([]), 0
    try:
        done.go_over(console, questions)
    except Stopped:
        pass
    except KeyboardInterrupt:
        code = STOPPED
    print(_sum_up(done, arguments.json))
    return code


def _sum_up(done: Reviewed, json: bool) -> str:
    """How a review went and when the next question is due."""
    right, cards = sum(mark.correct for _, mark in done.marks), review.cards()
    coming = cards[0].due if cards else None
    if json:
        answers = {question.id: mark.correct for question, mark in done.marks}
        return as_json({"answers": answers, "next": coming and coming.isoformat()})
    lines = [i18n.t("interview.review.over", right=right, answered=len(done.marks))]
    if coming:
        lines.append(i18n.t("interview.review.next", date=f"{coming.astimezone():%Y-%m-%d}"))
    return "\n".join(lines)
