"""A question in a terminal: as it is asked, and what is said to an answer."""

from collections.abc import Sequence

from subword_lab import i18n
from subword_lab.quiz import Mark, Option, Question, Text, proofs
from subword_lab.quiz.lettering import LETTERS, partners, say, shuffled


def asked(question: Question) -> str:
    """The stem, code, options by letter, partners by number, and what an answer looks like."""
    lines = [say(question.stem)]
    lines += [i18n.t("interview.ask.code", line=line) for line in question.code.splitlines()]
    for letter, option in _lettered(question):
        lines.append(i18n.t("interview.ask.option", letter=letter, text=say(option.text)))
    lines += numbered(partners(question))
    return "\n".join([*lines, f"({i18n.t(f'interview.how.{question.kind}')})"])


def numbered(texts: Sequence[Text]) -> list[str]:
    """Texts with numbers from 1."""
    return [
        i18n.t("interview.ask.numbered", number=number, text=say(text))
        for number, text in enumerate(texts, 1)
    ]


def letter_of(question: Question, option: Option) -> str:
    """The letter that an option has."""
    return next(letter for letter, shown in _lettered(question) if shown == option)


def explained(question: Question, mark: Mark, known: bool = True) -> str:
    """Whether it was right, what is, why, the reason of every option, and where it is shown."""
    key = "right" if mark.correct else "part" if mark.earned else "wrong"
    lines = [i18n.t(f"interview.verdict.{key if known else 'unknown'}", earned=f"{mark.earned:g}")]
    if not mark.correct and question.kind != "open":
        lines.append(i18n.t("interview.verdict.truth", right=_right(question)))
    lines.append(say(question.why))
    lines += [_reason(question, letter, option) for letter, option in _lettered(question)]
    return "\n".join([*lines, seen(question)])


def seen(question: Question) -> str:
    """Where the lessons show the answer."""
    return i18n.t("interview.verdict.seen", cell=proofs.address(proofs.proof_of(question)))


def _lettered(question: Question) -> list[tuple[str, Option]]:
    options = (question.options[at] for at in shuffled(question))
    return list(zip(LETTERS, options, strict=False))


def _reason(question: Question, letter: str, option: Option) -> str:
    sign = "✓" if option.correct else "✗"
    if question.kind == "order":
        sign = f"{question.options.index(option) + 1}."
    elif option.partner is not None:
        sign = f"→ {say(option.partner)}:"
    return i18n.t("interview.verdict.reason", letter=letter, sign=sign, why=say(option.why))


def _right(question: Question) -> str:
    """The right answer as it would be typed."""
    match question.kind:
        case "numeric":
            return f"{question.answer:.12g}"
        case "text":
            return question.accepted[0]
        case "order":
            return " ".join(letter_of(question, option) for option in question.options)
        case "match":
            names = partners(question)
            return " ".join(
                f"{letter}{names.index(option.partner) + 1}"
                for letter, option in _lettered(question)
                if option.partner is not None
            )
        case _:
            return " ".join(letter for letter, option in _lettered(question) if option.correct)
