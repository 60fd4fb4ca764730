"""A whole tokenizer called as nobody should: refused with words that help, or taken as meant."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings

from subword_lab import Tokenizer
from subword_lab.recipes import RECIPES
from texts import CORPUS, EDGES, TEXT

SIZES = {"byte_bpe": 400, "sentencepiece": 500, "unigram": 500}
TOKS = {
    recipe: Tokenizer.train(
        recipe,
        CORPUS,
        SIZES.get(recipe, 300),
        special_tokens=["[PAD]", "[CLS]", "[SEP]"] if recipe == "wordpiece" else ["<pad>"],
    )
    for recipe in RECIPES
}
BYTES = TOKS["byte_bpe"]
every_recipe = pytest.mark.parametrize("tok", TOKS.values(), ids=TOKS.keys())

DOORS = {
    "encode": lambda tok, text: tok.encode(text),
    "tokenize": lambda tok, text: tok.tokenize(text),
    "encode_array": lambda tok, text: tok.encode_array(text),
    "encode_batch": lambda tok, text: tok.encode_batch([text]),
    "encode_offsets": lambda tok, text: tok.encode_offsets(text),
    "call": lambda tok, text: tok([text]),
    "call with a pair": lambda tok, text: tok("a", text),
    "stages": lambda tok, text: tok.stages(text),
    "losses": lambda tok, text: tok.losses(text),
}


@pytest.mark.parametrize("door", DOORS)
@every_recipe
def test_only_text_comes_in(tok, door):
    wrong = [3, b"text", ["text"], 1.5] if door == "call with a pair" else [None, 3, b"text", 1.5]
    for text in wrong:
        with pytest.raises(TypeError, match="str"):
            DOORS[door](tok, text)
    for text in ("\ud800", "half \udfff a pair"):
        with pytest.raises(ValueError, match="half a surrogate pair"):
            DOORS[door](tok, text)


@pytest.mark.parametrize("door", ["encode", "tokenize", "encode_offsets", "stages", "__call__"])
@pytest.mark.parametrize(
    ("allowed", "error", "message"),
    [
        (None, TypeError, 'collection of special tokens or "all"; got None'),
        (3, TypeError, "got 3 of type int"),
        (True, TypeError, "got True of type bool"),
        ("<pad>", TypeError, r"got '<pad>' of type str, write \['<pad>'\] for one token"),
        (b"<pad>", TypeError, "of type bytes"),
        ([3], TypeError, "a name in allowed_special must be a str, not int"),
        ([None], TypeError, "a name in allowed_special must be a str, not NoneType"),
        (["<s>"], ValueError, "names '<s>', which is not a special token here; there are: '<pad>'"),
        (["all"], ValueError, "names 'all'"),
    ],
)
def test_allowed_special_names_special_tokens(door, allowed, error, message):
    with pytest.raises(error, match=message):
        getattr(BYTES, door)("text", allowed_special=allowed)


@pytest.mark.parametrize("collection", [list, tuple, set, frozenset, iter, dict.fromkeys])
def test_allowed_special_may_be_any_collection(collection):
    assert BYTES.encode("<pad>", allowed_special=collection(["<pad>"])) == [0]
    assert BYTES.encode_array("<pad>", allowed_special=collection(["<pad>"])).tolist() == [0]
    both = BYTES.encode_batch(["<pad>", "<pad><pad>"], allowed_special=collection(["<pad>"]))
    assert both == [[0], [0, 0]]


@every_recipe
@pytest.mark.parametrize(
    ("ids", "error"),
    [
        (None, TypeError),
        (3, TypeError),
        ("12", TypeError),
        (b"12", TypeError),
        ([None], TypeError),
        (["3"], TypeError),
        ([3.0], TypeError),
        ([True], TypeError),
        ([[1, 2]], TypeError),
        (np.array([1.0]), TypeError),
        (np.array([[1, 2], [3, 4]]), TypeError),
        ([-1], ValueError),
        ([10_000], ValueError),
        ([10**30], ValueError),
    ],
)
def test_only_ids_are_decoded(tok, ids, error):
    with pytest.raises(error, match=r"list of ids|an id must be a whole number|not in the vocab"):
        tok.decode(ids)


@every_recipe
def test_ids_may_be_numpys_and_come_from_a_generator(tok):
    ids = tok.encode("the lower towers")
    text = tok.decode(ids)
    for given_ids in (tuple(ids), iter(ids), np.array(ids), np.array(ids, np.uint16), range(0)):
        assert tok.decode(given_ids) in (text, "")
    assert tok.id_to_token(np.int64(5)) == tok.id_to_token(5)
    assert tok.encode_array("the lower towers").tolist() == ids


@every_recipe
def test_a_decoder_that_refused_an_id_goes_on_where_it_was(tok):
    ids = tok.encode("the lower naïve towers")
    stream, shown = tok.decoder(), ""
    for token_id in ids:
        with pytest.raises(ValueError, match="not in the vocabulary"):
            stream.feed(10_000)
        with pytest.raises(TypeError, match="an id must be"):
            stream.feed("3")
        shown += stream.feed(token_id)
    assert shown + stream.flush() == tok.decode(ids)


@every_recipe
def test_names_of_tokens_and_ids_that_are_none(tok):
    for name, error in (("no such token", KeyError), (None, TypeError), (3, TypeError)):
        with pytest.raises(error):
            tok.token_to_id(name)
    for token_id, error in ((10_000, ValueError), (-1, ValueError), ("3", TypeError)):
        with pytest.raises(error):
            tok.id_to_token(token_id)


@every_recipe
@pytest.mark.parametrize("texts", [None, 3, "one text", b"one text"])
def test_a_batch_is_a_list_of_texts(tok, texts):
    with pytest.raises(TypeError, match="encode_batch takes a list of texts"):
        tok.encode_batch(texts)


@every_recipe
def test_a_batch_may_come_from_a_generator(tok):
    texts = ["the lower", "", "towers"]
    assert tok.encode_batch(iter(texts)) == [tok.encode(text) for text in texts]
    assert tok([]) == [] and tok.encode_batch([]) == []


@every_recipe
@pytest.mark.parametrize("name", ["max_length", "padding"])
def test_lengths_are_whole_numbers(tok, name):
    for value in (1.5, "3", [3]) + ((True,) if name == "max_length" else ()):
        with pytest.raises(TypeError, match=f"{name} must be a whole number"):
            tok("the lower", **{name: value})
    with pytest.raises(ValueError, match=f"{name} must be 0 or more; got -1"):
        tok("the lower", **{name: -1})
    assert tok("the lower", **{name: np.int64(20)}) == tok("the lower", **{name: 20})


@every_recipe
@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("pair", [None, "in the towers", ""])
def test_every_length_from_the_template_up(tok, side, pair):
    added = len(tok("", None if pair is None else ""))
    for length in range(10):
        if length < added:
            with pytest.raises(ValueError, match=f"max_length={length} leaves no room"):
                tok("the lower", pair, max_length=length, side=side)
            continue
        short = tok("the lower", pair, max_length=length, padding=length, side=side)
        bare = tok("the lower", pair, max_length=length - added, add_special=False, side=side)
        rows = list(zip(short.ids, short.word_ids, short.attention_mask, strict=True))
        assert len(rows) == length
        assert [token_id for token_id, word, _ in rows if word is not None] == bare.ids
        assert sum(mask for _, _, mask in rows) == len(bare) + added


@every_recipe
def test_padding_alone_never_cuts(tok):
    whole = tok("the lower newest towers")
    with pytest.raises(ValueError, match="padding=1 is shorter than"):
        tok("the lower newest towers", padding=1)
    padded = tok("the lower newest towers", padding=len(whole) + 2)
    assert padded.ids[: len(whole)] == whole.ids and padded.attention_mask[-2:] == [0, 0]


def test_without_a_padding_token_there_is_no_padding():
    bare = Tokenizer.train("byte_bpe", "the lower", merges=2)
    for padding in (True, 0, 5):
        with pytest.raises(ValueError, match="there is no padding token here"):
            bare("the lower", padding=padding)
    assert bare("the lower", padding=False) == bare("the lower")


@every_recipe
def test_copies_are_equal_and_encode_alike(tok):
    tok.encode("the lower towers")
    for again in (copy.copy(tok), copy.deepcopy(tok), pickle.loads(pickle.dumps(tok))):
        assert again == tok and again.model == tok.model
        assert again.encode("naïve towers 🤗") == tok.encode("naïve towers 🤗")
    assert tok != TOKS["word" if tok is not TOKS["word"] else "char"]


@every_recipe
def test_several_threads_may_share_a_tokenizer(tok):
    fresh = copy.deepcopy(tok)
    texts = [f"{word} the {word}s" for text in CORPUS[:5] for word in text.split()]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fresh.encode, texts)) == [tok.encode(text) for text in texts]


@every_recipe
def test_a_tokenizer_that_forgets_its_words_encodes_the_same(tok, monkeypatch):
    monkeypatch.setattr("subword_lab.fast.cutter.REMEMBERED_WORDS", 2)
    fresh = copy.deepcopy(tok)
    for text in CORPUS[:5]:
        assert fresh.encode(text) == tok.encode(text)
        assert fresh.encode(text) == tok.encode(text)


@every_recipe
@pytest.mark.parametrize("text", ["x" * 20_000, " " * 20_000, "\n" * 9_000, "é" * 9_000])
def test_long_texts_and_words(tok, text):
    ids = tok.encode(text)
    if tok is BYTES:
        assert tok.decode(ids) == text


AGREEING = (*EDGES, "a\r\nb", "क्षि", "한국어", "ﷺ", "\ufeffa", "▁ a▁b ▁", "a\u200bb", "İ ß ſ")


def all_doors_agree(tok, text):
    ids = tok.encode(text)
    offsets = tok.encode_offsets(text)
    stages = tok.stages(text)
    encoding = tok(text, add_special=False)
    assert [token_id for token_id, _, _ in offsets] == ids == encoding.ids == list(stages.ids)
    assert [tok.token_to_id(piece) for piece in tok.tokenize(text)] == ids
    assert all(0 <= start <= end <= len(text) for _, start, end in offsets)
    stream = tok.decoder()
    assert "".join(map(stream.feed, ids)) + stream.flush() == tok.decode(ids)
    assert bool(tok.losses(text)) == (tok.decode(ids) != text)


@every_recipe
@pytest.mark.parametrize("text", AGREEING)
def test_all_ways_in_agree(tok, text):
    all_doors_agree(tok, text)


@every_recipe
@settings(max_examples=25)
@given(text=TEXT)
def test_all_ways_in_agree_on_any_text(tok, text):
    all_doors_agree(tok, text)
