"""Files of other tools, read here: made by those tools in the test, or real ones from packages."""

import base64
import contextlib
import io
import json
from pathlib import Path

import pytest
import sentencepiece
import tiktoken
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import normalizers

from subword_lab import Tokenizer
from subword_lab.formats import format_of, tiktoken_ranks
from subword_lab.formats.sentencepiece_model import from_file, proto
from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.formats.sentencepiece_model.wire import fields, signed
from subword_lab.formats.tokenizer_json.precompiled import Precompiled
from subword_lab.text import PATTERNS, from_printable
from texts import COMMON, CORPUS, EDGES, TEXT

SEED = json.loads((Path(__file__).parent / "data" / "seed_tokenizer.json").read_text("utf-8"))


# SentencePiece ------------------------------------------------------------------------------------

MODELS = {
    "unigram": {"vocab_size": 250},
    "unigram fallback": {"vocab_size": 500, "byte_fallback": True},
    "unigram symbols": {
        "vocab_size": 250,
        "user_defined_symbols": ["<u>", "lower", "é"],
        "control_symbols": ["<c>"],
        "pad_id": 3,
    },
    "unigram plain": {
        "vocab_size": 250,
        "normalization_rule_name": "identity",
        "remove_extra_whitespaces": False,
        "add_dummy_prefix": False,
    },
    "unigram crossing": {"vocab_size": 250, "split_by_whitespace": False},
    "unigram folded": {"vocab_size": 250, "normalization_rule_name": "nmt_nfkc_cf", "bos_id": -1},
    "bpe": {"vocab_size": 250, "model_type": "bpe"},
    "bpe fallback": {
        "vocab_size": 500,
        "model_type": "bpe",
        "byte_fallback": True,
        "normalization_rule_name": "identity",
        "remove_extra_whitespaces": False,
        "allow_whitespace_only_pieces": True,
        "split_digits": True,
    },
    "bpe symbols": {
        "vocab_size": 250,
        "model_type": "bpe",
        "user_defined_symbols": ["<u>", "lower", "▁▁"],
    },
    "bpe crossing": {"vocab_size": 250, "model_type": "bpe", "split_by_whitespace": False},
    "char": {"vocab_size": 80, "model_type": "char"},
}


def trained(options):
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([line for text in CORPUS for line in text.split("\n")]),
        model_writer=file,
        hard_vocab_limit=False,
        minloglevel=2,
        num_threads=1,
        **options,
    )
    return file.getvalue()


FILES = {name: trained(options) for name, options in MODELS.items()}


BOTH = {
    name: (sentencepiece.SentencePieceProcessor(model_proto=data), from_file(proto.parse(data)))
    for name, data in FILES.items()
}


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=60)
@given(text=TEXT)
def test_a_model_file_gives_the_ids_and_the_text_of_sentencepiece(name, text):
    peer, ours = BOTH[name]
    expected = peer.encode(text)
    ids = ours.encode(text)
    assert ids == expected
    assert ours.decode(ids) == peer.decode(expected)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_files_vocabulary_is_sentencepieces(name):
    peer, ours = BOTH[name]
    assert list(ours.vocab) == [peer.id_to_piece(id) for id in range(peer.get_piece_size())]
    bos = [peer.bos_id()] if peer.bos_id() >= 0 else []
    assert ours.encode("the", add_special=True) == [*bos, *peer.encode("the"), peer.eos_id()]


@given(TEXT)
def test_the_normalization_table_is_read_as_sentencepiece_reads_it(text):
    rule = sentencepiece.SentencePieceNormalizer(
        rule_name="nmt_nfkc_cf", remove_extra_whitespaces=False, add_dummy_prefix=False,
        escape_whitespaces=False,
    )  # fmt: skip
    table = Charsmap.parse(proto.parse(FILES["unigram folded"]).precompiled_charsmap)
    aligned = table.align(text)
    assert aligned.text == rule.normalize(text)
    assert len(aligned.spans) == len(aligned.text)


@given(COMMON | st.lists(st.sampled_from("ａe①ﬁ각\u0301\u0323 Ａ"), max_size=5).map("".join))
def test_the_normalization_table_is_also_read_as_tokenizers_reads_it(text):
    data = proto.parse(FILES["unigram folded"]).precompiled_charsmap
    peer = normalizers.Precompiled(data)
    ours = Precompiled(Charsmap.parse(data))
    assert ours.align(text).text == peer.normalize_str(text)
    assert ours.table.dump() == data


def test_a_table_in_tokenizer_json(tmp_path):
    peer = tokenizers.SentencePieceUnigramTokenizer()
    peer.train_from_iterator(CORPUS, vocab_size=200, show_progress=False, unk_token="<unk>")
    data = proto.parse(FILES["unigram"]).precompiled_charsmap
    peer.normalizer = normalizers.Sequence([normalizers.Precompiled(data), normalizers.Lowercase()])
    peer.save(str(tmp_path / "tokenizer.json"))
    ours = Tokenizer.load(tmp_path)
    for text in [*CORPUS[:5], *EDGES, "ａ\u0301"]:
        text = text.replace("<unk>", "")  # the library finds its unknown piece in text
        assert ours.encode(text) == peer.encode(text).ids
    ours.save(tmp_path / "again.json")
    assert Tokenizer.load(tmp_path / "again.json") == ours
    own_way = from_file(proto.parse(FILES["unigram folded"]))
    with pytest.raises(ValueError, match="`tokenizers` applies it in another way"):
        own_way.save(tmp_path / "tokenizer.json")


def test_the_two_ways_to_read_the_table_differ():
    table = Charsmap.parse(proto.parse(FILES["unigram"]).precompiled_charsmap)
    assert len(repr(table)) < 100  # a tokenizer that shows itself must not print the table
    assert table.align("ａ\u0301").text == "á"
    assert Precompiled(table).align("ａ\u0301").text == "a"


@given(st.binary(max_size=60))
def test_any_bytes_are_a_model_or_a_value_error(data):
    with contextlib.suppress(ValueError):
        proto.parse(data)
    with contextlib.suppress(ValueError):
        Charsmap.parse(data).align("aé")


@settings(max_examples=60)
@given(st.integers(0, len(FILES["unigram"]) - 1), st.integers(0, 255))
def test_a_model_with_one_wrong_byte_is_read_or_a_value_error(tmp_path_factory, at, byte):
    path = tmp_path_factory.getbasetemp() / "wrong.model"
    data = bytearray(FILES["unigram"])
    data[at] = byte
    path.write_bytes(data)
    try:
        Tokenizer.load(path).encode("the ① é")
    except ValueError as error:
        assert str(error).startswith(("wrong.model is no", "the normalization table"))


def test_whole_word_models_are_refused():
    data = trained({"vocab_size": 40, "model_type": "word"})
    with pytest.raises(ValueError, match="the model type word is not supported"):
        from_file(proto.parse(data))


def test_a_model_cut_short_is_a_value_error(tmp_path):
    path = tmp_path / "short.model"
    for size in (0, 1, 100, len(FILES["unigram"]) - 1):
        path.write_bytes(FILES["unigram"][:size])
        with pytest.raises(ValueError, match="short.model is no SentencePiece model"):
            Tokenizer.load(path)


def message(number, data):
    size = len(data)
    return bytes([number << 3 | 2, size & 0x7F | 0x80, size >> 7]) + data


def piece(text, kind=1):
    return message(1, message(1, text.encode()) + bytes([3 << 3, kind]))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (piece("a"), "0 unknown pieces"),
        (piece("<unk>", 2) + piece("a") + piece("a"), "in it twice"),
        (piece("<unk>", 2) + piece("a", 9), "unknown type 9"),
        (piece("<unk>", 2) + piece(""), "piece 1 is ''"),
        (
            piece("<unk>", 2) + message(2, bytes([3 << 3, 7])) + piece("a"),
            "model type 7 is not supported",
        ),
        (piece("<unk>", 2) + piece("a") + message(3, bytes([5 << 3, 0])), "escape_whitespaces"),
        (piece("<unk>", 2) + message(2, bytes([3 << 3, 2])) + piece("ab", 5), "unused pieces"),
        (message(1, message(1, b"\xff")), "not UTF-8"),
        (bytes([1 << 3 | 3]), "unknown way 3"),
        (bytes([0x80] * 11), "cut off or too long"),
        (bytes([1 << 3 | 0, 1]), "a message is wanted"),
    ],
)
def test_a_model_that_is_not_supported_says_why(data, reason, tmp_path):
    path = tmp_path / "bad.model"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=reason):
        Tokenizer.load(path)


def test_the_wire_format_by_hand():
    assert list(fields(bytes([5 << 3 | 5, 0, 0, 128, 63, 6 << 3 | 1, *range(8)]))) == [
        (5, 1.0),
        (6, bytes(range(8))),
    ]
    assert signed(2**64 - 2) == -2
    with pytest.raises(ValueError, match="whole number is wanted"):
        signed(b"x")


# GPT-2's files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("vocab.json", "merges.txt"), ("encoder.json", "vocab.bpe")])
def test_vocabulary_and_merges_of_the_library(tmp_path, names):
    peer = tokenizers.ByteLevelBPETokenizer()
    peer.train_from_iterator(
        CORPUS, vocab_size=400, special_tokens=["<|endoftext|>"], show_progress=False
    )
    peer.save_model(str(tmp_path))
    for old, new in zip(("vocab.json", "merges.txt"), names, strict=True):
        (tmp_path / old).rename(tmp_path / new)
    for path in (tmp_path, *(tmp_path / name for name in names)):
        ours = Tokenizer.load(path)
        assert [token.text for token in ours.special_tokens] == ["<|endoftext|>"]
        for text in [*CORPUS[:5], *EDGES]:
            assert ours.encode(text) == peer.encode(text.replace("<|end", "<| end")).ids or (
                "<|endoftext|>" in text
            )
            assert ours.decode(ours.encode(text)) == text


def test_vocabulary_and_merges_with_end_of_word_marks(tmp_path):
    peer = tokenizers.CharBPETokenizer(lowercase=True, bert_normalizer=True)
    peer.train_from_iterator(CORPUS, vocab_size=300, show_progress=False)
    peer.save_model(str(tmp_path))
    ours = Tokenizer.load(tmp_path)
    for text in CORPUS[:2]:
        words = " ".join(ours.preparation.pretokenizers and [w.text for w in
                         ours.preparation.words(text)])  # fmt: skip
        assert ours.encode(text) == peer.encode(words).ids


GPT2 = {**{chr(c): c for c in range(33, 40)}, "ab": 90, "a": 91, "b": 92}


@pytest.mark.parametrize(
    ("vocab", "merges", "message"),
    [
        ({"a": 0}, "a b", "line 1 is 'a b', but 'b' is not in the vocabulary"),
        (GPT2, "#version: 0.2\na b\nab", "line 3 is 'ab', wanted two pieces"),
        (GPT2, "a  b", "wanted two pieces"),
        ({"a": "0"}, "", "maps 'a' to '0'"),
        ({}, "", "wanted an object"),
    ],
)
def test_broken_vocabulary_and_merges(tmp_path, vocab, merges, message):
    (tmp_path / "vocab.json").write_text(json.dumps(vocab), encoding="utf-8")
    (tmp_path / "merges.txt").write_text(merges, encoding="utf-8")
    with pytest.raises(ValueError, match=f"vocab.json and merges.txt: .*{message}"):
        Tokenizer.load(tmp_path)
    (tmp_path / "merges.txt").unlink()
    with pytest.raises(ValueError, match="holds no vocab.json and merges.txt"):
        Tokenizer.load(tmp_path / "vocab.json")


# BERT's vocabulary --------------------------------------------------------------------------------


def test_seed_case_of_a_small_bert_vocabulary(tmp_path):
    case = SEED["bert-legacy-test"]
    path = tmp_path / "vocab.txt"
    path.write_text("".join(f"{piece}\n" for piece in case["input"]["vocab"]), encoding="utf-8")
    tok = Tokenizer.load(path)
    for text, pieces in case["expect"]["default"].items():
        assert tok.tokenize(text) == pieces
    assert tok.encode("UNwantéd,running") == case["expect"]["ids_of_full_test"]
    for pieces, text in case["expect"]["convert_tokens_to_string"].items():
        assert tok.decode([tok.token_to_id(piece) for piece in pieces.split()]) == text


def test_whether_text_is_lower_cased(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("[UNK]\nthe\ncafé\nThe\n", encoding="utf-8")
    assert Tokenizer.load(path).tokenize("The the café") == ["The", "the", "café"]
    (tmp_path / "tokenizer_config.json").write_text(
        '{"do_lower_case": true, "strip_accents": false}', encoding="utf-8"
    )
    assert Tokenizer.load(path).tokenize("The the CAFÉ") == ["the", "the", "café"]
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": 1}', encoding="utf-8")
    with pytest.raises(ValueError, match="'do_lower_case' is 1, wanted bool"):
        Tokenizer.load(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[UNK]\n\nthe\n", "line 2 of vocab.txt is empty"),
        ("[UNK]\nthe\nthe\n", "line 3 of vocab.txt repeats 'the'"),
        ("the\n", "has no \\[UNK\\]"),
        ("", "line 1 of vocab.txt is empty"),
    ],
)
def test_a_broken_vocabulary(tmp_path, content, message):
    path = tmp_path / "vocab.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        Tokenizer.load(path)


# tiktoken and Tekken ------------------------------------------------------------------------------

TRAINED = Tokenizer.train("byte_bpe", CORPUS, vocab_size=400, pattern="cl100k")
RANKS = {from_printable(piece): id for piece, id in TRAINED.vocab.items()}
SPECIAL = {"<|endoftext|>": 500, "[CLS]": 502}
PEER = tiktoken.Encoding(
    "test", pat_str=PATTERNS["cl100k"], mergeable_ranks=RANKS, special_tokens=SPECIAL
)


@given(TEXT)
def test_ranks_give_the_ids_of_tiktoken(text):
    ours = tiktoken_ranks.tokenizer(RANKS, "cl100k", SPECIAL)
    assert ours.encode(text) == PEER.encode(text, disallowed_special=())
    allowed = ours.encode(text, allowed_special="all")
    assert allowed == PEER.encode(text, allowed_special="all")
    assert ours.decode(allowed) == text


def write_ranks(path, ranks):
    lines = (base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())
    path.write_bytes(b"".join(lines))
    return path


def test_ranks_are_read_from_a_file(tmp_path):
    path = write_ranks(tmp_path / "my.tiktoken", RANKS)
    assert tiktoken_ranks.read_ranks(path) == RANKS
    with pytest.raises(ValueError, match="holds 400 ranks, and only .* 100,256, 199,998 are known"):
        Tokenizer.load(path)


@pytest.mark.parametrize("line", [b"abc", b"YQ== x", b"!!! 3", b"YQ== 1 2"])
def test_a_broken_line_of_ranks(tmp_path, line):
    path = tmp_path / "my.tiktoken"
    path.write_bytes(b"YQ== 0\n" + line)
    with pytest.raises(ValueError, match="line 2 of my.tiktoken is"):
        Tokenizer.load(path)


def test_ranks_that_cannot_be():
    with pytest.raises(ValueError, match="lack 255 of the 256 bytes, 0 first"):
        tiktoken_ranks.tokenizer({b"a": 0}, "gpt2", {})
    with pytest.raises(ValueError, match="must have their own ids"):
        tiktoken_ranks.tokenizer(RANKS, "gpt2", {"<|end|>": 5})
    with pytest.raises(ValueError, match="no regular expression"):
        tiktoken_ranks.tokenizer(RANKS, "(", {}).encode("a")


def tekken(**changes):
    rows = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for token, rank in RANKS.items()
    ]
    config = {
        "pattern": PATTERNS["cl100k"],
        "default_vocab_size": 390,
        "default_num_special_tokens": 10,
    }
    return {"config": config, "vocab": rows, **changes}


def test_tekken_shifts_ranks_by_its_special_tokens(tmp_path):
    path = tmp_path / "tekken.json"
    path.write_text(json.dumps(tekken()), encoding="utf-8")
    ours = Tokenizer.load(path)
    kept = {token: rank for token, rank in RANKS.items() if rank < 380}
    peer = tiktoken.Encoding(
        "test", pat_str=PATTERNS["cl100k"], mergeable_ranks=kept, special_tokens={}
    )
    for text in CORPUS[:5]:
        assert ours.encode(text) == [id + 10 for id in peer.encode(text)]
    assert list(ours.vocab)[:5] == ["<unk>", "<s>", "</s>", "<SPECIAL_3>", "<SPECIAL_4>"]
    assert ours.vocab_size == 390
    named = tekken(special_tokens=[{"rank": 3, "token_str": "[INST]", "is_control": True}])
    path.write_text(json.dumps(named), encoding="utf-8")
    assert Tokenizer.load(path).encode("[INST]", allowed_special="all") == [3]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"config": {}}, "'pattern' is missing"),
        ({"vocab": [3]}, "holds 3, wanted an object"),
        ({"vocab": [{"rank": 0, "token_bytes": "!"}]}, "cannot be read as tekken.json"),
        (
            {"config": {"pattern": "(", "default_vocab_size": 1, "default_num_special_tokens": 1}},
            "does not compile",
        ),
        (
            {
                "config": {
                    "pattern": "a",
                    "default_vocab_size": 10**12,
                    "default_num_special_tokens": 10**11,
                }
            },
            "not plausible",
        ),
    ],
)
def test_a_broken_tekken_file(tmp_path, changes, message):
    path = tmp_path / "tekken.json"
    path.write_text(json.dumps(tekken(**changes)), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        Tokenizer.load(path)


# subword-nmt --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def codes(tmp_path_factory):
    path = tmp_path_factory.mktemp("codes") / "text.codes"
    with path.open("w", encoding="utf-8") as file:
        learn_bpe(io.StringIO("\n".join(CORPUS)), file, 150)
    return path


@settings(max_examples=60)
@given(text=COMMON)
def test_codes_give_the_pieces_of_subword_nmt(codes, text):
    ours = Tokenizer.load(codes)
    with codes.open(encoding="utf-8") as file:
        peer = BPE(file)
    for word in text.split():
        if all(ch in ours.vocab for ch in word):
            shown = [
                piece.removesuffix("</w>") if at == len(pieces) - 1 else f"{piece}@@"
                for pieces in [ours.tokenize(word)]
                for at, piece in enumerate(pieces)
            ]
            assert shown == peer.segment(word).split(" ")


def test_codes_of_version_one_set_the_mark_apart(tmp_path):
    path = tmp_path / "old.codes"
    path.write_text("l o\nlo w\nlow </w>\nl o\n", encoding="utf-8")
    tok = Tokenizer.load(path)
    assert tok.tokenize("low slow lo") == [
        "low</w>", "<unk>", "low</w>", "lo", "</w>",
    ]  # fmt: skip
    assert tok.decode(tok.encode("low low")) == "low low"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("#version: 0.3\na b</w>\n", "has the version 0.3"),
        ("#version: 0.2\nab</w>\n", "holds the line 'ab</w>'"),
        ("#version: 0.2\na b\n", "these are not subword-nmt's codes"),
        ("", "holds the line ''"),
    ],
)
def test_broken_codes(tmp_path, content, message):
    path = tmp_path / "my.codes"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        Tokenizer.load(path)


# Telling formats apart ----------------------------------------------------------------------------


def test_the_format_follows_from_name_and_contents(tmp_path):
    by_name = {
        "tokenizer.json": "tokenizer.json",
        "my.json": "tokenizer.json",
        "tekken_1.json": "tekken",
        "vocab.json": "vocab+merges",
        "merges.txt": "vocab+merges",
        "bert-vocab.txt": "vocab.txt",
        "tokenizer.model.v3": "sentencepiece",
        "cl100k_base.tiktoken": "tiktoken",
        "bpe.codes": "subword-nmt",
    }
    for name, wanted in by_name.items():
        assert format_of(tmp_path / name) == wanted
    by_contents = {
        b'{"model": 1}': "tokenizer.json",
        b"IQ== 0\nIg== 1\n": "tiktoken",
        b"#version: 0.2\n": "subword-nmt",
        FILES["unigram"][:80]: "sentencepiece",
    }
    for content, wanted in by_contents.items():
        (tmp_path / "9b5ad71b").write_bytes(content)
        assert format_of(tmp_path / "9b5ad71b") == wanted


def test_what_is_not_there_and_what_is_unknown(tmp_path):
    with pytest.raises(FileNotFoundError, match="no file or folder"):
        Tokenizer.load(tmp_path / "tokenizer.json")
    with pytest.raises(ValueError, match="holds none of tokenizer.json, vocab.json"):
        Tokenizer.load(tmp_path)
    (tmp_path / "notes.txt").write_text("hello there\n", encoding="utf-8")
    with pytest.raises(ValueError, match="notes.txt is in no known format; known are"):
        Tokenizer.load(tmp_path / "notes.txt")
    with pytest.raises(ValueError, match="no way to write 'tekken.json'"):
        TRAINED.save(tmp_path / "tekken.json")
    with pytest.raises(ValueError, match="no way to write 'notes.txt'"):
        TRAINED.save(tmp_path / "notes.txt")


def test_a_folder_is_read_by_the_file_that_says_most(tmp_path):
    (tmp_path / "vocab.txt").write_text("[UNK]\nthe\n", encoding="utf-8")
    assert Tokenizer.load(tmp_path).recipe == "wordpiece"
    (tmp_path / "spiece.model").write_bytes(FILES["unigram"])
    assert Tokenizer.load(tmp_path).recipe == "wordpiece"
    TRAINED.save(tmp_path / "tokenizer.json")
    assert Tokenizer.load(str(tmp_path)).encode("the") == TRAINED.encode("the")
    TRAINED.save(tmp_path / "other", format="tokenizer.json")
    assert Tokenizer.load(tmp_path / "other") == Tokenizer.load(tmp_path)
