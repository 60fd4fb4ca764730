"""The first hint, computed from what the learner's own last answer did."""

from itertools import takewhile
from typing import Any

from subword_lab import i18n
from subword_lab.exercises import values
from subword_lab.exercises.forms import Cut, Match, Order
from subword_lab.exercises.model import Exercise, Report


def clue(exercise: Exercise, report: Report, answer: Any) -> str | None:
    """Say what the last answer shows, or None where it shows nothing that was not said."""
    if report.outcome == "correct":
        return None
    if exercise.clue is not None:
        params = exercise.clue(report)
        return None if params is None else i18n.t(f"{exercise.key}.clue", **params)
    return _of_a_call(report) if exercise.is_code else _of_a_value(exercise, answer)


def _of_a_call(report: Report) -> str | None:
    """Point to the smallest call that went wrong."""
    if report.case is None:
        return None
    match report.outcome:
        case "timed_out":
            return i18n.t("exercises.clue.timed_out", case=report.case)
        case "raised" if report.got:
            return i18n.t("exercises.clue.raised", case=report.case, error=report.got)
    if report.difference:
        return i18n.t("exercises.clue.differs", case=report.case, difference=report.difference)
    return i18n.t("exercises.clue.gave", case=report.case, got=report.got)


def _of_a_value(exercise: Exercise, answer: Any) -> str | None:
    """Say how much of an answer in parts is right."""
    given = values.canonical(answer, cut=isinstance(exercise.form, Cut))
    wanted = values.canonical(exercise.reference)
    if type(given) is not type(wanted):
        return None
    match exercise.form:
        case Match(rows):
            wrong = [row for row in rows if given.get(row) != wanted[row]]
            right = len(rows) - len(wrong)
            return i18n.t("exercises.clue.match", right=right, rows=len(rows), row=wrong[0])
        case Order():
            pairs = zip(given, wanted, strict=False)
            right = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
            return i18n.t("exercises.clue.order", right=right, steps=len(wanted))
        case Cut() if "".join(map(str, given)) == "".join(wanted):
            borders, mine = values.borders(wanted), values.borders(given)
            counts = {"right": len(borders & mine), "given": len(mine), "wanted": len(borders)}
            return i18n.t("exercises.clue.cut", **counts)
    return None
