"""Moodle XML and GIFT, read back by the rules Moodle reads them by."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings

from exchange_questions import filtered, leaves, questions, shown
from subword_lab import quiz
from subword_lab.quiz import exchange
from subword_lab.quiz.exchange.gift import escaped

FAST = settings(max_examples=25, deadline=None)
BANK = exchange.choose(variants=1)
SPOKEN = {"en": "en", "zh": "zh_cn"}
KNOWN = (  # the positive shares Moodle knows; others are refused on import
    "100 90 83.33333 80 75 70 66.66667 60 50 40 33.33333 30 25 20 16.66667 14.28571 12.5 11.11111"
)
FRACTIONS = {Decimal(each) for each in f"{KNOWN} 10 5 0".split()}
SETTINGS = {
    "multichoice": {"single", "shuffleanswers", "answernumbering"},
    "numerical": set(),
    "shortanswer": {"usecase"},
    "matching": {"shuffleanswers"},
    "essay": {
        "responseformat", "responserequired", "responsefieldlines", "attachments",
        "attachmentsrequired", "graderinfo", "responsetemplate",
    },
    "ordering": {
        "layouttype", "selecttype", "selectcount", "gradingtype", "showgrading", "numberingstyle",
    },
}  # fmt: skip
COMMON = {
    "name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden", "idnumber",
    "tags",
}  # fmt: skip


def entries(data):
    """The questions of a file, categories left out."""
    root = ET.fromstring(data)
    assert root.tag == "quiz" and {child.tag for child in root} == {"question"}
    return [each for each in root if each.get("type") != "category"]


def text_of(element, path):
    return element.findtext(f"{path}/text") or ""


def seen(html, language):
    """What a reader of that language is shown."""
    return shown(filtered(html, SPOKEN[language]))


# The form ----------------------------------------------------------------------------------------


def test_the_bank_has_the_form_moodle_wants():
    ids = []
    for entry in entries(exchange.export(BANK, "moodle").data):
        kind = entry.get("type")
        answers = {"subquestion"} if kind == "matching" else {"answer"}
        wanted = COMMON | SETTINGS[kind] | (set() if kind == "essay" else answers)
        assert {child.tag for child in entry} == wanted, kind
        ids.append(entry.findtext("idnumber"))
        for formatted in entry.iter():
            if formatted.get("format") == "html":
                assert formatted.find("text") is not None
        check_fractions(kind, entry)
    assert len(ids) == len(set(ids)) == len(BANK)


def check_fractions(kind, entry):
    shares = [Decimal(answer.get("fraction")) for answer in entry.iter("answer")
              if answer.get("fraction")]  # fmt: skip
    if kind == "ordering":
        assert shares == list(range(1, len(shares) + 1))
        assert entry.findtext("selectcount") == str(len(shares))
    elif kind not in ("matching", "essay"):
        assert {abs(share) for share in shares} <= FRACTIONS
        assert abs(sum(share for share in shares if share > 0) - 100) < Decimal("0.001") or (
            kind == "shortanswer" and set(shares) == {100}
        )


def test_questions_stand_below_the_category_of_their_topic():
    topic, topics = None, {}
    for entry in ET.fromstring(exchange.export(BANK, "moodle").data):
        if entry.get("type") == "category":
            topic = text_of(entry, "category").rpartition("/")[2]
        else:
            topics[entry.findtext("idnumber")] = topic
            assert topic in [text_of(tag, ".") for tag in entry.iter("tag")]
    assert topics == {question.id: question.topic for question in BANK}


# Every text comes back ---------------------------------------------------------------------------


@FAST
@given(questions())
def test_moodle_gives_every_text_back(question):
    for chosen in ("en", "zh", "both"):
        (entry,) = entries(exchange.export([question], "moodle", chosen).data)
        for language in ("en", "zh") if chosen == "both" else (chosen,):
            read_back(entry, question, language)


def read_back(entry, question, language):
    stem, *code = seen(text_of(entry, "questiontext"), language)
    assert stem == question.stem[language] and code == []
    assert code_of(text_of(entry, "questiontext")) == question.code
    general = seen(text_of(entry, "generalfeedback"), language)
    assert general[-1] == question.why[language]
    match question.kind:
        case "single" | "multiple":
            answers = [
                (*seen(text_of(a, "."), language), *seen(text_of(a, "feedback"), language))
                for a in entry.findall("answer")
            ]
            assert answers == [(o.text[language], o.why[language]) for o in question.options]
            shares = [float(a.get("fraction")) for a in entry.findall("answer")]
            right = sum(option.correct for option in question.options)
            wrong = -100 / right if question.kind == "multiple" else 0  # as `quiz.mark` counts
            wanted = [100 / right if option.correct else wrong for option in question.options]
            assert shares == pytest.approx(wanted, abs=1e-5)
        case "numeric":
            assert float(text_of(entry, "answer")) == question.answer
            assert float(entry.findtext("answer/tolerance")) == question.tolerance
        case "text":
            accepted = [text_of(answer, ".") for answer in entry.findall("answer")]
            assert [wildcards_taken_out(text) for text in accepted] == list(question.accepted)
        case "order":
            answers = [seen(text_of(a, "."), language)[0] for a in entry.findall("answer")]
            assert answers == [option.text[language] for option in question.options]
            assert general[:-1] == reasons(question, language)
        case "match":
            rows = [
                (*seen(text_of(row, "."), language),
                 *seen(f"<p>{text_of(row, 'answer')}</p>", language))
                for row in entry.findall("subquestion")
            ]  # fmt: skip
            assert rows == [(o.text[language], o.partner[language]) for o in question.options]
            assert general[:-1] == reasons(question, language)
        case "open":
            info = seen(text_of(entry, "graderinfo"), language)
            points = [point[language] for point in question.rubric]
            assert info[1] == question.model_answer[language] and info[3:] == points


def reasons(question, language):
    return [each[language] for o in question.options for each in (o.text, o.why)]


def code_of(html):
    return "".join(text for tag, _, text in leaves(html) if tag == "code")


def wildcards_taken_out(text):
    """As Moodle compares short answers: a `*` alone stands for anything."""
    assert re.search(r"(?<!\\)\*", text) is None
    return text.replace("\\*", "*")


# GIFT --------------------------------------------------------------------------------------------

PLACEHOLDERS = {":": "058", "#": "035", "=": "061", "{": "123", "}": "125", "~": "126", "n": "010"}


def hidden(text):
    """As Moodle begins: escaped characters become numbers before anything is looked for."""
    text = text.replace("\\\\", "&&092;")
    for ch, number in PLACEHOLDERS.items():
        text = text.replace(f"\\{ch}", f"&&{number}")
    return text.replace("&&092;", "\\")


def revealed(text):
    for ch, number in PLACEHOLDERS.items():
        text = text.replace(f"&&{number}", "\n" if ch == "n" else ch)
    return text.strip()


def gift_entries(data):
    """Name, stem, answers and general feedback of each question: paragraphs, then one `{…}`."""
    blocks = re.split(r"\n\s*\n", data.decode().strip())
    for block in blocks:
        lines = [line for line in block.split("\n") if not line.startswith("//")]
        text = hidden("\n".join(lines))
        if not text or text.startswith("$CATEGORY:"):
            continue
        assert text.count("{") == text.count("}") == 1
        head, inside = text[: text.index("{")], text[text.index("{") + 1 : text.rindex("}")]
        name, stem = re.fullmatch(r"::(.*?)::\[html\](.*)", head, re.DOTALL).groups()
        answers, _, general = inside.partition("####")
        yield revealed(name), revealed(stem), answers.strip(), revealed(general)


def test_the_bank_as_gift_has_all_but_questions_of_order():
    names = [name for name, *_ in gift_entries(exchange.export(BANK, "gift").data)]
    assert sorted(names) == sorted(question.id for question in BANK if question.kind != "order")


@FAST
@given(questions())
def test_gift_gives_every_text_back(question):
    found = list(gift_entries(exchange.export([question], "gift", "both").data))
    if question.kind == "order" or any("->" in t or "&&" in t for t in question.accepted):
        assert found == [] and exchange.export([question], "gift").losses[0].field == "kind"
        return
    ((name, stem, answers, general),) = found
    for language in ("en", "zh"):
        assert name == question.id and seen(stem, language) == [question.stem[language]]
        assert code_of(stem) == question.code
        assert seen(general, language)[-1] == question.why[language]
        read_answers(question, answers, general, language)


def read_answers(question, answers, general, language):
    match question.kind:
        case "single" | "multiple":
            found = re.findall(r"([=~])(?:%(-?[\d.]+)%)?([^=~#]*)#([^=~#]*)", answers)
            assert [
                (*seen(revealed(text), language), *seen(revealed(why), language))
                for _, _, text, why in found
            ] == [(o.text[language], o.why[language]) for o in question.options]
            shares = [float(share or 100 * (mark == "=")) for mark, share, *_ in found]
            right = sum(option.correct for option in question.options)
            wrong = -100 / right if question.kind == "multiple" else 0
            wanted = [100 / right if option.correct else wrong for option in question.options]
            assert shares == pytest.approx(wanted, abs=1e-5)
        case "numeric":
            answer, _, tolerance = answers.removeprefix("#").partition(":")
            assert (float(answer), float(tolerance)) == (question.answer, question.tolerance)
        case "text":
            found = [wildcards_taken_out(revealed(text)) for text in answers.split("=")[1:]]
            assert found == [text.strip() for text in question.accepted]
        case "match":
            pairs = [row.partition("->") for row in answers.split("=")[1:]]
            assert [
                (*seen(revealed(left), language), *seen(f"<p>{revealed(right)}</p>", language))
                for left, _, right in pairs
            ] == [(o.text[language], stripped(o.partner, language)) for o in question.options]
        case "open":
            assert answers == ""
            assert question.model_answer[language] in seen(general, language)


def stripped(text, language):
    return text[language].strip() if text.en == text.zh else text[language]


@pytest.mark.parametrize("ch", "~=#{}:\\\n")
def test_gift_escapes_what_it_would_read(ch):
    assert revealed(f"a{hidden(escaped(ch))}b") == f"a{ch}b"


@pytest.mark.parametrize("accepted", ["%50% of it", "a->b", "&&061;"])
def test_an_accepted_text_that_gift_would_read_otherwise_is_left_out(accepted):
    question = replace(quiz.get("bpe-aaa"), accepted=(accepted,))
    made = exchange.export([question], "gift")
    assert made.count == 0 and [loss.reason for loss in made.losses] == ["unsayable"]
