"""Encodings: templates, pairs, truncation and padding as Hugging Face `tokenizers` has them."""

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from subword_lab import Encoding, Tokenizer
from subword_lab.encoding import Layout, Template, Token, assemble, truncate
from texts import CORPUS, TEXT

OURS = Tokenizer.train("wordpiece", CORPUS, merges=150)
WORDS = st.lists(st.sampled_from(["the", "pianist", "newest", "é", "人工", "🤗", ","]), max_size=9)
SENTENCE = WORDS.map(" ".join)


@pytest.fixture(scope="module")
def peer(tmp_path_factory):
    path = tmp_path_factory.mktemp("peer") / "tokenizer.json"
    OURS.save(path)
    return path


def parts(encoding):
    return (
        encoding.ids,
        encoding.tokens,
        encoding.type_ids,
        encoding.attention_mask,
        encoding.word_ids,
    )


def test_one_text_in_berts_template():
    encoding = OURS("The pianist")
    assert encoding.tokens == ["[CLS]", "the", "pianist", "[SEP]"]
    assert encoding.ids == [2, OURS.vocab["the"], OURS.vocab["pianist"], 3]
    assert encoding.type_ids == [0, 0, 0, 0]
    assert encoding.attention_mask == [1, 1, 1, 1]
    assert encoding.offsets == [(0, 0), (0, 3), (4, 11), (0, 0)]
    assert encoding.word_ids == [None, 0, 1, None]
    assert len(encoding) == 4


def test_a_pair_has_two_types_and_words_count_anew():
    encoding = OURS("the", "lower the")
    assert encoding.type_ids == [0, 0, 0, 1, 1, 1]
    assert encoding.word_ids == [None, 0, None, 0, 1, None]
    assert OURS("the", "lower", add_special=False).tokens == ["the", "lower"]


def test_padding_is_masked_and_goes_to_the_side_asked_for():
    right = OURS("the", padding=5)
    assert right.tokens == ["[CLS]", "the", "[SEP]", "[PAD]", "[PAD]"]
    assert right.attention_mask == [1, 1, 1, 0, 0]
    left = OURS("the", padding=5, side="left")
    assert left.attention_mask == [0, 0, 1, 1, 1]
    assert left.word_ids == [None, None, None, 0, None]


def test_a_batch_is_padded_to_its_longest():
    short, long = OURS(["the", "the pianist"], padding=True)
    assert len(short) == len(long) == 4
    assert OURS([]) == []
    assert [len(each) for each in OURS(["the", "the pianist"])] == [3, 4]
    pairs = OURS(["the", "a"], ["the", "the the"], padding=True)
    assert [each.type_ids for each in pairs] == [[0, 0, 0, 1, 1, 0], [0, 0, 0, 1, 1, 1]]


@given(
    SENTENCE,
    st.none() | SENTENCE,
    st.integers(3, 14),
    st.sampled_from(["right", "left"]),
    st.booleans(),
)
def test_truncation_and_padding_equal_tokenizers(peer, text, pair, length, side, special):
    theirs = tokenizers.Tokenizer.from_file(str(peer))
    theirs.enable_truncation(length, direction=side)
    theirs.enable_padding(direction=side, length=length, pad_token="[PAD]")
    expected = theirs.encode(text, pair, add_special_tokens=special)
    got = OURS(text, pair, max_length=length, padding=length, side=side, add_special=special)
    assert parts(got) == (
        expected.ids,
        expected.tokens,
        expected.type_ids,
        expected.attention_mask,
        expected.word_ids,
    )


@given(TEXT)
def test_offsets_lie_in_the_text_and_in_order(text):
    encoding = OURS(text, add_special=False)
    ends = 0
    for start, end in encoding.offsets:
        assert 0 <= start < end <= len(text)
        assert end >= ends
        ends = end


def test_lengths_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="adds 2 special tokens; use at least 2"):
        OURS("the", max_length=1)
    with pytest.raises(ValueError, match="adds 3 special tokens"):
        OURS("the", "the", max_length=2)
    assert OURS("the", max_length=1, add_special=False).tokens == ["the"]
    assert OURS("the", max_length=2).tokens == ["[CLS]", "[SEP]"]
    with pytest.raises(ValueError, match="padding=3 is shorter than the 4 tokens"):
        OURS("the pianist", padding=3)
    with pytest.raises(ValueError, match="max_length must be 0 or more; got -1"):
        OURS("the", max_length=-1)
    for wrong in (2.0, "3", True):
        with pytest.raises(TypeError, match="max_length must be a whole number"):
            OURS("the", max_length=wrong)
    with pytest.raises(TypeError, match="padding must be a whole number"):
        OURS("the", padding="longest")
    with pytest.raises(ValueError, match="side is 'right' or 'left', got 'top'"):
        OURS("the", side="top")


def test_what_is_no_text_is_refused():
    for wrong in (None, 3, b"the"):
        with pytest.raises(TypeError, match="text is a str or a list of str"):
            OURS(wrong)
    with pytest.raises(TypeError, match="a text is a str, got 3"):
        OURS(["the", 3])
    with pytest.raises(ValueError, match="a batch of 2 texts wants a list of as many pairs"):
        OURS(["the", "a"], ["the"])
    with pytest.raises(TypeError, match="a text is a str"):
        OURS("the", ["the"])


def test_padding_needs_a_padding_token():
    tok = Tokenizer.train("byte_bpe", CORPUS, vocab_size=256)
    with pytest.raises(ValueError, match="no padding token"):
        tok("the", padding=9)
    padded = Tokenizer.train("byte_bpe", "the", vocab_size=257, special_tokens=["<pad>"])
    assert padded("the", padding=5).tokens == ["t", "h", "e", "<pad>", "<pad>"]


def token(word):
    return Token(7, "x", word, word + 1, word)


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 12))
def test_truncation_keeps_as_much_as_fits_and_takes_from_the_longer(first, second, room):
    rows = [[token(at) for at in range(size)] for size in (first, second)]
    kept = [len(row) for row in truncate(rows, Template(), room)]
    assert sum(kept) == min(first + second, room)
    assert all(size <= had for size, had in zip(kept, (first, second), strict=True))
    shortened = [size for size, had in zip(kept, (first, second), strict=True) if size < had]
    untouched = [size for size, had in zip(kept, (first, second), strict=True) if size == had]
    assert not (shortened and untouched) or max(shortened) + 1 >= min(untouched)


def test_assembling_by_hand():
    template = Template(single=(("<s>", 0), ("$A", 1)))
    assert template.special_tokens() == ("<s>",)
    encoding = assemble([[token(0)]], template, {"<s>": 5}.__getitem__)
    assert encoding == Encoding([5, 7], ["<s>", "x"], [0, 1], [1, 1], [(0, 0), (0, 1)], [None, 0])
    assert Layout(template, 1).encodings([[[token(0)]]], {"<s>": 5}.__getitem__, None)[0].ids == [5]
