"""SentencePiece models written here: the library, transformers and we read the same ids in them."""

import io
import sys
from dataclasses import replace
from random import Random
from unicodedata import category

import pytest
import sentencepiece
import tokenizers
from hypothesis import example, given, settings
from transformers import AutoTokenizer, T5Tokenizer, XLNetTokenizer

from subword_lab import Tokenizer
from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.formats.sentencepiece_model.comparing import says_nmt_nfkc
from subword_lab.formats.sentencepiece_model.packing import Node, pack
from subword_lab.formats.sentencepiece_model.proto import parse
from subword_lab.formats.sentencepiece_model.rule_table import nmt_nfkc_table
from subword_lab.formats.sentencepiece_model.writing import to_file
from subword_lab.special import SpecialToken
from subword_lab.text import normalize
from subword_lab.unigram import UnigramModel
from texts import COMMON, CORPUS, TEXT


def trained(recipe, **options):
    return Tokenizer.train(recipe, CORPUS, **options)


# SentencePiece ------------------------------------------------------------------------------------

MODELS = {
    "default": {"vocab_size": 250},
    "fallback": {"vocab_size": 500, "byte_fallback": True},
    "identity": {"vocab_size": 250, "normalization": "identity", "remove_extra_whitespaces": False},
    "no prefix": {
        "vocab_size": 250,
        "normalization": "identity",
        "add_dummy_prefix": False,
        "remove_extra_whitespaces": False,
    },
    "symbols": {
        "vocab_size": 250,
        "user_defined_symbols": ["<u>", "lower", "é"],
        "special_tokens": ["<pad>", "<mask>"],
    },
    "bpe": {"vocab_size": 250, "model": "bpe"},
    "bpe fallback": {"vocab_size": 500, "model": "bpe", "byte_fallback": True},
    "bpe symbols": {"vocab_size": 250, "model": "bpe", "user_defined_symbols": ["<u>", "lower"]},
    "characters": {"merges": 0, "model": "bpe"},
}


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """Name -> ours, the library with our file, ours read from that file."""
    folder = tmp_path_factory.mktemp("models")
    made = {}
    for name, options in MODELS.items():
        ours = trained("sentencepiece", **options)
        path = folder / f"{name}.model"
        ours.save(path)
        peer = sentencepiece.SentencePieceProcessor(model_file=str(path))
        made[name] = ours, peer, Tokenizer.load(path)
    return made


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=50)
@given(text=TEXT)
def test_sentencepiece_gives_the_ids_of_our_model(models, name, text):
    ours, peer, again = models[name]
    ids = ours.encode(text)
    assert peer.encode(text) == ids
    assert peer.decode(ids) == ours.decode(ids) == again.decode(ids)
    assert again.encode(text) == ids


@pytest.mark.parametrize("name", MODELS)
def test_a_model_comes_back_whole(models, name, tmp_path):
    ours, peer, again = models[name]
    assert again.vocab == ours.vocab
    assert again.special_tokens == ours.special_tokens
    assert again.template == ours.template
    assert again.preparation.pretokenizers == ours.preparation.pretokenizers
    assert again.encode("the", add_special=True) == peer.encode("the", add_bos=True, add_eos=True)
    again.save(tmp_path / "twice.model")
    assert Tokenizer.load(tmp_path / "twice.model") == again


def test_scores_and_names_as_sentencepiece_writes_them(models):
    """The library trained on the same lines: byte for byte the same pieces, scores and types."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["the cat sat", "a dog ran", "hello world"]),
        model_writer=file,
        model_type="bpe",
        vocab_size=30,
        minloglevel=2,
        num_threads=1,
    )
    theirs = parse(file.getvalue())
    ours = to_file(
        Tokenizer.train(
            "sentencepiece",
            ["the cat sat", "a dog ran", "hello world"],
            vocab_size=30,
            model="bpe",
        )
    )
    assert ours.pieces == theirs.pieces
    assert replace(ours, precompiled_charsmap=b"") == replace(theirs, precompiled_charsmap=b"")


@settings(max_examples=100)
@given(TEXT)
def test_our_table_says_what_our_rule_says(text):
    table = nmt_nfkc_table()
    assert table.align(text).text == normalize(text, ("nmt_nfkc",))
    assert Charsmap.parse(table.dump()) == table


def test_our_table_has_sentencepieces_entries():
    """All of theirs that begin with these texts, but for what Python's Unicode does not know."""
    theirs, ours = sentencepieces_table(), nmt_nfkc_table()
    known = [chr(code) for code in range(sys.maxunicode + 1) if category(chr(code)) not in UNKNOWN]
    random = Random(7)
    spellings = {}
    for ch in known:
        parts = normalize(ch, ("nfkd",))
        if len(parts) == 1:
            spellings.setdefault(parts, []).append(ch)
    composed = [ch for ch in known if len(normalize(ch, ("nfd",))) > 1]
    texts = [ch for ch in known if theirs.align(ch).text != ch or ord(ch) < 0x3000]
    for ch in random.sample(composed, 3000):
        parts = normalize(ch, ("nfkd",))
        texts += [parts, "".join(random.choice(spellings.get(part, [part])) for part in parts)]
    for text in texts:
        assert list(ours.entries(text, 0)) == list(theirs.entries(text, 0))
    assert len(texts) > 10_000


UNKNOWN = ("Cn", "Cs")


def sentencepieces_table():
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(CORPUS[0].split("\n")),
        model_writer=file, vocab_size=30, hard_vocab_limit=False, minloglevel=2,
    )  # fmt: skip
    return Charsmap.parse(parse(file.getvalue()).precompiled_charsmap)


def test_a_table_is_known_for_the_rule_it_says():
    assert says_nmt_nfkc(sentencepieces_table())
    assert says_nmt_nfkc(Charsmap.parse(nmt_nfkc_table().dump()))
    assert not says_nmt_nfkc(pack(Node()))
    for text, new in (("x", "y"), ("Ａ\u0301", "A"), ("e\u0301x", "z"), ("\u200d", " ")):
        trie = Node()
        trie.at(text).becomes = new
        assert not says_nmt_nfkc(pack(trie))
    circle = [0x8000_0000] * 256
    circle[0], circle[1 ^ 97] = 1 << 10, (96 ^ 1) << 10 | 97  # "a" leads to where it began
    assert not says_nmt_nfkc(Charsmap(tuple(circle), b""))


def test_the_librarys_model_goes_on_to_tokenizer_json(tmp_path):
    """Exactly, where the library's own converter has to warn: grapheme clusters are no entries."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([line for text in CORPUS for line in text.split("\n")]),
        model_writer=file, vocab_size=250, hard_vocab_limit=False, minloglevel=2, num_threads=1,
    )  # fmt: skip
    (tmp_path / "their.model").write_bytes(file.getvalue())
    theirs = sentencepiece.SentencePieceProcessor(model_proto=file.getvalue())
    Tokenizer.load(tmp_path / "their.model").save(tmp_path / "tokenizer.json")
    fast = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in [*CORPUS[:4], "ａ\u0301 ①ﬁ e\u0301\u0323  ｶﾞ\u3099 ", " \t한 ～", "q\u0307\u0323"]:
        assert fast.encode(text, add_special_tokens=False).ids == theirs.encode(text)


def test_the_unknown_piece_shows_as_it_did(tmp_path):
    ours = trained("unigram", vocab_size=200)
    ours.save(tmp_path / "m.model")
    peer = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "m.model"))
    ids = ours.encode("the ℵ")
    assert peer.encode("the ℵ") == ids
    assert peer.decode(ids) == ours.decode(ids) == Tokenizer.load(tmp_path).decode(ids)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: trained("wordpiece", merges=9), "is Unigram or BPE with ▁ for spaces"),
        (lambda: trained("byte_bpe", merges=9), "is Unigram or BPE with ▁ for spaces"),
        (
            lambda: trained("sentencepiece", vocab_size=200, normalization="nfkc"),
            "cannot express the normalization .*train with 'nmt_nfkc' or 'identity'",
        ),
        (lambda: trained("bpe", merges=9, pretokenizer="metaspace"), "cannot express the .*fuse"),
        (
            lambda: trained("unigram", vocab_size=200, special_tokens=["<unk>", "<pad>"]),
            "cannot express the special token .*<pad>",
        ),
        (
            lambda: with_tokens(trained("sentencepiece", vocab_size=200), SpecialToken("<x>", 999)),
            "ids need to be 0, 1, 2",
        ),
        (
            lambda: with_piece(trained("sentencepiece", vocab_size=200), "a▁b"),
            "cannot express the pre-tokenizer",
        ),
        (
            lambda: with_piece(trained("sentencepiece", vocab_size=200), "zzz", -1e300),
            "beyond what 32 bits",
        ),
    ],
)
def test_what_a_model_cannot_express_is_named(make, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        make().save(tmp_path / "my.model")
    assert list(tmp_path.iterdir()) == []


def with_tokens(tok, *tokens):
    return replace(tok, special_tokens=(*tok.special_tokens, *tokens))


def with_piece(tok, piece, score=-9.0):
    model = tok.model
    vocab = {**model.vocab, piece: len(model.vocab)}
    return replace(tok, model=UnigramModel(vocab, {**model.log_probs, piece: score}, model.unk))


# transformers on SentencePiece files --------------------------------------------------------------


def plain(text):
    """Characters that T5's and XLNet's own preparation leaves alone: no marks, quotes or Hangul.

    XLNet's drops marks of every kind, also those that BERT's keeps, as the vowel signs of Hindi,
    and writes two quotes as another one.
    """
    text = normalize(text, ("nfkd", "nmt_nfkc"))
    changed = {ch for ch in text if category(ch).startswith("M") or normalize(ch, ("nfkd",)) != ch}
    return "".join(ch for ch in text if ch not in changed | set("▁`'"))


def in_order(tok, names):
    """The same model with other control symbols in front: T5 and XLNet expect theirs there."""
    old = {token.text for token in tok.special_tokens}
    pieces = [*names, *(piece for piece in tok.vocab if piece not in old)]
    vocab = {piece: id for id, piece in enumerate(pieces)}
    return replace(
        tok,
        model=replace(tok.model, vocab=vocab),
        special_tokens=tuple(SpecialToken(name, vocab[name], "never") for name in names),
        template=type(tok.template)(),
    )


FAMILIES = {
    "t5": (T5Tokenizer, ["<pad>", "</s>", "<unk>"]),
    "xlnet": (
        XLNetTokenizer,
        ["<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>", "<eod>", "<eop>"],
    ),
}


@pytest.fixture(scope="module", params=FAMILIES)
def family(request, tmp_path_factory):
    """Ours, and transformers' class with our spiece.model."""
    kind, names = FAMILIES[request.param]
    ours = in_order(trained("sentencepiece", vocab_size=300), names)
    folder = tmp_path_factory.mktemp(request.param)
    ours.save(folder / "spiece.model")
    return ours, kind.from_pretrained(folder)


@settings(max_examples=40)
@given(text=COMMON)
def test_what_transformers_saves_of_it_is_read_here(family_again, text):
    theirs, again = family_again
    for name in theirs.all_special_tokens:
        text = text.replace(name, "")
    ids = theirs(text, add_special_tokens=False)["input_ids"]
    assert again.encode(text) == ids


@pytest.fixture(scope="module")
def family_again(family, tmp_path_factory):
    """transformers' class, and ours read from what it saves."""
    _, theirs = family
    folder = tmp_path_factory.mktemp("again")
    theirs.save_pretrained(folder)
    return theirs, Tokenizer.load(folder)


def test_auto_tokenizer_reads_the_folder(tmp_path):
    ours = in_order(trained("sentencepiece", vocab_size=300), FAMILIES["t5"][1])
    ours.save(tmp_path / "spiece.model")
    config = tmp_path / "tokenizer_config.json"
    config.write_text('{"tokenizer_class": "T5Tokenizer", "extra_ids": 0}', encoding="utf-8")
    auto = AutoTokenizer.from_pretrained(tmp_path)
    assert auto("the lower towers")["input_ids"] == [*ours.encode("the lower towers"), 1]


@settings(max_examples=40)
@example(text="a\u093e\u0301")
@given(text=COMMON)
def test_transformers_gives_the_ids_of_our_model(family, text):
    ours, theirs = family
    text = plain(text)
    for name in theirs.all_special_tokens:  # found in text by the library
        text = text.replace(name, "")
    text = " ".join(text.split())
    ids = ours.encode(text)
    assert theirs(text, add_special_tokens=False)["input_ids"] == ids
