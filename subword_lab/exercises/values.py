"""Grade a value: what a panel's form gives back, or what a learner typed in its place.

The form decides how: a choice or a line is right or wrong (or earns what `partial` says), a cut
is graded by the F1 of its borders, an order by how many items would have to move, an estimate by
its ratio to the truth, a match by the share of right rows. A counter-example is put to the test:
`objection` says what is wrong with it.
"""

import math
import unicodedata
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from subword_lab import i18n
from subword_lab.exercises import plain, showing
from subword_lab.exercises.forms import Choice, Cut, Match, Order, Rows, Sheet, Slider
from subword_lab.exercises.model import Exercise, Report

LONGEST_ANSWER = 4000  # characters; an objection runs in the kernel, without a guard


def evaluate(exercise: Exercise, answer: Any) -> Report:
    """Return the report on a learner's value."""
    given = plain.kind(plain.loads(plain.dumps(answer)))
    answer = canonical(answer, cut=isinstance(exercise.form, Cut))
    if isinstance(exercise.form, Choice | Match):
        answer = _as_options(answer, exercise.form.options)
    if answer in (None, "", [], {}):
        return _report(exercise, "not_attempted", 0.0, i18n.t("exercises.not_attempted"))
    if exercise.reference is None:  # a class's edition has no key
        return _report(exercise, "kept", 0.0, i18n.t("exercises.kept"), showing.show(answer, " "))
    reference = canonical(exercise.reference)
    got = showing.show(answer, space=" ")  # the ends are stripped: no space hides
    if len(plain.dumps(answer)) > LONGEST_ANSWER:
        message = i18n.t("exercises.too_long", longest=LONGEST_ANSWER)
        return _report(exercise, "wrong", 0.0, message, got)
    if plain.same(reference, answer):
        return _report(exercise, "correct", 1.0, exercise.right, got)
    if plain.kind(answer) != plain.kind(reference):
        return _report(exercise, "wrong", 0.0, _wrong_type(reference, given), got)
    try:
        known = misconception(exercise, answer)
        share, remark = _grade(exercise, reference, answer)
    except Exception:  # an answer in a form that nobody foresaw
        return _report(exercise, "wrong", 0.0, _wrong_type(reference, given), got)
    if known is None and (share == 1.0 or exercise.objection):
        return _report(exercise, "correct", 1.0, exercise.right, got)
    share = exercise.partial.get(known or "", share)
    message = exercise.wrong_message(known) if known else remark
    return _report(exercise, "partial" if share else "wrong", share, message, got, known)


def canonical(answer: Any, cut: bool = False) -> Any:
    """Bring an answer into one form: lists, composed characters, a cut as its pieces.

    >>> canonical("un| happy", cut=True), canonical(("a", "b"))
    (['un', 'happy'], ['a', 'b'])
    """
    match plain.loads(plain.dumps(answer)):
        case str() as text if cut:
            return [canonical(piece) for piece in text.split("|") if piece.strip()]
        case str() as text:
            return unicodedata.normalize("NFC", text.strip())
        case list() | tuple() as items:
            return [canonical(item) for item in items]
        case dict() as mapping:
            return {_key(key): canonical(value) for key, value in mapping.items()}
        case value:
            return value


def _key(key: Any) -> Any:
    """Compose a name; its spaces stay, or " hello" would be the same row as "hello"."""
    return unicodedata.normalize("NFC", key) if isinstance(key, str) else key


def _as_options(answer: Any, options: Iterable[str]) -> Any:
    """Take a number for the option that is written like it: 3 for "3"."""
    if isinstance(answer, dict):
        return {row: _as_options(option, options) for row, option in answer.items()}
    number = isinstance(answer, int) and not isinstance(answer, bool)
    return str(answer) if number and str(answer) in options else answer


def misconception(exercise: Exercise, answer: Any) -> str | None:
    """Name the wrong answer that this one is, or what the exercise objects to, or None."""
    cut = isinstance(exercise.form, Cut)
    for name, value in exercise.wrong.items():
        if plain.same(canonical(value, cut), answer):
            return name
    if isinstance(exercise.form, Match) and isinstance(answer, dict):
        return _confused_rows(exercise, answer, exercise.form)
    return exercise.objection(answer) if exercise.objection else None


def _confused_rows(exercise: Exercise, answer: dict[Any, Any], form: Match) -> str | None:
    """Name the first confusion that is in the answer, which may hold several."""
    if set(answer) != set(form.rows) or not set(answer.values()) <= set(form.options):
        return None
    for name, value in exercise.wrong.items():
        confused = {row for row in form.rows if value[row] != exercise.reference[row]}
        if all(value[row] == answer[row] for row in confused):
            return name
    return None


def _grade(exercise: Exercise, reference: Any, answer: Any) -> tuple[float, str]:
    """Return the share of the points and a remark that fits the form."""
    match exercise.form:
        case Cut():
            return _grade_cut(reference, answer)
        case Order():
            return _grade_order(reference, answer)
        case Slider() as slider:
            return _grade_estimate(reference, answer, exercise.within, slider)
        case Match() as match:
            return _grade_match(reference, answer, match)
        case Rows() as rows:
            return _grade_rows(reference, answer, rows)
        case Sheet() as sheet:
            return _grade_sheet(answer, sheet)
        case Choice() as choice:
            remark = _stranger("exercises.match_option", [answer], choice.options)
            return 0.0, remark or i18n.t("exercises.not_that")
        case _:
            return 0.0, i18n.t("exercises.not_that")


def _grade_cut(reference: list[str], answer: list[Any]) -> tuple[float, str]:
    """F1 of the borders inside the word, in quarters."""
    if not all(isinstance(piece, str) for piece in answer) or "".join(answer) != "".join(reference):
        return 0.0, i18n.t("exercises.cut_other_word", wanted="".join(reference))
    right, given = borders(reference), borders(answer)
    first = min(right ^ given)
    remark = "exercises.cut_missing" if first in right else "exercises.cut_extra"
    everywhere = len(given) == len("".join(reference)) - 1  # fits any question
    share = 0.0 if everywhere else 2 * len(right & given) / (len(right) + len(given))
    before, after = "".join(reference)[:first], "".join(reference)[first:]
    return _quarters(share), i18n.t(remark, before=before, after=after)


def borders(pieces: Iterable[str]) -> set[int]:
    """Where a cut has its borders, in characters from the start.

    >>> sorted(borders(["un", "happi", "ness"]))
    [2, 7]
    """
    return set(list(accumulate(map(len, pieces)))[:-1])


def _grade_order(reference: list[str], answer: list[Any]) -> tuple[float, str]:
    """Items that may stay where they are, above what half in order would give by chance."""
    if sorted(map(str, answer)) != sorted(reference):
        return 0.0, i18n.t("exercises.order_items", count=len(reference))
    first = next(i for i, item in enumerate(answer) if item != reference[i])
    floor = math.ceil(len(reference) / 2)
    share = (_longest_common(reference, answer) - floor) / (len(reference) - floor)
    remark = i18n.t("exercises.order_first", number=first + 1, item=answer[first])
    return _quarters(max(share, 0.0)), remark


def _longest_common(one: list[str], other: list[str]) -> int:
    """Length of the longest common subsequence."""
    lengths = [0] * (len(other) + 1)
    for item in one:
        previous = lengths[:]
        for i, candidate in enumerate(other):
            here = previous[i] + 1 if item == candidate else 0
            lengths[i + 1] = max(here, previous[i + 1], lengths[i])
    return lengths[-1]


def _grade_estimate(truth: float, guess: float, within: float, slider: Slider) -> tuple[float, str]:
    """All points within a factor of the truth, half within its square, a quarter in its cube."""
    if not (guess > 0 and slider.minimum <= guess <= slider.maximum):
        bounds = {"low": f"{slider.minimum:g}", "high": f"{slider.maximum:g} {slider.unit}".strip()}
        return 0.0, i18n.t("exercises.estimate_range", **bounds)
    ratio = max(guess / truth, truth / guess)
    remark = "exercises.estimate_high" if guess > truth else "exercises.estimate_low"
    bands = {1: 1.0, 2: 0.5, 3: 0.25}
    share = bands.get(max(1, math.ceil(math.log(ratio, within) - 1e-9)), 0.0)
    return share, i18n.t(remark, factor=f"{ratio:.1f}")


def _grade_match(
    reference: dict[str, str], answer: dict[Any, Any], form: Match
) -> tuple[float, str]:
    """The share of right rows, if any are told apart; a row or option of no such name is named."""
    right = sum(answer.get(row) == option for row, option in reference.items())
    strange = _stranger("exercises.match_row", answer, form.rows) or _stranger(
        "exercises.match_option", answer.values(), form.options
    )
    given = [answer.get(row) for row in form.rows]
    alike = len(given) > 1 and given.count(given[0]) == len(given)
    said = i18n.t(f"exercises.match{'_alike' * alike}", right=right, rows=len(reference))
    return 0.0 if alike else right / len(reference), strange or said


def _grade_rows(reference: dict[str, Any], answer: dict[Any, Any], form: Rows) -> tuple[float, str]:
    """The share of right rows; a row that does not exist is named."""
    right = sum(plain.same(value, answer.get(row)) for row, value in reference.items())
    said = i18n.t("exercises.match", right=right, rows=len(reference))
    return right / len(reference), _stranger("exercises.match_row", answer, form.rows) or said


def _grade_sheet(answer: dict[Any, Any], form: Sheet) -> tuple[float, str]:
    """The mean of what the answers earn; a number may be written with or without marks."""
    given = {str(row): value for row, value in answer.items()}
    shares = [form.share(row, given[row]) if row in given else 0.0 for row in form.rows]
    earned = sum(shares) / len(shares)
    said = i18n.t("own.quiz.earned", earned=f"{sum(shares):g}", rows=len(shares))
    return earned, _stranger("exercises.match_row", given, form.rows) or said


def _stranger(text: str, given: Iterable[Any], known: Iterable[str]) -> str | None:
    """Name the first of the given that is none of the known, such as a misspelled row."""
    known = canonical(list(known))
    strange = next((name for name in given if name not in known), None)
    if strange is None:
        return None
    return i18n.t(text, got=showing.show(strange), wanted=" · ".join(known))


def _quarters(share: float) -> float:
    return math.floor(4 * share) / 4


def _wrong_type(reference: Any, given: str) -> str:
    return i18n.t("exercises.wrong_value", got=given, expected=plain.kind(reference))


def _report(
    exercise: Exercise,
    outcome: str,
    share: float,
    message: str,
    got: str | None = None,
    known: str | None = None,
) -> Report:
    earned = round(share * exercise.points, 4)
    return Report(outcome, earned, exercise.points, message, got=got, misconception=known)
