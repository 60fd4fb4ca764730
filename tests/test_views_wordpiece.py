"""Views of lesson 04: three criteria, race, longest match, cleaning, tables; without a browser."""

import re
from itertools import pairwise

import pytest

from subword_lab import corpora, unigram, views, wordpiece
from subword_lab.encoding import Encoding
from subword_lab.scores import score_pairs
from subword_lab.text import normalize
from subword_lab.ties import tie_order
from subword_lab.views.replaying import Replay
from subword_lab.views.scoreboard import Board
from subword_lab.views.steppers.wordpiece_encoding import _moments
from subword_lab.wordpiece import WordPieceModel

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


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


def lines(view):
    return repr(view).splitlines()


def texts(view):
    """The text of every frame."""
    return [view.story.draw(frame).text for frame in view.story.frames]


# Training ----------------------------------------------------------------------------------------


def test_each_criterion_is_marked_in_its_own_column(shown):
    table = "\n".join(lines(shown(views.wordpiece_training(HUG))))
    assert re.search(r"##u \+ ##g +20 ▶ +\+1\.14 +\+28\.02 ▶", table)
    assert re.search(r"##g \+ ##s +5 +\+1\.73 ▶ +\+9\.23\n", table)


@pytest.mark.parametrize("score", wordpiece.SCORES)
def test_the_stepper_merges_what_training_merges(shown, score):
    view = shown(views.wordpiece_training(HUG, score=score))
    made = [wordpiece.join(*pair) for pair in wordpiece.train(HUG, merges=50, score=score).merges]
    said = [re.match(r"Made: (\S+)\. ", text) for text in texts(view)]
    assert [match[1] for match in said if match] == made


def test_ties_are_marked_and_named(shown):
    first, second = texts(shown(views.wordpiece_training({"ab": 2, "cd": 2})))[0].splitlines()[-2:]
    assert (first.count("▶"), second.count("= tied")) == (3, 3)
    assert (first.count("= tied"), second.count("▶")) == (0, 0)


def test_the_favorite_of_a_column_is_shown_however_low_it_ranks(shown):
    pianist = corpora.load("pianist")
    text = texts(shown(views.wordpiece_training(pianist)))[0]
    assert re.search(r"r \+ ##u +1 +\+4\.26 ▶", text)
    assert re.search(r"and \d+ more", text)


def test_a_board_holds_the_best_of_every_criterion():
    words = wordpiece.words_after(HUG)
    order = tie_order("smallest_ids", wordpiece.train(HUG, merges=0).vocab)
    best = Board.of(Replay(words, ()), order).best
    for name, (first, *tied) in best.items():
        values = {row.pair: float(getattr(row, name)) for row in score_pairs(words)}
        top = max(values.values())
        assert {first, *tied} == {pair for pair in values if values[pair] > top - 1e-9}
    assert Board.of(Replay([(("a",), 3)], ()), order).best == {}


def test_predictions_are_scored_by_the_criterion_in_use(shown):
    view = shown(views.wordpiece_training(HUG, score="pmi", predict=True))
    assert "▶" not in repr(view), "the hidden picture must not give the answer away"
    view.choice.value = "##g + ##s"
    view.guess()
    assert view.points == {0: 1.0}
    assert "Its value is +1.73." in view.status.value


def test_a_text_of_ones_own_is_counted(shown):
    view = shown(views.wordpiece_training(HUG))
    view.typed.value = "that hat that"
    assert "2 × t | ##h | ##a | ##t" in repr(view)


def test_training_ends_in_words(shown):
    view = shown(views.wordpiece_training(HUG, merges=2))
    assert texts(view)[-1].startswith("Made: ##un. The number of merges asked for is reached.")
    assert "No pair is left" in texts(shown(views.wordpiece_training({"a": 1})))[-1]


@pytest.mark.parametrize("options", [{"score": "likelihood"}, {"tie_break": "any"}])
def test_unknown_names_are_refused(options):
    with pytest.raises(ValueError, match="known are|unknown tie"):
        views.wordpiece_training(HUG, **options)


# Race --------------------------------------------------------------------------------------------


def test_the_race_shows_what_each_criterion_made(shown):
    last = texts(shown(views.race(HUG, merges=7)))[-1]
    for at, score in enumerate(wordpiece.SCORES):
        merges = wordpiece.train(HUG, merges=7, score=score).merges
        column = [re.split(r"  +", row.strip())[at + 1] for row in last.splitlines()[3:10]]
        assert [cell.split()[0] for cell in column] == [wordpiece.join(*pair) for pair in merges]


def test_a_piece_is_marked_exactly_where_not_all_have_it(shown):
    view = shown(views.race(HUG, merges=7))
    sets = [
        {wordpiece.join(*p) for p in wordpiece.train(HUG, merges=7, score=s).merges}
        for s in wordpiece.SCORES
    ]
    shared = set.intersection(*sets)
    last = texts(view)[-1]
    assert f"Pieces that all three have: {len(shared)} of 7." in last
    assert last.count("≠") == sum(len(pieces - shared) for pieces in sets)
    assert view.story.draw(7).markup.count(" ≠</span>") == last.count("≠")


def test_the_race_counts_symbols_and_likelihood(shown):
    first, second = texts(shown(views.race(HUG, merges=1)))
    assert re.search(r"symbols in the text +113 +113 +113", first)
    assert re.search(r"log-likelihood +-198\.5 +-198\.5 +-198\.5", first)
    assert re.search(r"symbols in the text +93 +108 +93", second)
    assert re.search(r"log-likelihood +-170\.5 +-189\.3 +-170\.5", second)


def test_beside_the_race_unigram_comes_from_above(shown):
    last = texts(shown(views.race(HUG, merges=5)))[-1]
    column = [re.split(r"  +", row.strip())[4] for row in last.splitlines()[3:8]]
    sizes = [unigram.train(HUG, 8 + more).log_probs for more in range(6)]
    gained = [
        {piece for piece in after if piece not in before and len(piece) > 1}
        for before, after in pairwise(sizes)
    ]
    assert [set(cell.split(" | ")) - {"–"} for cell in column] == gained


def test_unigram_does_not_race_on_a_long_text(shown):
    words = {f"{a}{b}{c}": 1 for a in "abcdefg" for b in "hijklmn" for c in "opqrstu"}
    assert "Unigram" not in texts(shown(views.race(words, merges=1)))[-1]


def test_a_criterion_that_has_finished_waits(shown):
    assert "–" in texts(shown(views.race(HUG, merges=9)))[-1]


def test_each_criterion_is_asked_in_its_turn(shown):
    view = shown(views.race(HUG, merges=6, predict=True))
    assert view.question() is None  # nothing is merged yet
    for at in range(1, 7):
        score = wordpiece.SCORES[(at - 1) % 3]
        view.slider.value = at
        question = view.question()
        *_, merged = wordpiece.train(HUG, merges=at, score=score).merges
        assert question.answer == " + ".join(merged)
        assert question.hidden.text.splitlines()[2] in view.story.draw(at - 1).text
        made = wordpiece.join(*merged)
        assert made not in re.findall(r"[#\w]+", question.hidden.text.partition("Words, now")[2])


def test_what_ties_in_the_race_is_worth_half_a_point(shown):
    view = shown(views.race(HUG, merges=3, predict=True))
    view.slider.value = 2
    assert "##u + ##n" in view.question().tied
    view.choice.value = "##u + ##n"
    view.check.click()
    assert "Half a point" in view.status.value and "By PMI its value is +1.10" in view.status.value


# Encoding ----------------------------------------------------------------------------------------


def test_the_window_shrinks_until_a_piece_fits():
    model = WordPieceModel.from_vocab(["[UNK]", "h", "hu", "##g", "##s"])
    seen = [(m.kind, m.start, m.end) for m in _moments(model, "hugs")]
    assert seen == [
        ("begin", 0, 4), ("miss", 0, 4), ("miss", 0, 3), ("hit", 0, 2),
        ("begin", 2, 4), ("miss", 2, 4), ("hit", 2, 3),
        ("begin", 3, 4), ("hit", 3, 4),
        ("done", 4, 4),
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["hugs", "bugs", "mug", "bugmug", "g", "hug🤗", "<b>", "a" * 101])
def test_the_last_frame_holds_what_encode_gives(shown, word):
    model = wordpiece.train(HUG, merges=3)
    view = shown(views.wordpiece_encoding(model, word))
    pieces = wordpiece.encode(model, word)
    assert view.story.frames[-1].pieces == pieces
    assert texts(view)[-1].startswith(f"Result: {' | '.join(pieces)}. Number of pieces: ")
    assert "<b>" not in "".join(view.story.draw(frame).markup for frame in view.story.frames)


def test_falling_back_says_what_is_lost(shown):
    model = wordpiece.train(HUG, merges=3)
    view = shown(views.wordpiece_encoding(model, "bugmug"))
    said = texts(view)[-2]
    assert said.startswith("No piece fits at mug: the whole word is [UNK]")
    assert "b | ##ug" in said


def test_what_is_taken_can_be_predicted(shown):
    model = wordpiece.train(HUG, merges=3)
    view = shown(views.wordpiece_encoding(model, "bugm", predict=True))
    assert view.question().options == ("bugm", "bug", "bu", "b", "[UNK]")
    view.choice.value = "b"
    view.guess()
    assert view.points == {0: 1.0}
    at = next(i for i, m in enumerate(view.story.frames) if (m.kind, m.start) == ("begin", 3))
    view.slider.value = at
    view.choice.value = "[UNK]"
    view.guess()
    assert view.points[at] == 1.0


def test_another_word_can_be_typed(shown):
    view = shown(views.wordpiece_encoding(wordpiece.train(HUG, merges=3), "bugs"))
    view.typed.value = " pun "
    assert "Longest match · pun" in repr(view)


def test_only_text_is_cut():
    with pytest.raises(TypeError, match="a word must be a str"):
        views.wordpiece_encoding(wordpiece.train(HUG, merges=3), 3)


# Cleaning ----------------------------------------------------------------------------------------

NASTY = ["Ünder the\tWIDEST: 东京 café!", "İstanbul", "a\u200db\x00c", "<b>&", "한국 カ", "ﬁ Ａ"]


@pytest.mark.parametrize("lowercase", [True, False])
@pytest.mark.parametrize("text", NASTY)
def test_cleaning_goes_rule_by_rule(shown, text, lowercase):
    view = shown(views.bert_cleaning(text, lowercase))
    rules = [stage.rule for stage in view.story.frames[1:-1]]
    assert rules == ["bert_clean", "bert_cjk", *["strip_accents", "lowercase"] * lowercase]
    assert view.story.frames[-1].after == normalize(text, tuple(rules))
    assert all("<b>" not in view.story.draw(frame).markup for frame in view.story.frames)


def test_a_rule_without_work_says_so(shown):
    view = shown(views.bert_cleaning("plain words"))
    assert sum("Nothing to do here" in text for text in texts(view)) == 4


def test_what_each_rule_leaves_can_be_predicted(shown):
    view = shown(views.bert_cleaning("Ünder 東京!", predict=True))
    assert view.question() is None
    for at, stage in enumerate(view.story.frames[1:-1], 1):
        view.slider.value = at
        assert view.question().answer.startswith(f"{stage.after.replace(' ', '␣')} (")
    view.slider.value = view.slider.max
    assert view.question().answer == "4"  # under, two characters, one mark


def test_what_looks_alike_is_told_apart_in_a_question(shown):
    view = shown(views.bert_cleaning("한국"))
    question = view.story.question(1)  # where accents are stripped, a syllable is taken apart
    apart = normalize("한국", ("nfd",))
    assert question.options == (f"{apart} (6 characters)", "한국 (2 characters)")
    assert question.answer == "한국 (2 characters)"


def test_half_a_character_is_refused_without_a_traceback(shown):
    with pytest.raises(ValueError, match="surrogate"):
        views.bert_cleaning("\ud83e")
    view = shown(views.bert_cleaning("word"))
    view.typed.value = "\ud83e"
    assert "surrogate" in view.status.value


# Tables ------------------------------------------------------------------------------------------


def test_an_encoding_shows_offsets_and_labels():
    encoding = Encoding(
        [2, 7, 9], ["[CLS]", "li", "##s"], [0] * 3, [1] * 3, [(0, 0), (0, 2), (2, 3)], [None, 0, 0]
    )
    table = views.encoding_table(encoding, "Lis", [None, "B-LOC", None]).text.splitlines()
    assert table[2].split() == ["[CLS]", "2", "0", "1", "0–0", "–", "–"]
    assert table[3].split() == ["li", "7", "0", "1", "0–2", "=", "Li", "0", "B-LOC"]
    with pytest.raises(ValueError, match="3 tokens but 1 labels"):
        views.encoding_table(encoding, "Lis", ["O"])


def test_a_recording_names_its_source():
    shown = views.recorded("bert").text
    assert shown.startswith("Recorded from bert-base-uncased, 30,522 pieces, with tokenizers ")
    assert "gp (14246) | ##u (2226)" in shown
    with pytest.raises(KeyError, match="no recording"):
        views.recorded("none")
