"""What lesson 05 says about production libraries and in its prose, asked of the libraries."""

import io
from collections import Counter
from random import Random

import pytest
import sentencepiece

from facts_05_unigram import HUG, TEN, substring_counts, ten_pieces
from subword_lab import bpe, corpora, exercises, unigram
from subword_lab.exercises.lesson_05 import chance
from subword_lab.views.peers import unigram as peers


def train_peer(model_type):
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(word for word, count in HUG.items() for _ in range(count)),
        model_writer=file,
        model_type=model_type,
        vocab_size=12 if model_type == "bpe" else 10,
        add_dummy_prefix=False,
        hard_vocab_limit=False,
        bos_id=-1,
        eos_id=-1,
        minloglevel=2,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())


def drawn(peer, word, alpha, draws=400):
    return Counter(
        tuple(peer.encode(word, out_type=str, enable_sampling=True, alpha=alpha, nbest_size=-1))
        for _ in range(draws)
    )


@pytest.mark.parametrize(
    "text", ["Stir the unhappiness gently.", "Bake 7é🤗漢 bread", "tokenization", "a"]
)
def test_every_row_beside_sentencepiece_is_the_same(text):
    assert [row for row in peers.compare(text) if not row.same] == []


def test_a_text_without_a_word_is_refused():
    with pytest.raises(ValueError, match="at least one word"):
        peers.compare("  ")


def test_alpha_does_in_sentencepiece_what_the_exercise_says():
    found = {}
    for name, peer in (("BPE", train_peer("bpe")), ("Unigram", train_peer("unigram"))):
        usual = tuple(peer.encode("hugs", out_type=str))
        for alpha in (0, 1, 1000) if name == "Unigram" else (0, 1):
            cuts = drawn(peer, "hugs", alpha)
            if set(cuts) == {usual}:
                found[f"{name}, alpha = {alpha}"] = chance.USUAL
            elif set(cuts) == {tuple("hugs")}:
                found[f"{name}, alpha = {alpha}"] = chance.CHARACTERS
            else:
                even = min(cuts.values()) > 0.6 * max(cuts.values())
                found[f"{name}, alpha = {alpha}"] = chance.ALIKE if even else chance.MODEL
    assert found == exercises.get("unigram-alpha").reference


def test_the_probabilities_of_the_ten_pieces():
    counts = substring_counts(HUG)
    assert {piece: counts[piece] for piece in TEN} == {
        "b": 4, "g": 20, "h": 15, "n": 16, "p": 17, "s": 5, "u": 36, "ug": 20, "un": 16, "hug": 15,
    }  # fmt: skip
    assert sum(counts.values()) == 210


def test_u_is_the_most_probable_piece_and_on_no_best_path():
    model = ten_pieces()
    assert max(model.log_probs, key=model.log_probs.get) == "u"
    assert not any("u" in unigram.encode(model, word) for word in HUG)


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
