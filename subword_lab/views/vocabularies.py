"""The byte-level vocabularies a view can use: the course's own, and the real ones found here."""

from collections.abc import Callable
from functools import cache

import ipywidgets

from subword_lab import corpora, vocabs
from subword_lab.i18n import t
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.widgets import NAMED

COURSE = "course"
COURSE_SIZE = 2_000
REAL = ("gpt2", "cl100k", "o200k")


@cache
def vocabulary(name: str = COURSE) -> Tokenizer:
    """The tokenizer of that name; "course" is trained on the course's English text.

    `KeyError` if it is not on this machine.

    >>> vocabulary("course")
    Tokenizer('byte_bpe', 2,000 tokens)
    """
    if name == COURSE:
        english = corpora.load("english")
        return Tokenizer.train("byte_bpe", english, vocab_size=COURSE_SIZE)
    return vocabs.load(name)


def found() -> tuple[str, ...]:
    """The real ones on this machine, the oldest first, then the course's own."""
    here = {each.name for each in vocabs.available()}
    return (*(name for name in REAL if name in here), COURSE)


def menu(act: Callable[[], object]) -> ipywidgets.Dropdown:
    """A dropdown to choose a vocabulary with; it begins with the first that is found."""
    options = [(t(f"views_bytes.vocabulary.{name}"), name) for name in found()]
    chosen = ipywidgets.Dropdown(
        options=options,
        description=t("views_bytes.vocabulary.choose"),
        layout={"width": "auto", "max_width": "100%"},
        style=NAMED,
    )
    chosen.observe(lambda _: act(), "value")
    return chosen
