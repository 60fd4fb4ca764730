"""A question in the terminal: as it is asked, and what is said after the answer."""

from collections.abc import Sequence

from subword_lab import i18n
from subword_lab.quiz import Mark, Option, Question, Text
from subword_lab.quiz.lettering import LETTERS, partners, say, shuffled
from subword_lab.quiz.proofs import address, proof_of


def asked(question: Question) -> str:
    """The stem, the code, the options with letters, and their partners with numbers."""
    lines = [say(question.stem)]
    lines += [i18n.t("interview.ask.code", line=line) for line in question.code.splitlines()]
    for letter, option in _lettered(question):
        lines.append(i18n.t("interview.ask.option", letter=letter, text=say(option.text)))
    for number, partner in enumerate(partners(question), 1):
        lines.append(i18n.t("interview.ask.partner", number=number, text=say(partner)))
    return "\n".join(lines)


def explained(question: Question, mark: Mark, known: bool = True) -> str:
    """The verdict, what is right, the reason of every option, and where it is shown."""
    lines = [_verdict(mark, known)]
    if not mark.correct:
        lines.append(i18n.t("interview.verdict.truth", right=_right(question)))
    for letter, option in _lettered(question):
        sign = {"single": "✗", "multiple": "✗"}.get(question.kind, "·")
        shown = {"letter": letter, "sign": "✓" if option.correct else sign}
        lines.append(i18n.t("interview.verdict.reason", why=say(option.why), **shown))
    return "\n".join([*lines, say(question.why), seen(question)])


def letter_of(question: Question, option: Option) -> str:
    """The letter an option is shown with."""
    return next(letter for letter, shown in _lettered(question) if shown == option)


def numbered(points: Sequence[Text]) -> list[str]:
    """Points with their numbers."""
    return [
        i18n.t("interview.ask.point", number=number, text=say(point))
        for number, point in enumerate(points, 1)
    ]


def seen(question: Question) -> str:
    """Where the answer is shown."""
    return i18n.t("interview.verdict.seen", cell=address(proof_of(question)))


def _lettered(question: Question) -> list[tuple[str, Option]]:
    order = shuffled(question)
    return [(LETTERS[place], question.options[at]) for place, at in enumerate(order)]


def _verdict(mark: Mark, known: bool) -> str:
    if not known:
        return i18n.t("interview.verdict.unknown")
    if mark.correct:
        return i18n.t("interview.verdict.right")
    if mark.earned:
        return i18n.t("interview.verdict.part", earned=f"{mark.earned:g}")
    return i18n.t("interview.verdict.wrong")


def _right(question: Question) -> str:
    """The right answer as it would be typed."""
    match question.kind:
        case "single" | "multiple":
            return " ".join(letter for letter, option in _lettered(question) if option.correct)
        case "order":
            return " ".join(letter_of(question, option) for option in question.options)
        case "match":
            names = partners(question)
            return " ".join(
                f"{letter}{names.index(option.partner) + 1}"
                for letter, option in _lettered(question)
                if option.partner is not None
            )
        case "numeric":
            return str(question.answer)
        case _:
            return question.accepted[0] if question.accepted else say(question.why)
