"""Metrics by hand, against the cases, and with tokenizers of four libraries."""

import json
import math
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models

from subword_lab import metrics

DATA = Path(__file__).parent / "data" / "seed_text.json"
SEED = {case["id"]: case for case in json.loads(DATA.read_text("utf-8"))}

characters = SimpleNamespace(encode=list)
utf8_bytes = SimpleNamespace(encode=str.encode)
halves = SimpleNamespace(encode=lambda text: [text[i : i + 2] for i in range(0, len(text), 2)])
counts_of = st.dictionaries(st.text("abc", max_size=2), st.integers(0, 50), min_size=2)


def test_oov_rate_case():
    case = SEED["oov-rate-toy"]
    vocab, words = case["input"]["vocab"], case["input"]["test_tokens"]
    expect = {
        name: float(Fraction(case["expect"][name])) for name in ("oov_by_tokens", "oov_by_types")
    }
    assert metrics.oov_rate(vocab, words) == expect["oov_by_tokens"] == 3 / 5
    assert metrics.oov_rate(vocab, words, per="type") == expect["oov_by_types"] == 2 / 4


def test_oov_rate_is_neither_of_the_two_when_types_and_tokens_are_mixed():
    case = SEED["oov-rate-toy"]
    vocab, words = case["input"]["vocab"], case["input"]["test_tokens"]
    mixed = len(set(words) - set(vocab)) / len(words)
    assert mixed == float(Fraction(case["expect"]["seed_formula_types_over_tokens"]))
    assert mixed not in (metrics.oov_rate(vocab, words), metrics.oov_rate(vocab, words, "type"))


def test_oov_rate_takes_word_counts_and_any_vocabulary():
    counts = {"the": 3, "sat": 1, "never": 0}
    for vocab in ({"the": 0}, ["the"], ("the",), frozenset(["the"])):
        assert metrics.oov_rate(vocab, counts) == 0.25
    assert metrics.oov_rate({"the"}, counts, per="type") == 1 / 2
    assert metrics.oov_rate((), ["x"]) == 1.0
    assert metrics.oov_rate({"two words"}, ["two words"]) == 0.0


def test_embedding_parameters_case():
    case = SEED["embedding-params"]
    for name, vocab_size, dim in case["input"]["models"]:
        assert metrics.embedding_parameters(vocab_size, dim) == case["expect"]["params"][name]
        assert metrics.embedding_parameters(vocab_size, dim, tied=False) == 2 * vocab_size * dim
    million, small = (metrics.embedding_parameters(v, 768) for v in (10**6, 32_000))
    assert million / small == case["expect"]["ratio_1M_to_32k"]
    share = metrics.embedding_parameters(30522, 768) / 110e6
    assert round(share, 3) == case["expect"]["bert_base_share_of_110M"]


def test_ratios_by_hand():
    assert metrics.fertility(characters, ["ab c", "d"]) == 5 / 3  # the space is a token too
    assert metrics.bytes_per_token(characters, ["é", "中a"]) == 6 / 3
    assert metrics.bytes_per_token(utf8_bytes, "né中🤗") == 1.0
    assert metrics.premium(utf8_bytes, "день", "day") == 8 / 3
    assert metrics.premium(characters, ["ab", "c"], ["ab", "d"]) == 1.0
    assert metrics.continued_share(halves, ["to", "be", "or", "not"]) == 1 / 4
    assert metrics.continued_share(halves, {"not": 3, "to": 1}) == 3 / 4
    assert metrics.coverage({"a", "b"}, "abab c") == 4 / 6


def test_texts_are_a_corpus(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("two words", "utf-8")
    assert (
        metrics.fertility(characters, path) == metrics.fertility(characters, ["two words"]) == 4.5
    )
    assert metrics.bytes_per_token(characters, iter(["é", "é"])) == 2.0


def test_tokenizers_of_other_libraries_are_taken():
    ranks = {bytes([b]): b for b in range(256)} | {b"ab": 256}
    open_ai = tiktoken.Encoding("toy", pat_str=r"\S+|\s", mergeable_ranks=ranks, special_tokens={})
    hugging_face = Tokenizer(models.BPE({"a": 0, "b": 1, "c": 2, "ab": 3}, [("a", "b")]))
    for tokenizer in (open_ai, hugging_face):
        assert metrics.bytes_per_token(tokenizer, "abcab") == 5 / 3
        assert metrics.continued_share(tokenizer, ["ab", "abc"]) == 1 / 2


@pytest.mark.parametrize(
    ("counts", "order", "expected"),
    [
        ([1, 1, 1, 1], 2.5, 1.0),
        ([3, 0], 2.5, 0.0),
        ([3, 1], 1, -(0.75 * math.log(0.75) + 0.25 * math.log(0.25)) / math.log(2)),
        ([3, 1], 2, -math.log(0.75**2 + 0.25**2) / math.log(2)),
        ([3, 1], math.inf, -math.log(0.75) / math.log(2)),
        ([3, 1, 0, 0], 0, 1 / 2),  # half of the vocabulary is in use
        ({"a": 8, "b": 1, "c": 1}, 2.5, math.log(0.8**2.5 + 2 * 0.1**2.5) / -1.5 / math.log(3)),
    ],
)
def test_renyi_efficiency_by_hand(counts, order, expected):
    assert metrics.renyi_efficiency(counts, order) == pytest.approx(expected, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(counts_of.filter(lambda counts: any(counts.values())))
def test_renyi_efficiency_falls_with_its_order_and_is_smooth_at_one(counts):
    orders = (0, 0.5, 1 - 1e-6, 1, 1 + 1e-6, 2.5, 1e5, math.inf)
    values = [metrics.renyi_efficiency(counts, order) for order in orders]
    assert all(a >= b - 1e-9 for a, b in zip(values, values[1:], strict=False))
    assert values[2] == pytest.approx(values[3], abs=1e-4)
    assert values[3] == pytest.approx(values[4], abs=1e-4)
    assert min(values) >= -1e-9 and max(values) <= 1 + 1e-9


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: metrics.oov_rate({"a"}, []), ValueError, "no words to count"),
        (lambda: metrics.oov_rate({"a"}, {"a": 0}), ValueError, "no words to count"),
        (lambda: metrics.oov_rate({"a"}, "a b"), TypeError, r"one by one, words.split\(\)"),
        (lambda: metrics.oov_rate("ab", ["a"]), TypeError, "vocab must be a collection of words"),
        (lambda: metrics.oov_rate({"a"}, ["a"], per="word"), ValueError, "not 'word'"),
        (lambda: metrics.oov_rate({"a"}, [b"a"]), TypeError, "is bytes"),
        (lambda: metrics.oov_rate({"a"}, ["\ud800"]), ValueError, "half a surrogate pair"),
        (lambda: metrics.continued_share(characters, []), ValueError, "no words to count"),
        (lambda: metrics.fertility(characters, " \n"), ValueError, "the texts hold no word"),
        (lambda: metrics.fertility(characters, b"x"), TypeError, "decode it first"),
        (lambda: metrics.fertility(characters, {"a": 1}), TypeError, "a mapping holds word counts"),
        (lambda: metrics.bytes_per_token(characters, ""), ValueError, "give no token"),
        (lambda: metrics.premium(characters, "a", ""), ValueError, "reference gives no token"),
        (lambda: metrics.coverage("a", []), ValueError, "hold no character"),
        (
            lambda: metrics.embedding_parameters(1.5, 2),
            TypeError,
            "vocab_size must be a whole number",
        ),
        (lambda: metrics.embedding_parameters(2, True), TypeError, "dim must be a whole number"),
        (lambda: metrics.embedding_parameters(2, -3), ValueError, "dim must be 0 or more; got -3"),
        (lambda: metrics.fertility(None, "a"), TypeError, r"a method encode\(text\); got None"),
        (lambda: metrics.bytes_per_token("gpt2", "a"), TypeError, "got 'gpt2' of type str"),
        (lambda: metrics.continued_share(len, ["a"]), TypeError, "a method encode"),
        (lambda: metrics.premium(3, "a", "b"), TypeError, "got 3 of type int"),
        (lambda: metrics.oov_rate(None, ["a"]), TypeError, "vocab must be a collection"),
        (lambda: metrics.coverage(3, "abc"), TypeError, "alphabet must be a Collection"),
        (lambda: metrics.renyi_efficiency(None), TypeError, "counts must be a Iterable"),
        (lambda: metrics.renyi_efficiency([1.5, 2]), TypeError, "a count must be a whole number"),
        (lambda: metrics.renyi_efficiency(["a", "b"]), TypeError, "a count must be a whole"),
        (lambda: metrics.renyi_efficiency([3, 1], order="x"), TypeError, "order must be a number"),
        (lambda: metrics.renyi_efficiency([5]), ValueError, "at least two pieces"),
        (lambda: metrics.renyi_efficiency([]), ValueError, "at least two pieces"),
        (lambda: metrics.renyi_efficiency([0, 0]), ValueError, "not all 0"),
        (
            lambda: metrics.renyi_efficiency([3, -1]),
            ValueError,
            "a count must be 0 or more; got -1",
        ),
        (
            lambda: metrics.renyi_efficiency([3, 1], order=-1),
            ValueError,
            "order must be from 0 to inf; got -1",
        ),
        (lambda: metrics.renyi_efficiency([3, 1], order=math.nan), ValueError, "got nan"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


@settings(max_examples=60)
@given(st.sets(st.text("ab", min_size=1, max_size=3)), st.text("ab", max_size=7))
def test_spellings_are_all_ways_to_put_pieces_together(pieces, text):
    def ways(rest):
        return 1 if not rest else sum(ways(rest[len(p) :]) for p in pieces if rest.startswith(p))

    assert metrics.spellings(pieces, text) == ways(text)


def test_spellings_refuse_one_string():
    with pytest.raises(TypeError, match="collection of pieces"):
        metrics.spellings("abc", "abc")
