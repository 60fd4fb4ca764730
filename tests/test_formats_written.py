"""Files written here and read by the libraries they are for: the same ids; and read here again."""

import json
import os
from dataclasses import replace

import pytest
import tiktoken
import tokenizers
from hypothesis import given, settings
from subword_nmt.apply_bpe import BPE
from tiktoken.load import load_tiktoken_bpe
from transformers import (
    AutoTokenizer,
    BertTokenizer,
    GPT2Tokenizer,
    PreTrainedTokenizerFast,
)

from subword_lab import Tokenizer
from subword_lab.bpe import BpeModel
from subword_lab.special import SpecialToken
from subword_lab.text import PATTERNS
from texts import COMMON, CORPUS, EDGES, TEXT


def trained(recipe, **options):
    return Tokenizer.train(recipe, CORPUS, **options)


def with_tokens(tok, *tokens):
    return replace(tok, special_tokens=(*tok.special_tokens, *tokens))


# vocab.json and merges.txt ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory):
    ours = trained("byte_bpe", vocab_size=400, special_tokens=["<|endoftext|>", "<|pad|>"])
    folder = tmp_path_factory.mktemp("gpt2") / "folder"
    ours.save(folder)
    return ours, folder, GPT2Tokenizer.from_pretrained(folder)


@settings(max_examples=50)
@given(text=TEXT)
def test_gpt2tokenizer_gives_the_ids_of_our_files(gpt2, text):
    ours, _, theirs = gpt2
    text = text.replace("<|endoftext|>", "")
    ids = ours.encode(text)
    assert theirs(text)["input_ids"] == ids
    assert theirs.decode(ids) == ours.decode(ids) == text


def test_what_gpt2tokenizer_saves_is_read_here(gpt2, tmp_path):
    ours, _, theirs = gpt2
    theirs.save_pretrained(tmp_path)
    again = Tokenizer.load(tmp_path)
    for text in [*CORPUS[:5], *EDGES]:
        assert again.encode(text, allowed_special="all") == theirs(text)["input_ids"]


def test_vocabulary_and_merges_come_back_whole(gpt2):
    ours, folder, _ = gpt2
    assert sorted(os.listdir(folder)) == ["merges.txt", "vocab.json"]
    again = Tokenizer.load(folder)
    assert again == ours
    assert again.model.merges == ours.model.merges
    peer = tokenizers.ByteLevelBPETokenizer(
        str(folder / "vocab.json"), str(folder / "merges.txt"), add_prefix_space=False
    )
    for text in [*CORPUS[:5], *EDGES]:
        assert peer.encode(text).ids == ours.encode(text)


def test_openais_names_are_written_too(gpt2, tmp_path):
    ours, _, _ = gpt2
    ours.save(tmp_path / "encoder.json")
    assert sorted(os.listdir(tmp_path)) == ["encoder.json", "vocab.bpe"]
    assert Tokenizer.load(tmp_path) == ours


def test_bpe_as_gpt1_has_it_comes_back(tmp_path):
    peer = tokenizers.CharBPETokenizer(lowercase=True, bert_normalizer=True)
    peer.train_from_iterator(CORPUS, vocab_size=300, show_progress=False)
    peer.save_model(str(tmp_path))
    ours = Tokenizer.load(tmp_path)
    ours.save(tmp_path / "copy")
    assert Tokenizer.load(tmp_path / "copy") == ours
    for name in ("vocab.json", "merges.txt"):
        theirs, copy = (
            (folder / name).read_text("utf-8") for folder in (tmp_path, tmp_path / "copy")
        )
        assert "".join(copy.split()) == "".join(theirs.split())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: trained("unigram", vocab_size=200), "hold BPE, this is Tokenizer"),
        (lambda: trained("byte_bpe", merges=9, pattern="o200k"), "cannot express the pre-token"),
        (lambda: trained("byte_bpe", merges=9, add_prefix_space=True), "add_prefix_space True"),
        (
            lambda: trained("byte_bpe", merges=9, special_tokens=["x\ny", "ab"]),
            "cannot express the special token|the special token",
        ),
        (lambda: trained("bpe", merges=9, end_of_word="glued"), "cannot express the normalization"),
        (lambda: trained("bpe", merges=9), "cannot express the"),
    ],
)
def test_what_vocabulary_and_merges_cannot_express_is_named(make, message, tmp_path):
    tok = make()
    if tok.recipe == "byte_bpe" and len(tok.special_tokens) == 2:
        tok = replace(
            tok, model=replace(tok.model, merges=[*tok.model.merges, ("a", "b")])
        )  # "ab" is then a piece of the merges, and no special token to any reader
    with pytest.raises(ValueError, match=message):
        tok.save(tmp_path / "folder")
    assert list(tmp_path.iterdir()) == []


# vocab.txt ----------------------------------------------------------------------------------------

BERTS = {
    "uncased": {"merges": 150},
    "cased": {"merges": 150, "lowercase": False},
    "accents": {"merges": 150, "strip_accents": False},
}


@pytest.fixture(scope="module", params=BERTS)
def bert(request, tmp_path_factory):
    ours = trained("wordpiece", **BERTS[request.param])
    folder = tmp_path_factory.mktemp("bert")
    ours.save(folder / "vocab.txt")
    return ours, folder, BertTokenizer.from_pretrained(folder)


@settings(max_examples=50)
@given(text=COMMON, pair=COMMON.filter(bool))  # the library takes an empty pair for none
def test_berttokenizer_gives_the_ids_of_our_vocabulary(bert, text, pair):
    ours, _, theirs = bert
    got, expected = theirs(text, pair), ours(text, pair, allowed_special="all")
    assert got["input_ids"] == expected.ids
    assert got["token_type_ids"] == expected.type_ids


def test_what_berttokenizer_saves_is_read_here(bert, tmp_path):
    _, _, theirs = bert
    theirs.save_pretrained(tmp_path)
    again = Tokenizer.load(tmp_path)
    for text in [*CORPUS[:5], *EDGES]:
        assert again(text, allowed_special="all").ids == theirs(text)["input_ids"]


def test_a_vocabulary_comes_back_whole(bert):
    ours, folder, _ = bert
    again = Tokenizer.load(folder)
    assert again.vocab == ours.vocab
    assert replace(again, model=ours.model) == ours
    assert replace(again.model, merges=ours.model.merges) == ours.model
    default = "strip_accents" in ours.preparation.normalizer
    assert (folder / "tokenizer_config.json").exists() is not default
    ours.save(folder / "vocab.txt")  # the configuration that is there says the same


def test_a_configuration_that_says_otherwise_is_kept(tmp_path):
    config = tmp_path / "tokenizer_config.json"
    config.write_text('{"do_lower_case": true}', encoding="utf-8")
    with pytest.raises(ValueError, match="says otherwise than do_lower_case=False"):
        trained("wordpiece", merges=9, lowercase=False).save(tmp_path / "vocab.txt")
    assert os.listdir(tmp_path) == ["tokenizer_config.json"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: trained("bpe", merges=9), "vocab.txt holds WordPiece, this is"),
        (lambda: trained("wordpiece", merges=9, max_chars=7), "longest word 7"),
        (lambda: trained("wordpiece", merges=9, unk="<unk>"), "the unknown token '<unk>'"),
        (
            lambda: trained("wordpiece", merges=9, special_tokens=["[UNK]", "[X]"]),
            "cannot express the special token .*\\[X\\]",
        ),
        (
            lambda: with_tokens(trained("wordpiece", merges=9), SpecialToken("[X]", 10**6)),
            "ids need to be 0, 1, 2",
        ),
        (
            lambda: trained("wordpiece", merges=9, special_tokens=["[UNK]", "a b"]),
            "cannot hold the piece 'a b'",
        ),
    ],
)
def test_what_a_vocabulary_cannot_express_is_named(make, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        make().save(tmp_path / "vocab.txt")
    assert list(tmp_path.iterdir()) == []


# Ranks --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["gpt2", "cl100k", "o200k"])
def ranks(request, tmp_path_factory):
    ours = trained(
        "byte_bpe", vocab_size=400, pattern=request.param, special_tokens=["<|end|>", "<|x|>"]
    )
    path = tmp_path_factory.mktemp("ranks") / "my.tiktoken"
    ours.save(path)
    special = {token.text: token.id for token in ours.special_tokens}
    peer = tiktoken.Encoding(
        "test",
        pat_str=PATTERNS[request.param],
        mergeable_ranks=load_tiktoken_bpe(str(path)),
        special_tokens=special,
    )
    return ours, peer, Tokenizer.load(path, pattern=request.param, special_tokens=special)


@settings(max_examples=50)
@given(text=TEXT)
def test_tiktoken_gives_the_ids_of_our_ranks(ranks, text):
    ours, peer, again = ranks
    ids = ours.encode(text, allowed_special="all")
    assert peer.encode(text, allowed_special="all") == ids
    assert again.encode(text, allowed_special="all") == ids
    assert peer.decode(ids) == again.decode(ids) == text


def test_ranks_come_back_whole(ranks, tmp_path):
    ours, _, again = ranks
    assert again.vocab == ours.vocab
    assert again.special_tokens == ours.special_tokens
    again.save(tmp_path / "twice.tiktoken")
    first = tmp_path / "first.tiktoken"
    ours.save(first)
    assert first.read_bytes() == (tmp_path / "twice.tiktoken").read_bytes()


def byte_bpe(merges, more=()):
    """A byte-level model with these merges, and further pieces that no merge makes."""
    tok = trained("byte_bpe", merges=0)
    pieces = dict.fromkeys([*tok.vocab, *(a + b for a, b in merges), *more])
    vocab = {piece: id for id, piece in enumerate(pieces)}
    return replace(tok, model=BpeModel(vocab, list(merges)))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: trained("bpe", merges=9), "hold byte-level BPE, this is"),
        (lambda: trained("byte_bpe", merges=9, add_prefix_space=True), "add_prefix_space True"),
        (lambda: byte_bpe([("a", "b")], ["xy"]), "no merge makes 'xy'"),
        (
            lambda: byte_bpe([("a", "b"), ("b", "c"), ("a", "bc"), ("ab", "c")]),
            "two merges make 'abc'",
        ),
        (
            lambda: byte_bpe([("a", "b"), ("b", "c"), ("a", "bc")]),
            "'abc' is not spelled by the merge of 'a' and 'bc'",
        ),
        (
            lambda: shuffled(byte_bpe([("a", "b"), ("c", "d")])),
            "the smaller id is merged first: 'cd' would be merged before 'ab'",
        ),
    ],
)
def test_what_ranks_cannot_express_is_named(make, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        make().save(tmp_path / "my.tiktoken")
    assert list(tmp_path.iterdir()) == []


def shuffled(tok):
    vocab = dict(tok.model.vocab)
    vocab["ab"], vocab["cd"] = vocab["cd"], vocab["ab"]
    return replace(tok, model=replace(tok.model, vocab=vocab))


def test_a_number_of_ranks_that_means_something_else_is_refused(tmp_path, monkeypatch):
    from subword_lab.formats import tiktoken_ranks

    tok = trained("byte_bpe", merges=9)
    published = {265: tiktoken_ranks.Published("cl100k", {})}
    monkeypatch.setattr(tiktoken_ranks, "PUBLISHED", published)
    with pytest.raises(ValueError, match="a file of 265 ranks is read with the pattern"):
        tok.save(tmp_path / "my.tiktoken")


def test_options_for_ranks_alone(tmp_path):
    trained("byte_bpe", merges=9).save(tmp_path / "my.tiktoken")
    with pytest.raises(ValueError, match="want a pattern beside them"):
        Tokenizer.load(tmp_path / "my.tiktoken", special_tokens={})
    trained("wordpiece", merges=9).save(tmp_path / "vocab.txt")
    with pytest.raises(TypeError, match="the reader of vocab.txt has no option 'pattern'"):
        Tokenizer.load(tmp_path / "vocab.txt", pattern="gpt2")


# Codes --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["glued", "separate"])
def codes(request, tmp_path_factory):
    ours = trained("bpe", merges=150, end_of_word=request.param)
    path = tmp_path_factory.mktemp("codes") / "my.codes"
    ours.save(path)
    with path.open(encoding="utf-8") as file:
        return ours, BPE(file, separator=""), Tokenizer.load(path)


@settings(max_examples=60)
@given(text=COMMON)
def test_subword_nmt_gives_our_pieces(codes, text):
    ours, peer, again = codes
    words = text.split()
    known = " ".join(word for word in words if "<unk>" not in ours.tokenize(word))
    pieces = ours.tokenize(known)
    bare = [piece.removesuffix("</w>") for piece in pieces if piece != "</w>"]
    assert peer.segment_tokens(known.split(" ") if known else []) == bare
    merged = " ".join(word for word in known.split() if "<unk>" not in again.tokenize(word))
    assert again.tokenize(merged) == ours.tokenize(merged)
    assert again.decode(again.encode(merged)) == ours.decode(ours.encode(merged))


def test_codes_come_back_whole(codes):
    ours, _, again = codes
    assert again.model.merges == ours.model.merges
    assert again.model.end_of_word == ours.model.end_of_word
    assert {t.text for t in again.special_tokens} == {t.text for t in ours.special_tokens}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: trained("bpe", merges=9), "train with end_of_word='glued'"),
        (lambda: trained("unigram", vocab_size=200), "hold merges, this is"),
        (
            lambda: trained("bpe", merges=9, end_of_word="glued", lowercase=True),
            "cannot express the normalization \\('lowercase',\\)",
        ),
        (
            lambda: trained("bpe", merges=9, end_of_word="glued", special_tokens=["<pad>"]),
            "cannot express the special token .*<pad>",
        ),
        (
            lambda: Tokenizer.train("bpe", ["a\x1cb a\x1cb"], merges=3, end_of_word="glued"),
            "cannot hold",
        ),
    ],
)
def test_what_codes_cannot_express_is_named(make, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        make().save(tmp_path / "my.codes")
    assert list(tmp_path.iterdir()) == []


# Names, folders, half files -----------------------------------------------------------------------


def test_the_format_follows_from_the_name(tmp_path):
    tok = trained("byte_bpe", merges=20)
    tok.save(tmp_path / "any", format="tiktoken")
    assert Tokenizer.load(tmp_path / "any", pattern="gpt2").vocab == tok.vocab
    tok.save(tmp_path / "sub")
    assert Tokenizer.load(tmp_path / "sub") == tok
    tok.save(tmp_path / "sub" / "tokenizer.json")
    with pytest.raises(ValueError, match="tokenizer.json is there, and who loads the folder"):
        tok.save(tmp_path / "sub")
    with pytest.raises(ValueError, match="is a folder; name the file in it"):
        tok.save(tmp_path / "sub", format="tiktoken")
    with pytest.raises(FileNotFoundError, match="no folder .*missing to write my.tiktoken into"):
        tok.save(tmp_path / "missing" / "my.tiktoken")


WRITABLE = {
    "tokenizer.json": lambda: trained("byte_bpe", merges=9),
    "vocab.json": lambda: trained("byte_bpe", merges=9),
    "vocab.txt": lambda: trained("wordpiece", merges=9, lowercase=False),
    "my.model": lambda: trained("sentencepiece", vocab_size=200, normalization="identity"),
    "my.tiktoken": lambda: trained("byte_bpe", merges=9),
    "my.codes": lambda: trained("bpe", merges=9, end_of_word="glued"),
}


@pytest.mark.parametrize("name", WRITABLE)
def test_a_disk_that_is_full_leaves_the_old_file(name, tmp_path, monkeypatch):
    path = tmp_path / name
    path.write_text("the old one", encoding="utf-8")

    def full(descriptor):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        WRITABLE[name]().save(path)
    assert os.listdir(tmp_path) == [name]
    assert path.read_text("utf-8") == "the old one"


@pytest.mark.parametrize("name", WRITABLE)
def test_a_new_file_is_for_everyone_the_umask_lets(name, tmp_path):
    old = os.umask(0o022)
    try:
        WRITABLE[name]().save(tmp_path / name)
    finally:
        os.umask(old)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o644}


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.json").write_text("{}", encoding="utf-8")
    (tmp_path / "tokenizer.json").symlink_to(tmp_path / "real" / "a.json")
    trained("byte_bpe", merges=9).save(tmp_path / "tokenizer.json")
    assert (tmp_path / "tokenizer.json").is_symlink()
    assert json.loads((tmp_path / "real" / "a.json").read_text("utf-8"))["version"] == "1.0"


# tokenizer.json by transformers' own classes ------------------------------------------------------


def test_auto_tokenizer_reads_every_folder_of_ours(tmp_path):
    for name, tok, kind in (
        ("fast", trained("unigram", vocab_size=200), "PreTrainedTokenizerFast"),
        ("bert", trained("wordpiece", merges=99), "BertTokenizer"),
        ("gpt2", trained("byte_bpe", vocab_size=300), "GPT2Tokenizer"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        tok.save(folder / "tokenizer.json")
        (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": kind}))
        auto = AutoTokenizer.from_pretrained(folder)
        for text in CORPUS[:3]:
            assert auto(text)["input_ids"] == tok.encode(text, add_special=True)
        fast = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
        assert fast("to be")["input_ids"] == tok.encode("to be", add_special=True)
