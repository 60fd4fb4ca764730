"""QTI packages: manifest, idents and marking hold together; texts come back; text2qti agrees."""

import io
import xml.etree.ElementTree as ET
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given, settings
from text2qti.config import Config
from text2qti.qti import QTI
from text2qti.quiz import Quiz

from exchange_questions import leaves, questions, shown
from subword_lab.quiz import exchange

FAST = settings(max_examples=25, deadline=None)
BANK = exchange.choose(variants=1)
Q, P = (
    "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}",
    "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}",
)
SPOKEN = {"en": "en", "zh": "zh-Hans"}


def unpacked(data):
    """The manifest, the questions and all names of a package."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        manifest = ET.fromstring(archive.read("imsmanifest.xml"))
        (resource,) = [r for r in manifest.iter(f"{P}resource") if "imsqti" in r.get("type")]
        return manifest, ET.fromstring(archive.read(resource.find(f"{P}file").get("href"))), names


def items(data):
    return list(unpacked(data)[1].iter(f"{Q}item"))


def html_of(element, path=""):
    return element.findtext(f"{path}{Q}material/{Q}mattext")


# The form ----------------------------------------------------------------------------------------


def test_the_manifest_names_each_file_once_and_its_references_resolve():
    manifest, assessment, names = unpacked(exchange.export(BANK, "qti12").data)
    files = [file.get("href") for file in manifest.iter(f"{P}file")]
    assert sorted([*files, "imsmanifest.xml"]) == sorted(names) == names
    resources = {resource.get("identifier") for resource in manifest.iter(f"{P}resource")}
    wanted = {needed.get("identifierref") for needed in manifest.iter(f"{P}dependency")}
    assert wanted < resources and assessment[0].get("ident") in resources


def test_idents_are_unique_and_every_reference_resolves():
    found = items(exchange.export(BANK, "qti12").data)
    idents = [item.get("ident") for item in found]
    assert idents == [question.id for question in BANK] and len(set(idents)) == len(idents)
    for item in found:
        responses = {r.get("ident"): r for tag in ("response_lid", "response_str")
                     for r in item.iter(f"{Q}{tag}")}  # fmt: skip
        for test in [*item.iter(f"{Q}varequal"), *item.iter(f"{Q}vargte")]:
            response = responses[test.get("respident")]
            labels = {label.get("ident") for label in response.iter(f"{Q}response_label")}
            assert response.tag != f"{Q}response_lid" or test.text in labels
        said = {each.get("ident") for each in item.iter(f"{Q}itemfeedback")}
        assert {each.get("linkrefid") for each in item.iter(f"{Q}displayfeedback")} == said


def score(item, answer):
    """What an answer earns, by the rules of QTI 1.2: conditions in order until one stops."""
    earned = 0.0
    for condition in item.iter(f"{Q}respcondition"):
        tests = list(condition.find(f"{Q}conditionvar"))
        if all(holds(test, answer) for test in tests) or any_of_several(tests, answer):
            for change in condition.iter(f"{Q}setvar"):
                earned = float(change.text) + (earned if change.get("action") == "Add" else 0)
            if condition.get("continue") == "No":
                break
    return earned


def any_of_several(tests, answer):
    """As Canvas writes and reads accepted texts: one beside the other, any of them is right."""
    alike = len(tests) > 1 and {test.tag for test in tests} == {f"{Q}varequal"}
    return alike and any(holds(test, answer) for test in tests)


def holds(test, answer):
    given = answer.get(test.get("respident"), [])
    match test.tag.removeprefix(Q):
        case "other":
            return True
        case "and":
            return all(holds(inner, answer) for inner in test)
        case "or":
            return any(holds(inner, answer) for inner in test)
        case "not":
            return not any(holds(inner, answer) for inner in test)
        case "varequal":
            return test.text in given
        case "vargte":
            return float(given[0]) >= float(test.text)
        case "varlte":
            return float(given[0]) <= float(test.text)
    raise AssertionError(test.tag)


def response(question, indices):
    return {"response1": [f"{question.id}-{at}" for at in indices]}


@pytest.mark.parametrize("question", [q for q in BANK if q.kind != "open"], ids=lambda q: q.id)
def test_the_right_answer_earns_all_and_a_wrong_one_less(question):
    (item,) = items(exchange.export([question], "qti12", "en").data)
    right = [at for at, option in enumerate(question.options) if option.correct]
    wrong = [at for at, option in enumerate(question.options) if not option.correct]
    match question.kind:
        case "single" | "multiple":
            assert score(item, response(question, right)) == 100
            assert score(item, response(question, wrong[:1])) == 0
            if question.kind == "multiple":
                assert score(item, response(question, right + wrong[:1])) == 0
        case "numeric":
            inside = question.answer + question.tolerance * 0.99
            assert score(item, {"response1": [f"{inside!r}"]}) == 100
            outside = question.answer + question.tolerance * 1.01 + 1e-6
            assert score(item, {"response1": [f"{outside!r}"]}) == 0
        case "text":
            assert all(score(item, {"response1": [text]}) == 100 for text in question.accepted)
            assert score(item, {"response1": ["no such answer"]}) == 0
        case _:
            names = menu_names(item)
            right = {row: [names[row][partner]] for row, partner in keyed(item, question).items()}
            assert score(item, right) == pytest.approx(100, abs=0.1)
            row = next(iter(right))
            other = next(name for name in names[row].values() if name not in right[row])
            assert score(item, right | {row: [other]}) < 95


def menu_names(item):
    """For each row the names of what can be chosen, by the text that is shown."""
    return {
        row.get("ident"): {
            html_of(label): label.get("ident") for label in row.iter(f"{Q}response_label")
        }
        for row in item.iter(f"{Q}response_lid")
    }


def keyed(item, question):
    """The right partner of each row, found by the text of the row."""
    places = {option.text.en: f"Position {at}" for at, option in enumerate(question.options, 1)}
    if question.kind == "match":
        places = {option.text.en: option.partner.en for option in question.options}
    return {row.get("ident"): places[html_of(row)] for row in item.iter(f"{Q}response_lid")}


# Every text comes back ---------------------------------------------------------------------------


@FAST
@given(questions())
def test_every_text_comes_back(question):
    (item,) = items(exchange.export([question], "qti12", "both").data)
    stem = html_of(item, f"{Q}presentation/")
    said = {
        each.get("ident"): html_of(each, f"{Q}flow_mat/") for each in item.iter(f"{Q}itemfeedback")
    }
    assert "".join(t for tag, _, t in leaves(stem) if tag == "code") == question.code
    for name, language in SPOKEN.items():
        both = "en" if question.stem.en == question.stem.zh else language
        assert shown(stem, both) == [question.stem[name]]
        general = shown(said["general_fb"])
        assert question.why[name] in general
        if question.kind in ("single", "multiple"):
            labels = [shown(html_of(each)) for each in item.iter(f"{Q}response_label")]
            for at, option in enumerate(question.options):
                assert option.text[name] in labels[at]
                assert option.why[name] in shown(said[f"{question.id}-{at}_fb"])
        for option in question.options if question.kind in ("order", "match") else ():
            assert {option.text[name], option.why[name]} <= set(general)
        for text in (question.model_answer, *question.rubric):
            assert text is None or text[name] in general


@FAST
@given(questions("match"))
def test_menus_hold_the_texts_exactly(question):
    for language in ("en", "zh"):
        (item,) = items(exchange.export([question], "qti12", language).data)
        rows = [html_of(row) for row in item.iter(f"{Q}response_lid")]
        assert rows == [option.text[language] for option in question.options]
        offered = {option.partner[language] for option in question.options}
        assert all(set(menu) == offered for menu in menu_names(item).values())


@FAST
@given(questions("text"))
def test_accepted_answers_come_back_exactly(question):
    (item,) = items(exchange.export([question], "qti12", "en").data)
    assert [test.text for test in item.iter(f"{Q}varequal")] == list(question.accepted)


# text2qti, which writes what Canvas reads -------------------------------------------------------

WRITTEN = """\
1.  One
... general
*a) one
... why
b)  two
... why

2.  Two
... general
[*] one
... why
[ ] two
... why

3.  Three
... general
=   5.5 +- 0.25

4.  Four
... general
*   word
*   other

5.  Five
... general
____
"""
ORDER = ("single", "multiple", "numeric", "text", "open")


def structure(item):
    """The paths of an item with the names of their attributes, but for our own metadata."""
    found = set()

    def walk(element, path):
        here = f"{path}/{element.tag.removeprefix(Q)}"
        found.add((here, *sorted(element.keys())))
        for child in element:
            walk(child, here)

    walk(item, "")
    return found


@pytest.mark.parametrize("at", range(len(ORDER)), ids=ORDER)
def test_items_are_built_as_text2qti_builds_them(at):
    quiz = Quiz(WRITTEN, config=Config(), source_name="quiz")
    with zipfile.ZipFile(io.BytesIO(QTI(quiz).zip_bytes())) as archive:
        (name,) = [n for n in archive.namelist() if "assessment_meta" not in n and n.count("/") == 1
                   and n.endswith(".xml")]  # fmt: skip
        theirs = list(ET.fromstring(archive.read(name)).iter(f"{Q}item"))[at]
    question = next(q for q in BANK if q.kind == ORDER[at] and (q.kind != "numeric" or q.tolerance))
    (ours,) = items(exchange.export([question], "qti12", "en").data)
    assert question_type(ours) == question_type(theirs)
    assert structure(ours) == structure(theirs)


def question_type(item):
    fields = {f[0].text: f[1].text for f in item.iter(f"{Q}qtimetadatafield")}
    return fields["question_type"]


def test_another_choice_is_another_quiz_and_the_same_one_replaces_itself():
    names = [unpacked(exchange.export(some, "qti12").data)[1][0].get("ident")
             for some in (BANK[:2], BANK[:3], [replace(BANK[0], level=5), BANK[1]])]  # fmt: skip
    assert names[0] == names[2] != names[1]
