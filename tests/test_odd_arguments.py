"""Arguments nobody should pass: the algorithms refuse them with words that help, or take them."""

import random
from types import MappingProxyType

import numpy as np
import pytest

from subword_lab import bpe, text, unigram, wordpiece
from subword_lab.text.checks import check_counts

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
BPE = bpe.train(HUG, merges=4)
WORDPIECE = wordpiece.train(HUG, merges=4)
UNIGRAM = unigram.train(HUG, 12)

TRAIN = {
    "bpe": lambda words=HUG, **options: bpe.train(words, **{"merges": 3, **options}),
    "wordpiece": lambda words=HUG, **options: wordpiece.train(words, **{"merges": 3, **options}),
    "unigram": lambda words=HUG, **options: unigram.train(words, **{"vocab_size": 12, **options}),
}
ENCODE = {
    "bpe": lambda word, model=BPE: bpe.encode(model, word),
    "wordpiece": lambda word, model=WORDPIECE: wordpiece.encode(model, word),
    "unigram": lambda word, model=UNIGRAM: unigram.encode(model, word),
    "n_best": lambda word, model=UNIGRAM: unigram.n_best(model, word, 2),
    "sample": lambda word, model=UNIGRAM: unigram.sample(model, word, 1, random.Random(1)),
    "dropout": lambda word, model=BPE: bpe.dropout_shares(model, word, 0.5),
}
READS_COUNTS = {
    **TRAIN,
    "count_words": lambda words: text.count_words(MappingProxyType(words)),
    "words_after": lambda words: bpe.words_after(words, []),
    "expect": lambda words: unigram.expect(UNIGRAM, words),
    "em_step": lambda words: unigram.em_step(UNIGRAM, words),
    "removal_losses": lambda words: unigram.removal_losses(UNIGRAM, words),
    "replacement_losses": lambda words: unigram.replacement_losses(UNIGRAM, words),
    "seed_scores": lambda words: unigram.seed_scores(words),
    "required_characters": lambda words: unigram.required_characters(words, 0.9),
    "line_ends": lambda words: unigram.seed_scores(HUG, line_ends=words),
}


@pytest.mark.parametrize("name", READS_COUNTS)
@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({"hug": 1.5}, TypeError, "the count of 'hug' must be a whole number; got 1.5"),
        ({"hug": True}, TypeError, "got True of type bool"),
        ({"hug": "3"}, TypeError, "got '3' of type str"),
        ({"hug": None}, TypeError, "got None of type NoneType"),
        ({"hug": -1}, ValueError, "the count of 'hug' must be 0 or more; got -1"),
        ({3: 1}, TypeError, "word must be a str, not int: 3"),
        ({b"hug": 1}, TypeError, "word is bytes, not str"),
        ({"h\ud800g": 1}, ValueError, "word holds half a surrogate pair"),
    ],
)
def test_word_counts_that_are_none(name, words, error, message):
    with pytest.raises(error, match=message):
        READS_COUNTS[name](words)


@pytest.mark.parametrize("name", READS_COUNTS.keys() - {"count_words", "line_ends"})
@pytest.mark.parametrize("words", [None, 3, "hug", ["hug"], [("hug", 3)], b"hug"])
def test_what_is_no_mapping_at_all(name, words):
    with pytest.raises(TypeError, match="word_counts must map words to counts"):
        READS_COUNTS[name](words)


@pytest.mark.parametrize("name", TRAIN)
def test_counts_may_be_numpys_and_mappings_of_any_kind(name):
    plain = TRAIN[name]()
    assert TRAIN[name]({word: np.int64(count) for word, count in HUG.items()}) == plain
    assert TRAIN[name](MappingProxyType(HUG)) == plain
    assert {type(count) for count in check_counts({"hug": np.uint8(3)}).values()} == {int}


SIZES = ["merges", "vocab_size"]


@pytest.mark.parametrize("name", ["bpe", "wordpiece"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("value", [True, 3.0, "3", [3], np.float64(3), np.array([3, 4])])
def test_sizes_that_are_no_whole_numbers(name, size, value):
    options = {**dict.fromkeys(SIZES), size: value}
    with pytest.raises(TypeError, match=f"{size} must be a whole number"):
        TRAIN[name](**options)


@pytest.mark.parametrize("value", [None, True, 12.0, "12"])
def test_sizes_of_unigram_that_are_no_whole_numbers(value):
    with pytest.raises(TypeError, match="vocab_size must be a whole number"):
        unigram.train(HUG, value)


@pytest.mark.parametrize("name", TRAIN)
def test_sizes_may_be_numpys_and_larger_than_anything(name):
    size = {**({"merges": None} if name != "unigram" else {}), "vocab_size": 12}
    assert TRAIN[name](**{**size, "vocab_size": np.int64(12)}) == TRAIN[name](**size)
    assert len(TRAIN[name](**{**size, "vocab_size": 10**30}).vocab) < 40


@pytest.mark.parametrize("name", TRAIN)
@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        (None, TypeError, "must be a list of tokens; got None"),
        ("<unk>", TypeError, "must be a list of tokens; got '<unk>'"),
        (3, TypeError, "must be a list of tokens; got 3"),
        ([3], TypeError, "must be a str, not int: 3"),
        ([None], TypeError, "must be a str, not NoneType"),
        ([""], ValueError, "must not hold the empty string"),
        (["<s>", "<unk>", "<s>"], ValueError, "'<s>' is there 2 times"),
        (["<s\ud800>"], ValueError, "half a surrogate pair"),
    ],
)
def test_special_tokens_that_are_none(name, tokens, error, message):
    with pytest.raises(error, match=message):
        TRAIN[name](special_tokens=tokens)


@pytest.mark.parametrize("name", TRAIN)
def test_special_tokens_may_come_from_a_generator(name):
    tokens = ["<unk>", "[UNK]", "<s>"]
    assert TRAIN[name](special_tokens=iter(tokens)) == TRAIN[name](special_tokens=tokens)


@pytest.mark.parametrize("name", ["bpe", "wordpiece"])
@pytest.mark.parametrize("unk", [3, "", b"<unk>"])
def test_an_unknown_token_that_is_none(name, unk):
    with pytest.raises((TypeError, ValueError), match="special_tokens"):
        TRAIN[name](unk=unk)


@pytest.mark.parametrize("name", ["bpe", "wordpiece"])
@pytest.mark.parametrize("value", [None, 3, ["first_seen"], "first", np.array(["first_seen"])])
def test_names_of_ties_and_tables_that_are_not_known(name, value):
    with pytest.raises(ValueError, match="unknown tie_break .*; known are smallest_ids"):
        TRAIN[name](tie_break=value)
    with pytest.raises(ValueError, match="unknown table .*; known are indexed, recount"):
        TRAIN[name](table=value)
    with pytest.raises(ValueError, match="unknown score .*; known are count, pmi, gain"):
        wordpiece.train(HUG, merges=1, score=value)


@pytest.mark.parametrize("words", [HUG, {}])
@pytest.mark.parametrize("mark", ["", "</w>", True, 0, ["glued"]])
def test_ends_of_words_that_are_not_known(words, mark):
    with pytest.raises(ValueError, match="end_of_word must be None, 'separate' or 'glued'"):
        bpe.train(words, merges=1, end_of_word=mark)


@pytest.mark.parametrize(
    ("name", "options", "error", "message"),
    [
        ("bpe", {"min_frequency": 1.5}, TypeError, "min_frequency must be a whole number"),
        ("bpe", {"min_frequency": "2"}, TypeError, "min_frequency must be a whole number"),
        ("bpe", {"min_frequency": -1}, ValueError, "min_frequency must be 0 or more"),
        ("bpe", {"alphabet": [1]}, TypeError, "a symbol must be a str, not int"),
        ("wordpiece", {"score": "gain", "min_gain": "x"}, TypeError, "min_gain must be a number"),
        ("wordpiece", {"score": "gain", "min_gain": np.nan}, ValueError, "min_gain must be from"),
        ("unigram", {"shrink": "x"}, TypeError, "shrink must be a number"),
        ("unigram", {"shrink": True}, TypeError, "shrink must be a number"),
        ("unigram", {"shrink": np.nan}, ValueError, "shrink must be"),
        ("unigram", {"em_rounds": 1.5}, TypeError, "em_rounds must be a whole number"),
        ("unigram", {"em_rounds": True}, TypeError, "em_rounds must be a whole number"),
        ("unigram", {"seed_size": "x"}, TypeError, "seed_size must be a whole number"),
        ("unigram", {"max_piece_length": 2.0}, TypeError, "max_piece_length must be a whole"),
        ("unigram", {"character_coverage": None}, TypeError, "character_coverage must be a num"),
    ],
)
def test_options_of_training_that_make_no_sense(name, options, error, message):
    with pytest.raises(error, match=message):
        TRAIN[name](**options)


@pytest.mark.parametrize("name", ENCODE)
@pytest.mark.parametrize("word", [None, 3, b"hug", ["hug"], ("h", "ug")])
def test_words_that_are_no_text(name, word):
    with pytest.raises(TypeError, match="must be a str|is bytes"):
        ENCODE[name](word)


@pytest.mark.parametrize("name", ENCODE)
@pytest.mark.parametrize("word", ["\ud800", "hug\udfff"])
def test_words_with_half_a_surrogate_pair(name, word):
    with pytest.raises(ValueError, match="half a surrogate pair"):
        ENCODE[name](word)


@pytest.mark.parametrize("name", ENCODE)
@pytest.mark.parametrize("model", [None, "hug", {"hug": 1}, 3])
def test_models_that_are_none(name, model):
    with pytest.raises(TypeError, match="model must be a .*Model; got"):
        ENCODE[name]("hug", model)


@pytest.mark.parametrize("name", ENCODE)
def test_models_of_another_algorithm(name):
    others = [m for m in (BPE, WORDPIECE, UNIGRAM) if m is not ENCODE[name].__defaults__[0]]
    for model in others:
        with pytest.raises(TypeError, match=f"got {type(model).__name__}"):
            ENCODE[name]("hug", model)


@pytest.mark.parametrize("name", ENCODE)
def test_text_of_numpy_and_no_text_at_all(name):
    assert ENCODE[name](np.str_("hugs")) == ENCODE[name]("hugs") or name == "sample"
    assert ENCODE[name]("") in ((), [((), 0.0)], {(): 1.0})


@pytest.mark.parametrize("name", ["bpe", "wordpiece", "unigram"])
@pytest.mark.parametrize("word", ["hug" * 33_334, "\x00" * 1000, "e\u0301\u0323" * 500])
def test_long_words(name, word):
    pieces = ENCODE[name](word)
    assert pieces == ("[UNK]",) if name == "wordpiece" else "".join(pieces) == word


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: bpe.encode(BPE, "hug", "x"), TypeError, "dropout must be a number; got 'x'"),
        (lambda: bpe.encode(BPE, "hug", None), TypeError, "dropout must be a number; got None"),
        (lambda: bpe.encode(BPE, "hug", True), TypeError, "dropout must be a number; got True"),
        (lambda: bpe.encode(BPE, "hug", 0.5, 3), TypeError, "rng must be a Random; got 3"),
        (lambda: bpe.dropout_shares(BPE, "hug", 2), ValueError, "dropout must be from 0 to 1"),
        (lambda: unigram.n_best(UNIGRAM, "hug", 0), ValueError, "n must be 1 or more; got 0"),
        (lambda: unigram.n_best(UNIGRAM, "hug", 1.5), TypeError, "n must be a whole number"),
        (lambda: unigram.n_best(UNIGRAM, "hug", True), TypeError, "n must be a whole number"),
        (lambda: unigram.sample(UNIGRAM, "hug", "x", random), TypeError, "temperature must be a n"),
        (lambda: unigram.sample(UNIGRAM, "hug", 1, None), TypeError, "rng must be a Random; got N"),
        (lambda: unigram.sample(UNIGRAM, "hug", 1, 3), TypeError, "rng must be a Random; got 3"),
        (lambda: unigram.digamma("x"), TypeError, "x must be a number"),
        (lambda: unigram.digamma(float("nan")), ValueError, "x must be from"),
        (lambda: unigram.em_step(UNIGRAM, {}), ValueError, "there is no word to learn from"),
        (lambda: unigram.em_step(UNIGRAM, {"hug": 0}), ValueError, "no word to learn from"),
    ],
)
def test_other_arguments_that_make_no_sense(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_surest_sample_is_the_best_path():
    for inverse_temperature in (1e3, 1e50, 1e100):
        drawn = unigram.sample(UNIGRAM, "hugs" * 50, inverse_temperature, random.Random(1))
        assert drawn == unigram.encode(UNIGRAM, "hugs" * 50)
    with pytest.raises(ValueError, match="inverse_temperature must be from 0 to"):
        unigram.sample(UNIGRAM, "hugs", 1e300, random.Random(1))


@pytest.mark.parametrize(
    ("probabilities", "error"),
    [
        (None, TypeError),
        ("hug", TypeError),
        ([("h", 0.5)], TypeError),
        ({1: 0.5}, TypeError),
        ({"h": "x"}, TypeError),
        ({"h": True}, TypeError),
        ({"h": 0}, ValueError),
        ({"h": float("inf")}, ValueError),
        ({"h": 10**400}, ValueError),
        ({"\ud800": 0.5}, ValueError),
        ({"": 0.5}, ValueError),
        ({}, ValueError),
    ],
)
def test_probabilities_that_are_none(probabilities, error):
    with pytest.raises(error):
        unigram.UnigramModel.from_probabilities(probabilities)


def test_a_piece_without_probability_has_no_score():
    closed = unigram.UnigramModel.from_probabilities({"h": 0.5})
    with pytest.raises(ValueError, match="'u' is no piece of this model, which has no unk"):
        closed.score(("h", "u"))
    with pytest.raises(ValueError, match="'zz' is no piece of this model and no single"):
        UNIGRAM.score(("hug", "zz"))
    assert UNIGRAM.score(("z",)) == UNIGRAM.unk_score


@pytest.mark.parametrize(
    ("pieces", "error", "message"),
    [
        ("hug", TypeError, "pieces must be a list of tokens; got 'hug'"),
        (None, TypeError, "pieces must be a list of tokens; got None"),
        ([1, 2], TypeError, "must be a str, not int"),
        (["a", ""], ValueError, "must not hold the empty string"),
        (["a", "b", "a"], ValueError, "'a' is there 2 times"),
        ({"a": 0, "b": 0}, ValueError, "two pieces of the vocabulary have the same id"),
        ({"a": "0"}, TypeError, "the id of 'a' must be a whole number"),
        ({"a": -1}, ValueError, "the id of 'a' must be 0 or more"),
    ],
)
def test_vocabularies_that_are_none(pieces, error, message):
    with pytest.raises(error, match=message):
        wordpiece.WordPieceModel.from_vocab(pieces)
