"""Where each character came from, over all steps, when normalization changes the order of marks."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import Tokenizer, normalizer
from subword_lab.formats.steps import Replace
from subword_lab.preparation import Preparation
from subword_lab.spaces import Spaces
from subword_lab.special import SpecialToken

ACUTE, DOT, CEDILLA = "\u0301", "\u0323", "\u0327"  # combining classes 230, 220, 202
MARKED = st.text(st.sampled_from(["a", "o", "b", " ", ACUTE, DOT, CEDILLA, "ộ", "é"]), max_size=10)
STEPS = st.lists(
    st.sampled_from(
        ["nfd", "nfc", "nfkd", "strip_accents", Replace(f"{DOT}{ACUTE}", "xy"), Replace("a", "")]
    ),
    max_size=4,
).map(tuple)


@settings(max_examples=100)
@given(MARKED, STEPS)
def test_each_character_comes_from_a_stretch_that_holds_it(text, steps):
    aligned = normalizer.align(text, steps)
    assert aligned.text == normalizer.normalize(text, steps)
    assert len(aligned.spans) == len(aligned.text)
    for ch, (start, end) in zip(aligned.text, aligned.spans, strict=True):
        assert 0 <= start < end <= len(text)
        stretch = unicodedata.normalize("NFD", text[start:end])
        assert ch in "xy" or set(unicodedata.normalize("NFD", ch)) <= set(stretch)


def test_what_replaces_reordered_marks_stands_where_all_of_them_stood():
    steps = ("nfd", Replace(f"{DOT}{ACUTE}", "X"))
    assert normalizer.align(f"a{ACUTE}{DOT}b", steps).spans == ((0, 1), (1, 3), (3, 4))


def test_a_special_token_found_after_reordering_has_all_of_its_place():
    token = SpecialToken(f"{DOT}{ACUTE}", 0, "always", normalized=True)
    parts = Preparation(("nfd",)).parts(f"a{ACUTE}{DOT}b", [token], offsets=True)
    assert [(part.spans, part.token is not None) for part in parts] == [
        (((0, 1),), False),
        (((1, 3),), True),
        (((3, 4),), False),
    ]


@pytest.mark.parametrize("how", [{"spaces": Spaces()}, {"add_prefix_space": True}])
def test_the_dummy_prefix_stands_in_front_of_reordered_marks(how):
    (part,) = Preparation(("nfd",), **how).parts(f"{ACUTE}{DOT}", offsets=True)
    assert part.spans == ((0, 0), (1, 2), (0, 1))


@settings(max_examples=60)
@given(MARKED)
def test_offsets_of_whole_tokenizers_hold_the_characters_of_their_tokens(text):
    tok = Tokenizer.train("char", "aob áộ")
    decomposed = Tokenizer(
        tok.recipe, Preparation(("nfd",), tok.preparation.pretokenizers), tok.model,
        tok.decoding, tok.special_tokens, tok.cutting,
    )  # fmt: skip
    for token_id, start, end in decomposed.encode_offsets(text):
        piece = decomposed.id_to_token(token_id)
        assert piece == "<unk>" or piece in unicodedata.normalize("NFD", text[start:end])
