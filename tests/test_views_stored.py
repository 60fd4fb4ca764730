"""What stands in a stored notebook: JupyterLab may not trust it, and nbval compares it."""

import re

import pytest

from subword_lab import Tokenizer, bpe, views
from subword_lab.views.html import Html

CORPUS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
MODEL = bpe.train(CORPUS, merges=5)
LARGEST = 20_000  # bytes of one picture; every brick carries its style


def half_count(words):
    return {pair: 1 for word in words for pair in zip(word, word[1:], strict=False)}


def tokenizer():
    return Tokenizer.train("wordpiece", "hug pug pun bun hugs", vocab_size=20)


PICTURES = {
    "bricks": lambda: views.bricks(["un", "##happi", "▁the", "low</w>", "[UNK]"], [1, 2, 3, 4, 5]),
    "bpe_training": lambda: views.bpe_training(CORPUS),
    "bpe_training, predicting": lambda: views.bpe_training(CORPUS, predict=True),
    "bpe_encoding": lambda: views.bpe_encoding(MODEL, "unhugs"),
    "merge_tree": lambda: views.merge_tree(MODEL, "unhugs"),
    "check": lambda: views.check("bpe-count-pairs", half_count),
    "solution": lambda: views.solution("bpe-count-pairs"),
    "exercise": lambda: views.exercise("bpe-first-three"),
    "quiz_cards": lambda: views.quiz_cards("02_bpe"),
    "bet": lambda: views.bet("key", "How many?", 20),
    "progress_panel": lambda: views.progress_panel(),
    "mock_interview": lambda: views.mock_interview(),
    "review_panel": lambda: views.review_panel(),
    "pipeline": lambda: views.pipeline(tokenizer(), "Hugs, pun!"),
    "compare": lambda: views.compare({"wordpiece": tokenizer()}, "Hugs, pun!"),
    "vocabulary_sizes": lambda: views.vocabulary_sizes("the letter"),
    "tricks": lambda: views.tricks("the cat sat on the mat"),
    "live_race": lambda: views.live_race("the cat sat on the mat"),
    "playground": lambda: views.playground(),
    "dashboard": lambda: views.dashboard(),
    "capstone": lambda: views.capstone(),
}


@pytest.fixture(params=PICTURES, scope="module")
def make(request):
    return PICTURES[request.param]


@pytest.fixture(scope="module")
def picture(make):
    made = make()
    return made if isinstance(made, Html) else made.still()


@pytest.mark.parametrize("part", ["var(", "<style", "<svg", "class=", " id=", "aria-", "role="])
def test_nothing_is_used_that_the_sanitizer_takes_away(picture, part):
    assert part not in picture.markup


def test_the_theme_is_added_to_literal_colors_and_nothing_is_lost_without_it(picture):
    """What JupyterLab leaves of a notebook that it does not trust is the picture itself."""
    shown = picture._repr_html_()
    assert "var(--sl-" in shown
    assert re.sub(r';[\w-]+:[^;"]*var\([^;"]*', "", shown) == picture.markup


def test_text_and_background_are_set_together(picture):
    first = re.search(r'style="([^"]*)"', picture.markup)[1]
    assert "background-color:#" in first and ";color:#" in first
    for row in re.findall(r"<tr[^>]*>", picture.markup):  # JupyterLab stripes rows of its own
        assert "background-color:#" in row and "color:#" in row


def test_declarations_are_whole(picture):
    for declarations in re.findall(r'style="([^"]*)"', picture.markup):
        names = [part.partition(":")[0] for part in declarations.split(";")]
        assert all(re.fullmatch(r"[\w-]+:[^:]+", part) for part in declarations.split(";"))
        assert len(names) == len(set(names)), declarations


def test_outputs_stay_small(picture):
    assert len(picture.markup.encode()) < LARGEST


def test_the_same_call_gives_the_same_picture(make, picture):
    again = make()
    again = again if isinstance(again, Html) else again.still()
    assert again == picture
    assert not re.search(r"0x[0-9a-f]{6,}|/home|/tmp", picture.text + picture.markup)


def test_the_text_says_what_the_markup_says(picture):
    """Every word of the picture is in its text, but for captions of one word."""
    words = set(re.findall(r"\w{4,}", re.sub(r"<[^>]*>", " ", picture.markup)))
    said = set(re.findall(r"\w{4,}", picture.text))
    assert len(words - said) <= len(words) // 5, words - said
