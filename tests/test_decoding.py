"""Decoding: whole characters only, and the same text whether ids come at once or one by one."""

import numpy as np
import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import decoders

from subword_lab import Tokenizer
from subword_lab.decoding import Decoder, StreamDecoder, byte_of
from texts import CORPUS, EDGES, TEXT

TOKENIZERS = {
    "word": Tokenizer.train("word", CORPUS),
    "char": Tokenizer.train("char", CORPUS),
    "glued": Tokenizer.train("bpe", CORPUS, merges=100, end_of_word="glued"),
    "separate": Tokenizer.train("bpe", CORPUS, merges=100, end_of_word="separate"),
    "byte_bpe": Tokenizer.train("byte_bpe", CORPUS, vocab_size=400, special_tokens=["<|end|>"]),
    "wordpiece": Tokenizer.train("wordpiece", CORPUS, merges=100),
    "unigram": Tokenizer.train("unigram", CORPUS, vocab_size=250),
    "sp_fallback": Tokenizer.train(
        "sentencepiece", CORPUS, vocab_size=500, byte_fallback=True, user_defined_symbols=["<u>"]
    ),
    "sp_lossless": Tokenizer.train(
        "sentencepiece",
        CORPUS,
        vocab_size=500,
        model="bpe",
        byte_fallback=True,
        normalization="identity",
        remove_extra_whitespaces=False,
    ),
}
every_tokenizer = pytest.mark.parametrize("name", TOKENIZERS)


@every_tokenizer
@given(data=st.data())
def test_a_stream_equals_decoding_at_once_after_every_id(name, data):
    tok = TOKENIZERS[name]
    ids = data.draw(st.lists(st.integers(0, tok.vocab_size - 1), max_size=12))
    skip = data.draw(st.booleans())
    errors = data.draw(st.sampled_from(["replace", "ignore"]))
    stream = tok.decoder(skip_special=skip, errors=errors)
    for size in range(len(ids) + 1):  # flushing ends one text and begins the next
        shown = "".join(map(stream.feed, ids[:size]))
        whole = tok.decode(ids[:size], skip_special=skip, errors=errors)
        assert shown + stream.flush() == whole


@given(TEXT)
def test_a_stream_never_shows_half_a_character(text):
    tok = TOKENIZERS["byte_bpe"]
    stream = tok.decoder(errors="strict")
    shown = [stream.feed(id) for id in tok.encode(text)]
    assert "".join(shown) == text
    assert stream.flush() == ""


def test_a_stream_waits_for_the_last_byte():
    tok = Tokenizer.train("byte_bpe", "", vocab_size=256)
    stream = tok.decoder()
    assert [stream.feed(id) for id in tok.encode("é🤗!")] == ["", "é", "", "", "", "🤗", "!"]


def test_flush_shows_half_a_character_and_starts_anew():
    tok = Tokenizer.train("byte_bpe", "", vocab_size=256)
    stream = tok.decoder()
    half = tok.encode("🤗")[:2]
    assert "".join(map(stream.feed, half)) == ""
    assert stream.flush() == "�"
    assert "".join(map(stream.feed, tok.encode("🤗"))) == "🤗"


def test_errors_says_what_becomes_of_broken_bytes():
    tok = Tokenizer.train("byte_bpe", "", vocab_size=256)
    half = tok.encode("🤗")[:3] + tok.encode("!")
    assert tok.decode(half) == "�!"
    assert tok.decode(half, errors="ignore") == "!"
    with pytest.raises(ValueError, match="no whole UTF-8 characters.*errors='replace'"):
        tok.decode(half, errors="strict")
    with pytest.raises(ValueError, match="'replace', 'strict' or 'ignore', got 'surrogate'"):
        tok.decode(half, errors="surrogate")


@given(st.lists(st.integers(0, 255), max_size=12))
def test_bytes_are_replaced_as_python_and_sentencepiece_replace_them(data):
    byte_level = Tokenizer.train("byte_bpe", "", vocab_size=256)
    ids = [byte_level.token_to_id(_printable(byte)) for byte in data]
    assert byte_level.decode(ids) == bytes(data).decode(errors="replace")
    fallback = TOKENIZERS["sp_fallback"]
    shown = fallback.decode([fallback.token_to_id(f"<0x{byte:02X}>") for byte in data])
    assert shown == _one_mark_for_each_bad_byte(bytes(data))


def _printable(byte):
    from subword_lab.text import to_printable

    return to_printable(bytes([byte]))


def _one_mark_for_each_bad_byte(data):
    """SentencePiece's rule, by trying: the shortest whole character at each place, or one mark."""
    text, at = "", 0
    while at < len(data):
        for size in range(1, 5):
            try:
                text += data[at : at + size].decode()
                at += size
                break
            except UnicodeDecodeError:
                continue
        else:
            text += "�"
            at += 1
    return text


@pytest.mark.parametrize("value", [1.0, "1", None, True, [1]])
def test_what_is_no_id_is_a_type_error(value):
    with pytest.raises(TypeError, match="an id must be a whole number"):
        TOKENIZERS["byte_bpe"].decode([value])


@every_tokenizer
@pytest.mark.parametrize("value", [-1, 100_000])
def test_an_id_out_of_range_is_named_with_the_size(name, value):
    tok = TOKENIZERS[name]
    with pytest.raises(
        ValueError, match=f"id {value} is not in the vocabulary of {tok.vocab_size}"
    ):
        tok.decode([value])


def test_numpy_integers_are_ids_and_text_is_not():
    tok = TOKENIZERS["byte_bpe"]
    assert tok.decode(tok.encode_array("low")) == "low"
    assert tok.decode(np.array([], dtype=np.int64)) == ""
    with pytest.raises(TypeError, match="To get ids use encode"):
        tok.decode("low")


PIECES = st.lists(
    st.sampled_from(["the", "##ing", ".", ",", "'", "n't", "'s", "##", "▁the", "▁", "▁▁", "low</w>",
                     "</w>", "est", "<0x41>", "Ġthe", "âĤ", "¬"]),
    max_size=8,
)  # fmt: skip
PEERS = {
    "wordpiece": (Decoder("wordpiece", "##", True), decoders.WordPiece("##", cleanup=True)),
    "not cleaned": (Decoder("wordpiece", "##"), decoders.WordPiece("##", cleanup=False)),
    "suffix": (Decoder("suffix", "</w>"), decoders.BPEDecoder("</w>")),
    "concat": (Decoder("concat"), decoders.Fuse()),
}


@pytest.mark.parametrize("name", PEERS)
@given(pieces=PIECES)
def test_joining_equals_tokenizers(name, pieces):
    ours, peer = PEERS[name]
    stream = StreamDecoder(ours, dict(enumerate(pieces)))
    shown = "".join(map(stream.feed, range(len(pieces)))) + stream.flush()
    assert shown == peer.decode(pieces)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A model trained by SentencePiece, with byte fallback, in the library and here."""
    folder = tmp_path_factory.mktemp("sentencepiece")
    (folder / "corpus.txt").write_text("\n".join(CORPUS), encoding="utf-8")
    models = []
    for collapse in (True, False):
        prefix = folder / f"model_{collapse}"
        sentencepiece.SentencePieceTrainer.train(
            input=str(folder / "corpus.txt"),
            model_prefix=str(prefix),
            vocab_size=450,
            byte_fallback=True,
            remove_extra_whitespaces=collapse,
            user_defined_symbols=["<u>"],
            hard_vocab_limit=False,
            minloglevel=2,
        )
        path = f"{prefix}.model"
        models.append((sentencepiece.SentencePieceProcessor(path), Tokenizer.load(path)))
    return models


@given(data=st.data())
def test_decoding_any_ids_equals_sentencepiece(library, data):
    peer, tok = data.draw(st.sampled_from(library))
    often = [0, 1, 2, 3, tok.token_to_id("▁"), tok.token_to_id("<0xE4>"), tok.token_to_id("<0x41>")]
    ids = st.sampled_from(often) | st.integers(0, tok.vocab_size - 1)
    drawn = data.draw(st.lists(ids, max_size=10))
    assert tok.decode(drawn) == peer.decode(drawn)


def test_byte_pieces_are_read_exactly():
    assert byte_of("<0xff>") == b"\xff"
    assert byte_of("<0x0G>") is byte_of("<0x041>") is byte_of(" <0x41>") is None


@pytest.mark.parametrize("text", EDGES)
def test_lossless_recipes_give_edge_cases_back(text):
    assert TOKENIZERS["byte_bpe"].decode(TOKENIZERS["byte_bpe"].encode(text)) == text
    lossless = TOKENIZERS["sp_lossless"]
    assert lossless.decode(lossless.encode(text)) == text.replace("▁", " ")
