"""Questions for other programs: one file for each format, and what each of them cannot carry.

>>> from subword_lab import quiz
>>> from subword_lab.quiz import exchange
>>> exported = exchange.export([quiz.get("bpe-aaa")], "moodle", language="both")
>>> exported.count, [(loss.field, loss.reason) for loss in exported.losses]
(1, [('accepted', 'folding')])
"""

from collections.abc import Callable, Iterable, Sequence

from subword_lab.quiz.exchange import (
    anki,
    gift,
    jupyterquiz,
    markdown,
    moodle,
    qti12_package,
)
from subword_lab.quiz.exchange.chosen import choose
from subword_lab.quiz.exchange.exported import Exported, Loss
from subword_lab.quiz.model import Question

FORMATS: dict[str, Callable[[Sequence[Question], str], Exported]] = {
    "jupyterquiz": jupyterquiz.export,
    "moodle": moodle.export,
    "gift": gift.export,
    "qti12": qti12_package.export,
    "anki": anki.export,
    "markdown": markdown.export,
}
LANGUAGES = ("en", "zh", "both")

__all__ = ["FORMATS", "LANGUAGES", "Exported", "Loss", "choose", "export"]


def export(questions: Iterable[Question], format: str, language: str = "both") -> Exported:
    """Return the bytes of a file in that format, and what of the questions is not in it.

    The same questions give the same bytes. `KeyError` for an unknown format or language,
    `ValueError` for a question that is still a generator (see `choose`) or if there are none,
    `ModuleNotFoundError` if `anki` is wanted and its extra is not installed.
    """
    if format not in FORMATS:
        raise KeyError(f"there is no format {format!r}; known are {', '.join(FORMATS)}")
    if language not in LANGUAGES:
        raise KeyError(f"there is no language {language!r}; known are {', '.join(LANGUAGES)}")
    chosen = list(questions)
    if not chosen:
        raise ValueError("there are no questions to export; choose fewer conditions")
    for question in chosen:
        if question.generator is not None:
            raise ValueError(f"{question.id} is a generator: export its variants, see `choose`")
    return FORMATS[format](chosen, language)
