import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import dropout_distribution, encode_rule_by_rule
from subword_lab import bpe
from subword_lab.pairs import Merged
from subword_lab.ties import TIE_BREAKS
from subword_lab.trace import record

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
LOW = {"low": 5, "lower": 2, "newest": 6, "widest": 3}

WORDS = st.text("ab", min_size=1, max_size=12)
CORPORA = st.dictionaries(WORDS, st.integers(0, 5), max_size=8)
MARKS = st.sampled_from([None, "separate", "glued"])
TIES = st.sampled_from(TIE_BREAKS)


# Training -----------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(CORPORA, TIES, MARKS, st.integers(0, 20), st.integers(1, 3))
def test_both_pair_tables_take_the_same_steps(words, tie_break, end_of_word, merges, least):
    fast, slow = (
        record(
            bpe.train_steps(
                words, None, merges, tie_break, end_of_word, min_frequency=least, table=table
            )
        )
        for table in ("indexed", "recount")
    )
    assert fast == slow


@settings(max_examples=60)
@given(CORPORA, TIES, st.integers(1, 4))
def test_no_table_merges_what_is_not_allowed(words, tie_break, longest):
    def allowed(piece):
        return len(piece) <= longest and not piece.endswith("ba")

    fast, slow = (
        record(bpe.train_steps(words, merges=20, tie_break=tie_break, allowed=allowed, table=table))
        for table in ("indexed", "recount")
    )
    assert fast == slow
    assert all(allowed(step.new) for step in fast.steps)
    left = bpe.words_after(words, fast.steps)
    more = {a + b for symbols, _ in left for a, b in pairwise(symbols)}
    assert len(fast.steps) == 20 or not any(map(allowed, more))


@settings(max_examples=60)
@given(CORPORA, TIES, MARKS, st.integers(0, 20))
def test_the_steps_alone_rebuild_the_model(words, tie_break, end_of_word, merges):
    trace = record(bpe.train_steps(words, None, merges, tie_break, end_of_word))
    vocab = dict(bpe.train(words, merges=0, end_of_word=end_of_word).vocab)
    for step in trace.of(Merged):
        vocab[step.new] = len(vocab)
    merged = [(step.left, step.right) for step in trace.steps]
    assert bpe.BpeModel(vocab, merged, end_of_word) == trace.result
    assert bpe.train(words, None, merges, tie_break, end_of_word) == trace.result


@settings(max_examples=60)
@given(CORPORA, MARKS)
def test_encoding_a_training_word_gives_what_training_made_of_it(words, end_of_word):
    trace = record(bpe.train_steps(words, merges=30, end_of_word=end_of_word))
    seen = [word for word, count in words.items() if count]
    after = [symbols for symbols, _ in bpe.words_after(words, trace.steps, end_of_word)]
    assert [bpe.encode(trace.result, word) for word in seen] == after


@settings(max_examples=60)
@given(CORPORA, TIES)
def test_no_string_is_learned_twice(words, tie_break):
    # From single characters every string has one derivation only, so the question whether a piece
    # keeps its id when it is reached by a second route does not arise.
    pieces = [left + right for left, right in bpe.train(words, None, 60, tie_break).merges]
    assert len(pieces) == len(set(pieces))


def test_ids_are_special_tokens_then_alphabet_then_merges():
    model = bpe.train(HUG, 12, special_tokens=["<pad>", "<unk>"], alphabet="xu")
    assert list(model.vocab) == ["<pad>", "<unk>", *"bghnpsux", "ug", "un"]
    assert list(model.vocab.values()) == list(range(12))


def test_vocab_size_and_merges_are_two_ways_to_say_the_same():
    assert bpe.train(HUG, vocab_size=10) == bpe.train(HUG, merges=3)


def test_a_vocabulary_as_large_as_the_alphabet_has_no_merges():
    model = bpe.train(HUG, vocab_size=7)
    assert model.merges == []
    assert list(model.vocab) == list("bghnpsu")


def test_a_vocabulary_smaller_than_the_alphabet_is_refused():
    with pytest.raises(ValueError, match=r"vocab_size=6 is too small.* 7 entries"):
        bpe.train(HUG, vocab_size=6)


def test_training_stops_when_no_pair_is_left():
    assert bpe.train(HUG, vocab_size=1000) == bpe.train(HUG, merges=7) == bpe.train(HUG, merges=8)


@pytest.mark.parametrize("words", [{}, {"hug": 0}, {"": 3}])
@pytest.mark.parametrize("goal", [{"vocab_size": 5}, {"merges": 5}])
def test_no_words_give_a_model_without_merges(words, goal):
    model = bpe.train(words, **goal, special_tokens=["<unk>"], alphabet="a")
    assert model == bpe.BpeModel({"<unk>": 0, "a": 1}, [])


def test_words_that_never_occur_add_nothing():
    assert bpe.train(HUG | {"xyz": 0}, merges=5) == bpe.train(HUG, merges=5)


def test_a_negative_count_is_refused():
    with pytest.raises(ValueError, match="the count of 'hug' must be 0 or more; got -2"):
        bpe.train({"hug": -2}, merges=1)


def test_pairs_below_the_minimum_frequency_are_not_merged():
    assert len(bpe.train(HUG, merges=99, min_frequency=5).merges) == 6
    assert len(bpe.train(HUG, merges=99, min_frequency=6).merges) == 4


def test_an_unknown_token_comes_first_unless_it_is_named_among_the_special_tokens():
    assert list(bpe.train({}, merges=0, unk="<unk>", special_tokens=["<s>"]).vocab) == [
        "<unk>",
        "<s>",
    ]
    model = bpe.train({}, merges=0, unk="<unk>", special_tokens=["<s>", "<unk>"])
    assert list(model.vocab) == ["<s>", "<unk>"]


def test_a_special_token_that_a_merge_makes_keeps_its_id():
    model = bpe.train({"ab": 1, "abc": 1}, merges=2, special_tokens=["ab"])
    assert model.vocab == {"ab": 0, "a": 1, "b": 2, "c": 3, "abc": 4}
    assert model.merges == [("a", "b"), ("ab", "c")]


def test_a_step_names_the_pairs_that_were_tied_with_it():
    first = record(bpe.train_steps(LOW, merges=1, tie_break="first_seen", end_of_word="separate"))
    assert first.steps == (Merged("e", "s", "es", 9, tied=(("s", "t"), ("t", "</w>"))),)
    limited = record(bpe.train_steps(LOW, merges=1, end_of_word="separate", ties_shown=1))
    assert limited.steps == (Merged("e", "s", "es", 9, tied=(("s", "t"),)),)


def test_the_order_of_the_words_decides_only_with_first_seen():
    around = dict(reversed(HUG.items()))
    assert bpe.train(HUG, None, 7, "first_seen") != bpe.train(around, None, 7, "first_seen")
    for tie_break in set(TIE_BREAKS) - {"first_seen"}:
        assert bpe.train(HUG, None, 7, tie_break) == bpe.train(around, None, 7, tie_break)


def test_dictionary_order_can_compare_bytes():
    words = {"Ġa": 1, "éb": 1}  # Ġ is byte 32, é byte 233 in GPT-2's alphabet
    byte = {"Ġ": b"\x20", "é": b"\xe9", "a": b"a", "b": b"b"}
    by_code_point = bpe.train(words, merges=1, tie_break="smallest_pair")
    by_byte = bpe.train(words, merges=1, tie_break="smallest_pair", symbol_key=byte.get)
    assert by_code_point.merges == [("é", "b")]
    assert by_byte.merges == [("Ġ", "a")]


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="unknown tie_break 'best'; known are smallest_ids"):
        bpe.train(HUG, merges=1, tie_break="best")
    with pytest.raises(ValueError, match="end_of_word must be None, 'separate' or 'glued'"):
        bpe.train(HUG, merges=1, end_of_word="</w>")
    with pytest.raises(TypeError, match="word_counts must map words to counts"):
        bpe.train("hug pug", merges=1)
    with pytest.raises(TypeError, match="min_freq"):
        bpe.train(HUG, merges=1, min_freq=2)


# Encoding -----------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(CORPORA, TIES, MARKS, WORDS)
def test_lowest_rank_first_equals_rule_by_rule(words, tie_break, end_of_word, word):
    model = bpe.train(words, None, 15, tie_break, end_of_word)
    expected = encode_rule_by_rule(bpe.spell(word, end_of_word), model.merges)
    assert bpe.encode(model, word) == expected


@settings(max_examples=60)
@given(CORPORA, WORDS, st.floats(0, 1), st.integers(0, 9))
def test_the_recorded_steps_rebuild_every_state_of_encoding(words, word, dropout, seed):
    model = bpe.train(words, merges=15, end_of_word="glued")
    trace = record(bpe.encode_steps(model, word, dropout, random.Random(seed)))
    for at, step in enumerate(trace.steps):
        before, after = (bpe.symbols_after(word, trace.steps[:n], "glued") for n in (at, at + 1))
        assert (step.left, step.right) in pairwise(before)
        assert len(after) == len(before) - 1
        assert model.merges[step.rank] == (step.left, step.right)
    assert bpe.symbols_after(word, trace.steps, "glued") == trace.result


@given(CORPORA, MARKS, st.text(max_size=8), st.floats(0, 1))
def test_decoding_gives_the_word_back(words, end_of_word, word, dropout):
    model = bpe.train(words, merges=10, end_of_word=end_of_word)
    assert bpe.decode(model, bpe.encode(model, word, dropout)) == word


def test_runs_are_merged_from_the_left():
    model = bpe.BpeModel({}, [("-", "-"), ("--", "--")])
    assert bpe.encode(model, "-" * 7) == ("----", "--", "-")


def test_symbols_outside_the_vocabulary_become_unknown_or_stay():
    model = bpe.train(HUG, merges=3)
    assert bpe.encode(model, "mug🤗") == ("m", "ug", "🤗")
    known = bpe.train(HUG, merges=3, unk="<unk>")
    assert bpe.encode(known, "mug🤗") == ("<unk>", "ug", "<unk>")


def test_an_empty_word_has_no_pieces_and_no_mark():
    for end_of_word in (None, "separate", "glued"):
        assert bpe.encode(bpe.BpeModel({}, [], end_of_word), "") == ()


def test_a_repeated_merge_counts_at_its_last_place():
    model = bpe.BpeModel({}, [("a", "b"), ("b", "c"), ("a", "b")])
    assert bpe.encode(model, "abc") == ("a", "bc")


def test_merges_can_be_looked_up_by_the_joined_string():
    merges = [("a", "b"), ("b", "c"), ("ab", "c")]
    by_pair = bpe.BpeModel({}, merges[1:])
    by_string = bpe.BpeModel({}, merges[1:], lookup="joined")
    assert bpe.encode(by_pair, "abc") == ("a", "bc")
    assert bpe.encode(by_string, "abc") == ("abc",)  # a + bc is no merge, but it makes abc
    ranked = bpe.BpeModel({}, [], lookup="joined", piece_ranks={"ab": 5, "bc": 9, "abc": 7})
    assert bpe.encode(ranked, "abc") == ("abc",)
    assert bpe.encode(ranked, "bcab") == ("bc", "ab")


def test_a_word_that_is_no_string_is_refused():
    with pytest.raises(TypeError, match="a word is bytes, not str"):
        bpe.encode(bpe.train(HUG, merges=1), b"hug")


# BPE-dropout --------------------------------------------------------------------------------------

LOWEST = bpe.train(LOW, merges=10, tie_break="first_seen", end_of_word="separate")


def test_dropout_0_is_plain_and_dropout_1_gives_characters():
    assert bpe.encode(LOWEST, "lowest", dropout=0) == ("low", "est</w>")
    assert bpe.encode(LOWEST, "lowest", dropout=1) == ("l", "o", "w", "e", "s", "t", "</w>")


def test_lowest_can_come_out_in_twelve_ways():
    distribution = dropout_distribution(bpe.spell("lowest", "separate"), LOWEST.ranks, 0.1)
    assert len(distribution) == 12
    assert sum(distribution.values()) == pytest.approx(1)
    assert distribution["low", "est</w>"] == pytest.approx(0.803, abs=0.0005)


@pytest.mark.parametrize("dropout", [0, 0.1, 0.5, 1])
@pytest.mark.parametrize("word", ["lowest", "newlowest", "slow", ""])
def test_the_shares_under_dropout_are_exact(word, dropout):
    exact = dropout_distribution(bpe.spell(word, "separate"), LOWEST.ranks, dropout)
    exact = {symbols: share for symbols, share in exact.items() if share}
    assert bpe.dropout_shares(LOWEST, word, dropout) == pytest.approx(exact)


@pytest.mark.parametrize(
    ("word", "dropout"), [("lowest", 0.1), ("lowest", 0.5), ("newlowest", 0.4)]
)
def test_sampled_segmentations_follow_the_exact_distribution(word, dropout):
    rng, samples = random.Random(1), 4000
    exact = dropout_distribution(bpe.spell(word, "separate"), LOWEST.ranks, dropout)
    drawn = [bpe.encode(LOWEST, word, dropout, rng) for _ in range(samples)]
    assert set(drawn) <= set(exact)
    likely = {pieces: p for pieces, p in exact.items() if p * samples >= 5}
    chi_square = sum(
        (drawn.count(pieces) - p * samples) ** 2 / (p * samples) for pieces, p in likely.items()
    )
    freedom = len(likely)
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5  # mean and four standard deviations


def test_a_seeded_generator_gives_the_same_result_again():
    twice = [bpe.encode(LOWEST, "newestlowest", 0.5, random.Random(7)) for _ in range(2)]
    assert twice[0] == twice[1]


@pytest.mark.parametrize("dropout", [-0.1, 1.1, float("nan")])
def test_dropout_must_be_a_probability(dropout):
    with pytest.raises(ValueError, match="dropout must be from 0 to 1; got"):
        bpe.encode(LOWEST, "lowest", dropout)
