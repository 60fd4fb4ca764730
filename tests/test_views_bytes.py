"""The views of lesson 03: from characters to ids, splitters, real vocabularies, costs."""

import pytest

from subword_lab import views, vocabs
from subword_lab.views import vocabularies
from subword_lab.views.pictures.characters import SHOWN
from subword_lab.views.steppers.byte_encoding import byte_stepper
from subword_lab.views.steppers.byte_training import byte_training

SAMPLES = ["é", "नमस्ते 🤗!", "HOW'S in 1234567", "<b>&amp;</b>", "\x00\u202e\n", "a" * 300]


@pytest.fixture
def course_only(monkeypatch):
    """A machine without any real vocabulary."""
    monkeypatch.setattr(vocabs, "available", lambda: [])


@pytest.fixture
def stepper():
    made = []

    def make(text, **options):
        made.append(byte_stepper(text, **options))
        return made[-1]

    yield make
    for view in made:
        view.close()


def texts(view):
    return [view.story.draw(frame).text for frame in view.story.frames]


@pytest.mark.parametrize("text", SAMPLES)
def test_the_last_frame_holds_the_ids(stepper, text):
    view = stepper(text)
    tokenizer = vocabularies.vocabulary(view.children[1].value)
    ids = tokenizer.encode(text)
    last = view.story.draw(view.story.frames[-1]).text
    assert all(f"({id})" in last for id in ids)
    assert last.startswith(f"Tokens: {len(ids)}.")


def test_each_merge_is_a_frame_and_names_its_bytes(stepper, course_only):
    view = stepper("the")
    merging = [text.splitlines()[0] for text in texts(view)[5:-1]]
    assert merging == ["Next: h + e, rank 1, bytes 68 65 = he."]


def test_a_part_of_a_character_is_called_so(stepper):
    view = stepper("🤗")
    assert "bytes F0 9F = a part of a character." in texts(view)[5]


@pytest.mark.parametrize("at", range(8))
def test_a_question_has_its_answer_among_its_options(stepper, at):
    view = stepper("hello world")
    question = view.story.ask(view.story.frames[at])
    if question is None:
        assert 0 < at < 5
    else:
        assert question.answer in question.options
        assert len(set(question.options)) == len(question.options) > 1
        assert "rank" not in question.hidden.text


def test_the_stored_picture_is_the_same_without_real_vocabularies(stepper, monkeypatch):
    here = repr(stepper("नमस्ते"))
    monkeypatch.setattr(vocabs, "available", lambda: [])
    assert repr(stepper("नमस्ते")) == here


def test_another_vocabulary_tells_the_story_again(stepper):
    view = stepper(" the market")
    before = texts(view)[-1]
    view.children[1].value = "course"
    assert texts(view)[-1] != before
    view.typed.value = "x\ud83e"
    assert "surrogate" in view.status.value


def test_without_real_vocabularies_the_course_has_its_own(stepper, course_only):
    view = stepper("é")
    assert [name for _, name in view.children[1].options] == ["course"]


def test_training_is_watched_in_bytes():
    view = byte_training({"你好": 2})
    assert "2 × ä | ½ | ł | å | ¥ | ½" in str(view)
    assert "你好 2: step 0" in str(view)
    assert view.typed.value == "你好 2"
    view.typed.value = "é 3"
    assert "3 × Ã | ©" in str(view)
    view.close()


@pytest.mark.parametrize("text", SAMPLES)
def test_characters_are_escaped_and_counted(text):
    drawn = views.character_table(text)
    assert f"Characters: {len(text)}, bytes: {len(text.encode())}" in drawn.text
    assert "<b>" not in drawn.markup.replace("<bdi>", "")
    assert len(drawn.text.splitlines()) <= SHOWN + 3


@pytest.mark.parametrize(("text", "error"), [(None, TypeError), ("\ud83e", ValueError)])
def test_what_is_no_text_is_refused(text, error):
    with pytest.raises(error):
        views.character_table(text)
    with pytest.raises(error):
        views.split_comparison(text)
    with pytest.raises(error):
        byte_stepper(text)


def test_splitters_are_compared_and_a_bad_expression_named():
    panel = views.split_comparison("a1  b")
    assert "gpt2      a | 1 | ␣ | ␣b" in str(panel)
    with pytest.raises(ValueError, match="no regular expression"):
        views.split_comparison("a", {"mine": "("})


def test_real_cuts_show_what_is_typed_beside_the_given():
    panel = views.real_cuts(["hello"], "gpt2")
    chosen, typed, shown = panel.children[-3:]
    typed.value = "<i>x</i>"
    assert "hello" in shown.value and "&lt;i" in shown.value and "<i>" not in shown.value
    typed.value = "x" * 6_000
    assert "hello" not in shown.value
    assert "Recorded from gpt2" in str(panel)


def test_an_unknown_recording_is_an_error():
    with pytest.raises(KeyError, match="no recording 'none'"):
        views.real_cuts(["x"], "none")


def test_costs_begin_with_english_and_follow_the_vocabulary():
    panel = views.language_costs(["hi", "en"])
    chosen, shown = panel.children[-2:]
    assert str(panel).splitlines()[1].split() == ["English", "1.00", "×"]
    before = shown.value
    chosen.value = "course"
    assert shown.value != before and "Hindi" in shown.value


def test_a_language_without_the_story_is_an_error():
    with pytest.raises(KeyError, match="story/xx"):
        views.language_costs(["xx"])
