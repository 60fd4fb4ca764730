"""Read questions from TOML files, strictly: every mistake names file, question and field."""

import math
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from subword_lab.quiz.lettering import LETTERS
from subword_lab.quiz.model import KINDS, TOPICS, Option, Question, Text
from subword_lab.text.checks import check_utf8

TYPES: dict[str, type | tuple[type, ...]] = {
    "id": str,
    "kind": str,
    "stem": dict,
    "why": dict,
    "topic": str,
    "level": int,
    "source": str,
    "lesson": str,
    "proof": str,
    "version": int,
    "code": str,
    "options": list,
    "answer": (int, float),
    "tolerance": (int, float),
    "accepted": list,
    "model_answer": dict,
    "rubric": list,
    "computed": bool,
    "generator": str,
    "levels": list,
    "reasons": dict,
}
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # `#` and `@` stand before a variant's seed and level
PROOF = re.compile(r"\w+/[\w-]+")  # a notebook and the key of its cell
LARGEST = 2**53  # whole numbers up to here are exact everywhere
REQUIRED = ("id", "kind", "stem", "why", "topic", "level", "source")
KEYED_BY = {
    "single": "options",
    "multiple": "options",
    "order": "options",
    "match": "options",
    "numeric": "answer",
    "text": "accepted",
    "open": "model_answer",
}


def load(paths: Iterable[Path]) -> tuple[Question, ...]:
    """Return the questions of the files, in the order given.

    `ValueError` for a file that is no TOML or a question that breaks a rule.
    """
    places: dict[str, str] = {}
    questions = []
    for path in paths:
        text = check_utf8(path.read_bytes(), path.name).removeprefix("\ufeff")  # some editors' mark
        for question in read(text, path.name):
            if question.id in places:
                raise ValueError(
                    f"{path.name}, {question.id}: this id is also in {places[question.id]}"
                )
            places[question.id] = path.name
            questions.append(question)
    return tuple(questions)


def read(text: str, name: str) -> list[Question]:
    """Return the questions of one file's text; `name` is what errors call the file."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also endless digits, and brackets without end
        raise ValueError(f"{name}: not readable as TOML: {error}") from None
    if set(data) != {"question"} or not isinstance(data["question"], list):
        raise ValueError(f"{name}: a bank holds [[question]] tables and nothing else")
    entries = enumerate(data["question"], 1)
    return [_question(entry, f"{name}, question {n}") for n, entry in entries]


def _question(entry: Any, place: str) -> Question:
    if not isinstance(entry, Mapping):
        raise ValueError(f"{place}: a question is a table")
    if isinstance(entry.get("id"), str):
        place = f"{place.split(', ')[0]}, {entry['id']}"
    _check_fields(entry, place)
    fields = dict(entry)
    for name in ("stem", "why", "model_answer"):
        if name in fields:
            fields[name] = _text(fields[name], f"{place}, {name}")
    fields["options"] = tuple(
        _option(option, f"{place}, option {n}", entry["kind"])
        for n, option in enumerate(entry.get("options", []), 1)
    )
    fields["rubric"] = tuple(
        _text(point, f"{place}, rubric {n}") for n, point in enumerate(entry.get("rubric", []), 1)
    )
    fields["reasons"] = tuple(
        (reason, _text(text, f"{place}, reasons.{reason}"))
        for reason, text in entry.get("reasons", {}).items()
    )
    for name in ("accepted", "levels"):
        fields[name] = tuple(entry.get(name, ()))
    question = Question(**fields)
    _check_key(question, place)
    return question


def _check_fields(entry: Mapping[str, Any], place: str) -> None:
    for name in REQUIRED:
        if name not in entry:
            raise ValueError(f"{place}: {name} is missing")
    for name, value in entry.items():
        if name not in TYPES:
            raise ValueError(f"{place}: there is no field {name!r}; known are {', '.join(TYPES)}")
        wanted = TYPES[name]
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            raise ValueError(f"{place}: {name} has the wrong type, {type(value).__name__}")
        if isinstance(value, str):
            _check_characters(value, f"{place}, {name}")
        if isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError(f"{place}: {name} is too large; whole numbers go up to 2**53")
    if not ID.fullmatch(entry["id"]):
        raise ValueError(f"{place}: an id has small letters, digits and - between them")
    if entry["kind"] not in KINDS:
        raise ValueError(f"{place}: kind is {entry['kind']!r}; known are {', '.join(KINDS)}")
    if entry["topic"] not in TOPICS:
        raise ValueError(f"{place}: topic is {entry['topic']!r}; known are {', '.join(TOPICS)}")
    if not 1 <= entry["level"] <= 5:
        raise ValueError(f"{place}: level is {entry['level']}; it goes from 1 to 5")
    if not 1 <= entry.get("version", 1) <= 9999:
        raise ValueError(f"{place}: version is {entry['version']}; it goes from 1 to 9999")
    if "proof" in entry and not PROOF.fullmatch(entry["proof"]):
        raise ValueError(f"{place}: proof is {entry['proof']!r}; write it as 02_bpe/train")


def _text(value: Any, place: str) -> Text:
    if not isinstance(value, Mapping) or set(value) != {"en", "zh"}:
        raise ValueError(f"{place}: wants en and zh and nothing else")
    for language, text in value.items():
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"{place}: {language} is empty")
        _check_characters(text, f"{place}, {language}")
    return Text(value["en"], value["zh"])


def _check_characters(text: str, place: str) -> None:
    """Refuse what no file of another program could hold: control characters, no characters."""
    for ch in text:
        if (unicodedata.category(ch) == "Cc" and ch not in "\n\t") or ord(ch) & 0xFFFE == 0xFFFE:
            raise ValueError(f"{place} holds U+{ord(ch):04X}, which is no text; write it as words")


def _option(value: Any, place: str, kind: str) -> Option:
    known = {"text", "why", "partner"} if kind == "match" else {"text", "why", "correct"}
    if not isinstance(value, Mapping):
        raise ValueError(f"{place}: an option is a table")
    if extra := set(value) - known:
        raise ValueError(f"{place}: there is no field {min(extra)!r} here")
    for name in ("text", "why", *(["partner"] if kind == "match" else [])):
        if name not in value:
            raise ValueError(f"{place}: {name} is missing")
    correct = value.get("correct", False)
    if not isinstance(correct, bool):
        raise ValueError(f"{place}: correct is true or false")
    return Option(
        text=_text(value["text"], f"{place}, text"),
        why=_text(value["why"], f"{place}, why"),
        correct=correct,
        partner=_text(value["partner"], f"{place}, partner") if kind == "match" else None,
    )


def _check_key(question: Question, place: str) -> None:
    """Refuse a question whose right answer is missing or not clear."""
    if question.levels and (question.generator is None or question.level not in question.levels):
        raise ValueError(f"{place}: levels are those of a generator, and level is one of them")
    if not set(question.levels) <= {1, 2, 3, 4, 5}:
        raise ValueError(f"{place}: levels are {list(question.levels)}; they go from 1 to 5")
    if question.generator is not None:
        return
    if not (math.isfinite(question.answer or 0) and 0 <= question.tolerance < math.inf):
        raise ValueError(f"{place}: answer and tolerance are finite, tolerance is not below 0")
    keyed_by = KEYED_BY[question.kind]
    if getattr(question, keyed_by) in (None, ()):
        raise ValueError(f"{place}: a {question.kind} question wants {keyed_by}")
    if keyed_by != "options":
        for name in ("options", "answer", "accepted", "model_answer"):
            if name != keyed_by and getattr(question, name) not in (None, ()):
                raise ValueError(f"{place}: a {question.kind} question has no {name}")
    if not all(isinstance(text, str) and text.strip() for text in question.accepted):
        raise ValueError(f"{place}: accepted holds texts that are not empty")
    for text in question.accepted:
        _check_characters(text, f"{place}, accepted")
    if question.kind == "open" and not question.rubric:
        raise ValueError(f"{place}: an open question wants a rubric")
    if keyed_by == "options":
        _check_options(question, place)


def _check_options(question: Question, place: str) -> None:
    right = sum(option.correct for option in question.options)
    if not 2 <= len(question.options) <= len(LETTERS):
        raise ValueError(f"{place}: wants 2 to {len(LETTERS)} options, one for each letter")
    if question.kind == "single" and right != 1:
        raise ValueError(f"{place}: a single question has one correct option; this one has {right}")
    if question.kind == "multiple" and right == 0:
        raise ValueError(f"{place}: a multiple question has a correct option; this one has none")
    for language in ("en", "zh"):
        texts = [option.text[language] for option in question.options]
        if len(set(texts)) != len(texts):
            raise ValueError(f"{place}: two options read the same in {language}")
    partners = {option.partner for option in question.options if option.partner is not None}
    for language in ("en", "zh"):
        if len({partner[language] for partner in partners}) != len(partners):
            raise ValueError(f"{place}: two different partners read the same in {language}")
