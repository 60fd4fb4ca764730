import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import merge_everywhere
from subword_lab.pairs import (
    IndexedPairs,
    Merged,
    RecountPairs,
    count_pairs,
    count_replacements,
    merge_word,
    replay,
)
from subword_lab.ties import TIE_BREAKS, tie_order
from subword_lab.training import SLOW_TO_RECOUNT, first_ids, pair_table, spelled

WORDS = st.lists(
    st.tuples(st.text("ab", min_size=1, max_size=9).map(tuple), st.integers(1, 4)), max_size=6
)


def test_overlapping_positions_are_counted_but_merged_once():
    words = [(("a", "a", "a"), 2)]
    assert count_pairs(words) == {("a", "a"): 4}
    assert count_replacements(words, ("a", "a")) == 2
    assert merge_word(("a", "a", "a"), ("a", "a"), "aa") == ("aa", "a")


def test_pairs_are_counted_in_the_order_in_which_they_are_met():
    words = [(("b", "a", "b"), 1), (("a", "a"), 9)]
    assert list(count_pairs(words)) == [("b", "a"), ("a", "b"), ("a", "a")]


@given(st.lists(st.sampled_from("ab"), max_size=12), st.tuples(*[st.sampled_from("ab")] * 2))
def test_merging_reads_from_left_to_right(symbols, pair):
    merged = merge_word(tuple(symbols), pair, "".join(pair))
    assert merged == merge_everywhere(symbols, pair)


@pytest.mark.parametrize("symbols", [(), ("a",), ("b", "a"), ("a", "c", "b")])
def test_a_word_without_the_pair_stays_as_it_is(symbols):
    assert merge_word(symbols, ("a", "b"), "ab") == symbols


@settings(max_examples=60)
@given(WORDS, st.sampled_from([name for name in TIE_BREAKS if name not in ("first_seen",)]))
def test_both_tables_agree_about_everything_at_every_step(words, tie_break):
    ids = first_ids((), "ab", None, 0)
    order = tie_order(tie_break, ids)
    slow, fast = RecountPairs(words, order), IndexedPairs(words, order)
    while (best := slow.best()) is not None:
        assert fast.best() == best
        assert dict(fast.counts) == slow.counts
        assert fast.tied(3) == slow.tied(3)
        assert fast.replacements(best[0]) == slow.replacements(best[0])
        new = "".join(best[0])
        ids.setdefault(new, len(ids))
        assert fast.merge(best[0], new) == slow.merge(best[0], new)
        assert fast.words == slow.words
    assert fast.best() is None
    assert fast.tied(3) == slow.tied(3) == ()


@pytest.mark.parametrize("table", [RecountPairs, IndexedPairs])
def test_a_table_does_not_mind_a_pair_that_is_not_there(table):
    pairs = table([(("a", "b"), 1)], order=lambda pair: pair)
    assert pairs.replacements(("x", "y")) == 0
    assert pairs.merge(("x", "y"), "xy") == 0
    assert pairs.best() == (("a", "b"), 1)


@pytest.mark.parametrize("table", [RecountPairs, IndexedPairs])
def test_a_table_leaves_the_words_it_was_given_alone(table):
    words = [(("a", "b"), 1)]
    table(words, order=lambda pair: pair).merge(("a", "b"), "ab")
    assert words == [(("a", "b"), 1)]


def test_replay_applies_recorded_merges():
    words = [(("h", "u", "g", "s"), 5), (("p", "u", "n"), 12)]
    steps = [Merged("u", "g", "ug", 20), Merged("h", "ug", "hug", 15)]
    assert replay(words, []) == words
    assert replay(words, steps) == [(("hug", "s"), 5), (("p", "u", "n"), 12)]


# Ties ---------------------------------------------------------------------------------------------

EQUAL = [("b", "c"), ("a", "b"), ("ab", "c"), ("a", "bb"), ("é", "a")]


@pytest.mark.parametrize(
    ("tie_break", "first"),
    [
        ("smallest_ids", ("é", "a")),
        ("largest_pair", ("é", "a")),
        ("smallest_pair", ("a", "b")),
        ("first_seen", ("b", "c")),
        ("sentencepiece", ("a", "b")),
    ],
)
def test_each_tie_break_has_its_own_favorite(tie_break, first):
    ids = {"é": 0, "b": 1, "a": 2, "c": 3, "ab": 4, "bb": 5}
    assert min(EQUAL, key=tie_order(tie_break, ids)) == first


def test_the_longer_of_two_symbols_is_the_larger_where_one_begins_the_other():
    pairs = [("a", "b"), ("ab", "a"), ("a", "ba")]
    assert sorted(pairs, key=tie_order("largest_pair", {})) == sorted(pairs, reverse=True)
    assert sorted(pairs, key=tie_order("smallest_pair", {})) == sorted(pairs)


@given(st.lists(st.tuples(*[st.text(min_size=1, max_size=4)] * 2), max_size=8))
def test_largest_and_smallest_compare_code_points_as_python_does(pairs):
    assert sorted(pairs, key=tie_order("largest_pair", {})) == sorted(pairs, reverse=True)
    assert sorted(pairs, key=tie_order("smallest_pair", {})) == sorted(pairs)


def test_a_symbol_key_replaces_code_points():
    def by_length(symbol):
        return (len(symbol),)

    pairs = [("zz", "a"), ("b", "aaa")]
    assert min(pairs, key=tie_order("smallest_pair", {}, by_length)) == ("b", "aaa")
    assert min(pairs, key=tie_order("largest_pair", {}, by_length)) == ("zz", "a")


def test_an_unknown_tie_break_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match=r"'random'; known are smallest_ids, largest_pair, smal"):
        tie_order("random", {})


# Before the first merge ---------------------------------------------------------------------------


def test_empty_words_and_words_that_never_occur_are_left_out():
    assert spelled({"ab": 2, "": 3, "c": 0}, tuple) == [(("a", "b"), 2)]


@pytest.mark.parametrize("words", ["hug", ["hug"], None, 3, {1: 2}, {"hug": "2"}, {"hug": 1.5}])
def test_word_counts_of_the_wrong_type_are_refused(words):
    with pytest.raises(TypeError, match="word_counts must map|must be a str|must be a whole"):
        spelled(words, tuple)


def test_a_negative_count_is_refused():
    with pytest.raises(ValueError, match=r"the count of 'hug' must be 0 or more; got -1"):
        spelled({"hug": -1}, tuple)


def test_ids_are_special_tokens_as_given_then_symbols_by_code_point():
    ids = first_ids(["<z>", "<a>", "b"], ["é", "b", "a", "##a"], 10, None)
    assert ids == {"<z>": 0, "<a>": 1, "b": 2, "##a": 3, "a": 4, "é": 5}


def test_a_vocabulary_smaller_than_the_alphabet_is_refused_with_both_numbers():
    with pytest.raises(ValueError, match=r"vocab_size=3 .* 4 entries; ask for at least 4"):
        first_ids(["<unk>"], "abc", 3, None)
    assert len(first_ids(["<unk>"], "abc", 4, None)) == 4


@pytest.mark.parametrize(("vocab_size", "merges"), [(None, None), (5, 5), (0, 0)])
def test_exactly_one_goal_must_be_given(vocab_size, merges):
    with pytest.raises(ValueError, match="exactly one of vocab_size and merges"):
        first_ids((), "", vocab_size, merges)


def test_goals_and_special_tokens_of_the_wrong_kind_are_refused():
    with pytest.raises(ValueError, match="merges must be 0 or more; got -1"):
        first_ids((), "", None, -1)
    with pytest.raises(TypeError, match="vocab_size must be a whole number; got '10'"):
        first_ids((), "", "10", None)
    with pytest.raises(TypeError, match="list of tokens; got '<unk>'"):
        first_ids("<unk>", "", 10, None)


def test_first_seen_is_recounted_and_says_so_when_there_is_much_to_count():
    words = [(("a",) * SLOW_TO_RECOUNT, 1)]
    small = pair_table("indexed", words, "first_seen", {})
    assert isinstance(small, RecountPairs)
    with pytest.warns(UserWarning, match=r"counted again after each merge.*'first_seen'"):
        pair_table("indexed", [*words, (("b",), 1)], "first_seen", {})
    assert isinstance(pair_table("indexed", words, "largest_pair", {}), IndexedPairs)


def test_an_unknown_table_is_refused():
    with pytest.raises(ValueError, match="unknown table 'heap'; known are indexed, recount"):
        pair_table("heap", [], "smallest_ids", {})
