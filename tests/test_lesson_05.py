"""What lesson 05 says about production libraries and in its prose, asked of the libraries."""

import io
from collections import Counter
from inspect import signature
from math import exp
from random import Random

import pytest
import sentencepiece

from facts_05_unigram import HUG, TEN, substring_counts, ten_pieces
from subword_lab import bpe, corpora, exercises, unigram
from subword_lab.exercises.lesson_05 import chance
from subword_lab.views.peers import unigram as peers


def bpe_peer():
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(peers.lines()),
        model_writer=file,
        model_type="bpe",
        vocab_size=250,
        bos_id=-1,
        eos_id=-1,
        minloglevel=2,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())


def drawn(peer, word, alpha, draws=1000):
    cuts = Counter(
        tuple(peer.encode(word, out_type=str, enable_sampling=True, alpha=alpha, nbest_size=-1))
        for _ in range(draws)
    )
    return {cut: times / draws for cut, times in cuts.items()}


def apart(one, other):
    """How far two distributions are apart, from 0 to 1."""
    return sum(abs(one.get(cut, 0) - other.get(cut, 0)) for cut in {*one, *other}) / 2


def candidates(peer, word):
    """What the options of the exercise say, as distributions."""
    usual = tuple(peer.encode(word, out_type=str))
    options = {chance.USUAL: {usual: 1.0}, chance.CHARACTERS: {("▁", *word): 1.0}}
    if peer.get_score(peer.piece_to_id("▁")) % 1:  # scores of a BPE model are whole numbers
        cuts = unigram.n_best(peers.read(peer), f"▁{word}", 1000)
        total = sum(exp(score) for _, score in cuts)
        options[chance.ALIKE] = {cut: 1 / len(cuts) for cut, _ in cuts}
        options[chance.MODEL] = {cut: exp(score) / total for cut, score in cuts}
    return options


@pytest.mark.parametrize(
    "text",
    [
        "Stir the unhappiness gently.",
        "Bake 7é🤗漢 bread",
        "tokenization",
        "a",
        "你好，世界",
        "</i>ed",
    ],
)
def test_every_row_beside_sentencepiece_is_the_same(text):
    assert [row for row in peers.compare(text) if not row.same] == []


def test_a_text_without_a_word_is_refused():
    with pytest.raises(ValueError, match="at least one word"):
        peers.compare("  ")


def test_alpha_does_in_sentencepiece_what_the_exercise_says():
    both = {"BPE": bpe_peer(), "Unigram": peers.trained_there()}
    for row, meaning in exercises.get("unigram-alpha").reference.items():
        name, _, alpha = row.partition(", alpha = ")
        found = drawn(both[name], "ingredients", float(alpha))
        distances = {k: apart(found, v) for k, v in candidates(both[name], "ingredients").items()}
        assert min(distances, key=distances.get) == meaning, (row, distances)
        assert distances[meaning] < 0.1 < sorted(distances.values())[1]


def test_the_probabilities_of_the_ten_pieces():
    counts = substring_counts(HUG)
    assert {piece: counts[piece] for piece in TEN} == {
        "b": 4, "g": 20, "h": 15, "n": 16, "p": 17, "s": 5, "u": 36, "ug": 20, "un": 16, "hug": 15,
    }  # fmt: skip
    assert sum(counts.values()) == 210


def test_the_defaults_of_sentencepiece_are_those_the_lesson_names(capfd):
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["abc abd"] * 5), model_writer=io.BytesIO(), vocab_size=8,
        minloglevel=0,
    )  # fmt: skip
    told = capfd.readouterr().err
    ours = signature(unigram.train_steps).parameters
    for theirs, name in (("seed_sentencepiece_size", "seed_size"), ("shrinking_factor", "shrink")):
        assert f"{theirs}: {ours[name].default}\n" in told


def test_u_is_the_most_probable_piece_and_on_no_best_path():
    model = ten_pieces()
    assert max(model.log_probs, key=model.log_probs.get) == "u"
    assert not any("u" in unigram.encode(model, word) for word in HUG)


def test_six_rounds_of_em_leave_u_almost_nothing_and_two_make_most_of_the_way():
    model, curve = ten_pieces(), []
    for _ in range(7):
        before = exp(model.log_probs["u"])
        model, log_likelihood = unigram.em_step(model, HUG, digamma=False)
        curve.append(log_likelihood)
    assert before < 0.001  # after six rounds, the last row of the lesson's table
    assert curve == sorted(curve)
    assert curve[2] - curve[0] > 0.95 * (curve[6] - curve[0])


def test_digamma_takes_about_half_a_count_from_large_ones():
    for count in (5, 50, 500):
        assert abs(exp(unigram.digamma(count)) - (count - 0.5)) < 0.05 / count
    assert exp(unigram.digamma(0.1)) < 0.001


def test_verbs_seen_once_fall_into_stems_and_endings():
    stems = ("walk", "talk", "play", "jump", "look")
    verbs = [stem + ending for stem in stems for ending in ("", "s", "ed", "ing")]
    model = unigram.train(dict.fromkeys(verbs, 1), vocab_size=25)
    longer = {piece for piece in model.log_probs if len(piece) > 1}
    assert longer == {*stems, "ed", "ing"}


def test_at_alpha_0_sampling_and_dropout_are_opposites():
    model, merges, rng = ten_pieces(), bpe.train(corpora.load("hug"), merges=3), Random(5)
    by_power = {unigram.sample(model, "unhugs", 0, rng) for _ in range(500)}
    by_dropout = {bpe.encode(merges, "unhugs", 0, rng) for _ in range(500)}
    assert len(by_power) == len(list(unigram.lattice(model, "unhugs").segmentations())) == 6
    assert len(by_dropout) == 1
