"""jupyterquiz's JSON against its schema, Markdown as markdown-it reads it."""

import json

import jsonschema
import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt

from exchange_questions import leaves, marked_question, questions, shown
from subword_lab import quiz
from subword_lab.quiz import exchange
from subword_lab.quiz.model import KINDS

FAST = settings(max_examples=25, deadline=None)
BANK = exchange.choose(variants=1)

# The rules of jupyterquiz's three published schemas, stricter: no other names among the answers.
TEXT, YES, NUMBER = {"type": "string"}, {"type": "boolean"}, {"type": "number"}


def answer(required, **properties):
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


DEFAULT = answer(["type", "feedback"], type={"const": "default"}, feedback=TEXT)
ANSWERS = {
    "choice": answer(["answer", "correct"], answer=TEXT, correct=YES, feedback=TEXT),
    "numeric": {
        "oneOf": [
            answer(["value", "correct"], type={"const": "value"}, value=NUMBER, correct=YES,
                   feedback=TEXT),
            answer(["range", "correct"], type={"const": "range"}, correct=YES, feedback=TEXT,
                   range={"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}),
            DEFAULT,
        ]
    },
    "string": {
        "oneOf": [
            answer(["answer", "correct"], answer=TEXT, correct=YES, feedback=TEXT, match_case=YES,
                   fuzzy_threshold=NUMBER),
            DEFAULT,
        ]
    },
}  # fmt: skip


def schema(kind):
    return {
        "type": "object",
        "properties": {
            "question": {"type": "string", "minLength": 1},
            "type": {"enum": ["multiple_choice", "many_choice"] if kind == "choice" else [kind]},
            "answers": {"type": "array", "items": ANSWERS[kind], "minItems": 1},
        },
        "required": ["question", "type", "answers"],
    }


SCHEMA = {"type": "array", "items": {"anyOf": [schema(kind) for kind in ANSWERS]}}


def entries(chosen, language="both"):
    found = json.loads(exchange.export(chosen, "jupyterquiz", language).data)
    jsonschema.validate(found, SCHEMA)
    return found


def test_the_bank_keeps_the_schema():
    found = entries(BANK)
    kinds = {entry["subword_lab"]["id"]: entry["type"] for entry in found}
    wanted = {"single": "multiple_choice", "multiple": "many_choice", "numeric": "numeric",
              "text": "string"}  # fmt: skip
    assert kinds == {q.id: wanted[q.kind] for q in BANK if q.kind in wanted}


@FAST
@given(questions())
def test_jupyterquiz_gives_every_text_back(question):
    for language in ("en", "zh"):
        found = entries([question], language)
        if question.kind in ("order", "match", "open"):
            assert found == []
            continue
        (entry,) = found
        assert "$" not in entry["question"] + "".join(visible(entry))
        assert shown(entry["question"]) == [question.stem[language]]
        assert code_of(entry["question"]) == question.code
        answers = entry["answers"]
        if question.options:
            assert [
                (shown(given_["answer"])[0], given_["correct"], *shown(given_["feedback"]))
                for given_ in answers
            ] == [
                (o.text[language], o.correct, o.why[language], question.why[language])
                for o in question.options
            ]
        else:
            said = [text for given_ in answers for text in shown(given_["feedback"])]
            assert said == [question.why[language]] * len(answers)
        if question.kind == "text":
            assert [given_.get("answer") for given_ in answers] == [*question.accepted, None]


def visible(entry):
    """What is put into the page as HTML; accepted strings are compared, not shown."""
    for given_ in entry["answers"]:
        yield given_["feedback"]
        if entry["type"] != "string":
            yield given_.get("answer", "")


@FAST
@given(questions())
def test_both_languages_stand_one_below_the_other(question):
    for entry in entries([question]):
        stem = question.stem
        both = [("en", stem.en), ("zh-Hans", stem.zh)]
        found = [(lang, text) for tag, lang, text in leaves(entry["question"]) if tag == "span"]
        assert found == (both[:1] if stem.en == stem.zh else both)


def code_of(html):
    return "".join(text for name, _, text in leaves(html) if name == "code")


@FAST
@given(questions("numeric"))
def test_a_range_marks_as_we_do(question):
    (entry,) = entries([question], "en")
    right = entry["answers"][0]
    step = question.tolerance or abs(question.answer) * 1e-6 or 1e-6
    for times in (0, 0.99, -0.99, 1.01, -1.01):
        value = question.answer + times * step
        if "value" in right:
            hit = value == right["value"]
        else:
            hit = right["range"][0] <= value < right["range"][1]
        near = abs(abs(value - question.answer) - question.tolerance) < 1e-6 * abs(question.answer)
        assert near or hit == quiz.mark(question, value).correct


# Markdown ----------------------------------------------------------------------------------------


def parsed(chosen, language="both"):
    """For each question the texts of its block and of its answer: one for each inline token."""
    parts, blocks = {1: [], 2: []}, None
    tokens = MarkdownIt().parse(exchange.export(chosen, "markdown", language).data.decode())
    part = 0
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            part += token.tag == "h1"
            if token.tag == "h2":
                blocks = [words(tokens[at + 1])]
                parts[part].append(blocks)
        elif token.type == "inline" and tokens[at - 1].type != "heading_open":
            blocks.append(words(token))
        elif token.type == "fence":
            blocks.append(token.content.removesuffix("\n"))
        assert token.type not in ("html_block", "code_block", "blockquote_open", "hr")
    return parts


def words(token):
    """The text of an inline token; a line break is a line break, and nothing else is markup."""
    text = ""
    for child in token.children:
        assert child.type in (
            "text", "text_special", "hardbreak", "em_open", "em_close", "strong_open",
            "strong_close",
        ), child  # fmt: skip
        text += "\n" if child.type == "hardbreak" else child.content
    return text


def test_the_bank_has_all_questions_and_all_answers():
    parts = parsed(BANK)
    ids = [question.id for question in BANK]
    assert [blocks[0] for blocks in parts[1]] == [blocks[0] for blocks in parts[2]] == ids


@pytest.mark.parametrize("kind", KINDS)
def test_answers_stand_in_the_second_part(kind):
    question = marked_question(kind)
    parts = parsed([question], "en")
    asked, answered = "\n".join(parts[1][0]), "\n".join(parts[2][0])
    assert question.why.en in answered and question.why.en not in asked
    for option in question.options:
        assert option.text.en in asked and option.why.en in answered
        assert option.why.en not in asked
    if kind in ("single", "multiple"):
        assert f"A) ✓ {question.options[0].why.en}" in answered
    if kind == "numeric":
        assert "4096.5 ± 0.25" in answered
    if kind == "order":  # the letters lead back to the options
        letters = {text[3:]: text[0] for text in parts[1][0] if text[1:2] == ")"}
        for block, option in zip(parts[2][0][1:], question.options, strict=False):
            assert block == f"{letters[option.text.en]}) {option.why.en}"


@FAST
@given(questions())
def test_markdown_gives_every_text_back(question):
    for language in ("en", "zh"):
        parts = parsed([question], language)
        (asked,), (answered,) = parts[1], parts[2]
        assert asked[2] == question.stem[language]
        assert not question.code or asked[3] == question.code
        assert question.why[language] in answered and question.source in answered
        options = [text.partition(") ")[2] for text in asked]
        for option in question.options:
            assert option.text[language] in (asked if question.kind == "match" else options)
            assert option.partner is None or option.partner[language] in options
            assert any(text.endswith(option.why[language]) for text in answered)
        for text in (question.model_answer, *question.rubric):
            assert text is None or text[language] in answered
        assert set(question.accepted) <= set(answered)


@FAST
@given(questions("single"))
def test_markdown_in_both_languages_has_one_below_the_other(question):
    ((asked,), _) = parsed([question]).values()
    stem = question.stem
    assert asked[2] == (stem.en if stem.en == stem.zh else f"{stem.en}\n{stem.zh}")
