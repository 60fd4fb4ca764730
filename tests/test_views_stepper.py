"""The stepper: buttons, slider, prediction, typed text; all without a browser."""

from dataclasses import replace

import ipywidgets
import pytest
from ipywidgets.widgets import widget

from subword_lab import Tokenizer, bpe, views, wordpiece
from subword_lab.trace import Trace
from subword_lab.views.html import Html
from subword_lab.views.stories import ASKED, Question

CORPUS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def picture(frame):
    return Html(f"<p>{frame}</p>", f"frame {frame}\nmore")


@pytest.fixture
def plain():
    view = views.stepper("abc", picture, "Letters")
    yield view
    view.close()


@pytest.fixture
def predicting():
    view = views.bpe_training(CORPUS, predict=True)
    yield view
    view.close()


def press(view, description):
    view_buttons = [
        w for w in view.controls.children if getattr(w, "description", "") == description
    ]
    view_buttons[0].click()


def test_buttons_move_and_stop_at_the_ends(plain):
    press(plain, "◀ Back")
    assert plain.at == 0
    for _ in range(5):
        press(plain, "Next ▶")
    assert plain.at == 2
    assert "<p>c</p>" in plain.picture.value
    press(plain, "◀ Back")
    assert plain.at == 1
    press(plain, "|◀")
    assert plain.at == 0


def test_every_button_says_in_words_what_it_does(plain):
    buttons = [w for w in plain.controls.children if isinstance(w, ipywidgets.Button)]
    assert len(buttons) == 4
    assert all(len(w.tooltip) > 5 for w in buttons)


def test_slider_number_and_player_stay_together(plain):
    plain.number.value = 2
    assert (plain.slider.value, plain.play.value) == (2, 2)
    plain.play.value = 1
    assert (plain.number.value, plain.at) == (1, 1)
    assert "frame b" in plain.status.value


def test_the_player_says_what_pressing_it_will_do(plain):
    plain.slider.value = 2
    press(plain, "▶▶ Play")
    assert plain.play.playing
    assert plain.at == 0  # from the end it begins again
    press(plain, "❚❚ Pause")
    assert not plain.play.playing
    assert plain.player.description == "▶▶ Play"


def test_repr_is_text_and_does_not_hang_on_the_process(plain):
    assert repr(plain) == "Letters: step 0 of 2\nframe a\nmore"
    again = views.stepper("abc", picture, "Letters")
    assert repr(again) == repr(plain)
    bundle = plain._repr_mimebundle_()
    assert bundle["text/plain"] == repr(plain)
    assert "<p>a</p>" in bundle["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_text_twin_is_shown_on_demand(plain):
    assert plain.twin.value == ""
    plain.as_text.value = True
    assert "frame a\nmore" in plain.twin.value


def test_frames_are_drawn_when_they_are_looked_at():
    drawn = []

    def draw(frame):
        drawn.append(frame)
        return picture(frame)

    view = views.stepper(range(1000), draw, "Numbers")
    view.slider.value = 500
    assert set(drawn) == {0, 500}


def test_a_trace_gives_the_steps_so_far():
    view = views.stepper(Trace(("x", "y"), "end"), lambda steps: picture(len(steps)), "Trace")
    assert view.slider.max == 2
    view.slider.value = 2
    assert "<p>2</p>" in view.picture.value


def test_no_frames_are_refused():
    with pytest.raises(ValueError, match="at least one frame"):
        views.stepper([], picture, "Nothing")


def test_closing_frees_every_widget():
    before = set(widget._instances)
    view = views.bpe_training(CORPUS)
    assert set(widget._instances) - before
    view.close()
    assert set(widget._instances) - before == set()


# Predicting --------------------------------------------------------------------------------------


def test_a_prediction_hides_the_counts_until_it_is_made(predicting):
    assert "20" not in repr(predicting)
    assert "u + g" in predicting.question().options
    predicting.choice.value = "u + g"
    predicting.check.click()
    assert "You predicted u + g. One point. (1 of 1 so far)" in predicting.status.value
    assert "merged next" in repr(predicting)


def test_a_wrong_prediction_earns_nothing_and_names_the_answer(predicting):
    predicting.choice.value = "b + u"
    predicting.check.click()
    assert "it is u + g. (0 of 1 so far)" in predicting.status.value


def test_a_prediction_counts_once(predicting):
    predicting.choice.value = "b + u"
    predicting.check.click()
    predicting.check.click()
    predicting.choice.value = "u + g"
    predicting.check.click()
    assert predicting.points == {0: 0.0}


def test_a_tied_pair_earns_half():
    view = views.bpe_training({"ab": 1, "cd": 1}, predict=True)
    view.choice.value = "c + d"
    view.check.click()
    assert "Half a point: c + d is just as good" in view.status.value
    assert view.points == {0: 0.5}


def test_next_shows_the_answer_first_and_gives_no_point(predicting):
    press(predicting, "Next ▶")
    assert predicting.at == 0
    assert "merged next" in repr(predicting)
    press(predicting, "Next ▶")
    assert predicting.at == 1
    assert predicting.points == {}


def test_checking_without_a_choice_does_nothing(predicting):
    before = repr(predicting)
    predicting.check.click()
    assert (repr(predicting), predicting.points) == (before, {})


def test_a_guess_stays_where_it_was_made_until_another_frame_asks(predicting):
    predicting.choice.value = "b + u"
    predicting.check.click()
    assert predicting.choice.value == "b + u"  # the focus may be on it
    press(predicting, "Next ▶")
    assert predicting.choice.value is None
    offered = {option for _, option in predicting.choice.options} - {None}
    assert offered == set(predicting.question().options)


def test_a_frame_that_asks_nothing_shows_no_place_for_a_guess(predicting):
    assert predicting.predicting.layout.display == "flex"
    predicting.slider.value = predicting.slider.max
    assert predicting.predicting.layout.display == "none"


def test_the_last_frame_asks_nothing(predicting):
    predicting.slider.value = predicting.slider.max
    assert predicting.question() is None
    assert "No pair is left" in repr(predicting)


def test_prediction_can_be_switched_on_and_off(predicting):
    assert predicting.player.disabled
    predicting.predict.value = False
    assert not predicting.player.disabled
    assert "merged next" in repr(predicting)


# Typing ------------------------------------------------------------------------------------------


def test_a_typed_text_tells_another_story(predicting):
    predicting.slider.value = 3
    predicting.typed.value = "low low lower"
    assert predicting.at == 0
    assert "low 2, lower 1" in repr(predicting)
    predicting.typed.value = "aa 3, bb 7"
    assert "aa 3, bb 7" in predicting.title.value


@pytest.mark.parametrize("text", ["", "   ", "x" * 5001, "\ud83e"])
def test_a_text_that_will_not_do_is_answered_with_a_message(text):
    view = views.bpe_training(CORPUS)
    before = repr(view)
    if text == "":
        view.typed.value = "x"
        before = repr(view)
    view.typed.value = text
    assert repr(view) == before
    assert "#b0400a" in view.status.value
    assert "Traceback" not in view.status.value


def test_typed_markup_is_escaped():
    view = views.bpe_training(CORPUS)
    view.typed.value = "<script>alert(1)</script> 3, <b> 2"
    assert "<script>" not in view.picture.value + view.title.value + view.status.value


# Speed -------------------------------------------------------------------------------------------


def test_the_speed_of_playing_can_be_chosen_and_has_a_name(plain):
    assert (plain.speed.description, plain.speed.label, plain.play.interval) == (
        "Speed", "normal", 1_200,
    )  # fmt: skip
    intervals = []
    for name, _ in plain.speed.options:
        plain.speed.label = name
        intervals.append(plain.play.interval)
    assert intervals == sorted(intervals, reverse=True) and len(set(intervals)) == 4


# What is offered ---------------------------------------------------------------------------------


def offered(view):
    return view.predict.layout.display != "none"


@pytest.fixture
def question():
    return Question("Which?", ("a", "b"), "a", picture("hidden"))


def test_a_story_whose_first_frames_ask_nothing_can_still_be_predicted(question):
    view = views.stepper(
        range(5_000), picture, "Late", ask=lambda at: question if at == 7 else None, predict=True
    )
    assert offered(view) and view.question() is None
    view.slider.value = 7
    assert view.question() is question


def test_few_frames_are_asked_whether_they_ask(question):
    asked = []
    view = views.stepper(range(5_000), picture, "Never", ask=asked.append, predict=True)
    assert not offered(view) and len(set(asked)) == ASKED
    assert not view.player.disabled  # nothing is asked: it may go on by itself
    asked.clear()
    views.stepper(range(5_000), picture, "Now", ask=lambda at: asked.append(at) or question)
    assert asked == [0]


@pytest.mark.parametrize("options", [(), ("a",), ("a", ""), ("a", "b" * 121)])
def test_what_leaves_no_choice_or_does_not_fit_into_a_list_is_not_asked(question, options):
    asked = replace(question, options=options)
    view = views.stepper("abc", picture, "Letters", ask=lambda frame: asked, predict=True)
    assert not offered(view) and view.question() is None


WORDPIECE = wordpiece.train(CORPUS, merges=5)
MERGES = bpe.train(CORPUS, merges=5)
EVERY_STEPPER = {
    "bpe_training": lambda: views.bpe_training(CORPUS, predict=True),
    "bpe_encoding": lambda: views.bpe_encoding(MERGES, "punhug", predict=True),
    "byte_training": lambda: views.byte_training({"é": 2, "è": 3}, predict=True),
    "byte_stepper": lambda: views.byte_stepper("the café", predict=True),
    "word_training": lambda: views.word_training("a b a", predict=True),
    "wordpiece_training": lambda: views.wordpiece_training(CORPUS, predict=True),
    "wordpiece_encoding": lambda: views.wordpiece_encoding(WORDPIECE, "hugs", predict=True),
    "race": lambda: views.race(CORPUS, predict=True),
    "bert_cleaning": lambda: views.bert_cleaning("Café!", predict=True),
    "vocabulary_sizes": lambda: views.vocabulary_sizes("the café", predict=True),
    "sentencepiece_stages": lambda: views.sentencepiece_stages(
        Tokenizer.train("sentencepiece", "one two three two one", vocab_size=30), "ﬁve two",
        predict=True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("make", EVERY_STEPPER.values(), ids=EVERY_STEPPER)
def test_every_stepper_can_be_predicted_and_typed_into(make):
    view = make()
    assert offered(view) and view.make is not None and view.typed in view.children
    questions = [view.story.question(at) for at in range(len(view.story.frames))]
    for question in filter(None, questions):
        assert question.answer in question.options and len(question.options) > 1
        assert len(set(question.options)) == len(question.options)
        assert question.hidden.text.startswith(question.text)
    view.close()
