"""The cells "for real" of lessons 03 to 06: equal as things are, red where our engine is broken."""

import re
from pathlib import Path

import pytest

import subword_lab as sl
from subword_lab import Tokenizer, unigram, vocabs, wordpiece
from subword_lab.i18n import t
from subword_lab.views import for_real
from subword_lab.views.palette import LIGHT

LESSONS = Path(__file__).parents[1] / "lessons"
TEXT = "Hello world, it's warm 7 times."
WANTED = {"bert": "bert-base-uncased", "byte_level": "gpt2"}


def wrongly(function, change=lambda text: text[:-1]):
    """The function, given another text than it was asked about."""
    return lambda self, text, *rest, **options: function(self, change(text), *rest, **options)


CELLS = {  # what the cell is called with, and a way to break what it shows
    "byte_training": (
        {"corpus": "the cat sat on the mat, the cat ran " * 9},
        lambda patch: patch.setattr(
            Tokenizer,
            "train",
            lambda recipe, corpus, train=Tokenizer.train, **options: train(
                recipe, corpus[::-1], **options
            ),
        ),
    ),
    "byte_level": (
        {"text": TEXT},
        lambda patch: patch.setattr(Tokenizer, "encode", wrongly(Tokenizer.encode)),
    ),
    "bert": (
        {"text": TEXT},
        lambda patch: patch.setattr(Tokenizer, "__call__", wrongly(Tokenizer.__call__)),
    ),
    "wordpiece": (
        {"corpus": sl.corpora.load("hug")},
        lambda patch: patch.setattr(wordpiece, "encode", lambda model, word: tuple(word)),
    ),
    "unigram": (
        {"text": "warm the flour"},
        lambda patch: patch.setattr(unigram, "encode", lambda model, text: tuple(text)),
    ),
    "sentencepiece": (
        {"text": TEXT},
        lambda patch: patch.setattr(Tokenizer, "encode", wrongly(Tokenizer.encode)),
    ),
    "sentencepiece-files": (
        {"text": TEXT},
        lambda patch: patch.setattr(Tokenizer, "encode", wrongly(Tokenizer.encode)),
    ),
}
MEANT_TO_DIFFER = {"wordpiece-ties"}  # the library differs from itself


def shown(name):
    arguments = dict(CELLS[name][0])
    corpus = [arguments.pop("corpus")] if "corpus" in arguments else []
    return for_real(name, *corpus, **arguments).children[-1].value


def test_these_are_the_cells_of_the_lessons():
    lessons = [path for number in "3456" for path in LESSONS.glob(f"0{number}_*.py")]
    called = re.findall(r'for_real\(\s*"([\w-]+)"', "".join(p.read_text("utf-8") for p in lessons))
    assert set(called) == CELLS.keys() | MEANT_TO_DIFFER


@pytest.mark.parametrize("name", CELLS)
def test_a_cell_is_green_as_things_are_and_red_where_the_engine_is_broken(
    name, monkeypatch, missing
):
    wanted = WANTED.get(name)
    if wanted and wanted not in {found.name for found in vocabs.available()}:
        missing(f"the vocabulary {wanted}")
    whole = shown(name)
    assert t("for_real.same") in whole
    assert t("for_real.differs") not in whole and LIGHT["badbg"] not in whole
    CELLS[name][1](monkeypatch)
    broken = shown(name)
    rows = broken.partition("</table>")[0].split("<tr>")[2:]
    assert any(t("for_real.differs") in row for row in rows)
    for row in rows:
        assert (LIGHT["badbg"] in row) == (t("for_real.differs") in row)
