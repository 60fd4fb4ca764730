"""The whole pipeline: seven recipes, their options, offsets, stages, losses, bad input."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from subword_lab import Tokenizer, bpe
from subword_lab.recipes import RECIPES, options_of
from texts import CORPUS, EDGES, TEXT

SEED = json.loads((Path(__file__).parent / "data" / "seed_tokenizer.json").read_text("utf-8"))
HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
SIZES = {
    "word": {},
    "char": {},
    "bpe": {"merges": 150},
    "byte_bpe": {"vocab_size": 400},
    "wordpiece": {"merges": 150},
    "unigram": {"vocab_size": 250},
    "sentencepiece": {"vocab_size": 250},
}
TOKENIZERS = {recipe: Tokenizer.train(recipe, CORPUS, **sizes) for recipe, sizes in SIZES.items()}
TOKENIZERS["fallback"] = Tokenizer.train(
    "sentencepiece", CORPUS, vocab_size=500, byte_fallback=True, user_defined_symbols=["<u>", "é"]
)
TOKENIZERS["sp_bpe"] = Tokenizer.train("sentencepiece", CORPUS, vocab_size=250, model="bpe")
TOKENIZERS["glued"] = Tokenizer.train("bpe", CORPUS, merges=150, end_of_word="glued")
TOKENIZERS["separate"] = Tokenizer.train("bpe", CORPUS, merges=150, end_of_word="separate")
every_tokenizer = pytest.mark.parametrize("name", TOKENIZERS)


# What a recipe makes -----------------------------------------------------------------------------


def test_unknown_scope_of_three_recipes():
    """One unknown character costs a word, a character, nothing."""
    expect = SEED["unk-scope"]["expect"]
    text = SEED["unk-scope"]["input"]["text"]
    assert Tokenizer.train("bpe", HUGS, merges=3).tokenize(text) == expect["char_bpe"]
    assert Tokenizer.train("wordpiece", HUGS, merges=3).tokenize(text) == expect["wordpiece"]
    assert "<unk>" not in Tokenizer.train("byte_bpe", HUGS, merges=3).tokenize(text)


@pytest.mark.parametrize(
    ("recipe", "first"),
    [
        ("word", ["<unk>"]),
        ("char", ["<unk>"]),
        ("bpe", ["<unk>"]),
        ("byte_bpe", ["!", '"', "#"]),
        ("wordpiece", ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]),
        ("unigram", ["<unk>"]),
        ("sentencepiece", ["<unk>", "<s>", "</s>"]),
    ],
)
def test_special_tokens_of_a_recipe_have_the_first_ids(recipe, first):
    assert list(TOKENIZERS[recipe].vocab)[: len(first)] == first


@every_tokenizer
def test_the_vocabulary_is_in_id_order_and_without_gaps(name):
    tok = TOKENIZERS[name]
    assert list(tok.vocab.values()) == list(range(tok.vocab_size))
    assert [tok.token_to_id(tok.id_to_token(id)) for id in range(tok.vocab_size)] == list(
        range(tok.vocab_size)
    )


@pytest.mark.parametrize(
    ("recipe", "size"),
    [("word", 40), ("char", 40), ("bpe", 220), ("byte_bpe", 300), ("wordpiece", 230)],
)
def test_vocab_size_counts_everything(recipe, size):
    assert Tokenizer.train(recipe, CORPUS, vocab_size=size).vocab_size == size
    tok = Tokenizer.train("sentencepiece", CORPUS, vocab_size=400, model="bpe", byte_fallback=True)
    assert tok.vocab_size == 400


def test_special_tokens_of_ones_own():
    tok = Tokenizer.train("bpe", HUGS, merges=1, special_tokens=["<pad>", "<mask>"])
    assert list(tok.vocab)[:3] == ["<unk>", "<pad>", "<mask>"]
    plain = Tokenizer.train("wordpiece", HUGS, merges=1, special_tokens=["[UNK]"])
    assert plain("hug").tokens == plain.tokenize("hug")
    none = Tokenizer.train("bpe", HUGS, merges=1, unk=None)
    assert none.special_tokens == ()
    sp = Tokenizer.train("sentencepiece", CORPUS, vocab_size=250, special_tokens=["<pad>"])
    assert list(sp.vocab)[:4] == ["<unk>", "<s>", "</s>", "<pad>"]


def test_a_corpus_is_documents_or_counted_words(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("low low\nlower", encoding="utf-8")
    by_text = Tokenizer.train("bpe", "low low\nlower", merges=3)
    assert Tokenizer.train("bpe", path, merges=3) == by_text
    assert Tokenizer.train("bpe", ["low", "low lower"], merges=3) == by_text
    assert Tokenizer.train("bpe", {"low": 2, "lower": 1}, merges=3) == by_text
    assert (
        Tokenizer.train("bpe", {"low low": 1, "lower": 1, "pug": 0}, merges=2).model.merges
        == (by_text.model.merges[:2])
    )


def test_bpe_models_are_those_of_the_module():
    tok = Tokenizer.train("bpe", HUGS, merges=3, tie_break="largest_pair", end_of_word="glued")
    module = bpe.train(
        HUGS,
        merges=3,
        tie_break="largest_pair",
        end_of_word="glued",
        special_tokens=["<unk>"],
        unk="<unk>",
    )
    assert tok.model == module


def test_sentencepiece_bpe_joins_by_the_joined_string():
    assert TOKENIZERS["sp_bpe"].model.lookup == "joined"
    assert TOKENIZERS["sp_bpe"].tokenize("the the") == ["▁the", "▁the"]


def test_user_defined_symbols_always_match_and_control_symbols_never():
    tok = TOKENIZERS["fallback"]
    assert tok.tokenize("p<u>p") == ["▁", "p", "<u>", "p"]
    assert tok.tokenize("café").count("é") == 1
    assert tok.token_to_id("<s>") not in tok.encode("<s>", allowed_special="all")
    assert tok.encode("a", add_special=True)[0] == tok.token_to_id("<s>")


def test_add_special_fills_the_template():
    tok = TOKENIZERS["wordpiece"]
    assert tok.encode("the", add_special=True) == tok("the").ids
    assert tok.encode("the") == tok("the", add_special=False).ids
    assert TOKENIZERS["byte_bpe"].encode("the", add_special=True) == TOKENIZERS["byte_bpe"].encode(
        "the"
    )


# The same ids by every door ----------------------------------------------------------------------


@every_tokenizer
@given(text=TEXT)
def test_all_ways_to_encode_agree(name, text):
    tok = TOKENIZERS[name]
    ids = tok.encode(text)
    assert [tok.vocab[piece] for piece in tok.tokenize(text)] == ids
    assert [id for id, _, _ in tok.encode_offsets(text)] == ids
    assert tok(text, add_special=False).ids == ids
    assert list(tok.stages(text).ids) == ids
    assert tok.encode_batch([text, text]) == [ids, ids]
    array = tok.encode_array(text)
    assert array.dtype == np.int32 and array.tolist() == ids


@every_tokenizer
def test_remembered_words_change_nothing(name):
    text = " ".join(CORPUS)
    tok = TOKENIZERS[name]
    assert tok.encode(text) == tok.encode(text)


def test_memory_of_words_is_bounded(monkeypatch):
    monkeypatch.setattr("subword_lab.fast.cutter.REMEMBERED_WORDS", 2)
    tok = Tokenizer.train("bpe", HUGS, merges=3)
    assert tok.tokenize("hug pug pun bun hug") == ["hug", "p", "ug", "p", "un", "b", "un", "hug"]
    assert len(tok._encoder.cutter.seen) <= 2


# Offsets and stages ------------------------------------------------------------------------------


@every_tokenizer
@given(text=TEXT)
def test_offsets_lie_in_the_text_and_never_go_back(name, text):
    tok = TOKENIZERS[name]
    last = (0, 0)
    for _, start, end in tok.encode_offsets(text):
        assert 0 <= start <= end <= len(text)
        assert start >= last[0] and end >= last[1]
        last = (start, end)


@given(TEXT)
def test_byte_level_offsets_cover_the_whole_text(text):
    covered = 0
    for _, start, end in TOKENIZERS["byte_bpe"].encode_offsets(text):
        assert start <= covered <= end
        covered = end
    assert covered == len(text)


def test_offsets_point_into_the_text_as_it_was_given():
    tok = Tokenizer.train("wordpiece", ["cafe house"], merges=20)
    assert [("Café HOUSE"[s:e]) for _, s, e in tok.encode_offsets("Café HOUSE")] == [
        "Café",
        "HOUSE",
    ]
    assert tok.encode_offsets("🤗 cafe")[1][1:] == (2, 6)
    emoji = Tokenizer.train("byte_bpe", "", vocab_size=256)
    assert [span for _, *span in emoji.encode_offsets("é🤗")] == [[0, 1]] * 2 + [[1, 2]] * 4


def test_stages_show_each_station():
    tok = Tokenizer.train("wordpiece", ["play playing"] * 3, merges=5)
    stages = tok.stages("Playing play!")
    assert stages.text == "Playing play!"
    assert stages.normalized == "playing play!"
    assert [(p.text, p.start, p.end) for p in stages.pretokens] == [
        ("playing", 0, 7),
        ("play", 8, 12),
        ("!", 12, 13),
    ]
    assert stages.pieces[1:] == (("play",), ("[UNK]",))
    assert stages.ids == tuple(tok.encode("Playing play!"))
    marked = TOKENIZERS["unigram"].stages("the the")
    assert marked.normalized == "▁the▁the"
    assert [p.text for p in marked.pretokens] == ["▁the", "▁the"]
    assert [p.text for p in TOKENIZERS["byte_bpe"].stages("é é").pretokens] == ["Ã©", "ĠÃ©"]


# What comes back ---------------------------------------------------------------------------------


@given(TEXT)
def test_byte_level_bpe_gives_any_text_back(text):
    for tok in (TOKENIZERS["byte_bpe"], CL100K):
        assert tok.decode(tok.encode(text)) == text
        assert tok.losses(text) == ()


CL100K = Tokenizer.train("byte_bpe", CORPUS, vocab_size=400, pattern="cl100k")


@every_tokenizer
@given(text=TEXT)
def test_what_is_not_named_as_lost_comes_back(name, text):
    tok = TOKENIZERS[name]
    if not tok.losses(text):
        assert tok.decode(tok.encode(text)) == text


@pytest.mark.parametrize("name", ["char", "unigram", "sentencepiece", "fallback", "byte_bpe"])
@given(text=TEXT)
def test_what_is_named_as_lost_does_not_come_back(name, text):
    tok = TOKENIZERS[name]
    if tok.losses(text) and "⁇" not in text:  # which is how the unknown is written
        assert tok.decode(tok.encode(text)) != text


def test_sentencepiece_names_what_it_loses():
    tok = Tokenizer.train("sentencepiece", ["one two three A b"] * 3, vocab_size=40)
    assert tok.losses("one two") == ()
    named = [(loss.name, loss.start, loss.end, loss.lost) for loss in tok.losses(" Ａ  b①\tx")]
    assert named == [
        ("extra spaces", 0, 1, " "),
        ("normalization", 1, 2, "Ａ"),
        ("extra spaces", 3, 4, " "),
        ("unknown", 5, 6, "①"),
        ("normalization", 5, 7, "①\t"),
        ("unknown", 7, 8, "x"),
    ]
    plain = Tokenizer.train(
        "sentencepiece", CORPUS, vocab_size=250, normalization="identity",
        remove_extra_whitespaces=False,
    )  # fmt: skip
    assert [loss[:3] for loss in plain.losses("the ▁the")] == [("literal ▁", 4, 5)]
    assert plain.decode(plain.encode("  the  the ")) == "  the  the "


def test_seed_case_sentencepiece_is_lossy_by_default():
    expect = SEED["sentencepiece-lossy-by-default"]["expect"]
    corpus = ["A b a b c"] * 5
    default = Tokenizer.train("sentencepiece", corpus, vocab_size=20)
    for text, decoded in expect["decoded_default"].items():
        assert default.decode(default.encode(text)) == decoded
    fallback = Tokenizer.train("sentencepiece", corpus, vocab_size=300, byte_fallback=True)
    for text, decoded in expect["decoded_byte_fallback"].items():
        assert fallback.decode(fallback.encode(text)) == decoded


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("word", "The  piano.", [("spacing", 3, 5, "  "), ("spacing", 10, 10, "")]),
        ("word", "☃\tThe ", [("unknown", 0, 1, "☃"), ("spacing", 1, 2, "\t"),
                             ("spacing", 5, 6, " ")]),
        ("glued", " the\n☃ ", [("spacing", 0, 1, " "), ("spacing", 4, 5, "\n"),
                               ("unknown", 5, 6, "☃"), ("spacing", 6, 7, " ")]),
        ("wordpiece", "it's  a", [("spacing", 2, 2, ""), ("spacing", 3, 3, ""),
                                  ("spacing", 4, 6, "  ")]),
        ("wordpiece", "the\nthe", [("normalization", 3, 4, "\n")]),
        ("char", "a\u2003a", [("unknown", 1, 2, "\u2003")]),
    ],
)  # fmt: skip
def test_white_space_that_changes_is_named_beside_all_else(name, text, named):
    losses = [tuple(loss) for loss in TOKENIZERS[name].losses(text)]
    assert losses == named


def test_a_space_that_comes_in_is_named():
    tok = Tokenizer.train("byte_bpe", CORPUS, merges=30, add_prefix_space=True)
    assert [tuple(loss) for loss in tok.losses("the the")] == [("spacing", 0, 0, "")]
    assert tok.losses(" the  the ") == ()


def test_losses_of_the_other_recipes():
    names = {
        "word": {"spacing"},
        "wordpiece": {"normalization", "spacing"},
        "glued": {"spacing"},
        "unigram": set(),
    }
    for name, expected in names.items():
        assert {loss.name for loss in TOKENIZERS[name].losses("The  piano.")} == expected


# Bad input ---------------------------------------------------------------------------------------


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="unknown recipe 'bbpe'; known are word, char, bpe"):
        Tokenizer.train("bbpe", "low", merges=1)
    with pytest.raises(TypeError, match="has no option 'unknown'; it has unk='<unk>', end_of_word"):
        Tokenizer.train("bpe", "low", merges=1, unknown="x")
    with pytest.raises(TypeError, match="pattern='gpt2', add_prefix_space=False"):
        Tokenizer.train("byte_bpe", "low", merges=1, unk="x")
    with pytest.raises(ValueError, match="unknown normalization 'nfcx'"):
        Tokenizer.train("sentencepiece", "low", vocab_size=9, normalization="nfcx")
    with pytest.raises(ValueError, match="model is 'unigram' or 'bpe', got 'char'"):
        Tokenizer.train("sentencepiece", "low", vocab_size=9, model="char")
    with pytest.raises(ValueError, match="unknown tie_break"):
        Tokenizer.train("bpe", "low", merges=1, tie_break="none")
    with pytest.raises(ValueError, match="end_of_word"):
        Tokenizer.train("bpe", "low", merges=1, end_of_word="</w>")
    with pytest.raises(ValueError, match="pattern '\\(' is no regular expression"):
        Tokenizer.train("byte_bpe", "low", merges=1, pattern="(")


def test_every_recipe_lists_its_options():
    assert set(RECIPES) == set(SIZES)
    for recipe in RECIPES:
        assert "job" not in options_of(recipe)
        with pytest.raises(TypeError, match="has no option 'nonsense'"):
            Tokenizer.train(recipe, CORPUS, **SIZES[recipe], nonsense=1)


@pytest.mark.parametrize("recipe", ["bpe", "byte_bpe", "wordpiece"])
def test_one_of_vocab_size_and_merges_is_wanted(recipe):
    for given_ in ({}, {"vocab_size": 400, "merges": 3}):
        with pytest.raises(ValueError, match="exactly one of vocab_size and merges"):
            Tokenizer.train(recipe, "low", **given_)


@pytest.mark.parametrize("recipe", ["word", "char", "unigram", "sentencepiece"])
def test_merges_of_a_model_without_merges_are_refused(recipe):
    with pytest.raises(ValueError, match="makes no merges"):
        Tokenizer.train(recipe, CORPUS, merges=3)
    with pytest.raises(ValueError, match="wants a vocab_size|makes no merges"):
        Tokenizer.train("unigram", CORPUS)


@pytest.mark.parametrize("recipe", RECIPES)
def test_sizes_that_cannot_be_are_refused(recipe):
    with pytest.raises(ValueError, match="small"):
        Tokenizer.train(recipe, CORPUS, vocab_size=0)
    for wrong in (2.5, "9", True):
        with pytest.raises(TypeError, match="whole number"):
            Tokenizer.train(recipe, CORPUS, vocab_size=wrong)


@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        ("<pad>", TypeError, "list of tokens; got '<pad>' of type str"),
        ([""], ValueError, "empty string"),
        ([3], TypeError, "a token in special_tokens must be a str"),
        (["<a>", "<a>"], ValueError, "is there 2 times"),
        ({"<a>", "<b>"}, TypeError, "of type set"),
        (None, TypeError, "got None of type NoneType"),
        (["\ud800"], ValueError, "surrogate"),
    ],
)
def test_special_tokens_that_cannot_be_are_refused(tokens, error, message):
    with pytest.raises(error, match=message):
        Tokenizer.train("byte_bpe", "low", vocab_size=300, special_tokens=tokens)


def test_a_special_token_may_not_be_a_printed_byte():
    with pytest.raises(ValueError, match="'a' is also how a byte is printed"):
        Tokenizer.train("byte_bpe", "low", vocab_size=300, special_tokens=["a"])
    with pytest.raises(ValueError, match="user-defined and a control symbol"):
        Tokenizer.train("sentencepiece", CORPUS, vocab_size=300, user_defined_symbols=["<s>"])


@every_tokenizer
def test_what_is_no_text_is_refused(name):
    tok = TOKENIZERS[name]
    for door in (tok.encode, tok.tokenize, tok.encode_offsets, tok.stages, tok.losses):
        for wrong in (None, 3, b"low", ["low"]):
            with pytest.raises(TypeError):
                door(wrong)
        with pytest.raises(ValueError, match="surrogate"):
            door("low \ud83d er")
    with pytest.raises(
        TypeError, match="encode_batch takes a list of texts; got 'low', use encode"
    ):
        tok.encode_batch("low")


def test_training_refuses_what_is_no_text():
    for wrong in (b"low", 3, ["low", 3], {"low": 1.5}, {"low": -1}, ["\udc00"]):
        with pytest.raises((TypeError, ValueError)):
            Tokenizer.train("bpe", wrong, merges=1)
    with pytest.raises(FileNotFoundError):
        Tokenizer.train("bpe", Path("no such file"), merges=1)


def test_an_empty_corpus_is_fine_where_the_alphabet_is_given():
    tok = Tokenizer.train("byte_bpe", "", vocab_size=256)
    assert tok.decode(tok.encode("anything 🤗")) == "anything 🤗"
    assert Tokenizer.train("bpe", [], merges=5).tokenize("low") == ["<unk>"] * 3


def test_without_an_unknown_token_a_stranger_is_a_key_error():
    tok = Tokenizer.train("bpe", HUGS, merges=3, unk=None)
    assert tok.tokenize("hugs") == ["hug", "s"]
    with pytest.raises(KeyError, match="is not in the vocabulary and there is no unknown token"):
        tok.encode("mug")


def test_ids_and_tokens_that_are_not_there():
    tok = TOKENIZERS["bpe"]
    with pytest.raises(KeyError, match="'nope' is not among the"):
        tok.token_to_id("nope")
    with pytest.raises(ValueError, match="id 99999 is not in the vocabulary of"):
        tok.id_to_token(99999)
    with pytest.raises(TypeError, match="an id must be a whole number"):
        tok.id_to_token("0")


def test_a_tokenizer_is_frozen_and_shows_itself_shortly():
    tok = TOKENIZERS["byte_bpe"]
    assert repr(tok) == "Tokenizer('byte_bpe', 400 tokens)"
    with pytest.raises(AttributeError):
        tok.recipe = "bpe"


@every_tokenizer
@pytest.mark.parametrize("text", EDGES)
def test_edge_cases_encode_and_decode(name, text):
    tok = TOKENIZERS[name]
    assert isinstance(tok.decode(tok.encode(text)), str)
    assert (tok.encode(text) == []) <= (not text.strip() or name == "wordpiece")
