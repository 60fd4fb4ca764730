"""The array paths of Unigram beside the readable ones."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import unigram
from subword_lab.fast.lattices import Lattices, paths
from subword_lab.fast.unigram_encoding import SinglePrecision
from subword_lab.fast.unigram_training import AllWordsAtOnce
from subword_lab.unigram import UnigramModel
from subword_lab.unigram.model import single
from subword_lab.unigram.rounds import WordByWord

PIECES = st.dictionaries(
    st.text("ab▁", min_size=1, max_size=4), st.floats(0.001, 1), min_size=1, max_size=12
)
WORDS = st.dictionaries(st.text("ab▁c", min_size=1, max_size=9), st.integers(1, 50), min_size=1)


def model_of(pieces):
    """A model in training: scores of single precision, the first piece stands for the unknown."""
    logs = UnigramModel.from_probabilities(pieces).log_probs
    scores = {piece: single(score) for piece, score in logs.items()}
    return UnigramModel({p: i for i, p in enumerate(scores)}, scores, unk=next(iter(scores)))


def laid(model, words):
    ids = {piece: at for at, piece in enumerate(model.log_probs)}
    lattices = Lattices.over(list(words), ids, model.longest)
    scores = np.array([*model.log_probs.values(), model.unk_score], np.float32)[lattices.piece]
    return lattices, scores


@settings(max_examples=60)
@given(PIECES, st.lists(st.text("ab▁c", max_size=9), min_size=1, max_size=5))
def test_sums_and_best_paths_are_those_of_one_lattice_after_another(pieces, words):
    model = model_of(pieces)
    lattices, scores = laid(model, words)
    before, after, best = lattices.forward(scores), lattices.backward(scores), lattices.best(scores)
    found = [[] for _ in words]
    for at, edges in paths(best):
        for word, edge in zip(at, edges, strict=True):
            found[word].insert(0, edge)
    for at, (word, (first, last)) in enumerate(zip(words, pairwise(lattices.borders), strict=True)):
        graph = unigram.lattice(model, word)
        assert before[first:last] == pytest.approx(graph.forward(), rel=1e-4, abs=1e-4)
        assert after[first:last] == pytest.approx(graph.backward(), rel=1e-4, abs=1e-4)
        covered = [(lattices.start[e] - first, lattices.end[e] - first) for e in found[at]]
        cut = [word[start:end] for start, end in covered]
        assert "".join(cut) == word
        assert model.score(cut) == pytest.approx(model.score(unigram.encode(model, word)), rel=1e-5)


@settings(max_examples=60)
@given(PIECES, st.lists(st.text("ab▁c", max_size=9), min_size=1, max_size=5), st.data())
def test_lattices_that_lose_pieces_are_those_laid_without_them(pieces, words, data):
    lattices, _ = laid(model_of(pieces), words)
    alive = np.array(data.draw(st.lists(st.booleans(), min_size=len(pieces), max_size=len(pieces))))
    ids = {piece: at for at, piece in enumerate(model_of(pieces).log_probs) if alive[at]}
    again = Lattices.over(words, ids, 4)
    kept = lattices.keeping(alive)
    for name in ("borders", "start", "end", "piece"):
        assert getattr(kept, name).tolist() == getattr(again, name).tolist()


@settings(max_examples=60)
@given(PIECES, WORDS)
def test_a_step_of_em_is_the_readable_one(pieces, words):
    seeds = model_of(pieces)
    mine, likelihood = AllWordsAtOnce(words.items(), seeds).em_step(seeds)
    readable, expected = WordByWord(words, seeds).em_step(seeds)
    assert likelihood == pytest.approx(expected, rel=1e-4)
    counts = unigram.expect(seeds, words).counts
    for piece in mine.log_probs.keys() ^ readable.log_probs.keys():
        assert counts[piece] == pytest.approx(0.5, abs=1e-3)  # the border, within rounding
    for piece in mine.log_probs.keys() & readable.log_probs.keys():
        assert mine.log_probs[piece] == pytest.approx(readable.log_probs[piece], abs=1e-2)


@settings(max_examples=60)
@given(PIECES, WORDS, st.integers(1, 12))
def test_pruning_keeps_what_the_readable_way_keeps(pieces, words, size):
    seeds = model_of(pieces)
    losses = unigram.replacement_losses(seeds, words)
    kept = list(AllWordsAtOnce(words.items(), seeds).prune(seeds, size).log_probs)
    assert len(kept) == len(WordByWord(words, seeds).prune(seeds, size).log_probs)
    dearest = sorted(losses.values(), reverse=True)[: len(kept)]
    assert [losses[piece] for piece in kept] == pytest.approx(dearest, rel=1e-3, abs=1e-2)


@settings(max_examples=60)
@given(PIECES)
def test_a_piece_that_scores_less_than_its_parts_cannot_be_reached(pieces):
    seeds = model_of(pieces)
    mine = AllWordsAtOnce([("a", 1)], seeds).reachable(seeds).log_probs
    readable = WordByWord({"a": 1}, seeds).reachable(seeds).log_probs
    for piece in mine.keys() ^ readable.keys():
        cuts = unigram.n_best(seeds, piece, 2)
        assert cuts[0][1] == pytest.approx(cuts[1][1], abs=1e-5)


MARKED = st.tuples(st.sampled_from(["", "▁"]), st.text("ab", max_size=3)).map("".join).filter(bool)


@settings(max_examples=100)
@given(
    st.dictionaries(MARKED, st.floats(0.001, 1), min_size=1, max_size=12),
    st.lists(st.text("abc", max_size=8).map("▁".__add__), max_size=6),
)
def test_words_cut_together_score_as_the_text(pieces, words):
    model = model_of(pieces)
    cut = SinglePrecision(model).cut(words)
    assert ["".join(pieces) for pieces in cut] == words
    for word, own in zip(words, cut, strict=True):
        assert model.score(own) == pytest.approx(model.score(unigram.encode(model, word)), rel=1e-5)


def test_what_stands_before_decides_between_equals():
    """A tie in seven digits that the sum before breaks, and the memory does not hide it."""
    scores = {"▁": -1.0, "a": -1.1, "b": -1.3, "ab": -2.4, "x": -90.7}
    model = UnigramModel({p: i for i, p in enumerate(scores)}, scores, "▁")
    together = SinglePrecision(model)
    alone = together.cut(["ab"])
    far = {together.cut(["x" * n, "ab"])[1] for n in range(1, 40)}
    assert alone == [("ab",)] and far == {("ab",), ("a", "b")}
    assert together.cut(["ab"]) == alone
