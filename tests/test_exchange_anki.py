"""Anki packages, opened as what they are: a zip file with an SQLite database."""

import io
import json
import sqlite3
import sys
import zipfile
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given, settings

from exchange_questions import leaves, marked_question, questions
from subword_lab.quiz import exchange
from subword_lab.quiz.model import KINDS

FAST = settings(max_examples=25, deadline=None)
BANK = exchange.choose(variants=2)
FIELD_END = "\x1f"


def opened(data):
    """The rows of notes and cards, the decks, and the one note type."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["collection.anki2", "media"]
        assert json.loads(archive.read("media")) == {}
        database = archive.read("collection.anki2")
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(database)
        connection.row_factory = sqlite3.Row
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        notes = connection.execute("SELECT * FROM notes").fetchall()
        cards = connection.execute("SELECT * FROM cards ORDER BY due").fetchall()
        row = connection.execute("SELECT decks, models, mod FROM col").fetchone()
    (model,) = json.loads(row["models"]).values()
    return notes, cards, json.loads(row["decks"]), model


def fields(note, model):
    names = [field["name"] for field in model["flds"]]
    return dict(zip(names, note["flds"].split(FIELD_END), strict=True))


def test_a_note_and_a_card_for_each_question_and_no_identity_twice():
    notes, cards, decks, model = opened(exchange.export(BANK, "anki").data)
    assert len(notes) == len(cards) == len({note["guid"] for note in notes}) == len(BANK)
    assert len({row["id"] for row in (*notes, *cards)}) == 2 * len(BANK)
    by_id = {note["id"]: fields(note, model)["Id"] for note in notes}
    assert [by_id[card["nid"]] for card in cards] == [question.id for question in BANK]
    names = {question.id: f"Subword tokenization::{question.topic}" for question in BANK}
    for card in cards:
        assert decks[str(card["did"])]["name"] == names[by_id[card["nid"]]]
    tags = {fields(note, model)["Id"]: note["tags"].split() for note in notes}
    assert all(question.topic in tags[question.id] for question in BANK)


def test_identities_depend_on_the_id_alone():
    before, after = (
        {fields(note, model)["Id"]: note["guid"] for note in notes}
        for notes, _, _, model in (
            opened(exchange.export(BANK, "anki").data),
            opened(exchange.export(list(reversed(BANK[3:])), "anki", "zh").data),
        )
    )
    assert before.items() >= after.items() and len(after) == len(BANK) - 3
    assert before["bpe-aaa"] == "y}N/hGz9fr"


def test_a_mended_question_is_later_so_that_anki_takes_it():
    question = BANK[0]
    times = [
        opened(exchange.export([replace(question, version=version)], "anki").data)[0][0]["mod"]
        for version in (1, 2, 3)
    ]
    assert times[0] < times[1] < times[2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_asks_in_front_and_answers_behind(kind):
    question = marked_question(kind)
    (note,), _, _, model = opened(exchange.export([question], "anki").data)
    found = fields(note, model)
    for language, mark in (("en", ""), ("zh", " zh")):
        front, back = found[f"Question{mark}"], found[f"Answer{mark}"]
        assert question.stem[language] in front and question.why[language] in back
        for option in question.options:
            assert option.text[language] in front and option.why[language] in back
            assert option.why[language] not in front
        if kind == "order":
            shown = [text for _, _, text in leaves(back)]
            places = [shown.index(option.text[language]) for option in question.options]
            assert places == sorted(places)
            fronts = [text for _, _, text in leaves(front) if text.startswith(language)][1:]
            assert fronts != [option.text[language] for option in question.options]


@pytest.mark.parametrize(("language", "empty"), [("en", " zh"), ("zh", "")])
def test_one_language_leaves_the_other_fields_empty(language, empty):
    notes, _, _, model = opened(exchange.export(BANK, "anki", language).data)
    for note in notes:
        found = fields(note, model)
        assert found[f"Question{empty}"] == found[f"Answer{empty}"] == ""
        assert all(text for name, text in found.items() if name not in
                   (f"Question{empty}", f"Answer{empty}"))  # fmt: skip


@FAST
@given(questions())
def test_every_text_comes_back(question):
    (note,), _, _, model = opened(exchange.export([question], "anki").data)
    found = fields(note, model)
    assert "[" not in note["flds"]  # Anki would look for a sound there
    for language, mark in (("en", ""), ("zh", " zh")):
        front = [text for _, _, text in leaves(found[f"Question{mark}"])]
        back = [text for _, _, text in leaves(found[f"Answer{mark}"])]
        assert front[0] == question.stem[language] and question.why[language] in back
        assert not question.code or question.code in front
        assert question.source in back
        for option in question.options:
            assert option.text[language] in front and option.why[language] in back
        for text in (question.model_answer, *question.rubric):
            assert text is None or text[language] in back
        assert set(question.accepted) <= set(back)


def test_the_bytes_are_the_same_in_another_process():
    import subprocess

    code = (
        "import hashlib; from subword_lab.quiz import exchange; "
        "data = exchange.export(exchange.choose(topic='bpe'), 'anki').data; "
        "print(hashlib.sha256(data).hexdigest())"
    )
    run = [sys.executable, "-c", code]
    hashes = {
        subprocess.run(run, capture_output=True, text=True, check=True, env=env).stdout
        for env in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo"})
    }
    assert len(hashes) == 1
