"""Anki's `.apkg`: a card for each question, a deck for each topic, both languages as fields.

A note's identity is made of the question's id, so a newer export, imported again, changes the cards
that are there and keeps what Anki knows about the learner. Made with genanki, in the extra `anki`.
"""

import hashlib
import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from subword_lab.quiz.exchange import cards
from subword_lab.quiz.exchange.archive import packed
from subword_lab.quiz.exchange.exported import Exported, Loss, exported
from subword_lab.quiz.exchange.languages import TAGS
from subword_lab.quiz.exchange.moodle import tags
from subword_lab.quiz.model import Question

NAME = "Subword tokenization"
MODEL = 1_748_302_911  # for ever: Anki knows the form of the notes by it
BEGINNING = 1_767_225_600  # the start of 2026, in seconds; the time of notes of version 0
HOUR = 3600
FIELDS = ("Id", "Question", "Answer", "Question zh", "Answer zh")
STYLE = (
    ".card { font-family: sans-serif; font-size: 18px; text-align: left; max-width: 40em;"
    " margin: 0 auto; } li { margin: 0.3em 0; }"
)


def export(questions: Sequence[Question], language: str) -> Exported:
    """Return a package with a note for each question, of any kind; nothing is marked in Anki.

    `ModuleNotFoundError` if genanki is not installed.
    """
    if find_spec("genanki") is None:
        raise ModuleNotFoundError(
            "Anki packages are made with genanki: pip install 'subword-lab[anki]'"
        )
    members = {"collection.anki2": _database(questions, language), "media": b"{}"}
    losses = (loss for question in questions for loss in _lost(question))
    return exported(packed(members), len(questions), losses)


def _database(questions: Sequence[Question], language: str) -> bytes:
    """The collection, written in memory; its time grows with the versions of its questions.

    Anki takes the later of two notes, so a question that is mended must be later than before.
    """
    import genanki

    time = BEGINNING + HOUR * sum(question.version for question in questions)
    connection = sqlite3.connect(":memory:")
    package = genanki.Package(_decks(questions, language))
    package.write_to_db(connection.cursor(), time, itertools.count(time * 1000))
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def _decks(questions: Sequence[Question], language: str) -> list[Any]:
    import genanki

    model = _model()
    decks: dict[str, Any] = {}
    for place, question in enumerate(questions):
        name = f"{NAME}::{question.topic}"
        deck = decks.setdefault(name, genanki.Deck(_number(name), name))
        note = genanki.Note(
            model=model,
            fields=list(_fields(question, language)),
            guid=genanki.guid_for("subword_lab", question.id),
            tags=tags(question),
            due=place,
        )
        deck.add_note(note)
    return list(decks.values())


def _model() -> Any:
    import genanki

    def shown(field: str, language: str) -> str:
        """A language's field, in the parts that stand only where it is not empty."""
        return f'{{{{#{field}}}}}<div lang="{TAGS[language]}">{{{{{field}}}}}</div>{{{{/{field}}}}}'

    front = shown("Question", "en") + shown("Question zh", "zh")
    back = shown("Answer", "en") + shown("Answer zh", "zh")
    template = {"name": "Card", "qfmt": front, "afmt": f'{front}<hr id="answer">{back}'}
    fields = [{"name": field} for field in FIELDS]
    return genanki.Model(MODEL, NAME, fields=fields, templates=[template], css=STYLE)


def _number(name: str) -> int:
    """A deck's number, the same for ever; Anki's own numbers are times, far above."""
    return 1 << 30 | int.from_bytes(hashlib.sha256(name.encode()).digest()[:3])


def _fields(question: Question, language: str) -> Iterator[str]:
    """The fields; in square brackets Anki would look for sounds and formulas."""
    yield question.id
    for one in ("en", "zh"):
        for side in (cards.front, cards.back):
            text = side(question, one) if language in (one, "both") else ""
            yield text.replace("[", "&#91;")


def _lost(question: Question) -> Iterator[Loss]:
    if question.kind != "open":
        yield Loss(question.id, "kind", "not_marked")
