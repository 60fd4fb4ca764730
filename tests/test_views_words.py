"""Views of lesson 01: a vocabulary that grows, one that is closed, four splitters."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import Tokenizer, metrics, views
from subword_lab.views.steppers.word_encoding import shares
from subword_lab.views.steppers.word_training import different_words

CLOSED = Tokenizer.train("word", {"the": 4, "cat": 2})
TOY = "the cat sat sat mat"


@pytest.fixture
def view():
    made = []

    def keep(stepper):
        made.append(stepper)
        return stepper

    yield keep
    for stepper in made:
        stepper.close()


@settings(max_examples=60)
@given(st.lists(st.sampled_from("abcd"), max_size=12))
def test_different_words_are_those_of_each_beginning(words):
    assert different_words(words) == [len(set(words[:at])) for at in range(len(words) + 1)]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(("the", "cat", "sat")), min_size=1), st.sets(st.just("the")))
def test_the_two_honest_fractions_are_the_metric_s(words, vocab):
    found = shares(vocab, words)
    assert found.by_token[0] / found.by_token[1] == metrics.oov_rate(vocab, words)
    assert found.by_type[0] / found.by_type[1] == metrics.oov_rate(vocab, words, "type")
    assert found.mixed == (found.by_type[0], found.by_token[1])


def test_the_vocabulary_grows_with_new_words_only(view):
    growing = view(views.word_training("the cat sat on the mat", dim=10))
    assert len(growing.story.frames) == 7
    growing.slider.value = 4
    assert "Next: “the”. It has been seen before: the vocabulary stays at 4." in repr(growing)
    growing.slider.value = 6
    assert "6 running words, 5 different ones" in repr(growing)
    assert re.search(r"table V × d = 5 × 10 +50$", repr(growing), re.MULTILINE)


def test_new_or_known_can_be_predicted(view):
    growing = view(views.word_training("the the", predict=True))
    assert "It is new" not in repr(growing)
    growing.choice.value = "new"
    growing.guess()
    assert growing.points == {0: 1.0}
    growing.slider.value = 1
    growing.choice.value = "new"
    growing.guess()
    assert growing.points == {0: 1.0, 1: 0.0}
    assert "read before: 1." in growing.status.value


def test_a_closed_vocabulary_gives_unk_and_three_fractions(view):
    reading = view(views.word_encoding(CLOSED, TOY))
    reading.slider.value = 5
    told = repr(reading)
    assert "pieces: the | cat | &lt;unk&gt;" not in told and "<unk> | <unk> | <unk>" in told
    for fraction in ("3 / 5     60.0 %", "2 / 4     50.0 %", "2 / 5     40.0 %"):
        assert fraction in told
    assert "&lt;unk&gt;" in reading.picture.value and "<unk>" not in reading.picture.value


def test_the_piece_can_be_predicted(view):
    reading = view(views.word_encoding(CLOSED, TOY, predict=True))
    assert reading.question().options == ("the", "<unk>")
    reading.slider.value = 2
    reading.choice.value = "sat"
    reading.guess()
    assert "it is <unk>" in reading.status.value.replace("&lt;", "<").replace("&gt;", ">")


@pytest.mark.parametrize(
    "make", [views.word_training, lambda text: views.word_encoding(CLOSED, text)]
)
def test_any_text_can_be_typed(view, make):
    stepper = view(make(TOY))
    before = repr(stepper)
    for bad in ("", "   ", "x" * 6_000, "\ud800"):
        stepper.typed.value = bad
        assert repr(stepper) == before
    for text in ("<b>&amp;", "नमस्ते 🤗", "शब्द " * 900, "\u202eabc"):
        stepper.typed.value = text
        stepper.slider.value = stepper.slider.max
        assert "<b>" not in stepper.picture.value
        assert "\u202e" not in stepper.picture.value


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_text_without_words_is_refused(text):
    with pytest.raises(ValueError, match="holds no word"):
        views.word_training(text)
    with pytest.raises(ValueError, match="holds no word"):
        views.word_encoding(CLOSED, text)


def test_what_is_no_text_and_no_word_tokenizer_is_refused():
    with pytest.raises(TypeError):
        views.word_training(5)
    subwords = Tokenizer.train("bpe", {"hug": 2}, merges=1)
    with pytest.raises(ValueError, match="recipe 'word'"):
        views.word_encoding(subwords, "hug")
    with pytest.raises(TypeError, match="a Tokenizer, not str"):
        views.word_encoding("no tokenizer", "hug")


def test_four_splitters_draw_the_same_sentence():
    told = views.word_splitters().text
    for start in ("Don't | you", "Don | ' | t | you", "Don | 't | you", "Do | n't | you"):
        assert start in told
    assert "sacremoses 0.2.0, recorded" in told
