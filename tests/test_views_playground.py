"""The playground: any text, any tokenizer of this machine, numbers that say what is lost."""

import html
import re

import pytest

from subword_lab import house, vocabs
from subword_lab.comparing import agreement
from subword_lab.tokenizer import Tokenizer
from subword_lab.views import playground
from subword_lab.views.panels import playground as module
from subword_lab.views.pictures.measured import PIECES_SHOWN, measured
from subword_lab.vocabs import Found

CORPUS = "hug pug pun bun hugs hug"


@pytest.fixture(scope="module")
def small():
    return {name: Tokenizer.train(name, CORPUS, 15) for name in ("bpe", "char", "wordpiece")}


@pytest.fixture
def nothing_found(monkeypatch):
    monkeypatch.setattr(vocabs, "available", list)


@pytest.fixture
def found(monkeypatch, small):
    """Two vocabularies on the machine: one that can be read, one that is broken."""

    def load(name):
        if name == "broken":
            raise ValueError("line 3 holds no piece")
        return small["char"]

    names = [Found(name, "vocab.txt", "somewhere", "MIT", ()) for name in ("broken", "good")]
    monkeypatch.setattr(vocabs, "available", lambda: names)
    monkeypatch.setattr(module, "vocabulary", load)


def widgets(panel, kind):
    todo, named = list(panel.children), {}
    while todo:
        widget = todo.pop(0)
        if type(widget).__name__ == kind:
            named[getattr(widget, "description", "")] = widget
        todo += getattr(widget, "children", ())
    return named


def text_box(panel):
    (box,) = widgets(panel, "Textarea").values()
    return box


def seen(panel):
    """All that stands in the panel's HTML widgets, as text."""
    markup = " ".join(child.value for child in panel.children if hasattr(child, "value"))
    return html.unescape(re.sub(r"<style.*?</style>|<[^>]*>", " ", markup))


def line(panel, name):
    return next(each for each in str(panel).splitlines() if each.startswith(f"  {name} "))


def test_every_recipe_and_every_vocabulary_can_be_ticked(found):
    names = set(widgets(playground(), "Checkbox"))
    assert {"words", "characters", "BPE", "WordPiece", "Unigram", "SentencePiece"} < names
    assert {"broken", "good", "show ids"} < names


def test_what_is_stored_does_not_depend_on_what_is_found(found, monkeypatch):
    with_two = playground().still()
    monkeypatch.setattr(vocabs, "available", list)
    without = playground()
    assert without.still() == with_two
    assert any(
        "No real vocabulary" in label.value
        for each in without.children
        for label in getattr(each, "children", ())
        if type(label).__name__ == "Label"
    )


def test_the_numbers_are_those_of_the_tokenizers(nothing_found):
    panel, text = playground(), "the café  table"
    text_box(panel).value = text
    bpe, byte = house.tokenizer("bpe"), house.tokenizer("byte_bpe")
    count = len(byte.encode(text))
    alike = f"{100 * agreement(bpe, byte, [text]):.0f} %"
    cells = line(panel, "byte-level BPE").split()
    assert cells == ["byte-level", "BPE", str(count), f"{16 / count:.2f}", "✓", *alike.split()]


def test_losses_have_names_and_places(small):
    said = measured(small, "hugs mug").text
    assert "✗ unknown (m)" in said and "✗ unknown (mug)" in said


def test_a_text_that_cannot_be_encoded_is_said(small):
    spelled = Tokenizer.train("byte_bpe", CORPUS, 260)
    refusing = Tokenizer.train("bpe", CORPUS, 15, unk=None)
    said = measured({"refusing": refusing, "bytes": spelled}, "猫").text
    assert "✗ cannot be encoded" in said
    assert re.search(r"bytes +3 +1\.00 +✓ +–", said)  # nothing to agree with


def test_ids_are_shown_on_demand(nothing_found):
    panel = playground("hug")
    ids = house.tokenizer("bpe").encode("hug")
    assert f"({ids[0]})" not in str(panel)
    widgets(panel, "Checkbox")["show ids"].value = True
    assert f"({ids[0]})" in str(panel)


def test_a_vocabulary_that_cannot_be_loaded_says_why(found):
    panel = playground("hug")
    box = widgets(panel, "Checkbox")["broken"]
    box.value = True
    assert not box.value
    assert "broken cannot be loaded: line 3 holds no piece" in seen(panel)
    assert "broken" not in str(panel)


def test_loading_says_that_it_works(found, monkeypatch, small):
    panel, said = playground("hug"), []

    def load(name):
        said.append(seen(panel))
        return small["char"]

    monkeypatch.setattr(module, "vocabulary", load)
    panel = playground("hug")
    widgets(panel, "Checkbox")["good"].value = True
    assert "Loading good" in said[0] and "Loading" not in seen(panel)
    assert line(panel, "good").split()[1] == "3"
    widgets(panel, "Checkbox")["good"].value = False
    widgets(panel, "Checkbox")["good"].value = True
    assert len(said) == 1  # it is kept


def test_own_tokenizers_come_first(nothing_found, small):
    panel = playground("hugs", own={"mine": small["bpe"], "BPE": small["char"]})
    assert "cuts like mine" in str(panel)
    assert line(panel, "BPE").split()[1] == "4"  # the own one has the name


def test_a_long_text_is_cut_off_with_a_word(nothing_found):
    panel = playground("hug " * 1_000)
    assert "Only the first 2,000 characters are cut here; 2,000 more are left out." in seen(panel)
    assert "One text: 2000 characters" in str(panel)
    assert f"… and {int(line(panel, 'BPE').split()[1]) - PIECES_SHOWN} more" in str(panel)


def test_nothing_ticked_and_nothing_typed(nothing_found):
    panel = playground("")
    assert line(panel, "BPE").split() == ["BPE", "0", "–", "✓", "100", "%"]
    for box in widgets(panel, "Checkbox").values():
        box.value = False
    assert str(panel) == "Tick at least one tokenizer."


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"text": 3}, "str"),
        ({"text": "\ud83e"}, "surrogate"),
        ({"own": ["bpe"]}, "own must map names to tokenizers; got a list"),
        ({"own": {"bpe": "bpe"}}, "got a str for 'bpe'"),
    ],
)
def test_bad_input_is_named(arguments, said):
    with pytest.raises((TypeError, ValueError), match=said):
        playground(**arguments)
