"""What is drawn at random, and the n best, beside the libraries: a short form of the long run."""

import parity_chance

DRAWS = 700


def test_bpe_dropout_is_subword_nmts_and_the_differences_have_the_causes_named():
    nmt, twice, hugging_face, explained = parity_chance.of_dropout(DRAWS)
    assert nmt.differences == explained.differences == 0
    assert twice.differences > 0 and hugging_face.differences > 0


def test_sampling_from_sentencepieces_bpe_loses_what_it_drops():
    plain, explained = parity_chance.of_sampled_merges(DRAWS)
    assert plain.differences > 0 == explained.differences


def test_unigram_sampling_is_sentencepieces():
    (row,) = parity_chance.of_sampling(DRAWS)
    assert row.differences == 0


def test_the_scores_of_the_n_best_are_sentencepieces(load):
    (row,) = parity_chance.of_n_best(25, load("ai21-j2"))
    assert row.differences == 0, row.example
