"""The lattice, the two Unigram steppers and the panel of chance."""

import re
from itertools import permutations
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import bpe, corpora, unigram
from subword_lab.lattice import Edge, Lattice
from subword_lab.trace import record
from subword_lab.unigram import UnigramModel
from subword_lab.views import chance, lattice_picture, unigram_encoding, unigram_training
from subword_lab.views.html import in_words
from subword_lab.views.pictures.lattice import Marks, storeys
from subword_lab.views.steppers.unigram_pruning import ONE_BY_ONE, Pruning, moments

HUG = corpora.load("hug")
COUNTS = {
    "b": 4,
    "g": 20,
    "h": 15,
    "n": 16,
    "p": 17,
    "s": 5,
    "u": 36,
    "ug": 20,
    "un": 16,
    "hug": 15,
}
VERBS = {
    stem + ending: often * rank
    for rank, stem in enumerate(["call", "help", "work", "look", "jump", "play", "talk", "walk"], 2)
    for ending, often in {"": 4, "s": 1, "ed": 3, "ing": 2}.items()
}
TEN = UnigramModel.from_probabilities({piece: count / 164 for piece, count in COUNTS.items()})
MERGES = bpe.train(HUG, merges=3)


def goes_to(view, at):
    view.slider.value = at
    return str(view)


# The picture -------------------------------------------------------------------------------------


def test_every_piece_is_drawn_and_told_once():
    graph = unigram.lattice(TEN, "hugs")
    picture = lattice_picture(graph, "hugs")
    for edge in graph.edges:
        assert f"{edge.start}-{edge.end}  {edge.piece}  " in picture.text
    assert picture.drawing.count("<path") == picture.markup.count("colspan") == len(graph.edges)


def test_a_stored_picture_holds_no_svg_but_a_widget_does():
    view = unigram_encoding(TEN, "hugs")
    stored = view._repr_mimebundle_()["text/html"]
    assert "<svg" in view.picture.value and "<svg" not in stored
    assert "colspan" in stored


def test_pieces_on_a_storey_do_not_overlap():
    edges = [Edge(i, j, "x", -1.0) for i in range(5) for j in range(i + 1, 6)]
    floors = storeys(edges)
    assert sorted(edge for floor in floors for edge in floor) == sorted(edges)
    for floor in floors:
        covered = [at for edge in floor for at in range(edge.start, edge.end)]
        assert len(covered) == len(set(covered))


def test_a_character_that_is_no_piece_is_still_seen():
    graph = unigram.lattice(TEN, "mug")
    assert re.search(r">m</text>", lattice_picture(graph, "mug").drawing)


@pytest.mark.parametrize("text", ["hugs", "mugs", "ug", "b", "unhugunhug"])
def test_all_of_a_drawing_lies_inside_its_box(text):
    drawing = lattice_picture(unigram.lattice(TEN, text), text).drawing
    width, height = map(float, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawing).groups())
    for x, y in re.findall(r'(?:c?x)="(-?\d+)" c?y="(-?\d+)"', drawing):
        assert 0 < float(x) < width and 0 < float(y) < height


def test_what_is_dangerous_is_escaped():
    pieces = ((0, 1, "<"), (1, 2, "&"), (0, 2, "<&"), (2, 3, "\ud83e"))
    picture = lattice_picture(Lattice(3, tuple(Edge(*each, -2.0) for each in pieces)), "<&\ud83e")
    for markup in (picture.markup, picture.drawing):
        assert "<&" not in markup and "&lt;&amp;" in markup and "\\ud83e" in markup
        markup.encode()


def test_a_text_too_long_to_be_drawn_is_refused():
    with pytest.raises(ValueError, match="25 characters; at most 24"):
        unigram_encoding(TEN, "u" * 25)


def test_an_empty_lattice_can_be_drawn_with_marks():
    picture = lattice_picture(Lattice(2, ()), "ab", Marks(under=("0", "", "")))
    assert "<path" not in picture.drawing


# Encoding ----------------------------------------------------------------------------------------


def test_the_frames_say_what_viterbi_does():
    view = unigram_encoding(TEN, "hugs")
    assert "ends with hug, from 0; score -2.39" in goes_to(view, 2)
    assert "1     -2.39        ug     -2.10  -4.50" in goes_to(view, 2)
    assert "s, hug. Score -5.88, probability 0.0027885" in goes_to(view, 4)
    assert "Second best: h | ug | s, 8.2 times less likely" in goes_to(view, 5)
    last = goes_to(view, view.slider.max)
    assert "hug  ln p -2.39  87% of all  best" in last
    assert "0.0027885  87.1%" in last and "10.6%" in last and "2.3%" in last


def test_each_position_can_be_predicted_without_the_sums():
    view = unigram_encoding(TEN, "hugs", predict=True)
    view.slider.value = 2
    assert "sum" not in str(view) and "-4.50" not in str(view)
    assert set(view.question().options) == {"hug", "ug", "g"}
    view.choice.value = "hug"
    view.guess()
    assert view.points == {2: 1.0} and "-4.50" in str(view)


def test_a_typed_text_is_cut_and_one_without_a_cut_says_so():
    view = unigram_encoding(TEN, "hugs")
    view.typed.value = "unhug"
    assert "un, hug" not in str(view) and "unhug" in str(view)
    assert "hug, un. Score" in goes_to(view, 5)
    view.typed.value = "hum"
    assert "Position 3: no way leads here" in goes_to(view, 2)
    assert "has no cut" in goes_to(view, 3) and view.slider.max == 3
    view.typed.value = "h" * 30
    assert "at most 24" in view.status.value


def test_a_text_with_one_cut():
    view = unigram_encoding(TEN, "b")
    assert "only one cut" in goes_to(view, 2) and "100% of all" in goes_to(view, 5)


def test_forward_and_backward_sums_are_filled_term_by_term():
    view = unigram_encoding(TEN, "hugs")
    assert "one way leads here, with probability 0.0914634" in goes_to(view, 6)
    third = goes_to(view, 8)
    assert "3 ways lead here, with probability 0.1050659 together. The sum is -2.25" in third
    assert "1     -2.39      ug     -2.10  -4.50  0.0111541       10.6%" in third
    assert "all           -2.25  0.1050659       100.0%" in third
    assert "all 3 cuts have probability 0.0032032 together" in goes_to(view, 9)
    assert "3   -3.49      ug     -2.10  -5.59  0.0037180       82.0%" in goes_to(view, 12)
    assert "Forward came to the same at the end" in goes_to(view, 13)


@settings(max_examples=15)
@given(st.text("hugs", min_size=1, max_size=6))
def test_the_terms_of_every_sum_are_those_of_the_lattice(text):
    view, graph = unigram_encoding(TEN, text), unigram.lattice(TEN, text)
    sums = {"forward": graph.forward(), "backward": graph.backward()}
    kinds = [frame.kind for frame in view.story.frames]
    assert kinds.count("forward") == kinds.count("backward") == len(text)
    for frame in view.story.frames:
        if frame.kind in sums:
            total = sums[frame.kind][frame.at]
            said = view.story.draw(frame).text
            assert re.search(rf"^ +all +{total:.2f} ", said, re.M)
            edges = (graph.arriving if frame.kind == "forward" else graph.leaving)[frame.at]
            assert len(re.findall(r"\d%$", said, re.M)) == len(edges) + 1


def test_the_way_back_the_second_best_and_the_sums_can_be_predicted():
    view = unigram_encoding(TEN, "hugs", predict=True)
    answers = {}
    for at in range(view.slider.max + 1):
        view.slider.value = at
        if question := view.question():
            assert question.answer in question.options
            assert str(view).splitlines()[1] == question.text and question.why
            answers[at] = question.answer
    assert answers[4] == "hug | s" and answers[5] == "h | ug | s"
    assert (answers[6], answers[8]) == ("the same", "hug")
    assert (answers[9], answers[12]) == ("greater: nearer to zero", "ug")
    assert answers[14] == "s (3–4)" and 10 not in answers  # one piece alone: nothing to choose


def test_a_tie_between_ways_is_half_right():
    even = UnigramModel.from_probabilities({"a": 0.5, "aa": 0.25})
    view = unigram_encoding(even, "aa", predict=True)
    view.slider.value = 1
    assert (view.question().answer, view.question().tied) == ("aa", ("a",))
    view.slider.value = 5  # forward, position 2: half of the sum each
    assert (view.question().answer, view.question().tied) == ("aa", ("a",))


# Training ----------------------------------------------------------------------------------------


def test_training_is_told_step_by_step_and_ends_with_the_model():
    view = unigram_training(HUG, 10)
    model = unigram.train(HUG, 10)
    assert "Seeds: 17 pieces" in goes_to(view, 0)
    assert "6 pieces expected too rarely are gone, 11 left" in goes_to(view, 1)
    last = goes_to(view, view.slider.max)
    for piece, log_prob in model.log_probs.items():
        assert re.search(rf"^  {piece} +{exp(log_prob):.4f}$", last, re.M)
    assert "10 × hug\n" in last and "5 × p | u | g" in last


def test_every_frame_loses_what_it_says():
    view = unigram_training(VERBS, 28)
    moments = view.story.frames
    for before, after in zip(moments, moments[1:], strict=False):
        back = set(getattr(after, "back", ()))
        assert set(before.log_probs) - set(after.gone) | back == set(after.log_probs)
    assert any(isinstance(moment, Pruning) and moment.gone for moment in moments)


def test_a_round_of_pruning_goes_by_the_prices_of_the_training():
    view = unigram_training(VERBS, 28)
    steps = record(unigram.train_steps(VERBS, 28)).of(unigram.Pruned)
    told = [moment for moment in view.story.frames if isinstance(moment, Pruning)]
    assert [moment.step for moment in told if not moment.stop] == list(steps)
    for moment in told:
        if len(moment.now) == 1:
            (price,) = moment.now
            said = view.story.draw(moment).text
            assert f"{price.piece} goes. {price.count} × {in_words(price.instead)} in" in said
            assert f"costs {price.loss:.2f} nats. {len(moment.log_probs)} left" in said
    for step in steps:
        assert "".join(m.gone[0] for m in told if len(m.gone) == 1) == "callshelps"
        losses = [price.loss for price in step.prices if price.loss is not None]
        assert losses == sorted(losses) and step.removed[:2] == ("ing", "ed")


def test_many_pieces_of_a_round_go_together():
    words = {"".join(word): 1 for word in permutations("abcdef", 4)}
    step = record(unigram.train_steps(words, 60)).of(unigram.Pruned)[0]
    before = dict.fromkeys((price.piece for price in step.prices), -1.0)
    told = list(moments(step, before))
    assert len(step.removed) > 20 and len(told) <= 1 + 1 + ONE_BY_ONE + 1
    assert tuple(piece for moment in told for piece in moment.gone) == step.removed
    assert told[-1].log_probs.keys() == before.keys() - set(step.removed)


def test_a_question_of_training_has_one_answer_that_comes_true():
    view = unigram_training(VERBS, 28, predict=True)
    asked = []
    for at, moment in enumerate(view.story.frames):
        view.slider.value = at
        if question := view.question():
            asked.append(type(moment.step).__name__)
            assert question.answer in question.options
            assert len(set(question.options)) == len(question.options) > 1
            if isinstance(moment, Pruning):
                gone = {piece for piece in question.options if piece in moment.step.removed}
                assert gone == {question.answer} and "nats" not in question.hidden.text
    assert asked == ["Seeded", "Estimated", "Estimated", "Pruned", "Finished"]


def test_a_right_prediction_of_a_pruning_is_told_why():
    view = unigram_training(VERBS, 28, predict=True)
    view.slider.value = 3
    assert set(view.question().options) == {"calls", "calling", "playing", "talked", "walk"}
    view.choice.value = "calls"
    view.guess()
    assert view.points == {3: 1.0} and "costs only 1.70 nats" in view.status.value
    assert "calls  2             call | s      1.70" in str(view)


def test_typed_words_are_trained_on():
    view = unigram_training(HUG, 10)
    view.typed.value = "low 5, lower 2"
    assert "low 5, lower 2" in str(view) and "5 × low" in goes_to(view, view.slider.max)
    view.typed.value = "   "
    assert "between 1 and" in view.status.value


def test_the_same_words_typed_again_tell_the_same_story():
    view = unigram_training(HUG, 10)
    before = goes_to(view, view.slider.max)
    view.typed.value += " "
    assert goes_to(view, view.slider.max) == before


def test_a_size_without_room_for_the_characters_is_an_error():
    with pytest.raises(ValueError, match="too small"):
        unigram_training(HUG, 3)


# Chance ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("alpha", "expected"), [(0.0, (6, 1)), (1.0, (6, 1))])
def test_alpha_means_opposite_things(alpha, expected):
    found = re.search(r"(\d+) different cuts drawn from Unigram, (\d+) from BPE",
                      str(chance(TEN, MERGES, "unhugs", alpha=alpha)))  # fmt: skip
    assert tuple(map(int, found.groups())) == expected


def test_exact_shares_stand_beside_the_draws():
    shown = str(chance(TEN, MERGES, "hugs", alpha=1.0))
    assert re.search(r"hug \| s +87\.1%  drawn 4\d\d", shown)
    assert "h | u | g | s  100.0%  drawn 500" in shown


def test_a_panel_draws_again_and_names_what_it_cannot_do():
    panel = chance(TEN, MERGES, "hugs", alpha=0.5)
    typed, chosen, draw = panel.children[-1].children
    before = str(panel)
    draw.click()
    assert str(panel) != before
    chosen.value = 0.0
    assert "alpha 0.0" in str(panel)
    typed.value = "ugugugugugugugugugugugugugug"
    assert "more than 3000 cuts" in panel.children[-2].value
    typed.value = "ug" * 5_000
    assert "Type between 1 and 5000 characters." in panel.children[-2].value
    with pytest.raises(ValueError, match="alpha must be one of"):
        chance(TEN, MERGES, "hugs", alpha=0.3)
