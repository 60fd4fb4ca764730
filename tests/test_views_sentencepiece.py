"""Views of lesson 06: there and back, the honest table, side by side, joining by score."""

import pytest

import subword_lab as sl
from subword_lab import bpe, views
from subword_lab.views.html import visible
from subword_lab.views.lines import marked_line
from subword_lab.views.steppers.score_encoding import moments
from subword_lab.views.steppers.sentencepiece_stages import STATIONS, travel

LINES = ["one two three", "two one", "three two one one"]
RANKS = {"cd": 0, "bcd": 1, "abc": 2, "abcd": 3}


@pytest.fixture(scope="module")
def tok():
    return sl.Tokenizer.train("sentencepiece", LINES, vocab_size=25, model="bpe")


@pytest.fixture(scope="module")
def careful():
    return sl.Tokenizer.train(
        "sentencepiece", LINES, vocab_size=280, model="bpe",
        byte_fallback=True, normalization="identity", remove_extra_whitespaces=False,
    )  # fmt: skip


@pytest.fixture
def shown():
    """Make views that are closed again at the end of the test."""
    made = []

    def keep(view):
        made.append(view)
        return view

    yield keep
    for view in made:
        view.close()


@pytest.fixture
def by_score():
    vocab = {piece: id for id, piece in enumerate([*"abcd", *RANKS])}
    return bpe.BpeModel(vocab, [], lookup="joined", piece_ranks=RANKS)


def frames(view):
    return [view.story.draw(frame) for frame in view.story.frames]


# There and back ----------------------------------------------------------------------------------


def test_each_station_adds_a_row(tok, shown):
    pictures = frames(shown(views.sentencepiece_stages(tok, "two  ①")))
    sizes = [len(picture.text.splitlines()) for picture in pictures]
    caption_and_header = 3
    assert sizes == [caption_and_header + at for at in range(1, len(STATIONS) + 1)]


def test_what_a_text_is_at_each_station(tok):
    journey = travel(tok, " two  ①")
    assert journey.normalized == " two  1" and journey.rewritten == {6}
    assert journey.marked == "▁two▁1"
    assert journey.words == ("▁two", "▁1")
    assert journey.pieces == tuple(tok.tokenize(" two  ①")) == ("▁two", "▁", "<unk>")
    assert list(journey.ids) == tok.encode(" two  ①")
    assert journey.back == "two  ⁇ "
    assert [loss.name for loss in journey.losses] == [
        "extra spaces", "extra spaces", "normalization", "unknown",
    ]  # fmt: skip


def test_losses_are_struck_out_at_the_last_station_and_named(tok, shown):
    *before, last = frames(shown(views.sentencepiece_stages(tok, "two  ①")))
    assert "line-through" in last.markup
    assert not any("line-through" in picture.markup for picture in before)
    caption = last.text.splitlines()[0]
    assert caption.endswith("Lost: extra spaces ␣, normalization ①, unknown ①.")


def test_nothing_lost_is_said_too(careful, shown):
    last = frames(shown(views.sentencepiece_stages(careful, " two  ①")))[-1]
    assert "✓ Nothing is lost." in last.text and "line-through" not in last.markup


def test_a_typed_text_keeps_its_leading_spaces(careful, shown):
    view = shown(views.sentencepiece_stages(careful, "two"))
    view.typed.value = "  one"
    assert view.story.draw(2).text.splitlines()[-1].endswith("▁▁▁one")


def test_markup_in_a_text_is_harmless(careful, shown):
    view = shown(views.sentencepiece_stages(careful, "<b>&"))
    assert all("<b>" not in picture.markup for picture in frames(view))


def test_a_tokenizer_without_marks_is_refused(shown):
    words = sl.Tokenizer.train("bpe", LINES, merges=3)
    with pytest.raises(ValueError, match="does not write spaces as ▁"):
        views.sentencepiece_stages(words, "one")


@pytest.mark.parametrize(("text", "error"), [("\ud83e", ValueError), (3, TypeError)])
def test_what_is_no_text_is_refused(tok, text, error):
    with pytest.raises(error):
        views.sentencepiece_stages(tok, text)


@pytest.mark.parametrize("name", ["tok", "careful"])
@pytest.mark.parametrize("text", ["ﬁve  two one ", "two", "Two\tone"])
def test_what_comes_out_can_be_predicted(name, text, shown, request):
    tokenizer = request.getfixturevalue(name)
    view = shown(views.sentencepiece_stages(tokenizer, text, predict=True))
    journey = travel(tokenizer, text)
    counted = {"normalized": journey.normalized, "back": journey.back}
    truth = {name: f"{visible(said)} ({len(said)} characters)" for name, said in counted.items()}
    truth["marked"] = visible(journey.marked)
    asked = {}
    for at, station in enumerate(STATIONS):
        view.slider.value = at
        if question := view.question():
            asked[station] = question.answer
            assert (
                len(question.hidden.text.splitlines())
                == len(view.story.draw(at).text.splitlines()) - 1
            )
    assert asked.pop("pieces") == str(len(tokenizer.tokenize(text)))
    assert asked == {station: truth[station] for station in asked}
    assert {"marked", "back"} <= set(asked)


def test_the_answer_at_the_end_says_what_is_lost(tok, shown):
    view = shown(views.sentencepiece_stages(tok, "two  ①", predict=True))
    view.slider.value = view.slider.max
    view.choice.value = "two␣␣① (6 characters)"
    view.check.click()
    assert (
        "it is two␣␣⁇␣ (7 characters)." in view.status.value
        and "Lost: extra spaces ␣" in view.status.value
    )


def test_a_text_too_long_for_a_list_is_not_asked_about(tok, shown):
    view = shown(views.sentencepiece_stages(tok, "ﬁve two " * 20, predict=True))
    asking = [at for at in range(len(STATIONS)) if view.story.question(at)]
    assert [list(STATIONS)[at] for at in asking] == ["pieces"]


# The honest table --------------------------------------------------------------------------------


def test_a_cell_shows_what_came_back_and_why(tok, careful):
    table = views.round_trips(["two one", "two  one", "a▁b"], {"default": tok, "careful": careful})
    plain, spaces, mark = table.text.splitlines()[2:]
    assert plain.split() == ["two␣one", "✓", "✓"]
    assert spaces.split(maxsplit=1)[1].split("  ")[0] == "✗ two␣one (extra spaces)"
    assert spaces.endswith("✓") and mark.endswith("✗ a␣b (literal ▁)")


def test_one_string_in_place_of_several_is_refused(tok):
    with pytest.raises(TypeError, match="texts must be a list of strings; got the string 'two'"):
        views.round_trips("two", {"default": tok})
    with pytest.raises(TypeError, match="texts must map names to texts; got a list"):
        views.side_by_side(["two"], tok)


def test_side_by_side_counts_words_and_pieces(tok):
    picture = views.side_by_side({"English": "two one", "marked <up>": "two"}, tok)
    assert picture.text.splitlines()[0] == "English · words at spaces: 2 · pieces: 2"
    assert "<up>" not in picture.markup


@pytest.mark.parametrize(("role", "sign"), [("new", "border-bottom"), ("lost", "line-through")])
def test_a_marked_character_is_not_told_by_color_alone(role, sign):
    assert sign in marked_line("ab", {1}, role).markup
    assert sign not in marked_line("ab", (), role).markup


# Joining by score --------------------------------------------------------------------------------


def test_the_word_is_seen_before_each_join_and_at_the_end(by_score):
    seen = [(moment.pieces, moment.at) for moment in moments(by_score, "abcd")]
    assert seen == [
        (("a", "b", "c", "d"), 2),
        (("a", "b", "cd"), 1),
        (("a", "bcd"), 0),
        (("abcd",), None),
    ]


def test_the_end_is_what_the_encoder_gives(tok):
    for word in ("▁three", "▁onetwo", "▁", "xyz", ""):
        assert moments(tok.model, word)[-1].pieces == bpe.encode(tok.model, word)


def test_every_question_offers_its_answer_and_hides_it(by_score, shown):
    view = shown(views.score_encoding(by_score, "abcd", predict=True))
    for moment in view.story.frames[:-1]:
        question = view.story.ask(moment)
        assert question.answer in question.options
        assert "highest" not in question.hidden.text
    assert view.story.ask(view.story.frames[-1]) is None


def test_a_typed_space_becomes_a_mark(tok, shown):
    view = shown(views.score_encoding(tok.model, "▁two"))
    view.typed.value = "one two"
    assert "".join(view.story.frames[0].pieces) == "one▁two"


def test_a_model_that_looks_up_pairs_is_refused():
    pairs = bpe.train({"ab": 1}, merges=1)
    with pytest.raises(ValueError, match="looks merges up by pair"):
        views.score_encoding(pairs, "ab")
