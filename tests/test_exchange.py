"""What all exports have in common: the whole bank, the same bytes, an honest report of losses."""

import io
import json
import sqlite3
import zipfile
from dataclasses import replace
from html import unescape

import pytest

from exchange_questions import marked_question
from subword_lab import cli, quiz
from subword_lab.quiz import exchange
from subword_lab.quiz.model import KINDS

BANK = exchange.choose(variants=1)
SUFFIX = {"qti12": "zip", "anki": "apkg"}
FIELDS = {
    "stem": lambda q: [q.stem],
    "why": lambda q: [q.why],
    "options.text": lambda q: [o.text for o in q.options],
    "options.why": lambda q: [o.why for o in q.options],
    "options.partner": lambda q: [o.partner for o in q.options if o.partner],
    "model_answer": lambda q: [q.model_answer] if q.model_answer else [],
    "rubric": lambda q: list(q.rubric),
}
PLAIN = {
    "id": lambda q: [q.id],
    "topic": lambda q: [q.topic],
    "lesson": lambda q: [q.lesson],
    "code": lambda q: [q.code],
    "source": lambda q: [q.source],
    "proof": lambda q: ["train"],
    "accepted": lambda q: list(q.accepted),
    "answer": lambda q: ["4096"] if q.answer else [],
}


@pytest.fixture(params=exchange.FORMATS)
def format(request):
    return request.param


def all_text(data):
    """Everything a file holds, unpacked, as one text; Markdown's escapes taken back."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = b"\n".join(_member(archive, name) for name in archive.namelist())
    return unescape(unescape(data.decode())).replace("\\", "")


def _member(archive, name):
    data = archive.read(name)
    if not data.startswith(b"SQLite"):
        return data
    with sqlite3.connect(":memory:") as connection:
        connection.deserialize(data)
        rows = connection.execute("SELECT flds, tags FROM notes").fetchall()
    connection.close()
    return "\n".join("\n".join(row) for row in rows).encode()


@pytest.mark.parametrize("language", exchange.LANGUAGES)
def test_the_whole_bank_is_exported_with_the_same_bytes(format, language):
    exported = exchange.export(BANK, format, language)
    left_out = [loss for loss in exported.losses if loss.reason == "left_out"]
    assert exported.count + len(left_out) == len(BANK)
    assert exchange.export(BANK, format, language) == exported
    assert len(exported.data) > 100_000 or format in ("anki", "qti12")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", exchange.LANGUAGES)
def test_every_text_is_in_the_file_or_in_the_report(format, kind, language):
    question = marked_question(kind)
    exported = exchange.export([question], format, language)
    text, lost = all_text(exported.data), {loss.field for loss in exported.losses}
    if exported.count == 0:
        assert lost == {"kind"} and question.stem.en not in text
        return
    for field, find in FIELDS.items():
        wanted = [version for each in find(question) for version in versions(each, language)]
        assert field in lost or [word for word in wanted if word not in text] == []
    for field, find in PLAIN.items():
        assert field in lost or [word for word in find(question) if word not in text] == []


def versions(text, language):
    return [text.en, text.zh] if language == "both" else [text[language]]


@pytest.mark.parametrize(("language", "other"), [("en", "zh"), ("zh", "en")])
@pytest.mark.parametrize("kind", KINDS)
def test_one_language_is_alone(format, kind, language, other):
    text = all_text(exchange.export([marked_question(kind)], format, language).data)
    texts = [text for find in FIELDS.values() for text in find(marked_question(kind))]
    assert [each[other] for each in texts if each[other] in text] == []


def test_every_reason_has_words(format, capsys, tmp_path):
    target = tmp_path / "out"
    assert cli.main(["questions", "export", format, str(target), "--variants", "1"]) == 0
    out = capsys.readouterr().out
    exported = exchange.export(BANK, format)
    assert target.read_bytes() == exported.data
    assert f"{exported.count} questions in {target}" in out
    fields = {loss.field for loss in exported.losses}
    assert [field for field in fields if f"  {field}: " not in out] == []


def test_the_report_as_json_names_every_question(capsys, tmp_path):
    command = ["questions", "export", "gift", str(tmp_path / "x.gift"), "--topic", "bpe", "--json"]
    assert cli.main(command) == 0
    found = json.loads(capsys.readouterr().out)
    chosen = exchange.choose(topic="bpe")
    assert found["count"] == sum(question.kind != "order" for question in chosen)
    left_out = {loss["question"] for loss in found["losses"] if loss["reason"] == "left_out"}
    assert left_out == {question.id for question in chosen if question.kind == "order"}


def test_choices_narrow():
    assert {q.topic for q in exchange.choose(topic="unigram")} == {"unigram"}
    assert exchange.choose(lesson="02_bpe") == list(quiz.of_lesson("02_bpe"))
    assert {q.level for q in exchange.choose(level=3, variants=2)} == {3}
    ids = [q.id for q in exchange.choose(topic="bpe", variants=3) if "#" in q.id]
    assert {"bpe-pair-count-gen#1", "bpe-pair-count-gen#3"} <= set(ids)
    assert len(ids) == len(set(ids)) == 3 * len({id.split("#")[0] for id in ids})


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"topic": "bpo"}, KeyError, "no topic 'bpo'"),
        ({"lesson": "99"}, ValueError, "no questions belong to the lesson '99'"),
        ({"level": 6}, ValueError, "levels go from 1 to 5; got 6"),
        ({"variants": -1}, ValueError, "variants is 0 or more; got -1"),
    ],
)
def test_a_choice_that_is_none(wrong, error, said):
    with pytest.raises(error, match=said):
        exchange.choose(**wrong)


def test_what_cannot_be_exported_is_said(monkeypatch):
    with pytest.raises(KeyError, match="no format 'scorm'; known are jupyterquiz, moodle"):
        exchange.export(BANK, "scorm")
    with pytest.raises(KeyError, match="no language 'de'; known are en, zh, both"):
        exchange.export(BANK, "gift", "de")
    with pytest.raises(ValueError, match="there are no questions to export"):
        exchange.export([], "gift")
    with pytest.raises(ValueError, match="bpe-pair-count-gen is a generator"):
        exchange.export([quiz.get("bpe-pair-count-gen")], "gift")
    monkeypatch.setattr("subword_lab.quiz.exchange.anki.find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'subword-lab\[anki\]'"):
        exchange.export(BANK, "anki")


def test_a_failed_export_leaves_no_file(tmp_path, capsys):
    target = tmp_path / "x.gift"
    code = cli.main(
        ["questions", "export", "gift", str(target), "--lesson", "02_bpe", "--level", "5"]
    )
    assert code == 2 and "there are no questions to export" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_too_many_right_options_are_left_out_and_named():
    question = marked_question("multiple")
    option = question.options[0]
    many = tuple(replace(option, text=type(option.text)(f"a{n}", f"b{n}")) for n in range(11))
    for format in ("moodle", "gift"):
        exported = exchange.export([replace(question, options=many)], format)
        assert exported.count == 0
        assert [loss.reason for loss in exported.losses] == ["too_many_right"]
