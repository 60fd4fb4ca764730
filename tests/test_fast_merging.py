"""Merging many words in arrays gives what the readable encoder gives, word by word."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import Tokenizer, bpe
from subword_lab.bpe import BpeModel
from subword_lab.fast.long_words import merge_all
from subword_lab.fast.merge_table import NEVER, merge_table
from subword_lab.fast.merging import TooManyRounds, merge
from subword_lab.text import BYTE_TO_CHAR, to_printable

ALPHABET = {ch: at for at, ch in enumerate(BYTE_TO_CHAR.values())}
LETTERS = st.text("abc", min_size=1, max_size=12)


def model_of(pairs, **options):
    """A model of these merges, in any order and as often as they are there."""
    pieces = dict.fromkeys(part for left, right in pairs for part in (left, right, left + right))
    vocab = ALPHABET | {piece: 256 + at for at, piece in enumerate(p for p in pieces if len(p) > 1)}
    return BpeModel(vocab, pairs, **options)


@st.composite
def merge_lists(draw):
    """Merges of a's, b's and c's, each of two symbols that are there; then in any order."""
    symbols, pairs = ["a", "b", "c"], []
    for _ in range(draw(st.integers(1, 12))):
        pair = draw(st.sampled_from(symbols)), draw(st.sampled_from(symbols))
        if len("".join(pair)) <= 8:
            pairs.append(pair)
            symbols.append("".join(pair))
    return draw(st.permutations(pairs)) if draw(st.booleans()) else pairs


def in_arrays(model, words, encode=merge):
    """The pieces of each word."""
    data = np.frombuffer("".join(words).encode(), np.uint8)
    ids, many = encode(merge_table(model), data, np.array([len(w.encode()) for w in words]))
    piece = {id: piece for piece, id in model.vocab.items()}
    rows = np.split(ids, np.cumsum(many)[:-1])
    return [tuple(piece[id] for id in row) for row in rows]


def one_by_one(model, words):
    return [bpe.encode(model, to_printable(word.encode())) for word in words]


def windows(model):
    """`merge_all`, with the readable encoder where nothing else helps."""

    def readable(word):
        return [model.vocab[piece] for piece in bpe.encode(model, to_printable(word))]

    return lambda table, data, sizes: merge_all(table, data, sizes, readable)


@given(
    merge_lists(), st.lists(LETTERS, min_size=1, max_size=8), st.sampled_from(["pair", "joined"])
)
def test_any_merges_in_any_order(pairs, words, lookup):
    model = model_of(pairs, lookup=lookup)
    assert in_arrays(model, words) == one_by_one(model, words)


@given(merge_lists(), st.sampled_from(["pair", "joined"]), st.data())
@settings(max_examples=60)
def test_long_words_of_any_merges(pairs, lookup, data):
    model = model_of(pairs, lookup=lookup)
    part = data.draw(st.text("abc", min_size=1, max_size=30))
    words = [data.draw(LETTERS), part * data.draw(st.integers(1, 40)), "b", part * 9]
    assert in_arrays(model, words, windows(model)) == one_by_one(model, words)


def test_a_merge_whose_symbol_is_taken_by_an_earlier_one_is_done_one_at_a_time():
    model = model_of([("ab", "a"), ("a", "b")])  # the first merge waits for the second
    assert in_arrays(model, ["abab", "ababab"]) == [("aba", "b"), ("aba", "b", "ab")]
    assert one_by_one(model, ["abab", "ababab"]) == [("aba", "b"), ("aba", "b", "ab")]
    assert merge_table(model).alone.tolist() == [False, True]


def test_a_repeated_merge_has_its_last_rank():
    model = model_of([("a", "b"), ("b", "c"), ("a", "b")])
    assert in_arrays(model, ["abc"]) == one_by_one(model, ["abc"]) == [("a", "bc")]


@pytest.mark.parametrize("size", [1, 2, 3, 95, 96, 97, 160, 161, 1000])
@pytest.mark.parametrize("letters", ["a", "ab", "abc", "abcde", "é", "中文", " "])
def test_runs_of_every_size(size, letters):
    tokenizer = Tokenizer.train("byte_bpe", [letters * 20, letters * 7], merges=9, pattern="none")
    words = [letters * size, letters * (size + 1)]
    model = tokenizer.model
    assert in_arrays(model, words, windows(model)) == one_by_one(model, words)


def test_windows_that_never_agree():
    model = model_of([("aa", "a"), ("a", "a")])  # threes, and no step between windows is one
    asked = []

    def readable(word):
        asked.append(len(word))
        return [model.vocab[piece] for piece in bpe.encode(model, to_printable(word))]

    def encode(*words):
        data, sizes = np.frombuffer(b"".join(words), np.uint8), np.array([*map(len, words)])
        ids, many = merge_all(merge_table(model), data, sizes, readable)
        assert many.sum() == len(ids)
        return ids.tolist()

    three, two, b = model.vocab["aaa"], model.vocab["aa"], model.vocab["b"]
    assert encode(b"b", b"a" * 5000) == [b, *[three] * 1666, two]
    assert encode(b"a" * 5000) == [*[three] * 1666, two]
    assert asked == [5000, 5000]
    run = b"b" * 500 + b"a" * 500 + b"b" * 500  # a run inside a word: its windows become one
    assert encode(run, run) == [*[b] * 500, *[three] * 166, two, *[b] * 500] * 2
    assert asked == [5000, 5000]


def test_rounds_are_counted():
    model = model_of([("a", "a"), ("aa", "aa")])  # a run has no sure merges
    data, sizes = np.frombuffer(b"aaaa", np.uint8), np.array([4])
    assert merge(merge_table(model), data, sizes, 2)[0].tolist() == [model.vocab["aaaa"]]
    with pytest.raises(TooManyRounds):
        merge(merge_table(model), data, sizes, 1)


def test_models_with_symbols_that_have_no_id_have_no_table():
    assert merge_table(BpeModel(ALPHABET, [("a", "b")])) is None
    assert merge_table(BpeModel({"a": 0}, [])) is None
    assert merge_table(BpeModel(ALPHABET, [], unk="a")) is None
    assert merge_table(BpeModel(ALPHABET, [], end_of_word="glued")) is None


def test_a_merge_of_a_symbol_that_never_arises_is_none():
    model = model_of([("a", "b"), ("xy", "c")])
    table = merge_table(model)
    assert table.ranks_of(np.array([model.vocab["xy"]]), np.array([model.vocab["c"]])) == NEVER


def test_sure_merges_where_each_symbol_is_made_in_one_way():
    assert merge_table(model_of([("a", "b"), ("ab", "c")])).threats is not None
    assert merge_table(model_of([("a", "b"), ("b", "c"), ("ab", "c"), ("a", "bc")])).threats is None
    assert merge_table(model_of([("ab", "c"), ("a", "b")])).threats is None


def test_a_merge_waits_for_what_may_take_one_of_its_symbols():
    model = model_of([("x", "y"), ("xy", "a"), ("a", "b")])
    words = ["xyab", "yab", "xab", "xyxyab"]
    assert in_arrays(model, words) == one_by_one(model, words)
    assert in_arrays(model, words)[:2] == [("xya", "b"), ("y", "ab")]
