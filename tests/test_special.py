"""Special tokens: the longest wins, policy decides, ordinary text never forges one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import AddedToken, models
from tokenizers import Tokenizer as Peer
from tokenizers.pre_tokenizers import Split

from subword_lab import Tokenizer
from subword_lab.bpe import BpeModel
from subword_lab.cutting import Cutting
from subword_lab.preparation import Preparation
from subword_lab.special import SpecialToken, choose, split
from subword_lab.unigram import UnigramModel
from subword_lab.wordpiece import WordPieceModel
from texts import CORPUS

NAMES = ["<a>", "<a><a>", "<a>b", "b<", "[S]"]


def cuts(text, tokens):
    return [(s.text, s.token.id if s.token else None) for s in split(text, tokens)]


def test_the_longest_special_token_wins():
    tokens = [SpecialToken(name, id) for id, name in enumerate(NAMES)]
    assert cuts("x<a><a>b", tokens) == [("x", None), ("<a><a>", 1), ("b", None)]
    assert cuts("<a>b<a>", tokens) == [("<a>b", 2), ("<a>", 0)]


def test_the_order_in_which_tokens_are_given_does_not_matter():
    tokens = [SpecialToken(name, id) for id, name in enumerate(NAMES)]
    assert cuts("<a><a>b<", tokens) == cuts("<a><a>b<", tokens[::-1])


flags = st.fixed_dictionaries({name: st.booleans() for name in ("lstrip", "rstrip", "single_word")})
pieces = st.sampled_from([*NAMES, "x", " ", "\t", "b", "é", "<", "_"])


@given(st.lists(pieces, max_size=10).map("".join), st.lists(flags, min_size=5, max_size=5))
def test_split_equals_tokenizers(text, options):
    peer = Peer(models.WordLevel({"?": 0}, unk_token="?"))
    peer.pre_tokenizer = Split("", "isolated")
    peer.add_special_tokens(
        [
            AddedToken(name, normalized=False, **flags)
            for name, flags in zip(NAMES, options, strict=True)
        ]
    )
    tokens = [
        SpecialToken(name, peer.token_to_id(name), **flags)
        for name, flags in zip(NAMES, options, strict=True)
    ]
    found = [(s.start, s.end, s.token.id) for s in split(text, tokens) if s.token]
    encoding = peer.encode(text)
    theirs = [
        (start, end, id)
        for id, (start, end) in zip(encoding.ids, encoding.offsets, strict=True)
        if id
    ]
    assert found == theirs


@given(st.lists(pieces, max_size=10).map("".join))
def test_segments_lie_side_by_side_and_give_the_text_back(text):
    tokens = [SpecialToken(name, id) for id, name in enumerate(NAMES)]
    segments = split(text, tokens)
    assert "".join(segment.text for segment in segments) == text
    assert all(text[s.start : s.end] == s.text for s in segments)


def test_allowed_special_is_a_collection_or_all():
    allowed, always, never = (
        SpecialToken("<a>", 0),
        SpecialToken("<u>", 1, "always"),
        SpecialToken("<s>", 2, "never"),
    )
    tokens = (allowed, always, never)
    assert choose(tokens, ()) == (always,)
    assert choose(tokens, {"<a>"}) == (allowed, always)
    assert choose(tokens, "all") == (allowed, always)
    with pytest.raises(ValueError, match="'<b>', which is not a special token"):
        choose(tokens, ["<b>"])
    with pytest.raises(ValueError, match="control symbol"):
        choose(tokens, ["<s>"])
    with pytest.raises(TypeError, match="write \\['<a>'\\]"):
        choose(tokens, "<a>")
    with pytest.raises(TypeError, match="must be a str, not int"):
        choose(tokens, [3])


def test_a_special_token_is_a_string_that_is_not_empty():
    with pytest.raises(ValueError, match="empty"):
        SpecialToken("", 0)
    with pytest.raises(TypeError, match="is a str"):
        SpecialToken(7, 0)


FORGED = "<|end|> [MASK] the <|end|><|end|> <unk> <s> </s>"
RECIPES = {
    "word": {},
    "char": {},
    "bpe": {"merges": 300},
    "byte_bpe": {"merges": 300},
    "wordpiece": {"merges": 300},
    "unigram": {"vocab_size": 200},
    "sentencepiece": {"vocab_size": 500, "byte_fallback": True},
}


@pytest.mark.parametrize("recipe", RECIPES)
def test_text_cannot_forge_a_special_token(recipe):
    corpus = [*CORPUS, FORGED * 20]
    tok = Tokenizer.train(recipe, corpus, special_tokens=["<|end|>"], **RECIPES[recipe])
    special = {token.id for token in tok.special_tokens} - {tok.token_to_id(tok.cutting.unk)} \
        if tok.cutting.unk else {token.id for token in tok.special_tokens}  # fmt: skip
    assert special
    assert special.isdisjoint(tok.encode(FORGED))


@pytest.mark.parametrize("recipe", [r for r in RECIPES if r not in ("word", "sentencepiece")])
def test_a_merge_that_spells_a_special_token_is_not_used(recipe):
    """The special token is learned by name only after normalization or pre-tokenization."""
    options = RECIPES[recipe] | ({"lowercase": True} if recipe in ("bpe", "wordpiece") else {})
    tok = Tokenizer.train(recipe, ["LOWEST " * 30, "low"], special_tokens=["lowest"], **options)
    assert tok.token_to_id("lowest") not in tok.encode("LOWEST lowest")


MERGES = [("l", "o"), ("lo", "w")]
SPELLS_LOW = {
    "pairs": BpeModel({"<unk>": 0, "l": 1, "o": 2, "w": 3, "lo": 4, "low": 5}, MERGES),
    "joined": BpeModel(
        {"<unk>": 0, "l": 1, "o": 2, "w": 3, "lo": 4, "low": 5},
        [],
        lookup="joined",
        piece_ranks={"lo": 0, "low": 1},
    ),
    "longest": WordPieceModel({"<unk>": 0, "lo": 1, "##w": 2, "low": 5}, unk="<unk>"),
    "unigram": UnigramModel(
        {"<unk>": 0, "lo": 1, "w": 2, "low": 5}, {"lo": -2.0, "w": -2.0, "low": -1.0}, "<unk>"
    ),
}


@pytest.mark.parametrize("name", SPELLS_LOW)
@pytest.mark.parametrize("whole_words", [False, True])
def test_the_parts_stand_for_a_text_that_spells_a_special_token(name, whole_words):
    """Not the unknown token: the merge is left out, not what it makes."""
    tok = Tokenizer(
        "bpe",
        Preparation((), ("whitespace",)),
        SPELLS_LOW[name],
        special_tokens=(SpecialToken("low", 5), SpecialToken("<unk>", 0)),
        cutting=Cutting("<unk>", whole_words=whole_words),
    )
    assert tok.tokenize("low") == ["lo", "##w" if name == "longest" else "w"]
    assert tok.encode("low", allowed_special=["low"]) == [5]


def test_special_tokens_are_found_where_allowed():
    tok = Tokenizer.train("byte_bpe", CORPUS, vocab_size=300, special_tokens=["<|end|>", "<|e"])
    text = "the<|end|>the<|e"
    ids = tok.encode(text, allowed_special={"<|end|>"})
    assert ids.count(0) == 1 and 1 not in ids
    assert tok.encode(text, allowed_special="all").count(1) == 1
    assert tok.decode(ids) == text
    assert tok.decode(ids, skip_special=True) == "thethe<|e"


def test_special_tokens_in_the_corpus_are_borders():
    tok = Tokenizer.train("byte_bpe", "ab<x>ab<x>ab<x>", merges=50, special_tokens=["<x>"])
    assert tok.vocab["<x>"] == 0
    assert tok.model.merges == [("a", "b")]


def test_two_owners_of_an_id_are_refused():
    model = Tokenizer.train("word", "a b").model
    preparation = Tokenizer.train("word", "a b").preparation
    with pytest.raises(ValueError, match="the id 1 belongs to 'a' and to the special token '<x>'"):
        Tokenizer("word", preparation, model, special_tokens=(SpecialToken("<x>", 1),))
    with pytest.raises(ValueError, match="has the ids 9 and 1"):
        Tokenizer("word", preparation, model, special_tokens=(SpecialToken("a", 9),))
