"""BPE against the libraries people use: Hugging Face `tokenizers` and subword-nmt."""

import io
import json
from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from subword_lab import bpe

RUNS = st.one_of(
    st.text("ab", min_size=1, max_size=14),
    st.integers(1, 40).map(lambda n: "-" * n),
    st.tuples(st.integers(1, 9), st.integers(1, 9)).map(lambda n: "a" * n[0] + "b" * n[1]),
)
CORPORA = st.dictionaries(RUNS, st.integers(1, 5), min_size=1, max_size=8)


def hugging_face(texts, pre_tokenizer, vocab_size, **options):
    """Train `tokenizers` and give its merges in order and its vocabulary."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizer
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, show_progress=False, **options)
    tokenizer.train_from_iterator(texts, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    return [tuple(pair) for pair in model["merges"]], model["vocab"]


@settings(max_examples=100)
@given(
    CORPORA,
    st.integers(0, 60),
    st.lists(st.sampled_from(["ab", "aa", "---", "a", "<s>"]), unique=True),
    st.integers(0, 3),
)
def test_characters_merge_for_merge_as_tokenizers(words, more, special_tokens, least):
    size = len({*special_tokens, *"".join(words)}) + more
    model = bpe.train(words, size, special_tokens=special_tokens, min_frequency=least)
    merges, vocab = hugging_face(
        [" ".join([word] * count) for word, count in words.items()],
        pre_tokenizers.WhitespaceSplit(),
        size,
        special_tokens=special_tokens,
        min_frequency=least,
    )
    assert model.merges == merges
    assert model.vocab == vocab


@settings(max_examples=60)
@given(
    st.lists(st.text("ab- é\n", max_size=30), min_size=1, max_size=5),
    st.integers(0, 80),
)
def test_bytes_merge_for_merge_as_tokenizers(texts, more):
    splitter = pre_tokenizers.ByteLevel(add_prefix_space=False)
    words = Counter(word for text in texts for word, _ in splitter.pre_tokenize_str(text))
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    model = bpe.train(words, 256 + more, alphabet=alphabet)
    merges, vocab = hugging_face(texts, splitter, 256 + more, initial_alphabet=alphabet)
    assert model.merges == merges
    assert model.vocab == vocab


@settings(max_examples=60)
@given(CORPORA, st.lists(st.text("abc-", min_size=1, max_size=25), min_size=1, max_size=5))
def test_encoding_equals_tokenizers(words, probes):
    model = bpe.train(words, merges=30, unk="<unk>")
    peer = models.BPE(model.vocab, model.merges, unk_token="<unk>")
    for probe in probes:
        assert list(bpe.encode(model, probe)) == [token.value for token in peer.tokenize(probe)]


@settings(max_examples=60)
@given(CORPORA, st.integers(1, 40), st.integers(1, 3), st.lists(RUNS, min_size=1, max_size=5))
def test_glued_largest_pair_equals_subword_nmt(words, merges, least, probes):
    assume(any(len(word) > 1 for word in words))  # subword-nmt fails without a single pair
    codes = io.StringIO()
    lines = io.StringIO("".join(f"{word} {count}\n" for word, count in words.items()))
    learn_bpe(lines, codes, merges, min_frequency=least, is_dict=True)
    learned = [tuple(line.split(" ")) for line in codes.getvalue().splitlines()[1:]]
    model = bpe.train(words, None, merges, "largest_pair", "glued", min_frequency=least)
    assert model.merges == learned

    assume(learned)  # nor does it read a file without merges
    codes.seek(0)
    peer = BPE(codes)
    for probe in probes:
        pieces = peer.segment_tokens([probe])
        assert [piece.removesuffix("@@") for piece in pieces] == [
            piece.removesuffix("</w>") for piece in bpe.encode(model, probe)
        ]
