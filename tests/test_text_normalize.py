"""Normalization against Unicode's own forms, Hugging Face `tokenizers` and SentencePiece."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import SentencePieceNormalizer
from tokenizers import Tokenizer, models
from tokenizers import normalizers as hf

from subword_lab import text as t

BERT_UNCASED = ("bert_clean", "bert_cjk", "strip_accents", "lowercase")
PEERS = {
    ("nfc",): hf.NFC(),
    ("nfd",): hf.NFD(),
    ("nfkc",): hf.NFKC(),
    ("nfkd",): hf.NFKD(),
    ("lowercase",): hf.Lowercase(),
    ("strip_accents",): hf.BertNormalizer(False, False, True, False),
    ("bert_clean",): hf.BertNormalizer(True, False, False, False),
    ("bert_cjk",): hf.BertNormalizer(False, True, False, False),
    BERT_UNCASED: hf.BertNormalizer(True, True, True, True),
}
BY_CHARACTER = [("lowercase",), ("strip_accents",), ("bert_clean",), ("bert_cjk",), BERT_UNCASED]

# Code points as old as Unicode 3.2: every table knows them. Three have changed category since.
CHANGED = "\u1734\u1885\u1886"
OLD = [
    ch
    for ch in map(chr, range(0x110000))
    if unicodedata.ucd_3_2_0.category(ch) not in ("Cn", "Cs", "Co") and ch not in CHANGED
]
# What makes normalization hard: spaces, controls, marks that sort and block, Hangul, ideographs.
HARD = (
    "aeiouAEIOU \t\n\r\v\x00\x1c\x7f\x85\x9f\xa0\xad"
    "\u200b\u200c\u200d\u200e\u2028\u2581\ufeff\ufffd"
    "éÉÅÖçôơưạậǗẴẛﾞＣｶﬁ①½²ΣςİıßǅŉΩÅ㎒ﷺ～~"
    "\u0300\u0301\u0302\u0308\u031b\u0323\u0327\u0338\u0340\u0344\u05b0\u0f71\u0f72\u0f73\u3099"
    "\u1100\u1161\u11a8\uac00\ud7a3\u3131\u314f\uffc2\u0cc6\u0cc2\u0cd5\u09c7\u09be"
    "か゛中龘\U00020000\U0002b820\uf900\ue000🤗"
)
texts = st.lists(st.sampled_from(HARD) | st.sampled_from(OLD), max_size=8).map("".join)


def hf_spans(normalizer, text):
    """What `tokenizers` says about each normalized character: a model of single characters."""
    characters = sorted(set(normalizer.normalize_str(text)))
    tokenizer = Tokenizer(models.BPE({ch: i for i, ch in enumerate(characters)}, []))
    tokenizer.normalizer = normalizer
    return tuple(tokenizer.encode(text).offsets)


def sentencepiece_rule():
    return SentencePieceNormalizer(
        rule_name="nmt_nfkc",
        add_dummy_prefix=False,
        remove_extra_whitespaces=False,
        escape_whitespaces=False,
    )


@pytest.mark.parametrize("steps", PEERS, ids="+".join)
@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_equals_hugging_face(steps, text):
    assert t.normalize(text, steps) == PEERS[steps].normalize_str(text)


@pytest.mark.parametrize("steps", BY_CHARACTER, ids="+".join)
@settings(max_examples=60, deadline=None)
@given(text=texts)
def test_spans_equal_hugging_face_where_nothing_is_joined_or_sorted(steps, text):
    assert t.align(text, steps).spans == hf_spans(PEERS[steps], text)


@settings(max_examples=60, deadline=None)
@given(text=texts)
def test_compatibility_spans_equal_hugging_face_without_marks(text):
    text = "".join(ch for ch in text if unicodedata.category(ch)[0] != "M" and ch not in "ﾞ\uffc2")
    if all(unicodedata.combining(ch) == 0 for ch in unicodedata.normalize("NFKD", text)):
        assert t.align(text, ("nfkd",)).spans == hf_spans(hf.NFKD(), text)


@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_nmt_nfkc_equals_sentencepiece(text):
    assert t.normalize(text, ("nmt_nfkc",)) == sentencepiece_rule().normalize(text)


def test_nmt_nfkc_equals_sentencepiece_on_every_old_code_point():
    peer = sentencepiece_rule()
    assert [ch for ch in OLD if t.normalize(ch, ("nmt_nfkc",)) != peer.normalize(ch)] == []


def test_nmt_nfkc_differs_from_sentencepiece_only_where_python_has_no_character():
    peer = sentencepiece_rule()
    sample = [chr(code) for code in range(0xA000, 0x20000) if not 0xD800 <= code < 0xE000]
    differ = [ch for ch in sample if t.normalize(ch, ("nmt_nfkc",)) != peer.normalize(ch)]
    newer_here = [ch for ch in differ if peer.normalize(ch) == ch]
    newer_there = [ch for ch in differ if unicodedata.category(ch) == "Cn"]
    assert sorted(newer_here + newer_there) == differ


SEQUENCES = [
    "a\u0305\u0301",  # a mark of the same class blocks the way
    "a\u0323\u0301",  # a mark of a lower class does not
    "\u1100\u0301\u1161",  # any mark blocks a vowel
    "\u1100\u1161\u11a8",
    "\uac00\u11a8\u11a8",
    "a\u0302\u0323",  # one character, but only after sorting
    "α\u0313\u0300\u0345",  # four characters make one
    "\u0301a",
    "か\u3099\uff9e",
    "\u09c7\u09be",  # two spacing marks of class 0
    "\u0cc6\u0cc2\u0cd5",
    "\u0f71\u0f72\u0f74",
]


@pytest.mark.parametrize("text", SEQUENCES, ids=ascii)
def test_sequences_that_block_and_sort(text):
    more = text + "xe\u0301é"  # in no normal form, so that nothing takes a short cut
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert t.align(more, (form.lower(),)).text == unicodedata.normalize(form, more)
    assert t.normalize(text, ("nmt_nfkc",)) == sentencepiece_rule().normalize(text)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("o\u0302\u0301", "ố"),  # one entry of the table
        ("ô\u0301", "ô\u0301"),  # NFKC would join them
        ("a\u0301\u0323", "á\u0323"),  # NFKC would sort them first
        ("～", "～"),
        ("a\u200db", "a\u200db"),
        ("a\u200cb", "a b"),
        ("a\x0bb\tc", "ab c"),
    ],
)
def test_where_nmt_nfkc_is_not_nfkc(text, result):
    assert t.normalize(text, ("nmt_nfkc",)) == sentencepiece_rule().normalize(text) == result


@pytest.mark.parametrize(
    "steps", [*PEERS, ("nmt_nfkc",), ("nfkc", "lowercase", "nfd")], ids="+".join
)
@settings(max_examples=60, deadline=None)
@given(text=texts)
def test_align_gives_the_same_text_and_sound_spans(steps, text):
    aligned = t.align(text, steps)
    assert aligned.text == t.normalize(text, steps)
    assert len(aligned.spans) == len(aligned.text)
    assert all(0 <= start < end <= len(text) for start, end in aligned.spans)


@pytest.mark.parametrize("form", ["nfc", "nfd", "nfkc", "nfkd", "nmt_nfkc"])
@settings(max_examples=100, deadline=None)
@given(text=texts, data=st.data())
def test_a_cut_that_no_span_crosses_changes_nothing(form, text, data):
    """The oracle of spans: left of such a cut the result depends on the left of the text alone."""
    cut = data.draw(st.integers(0, len(text)))
    aligned = t.align(text, (form,))
    left = [ends <= cut for _, ends in aligned.spans]
    right = [starts >= cut for starts, _ in aligned.spans]
    if left == sorted(left, reverse=True) and left == [not after for after in right]:
        size = sum(left)
        assert t.normalize(text[:cut], (form,)) == aligned.text[:size]
        assert t.normalize(text[cut:], (form,)) == aligned.text[size:]


@pytest.mark.parametrize(
    ("text", "steps", "spans"),
    [
        ("", ("nfkc", "bert_clean"), ()),
        ("e\u0301x", ("nfc",), ((0, 2), (2, 3))),
        ("é", ("nfd",), ((0, 1), (0, 1))),
        ("ﬁn", ("nfkc",), ((0, 1), (0, 1), (1, 2))),
        ("e\u0301\u0327", ("nfc",), ((0, 3), (1, 2))),  # ȩ takes 0 and 2, the acute stays 1
        ("\u1100\u1161\u11a8", ("nfc",), ((0, 3),)),
        ("a\u0301中", ("strip_accents", "bert_cjk"), ((0, 1), (2, 3), (2, 3), (2, 3))),
        ("İ\x00x", ("lowercase", "bert_clean"), ((0, 1), (0, 1), (2, 3))),
        ("e\u0301", ("nfc", "nfd"), ((0, 2), (0, 2))),
    ],
)
def test_spans_by_hand(text, steps, spans):
    assert t.align(text, steps).spans == spans


def test_lowercase_knows_no_final_sigma_and_expands_dotted_i():
    assert t.normalize("ΑΣ İ", ("lowercase",)) == "ας i̇".replace("ς", "σ")


@pytest.mark.parametrize("function", [t.normalize, t.align])
@pytest.mark.parametrize(
    ("text", "steps", "error", "message"),
    [
        (b"x", ("nfc",), TypeError, r"decode it first"),
        (None, ("nfc",), TypeError, r"must be a str, not NoneType"),
        ("x", "nfc", TypeError, r'a tuple of names such as \("nfkc", "lowercase"\), not str'),
        ("x", None, TypeError, r"a tuple of names"),
        ("x", ("nfx",), ValueError, r"unknown normalization step 'nfx'; known are nfc, nfd"),
        ("x", (3,), ValueError, r"unknown normalization step 3"),
        ("ab\udc00", (), ValueError, r"U\+DC00, at position 2"),
    ],
)
def test_bad_input(function, text, steps, error, message):
    with pytest.raises(error, match=message):
        function(text, steps)
