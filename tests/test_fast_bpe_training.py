"""BPE trained in rounds of many merges beside BPE trained one merge at a time."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as Peer
from tokenizers import models, pre_tokenizers, trainers

import subword_lab as sl
from subword_lab import bpe
from subword_lab.fast import bpe_pairs, bpe_rounds, bpe_training
from subword_lab.fast.bpe_training import train_bytes
from subword_lab.text import BYTE_TO_CHAR, from_printable, to_printable
from subword_lab.text.fast.counting import Counted
from texts import CORPUS

RUNS = ["----", "====", "aaaa", "ababab", "aabaab", "    ", "…"]
SYLLABLES = ["ba", "na", "an", "ab", "nan", "c", "字", "é", " ", "-"]


def counted(words):
    """Words of text with counts, as bytes."""
    return Counted([word.encode() for word in words], list(words.values()))


def readable(words, vocab_size=None, merges=None, special_tokens=(), min_frequency=1):
    return bpe.train(
        {to_printable(word.encode()): n for word, n in words.items()},
        vocab_size,
        merges,
        special_tokens=special_tokens,
        alphabet=BYTE_TO_CHAR.values(),
        min_frequency=min_frequency,
        symbol_key=from_printable,
    )


def assert_same(words, vocab_size=None, merges=None, **options):
    fast = train_bytes(counted(words), vocab_size, merges, **options)
    slow = readable(words, vocab_size, merges, **options)
    assert fast.merges == slow.merges, words
    assert list(fast.vocab.items()) == list(slow.vocab.items())


def random_words(rng, parts, most=40):
    """Words of a few parts, many of them with equal counts: ties are common."""
    words = Counter()
    for _ in range(rng.randint(1, most)):
        word = "".join(rng.choice(parts) * rng.choice([1, 1, 2, 3, 7]) for _ in range(4))
        words[word] += rng.choice([1, 1, 2, 3, 10])
    return words


@pytest.mark.parametrize("parts", [RUNS, SYLLABLES, ["a"], ["a", "b"], ["ab", "ba"]])
def test_random_words(parts):
    rng = random.Random(str(parts))
    for _ in range(60):
        words = random_words(rng, rng.sample(parts, rng.randint(1, len(parts))))
        assert_same(words, merges=rng.choice([0, 1, 5, 40, 400]))


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.text("abc-字", max_size=12), st.integers(0, 9), max_size=12),
    st.integers(256, 330),
    st.integers(0, 6),
)
def test_any_words(words, vocab_size, min_frequency):
    assert_same(words, vocab_size, min_frequency=min_frequency)


@pytest.mark.parametrize("size", [1, 2, 7])
def test_a_short_list_of_any_length_gives_the_same_merges(size, monkeypatch):
    monkeypatch.setattr(bpe_pairs, "SHORT_LIST", size)
    rng = random.Random(size)
    for _ in range(30):
        assert_same(random_words(rng, SYLLABLES), merges=60)


@pytest.mark.parametrize("fewest", [1, 2, 100])
def test_a_round_of_any_length_gives_the_same_merges(fewest, monkeypatch):
    monkeypatch.setattr(bpe_training, "FEWEST", fewest)
    rng = random.Random(fewest)
    for _ in range(30):
        assert_same(random_words(rng, SYLLABLES + RUNS), merges=100)


def test_a_round_merges_many_pairs(monkeypatch):
    done = []

    def watched(*arguments):
        done.append(bpe_rounds.merge_round(*arguments))
        return done[-1]

    monkeypatch.setattr(bpe_training, "merge_round", watched)
    words = Counter(word for text in CORPUS for word in text.split())
    train_bytes(counted(words), merges=300)
    assert max(done) > 10


@pytest.mark.parametrize("names", [("ab", "<s>"), ("abab", "ba"), ("--", "----"), ("nan",)])
def test_a_piece_with_the_name_of_a_special_token_keeps_its_id(names):
    rng = random.Random(str(names))
    for _ in range(20):
        words = random_words(rng, [*SYLLABLES, "-"])
        assert_same(words, 300, special_tokens=names)
        assert_same(words, merges=30, special_tokens=names)


def test_no_words_and_no_room():
    assert_same({}, merges=5)
    assert_same({"": 3, "a": 2, "b": 0}, merges=5)
    assert_same({"abab": 3}, 256)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({}, ValueError, "give exactly one of vocab_size and merges"),
        ({"vocab_size": 300, "merges": 3}, ValueError, "give exactly one"),
        ({"vocab_size": 255}, ValueError, "vocab_size=255 is too small"),
        ({"merges": -1}, ValueError, "merges must be 0 or more"),
        ({"merges": 3, "min_frequency": -1}, ValueError, "min_frequency must be 0 or more"),
        ({"merges": 3, "min_frequency": 0.5}, TypeError, "min_frequency must be a whole number"),
        ({"merges": 3, "special_tokens": ("<s>", "<s>")}, ValueError, "each token once"),
        ({"merges": 3, "special_tokens": "<s>"}, TypeError, "must be a list of tokens"),
    ],
)
def test_bad_arguments_are_refused_as_in_the_readable_trainer(options, error, message):
    with pytest.raises(error, match=message):
        train_bytes(counted({"low": 5}), **options)
    with pytest.raises(error, match=message):
        readable({"low": 5}, **options)


@pytest.mark.parametrize("count", [2**52, 2**61, 2**62, 10**30])
def test_counts_beyond_the_arrays_go_the_readable_way(count):
    words = {"low": count, "lower": count, "newest": 2}
    with pytest.raises(OverflowError):
        train_bytes(counted(words), vocab_size=30_000)
    tok = sl.Tokenizer.train("byte_bpe", words, vocab_size=30_000)
    assert tok.model.merges == readable(words, 30_000).merges


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", "punctuation"])
def test_the_recipe_gives_the_model_of_the_readable_trainer(pattern, tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(CORPUS), "utf-8")
    for corpus in (CORPUS, path, {"low": 3, "lower": 2}):
        words = sl.text.count_words(corpus, pattern)
        if isinstance(corpus, dict):
            words = sl.text.count_words(["low"] * 3 + ["lower"] * 2, pattern)
        tok = sl.Tokenizer.train("byte_bpe", corpus, 350, pattern=pattern)
        assert tok.model == readable(words, 350)


def trained_by_tokenizers(texts, vocab_size, min_frequency=0):
    peer = Peer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    peer.train_from_iterator(texts, trainer)
    model = json.loads(peer.to_str())["model"]
    return [tuple(merge) for merge in model["merges"]], model["vocab"]


RULES = "-" * 7 + "\n" + "=" * 23 + "\n" + "a" * 31 + " " + "ab" * 9 + "\n" + " " * 13 + "x\n"
ENGLISH = [text for name in ("english", "english/stories") for text in [sl.corpora.load(name)]]


@pytest.mark.parametrize(
    ("texts", "vocab_size"),
    [
        ([RULES * 3, "-" * 50, "- -- --- ---- -----"], 400),
        (["".join("ab"[n % 7 % 2] * (n % 11) for n in range(400))], 500),
        (CORPUS, 600),
        (
            [text for text in CORPUS if "字" in text or "中" in text] * 2
            + ["中文分词人工智能" * 9],
            400,
        ),
        (ENGLISH, 2000),
    ],
    ids=["rules", "ab", "scripts", "cjk", "english"],
)
@pytest.mark.parametrize("min_frequency", [0, 3])
def test_the_merges_of_tokenizers(texts, vocab_size, min_frequency):
    merges, vocab = trained_by_tokenizers(texts, vocab_size, min_frequency)
    tok = sl.Tokenizer.train("byte_bpe", texts, vocab_size=vocab_size, min_frequency=min_frequency)
    assert tok.model.merges == merges
    assert tok.model.vocab == vocab
