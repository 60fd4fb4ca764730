"""Trained here and trained there: the same vocabularies, the same ids."""

from pathlib import Path

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import decoders, models, pre_tokenizers, trainers

from subword_lab import Tokenizer
from subword_lab.text import PATTERNS
from texts import COMMON, CORPUS

documents = st.lists(COMMON.filter(bool), min_size=1, max_size=4)


def byte_level_peer(corpus, size, special, pattern):
    peer = tokenizers.Tokenizer(models.BPE())
    if pattern == "gpt2":
        peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    else:
        split = pre_tokenizers.Split(tokenizers.Regex(PATTERNS[pattern]), "isolated")
        to_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
        peer.pre_tokenizer = pre_tokenizers.Sequence([split, to_bytes])
    peer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    peer.train_from_iterator(corpus, trainer)
    return peer


@settings(max_examples=40)
@given(documents, COMMON, st.sampled_from(["gpt2", "cl100k", "o200k"]), st.booleans())
def test_byte_level_bpe_equals_tokenizers(corpus, text, pattern, with_special):
    special = ["<|endoftext|>"] if with_special else []
    corpus = [document.replace("<|endoftext|>", "") for document in corpus]
    peer = byte_level_peer(corpus, 300, special, pattern)
    ours = Tokenizer.train(
        "byte_bpe", corpus, vocab_size=300, special_tokens=special, pattern=pattern
    )
    assert ours.vocab == peer.get_vocab()
    expected = peer.encode(text)
    assert ours.encode(text, allowed_special="all") == expected.ids
    assert ours.tokenize(text, allowed_special="all") == expected.tokens


def test_byte_level_bpe_equals_tokenizers_on_a_larger_corpus():
    corpus = (Path(__file__).parents[1] / "subword_lab/data/english/stories.txt").read_text("utf-8")
    peer = byte_level_peer([corpus], 2000, [], "gpt2")
    ours = Tokenizer.train("byte_bpe", corpus, vocab_size=2000)
    assert ours.vocab == peer.get_vocab()
    for text in CORPUS:
        assert ours.encode(text) == peer.encode(text).ids


@pytest.fixture(scope="module", params=[True, False], ids=["uncased", "cased"])
def bert(request, tmp_path_factory):
    """BERT's pipeline trained by the library, and its vocabulary read here."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    peer = tokenizers.BertWordPieceTokenizer(lowercase=request.param)
    peer.train_from_iterator(CORPUS, vocab_size=230, special_tokens=special, show_progress=False)
    folder = tmp_path_factory.mktemp("bert")
    peer.save_model(str(folder))
    peer = tokenizers.BertWordPieceTokenizer(str(folder / "vocab.txt"), lowercase=request.param)
    return peer, Tokenizer.load(folder)


@settings(max_examples=60)
@given(text=COMMON, pair=st.none() | COMMON)
def test_wordpiece_equals_berts_pipeline(bert, text, pair):
    peer, ours = bert
    expected = peer.encode(text, pair)
    got = ours(text, pair, allowed_special="all")
    assert got.ids == expected.ids
    assert got.type_ids == expected.type_ids
    assert got.word_ids == expected.word_ids
    assert ours.decode(got.ids, skip_special=True) == peer.decode(expected.ids)
