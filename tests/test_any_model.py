"""SentencePiece models made at random, with every flag and kind of piece, beside the library."""

import io
from functools import cache
from random import Random

import pytest
import sentencepiece

from subword_lab.formats.sentencepiece_model import from_file
from subword_lab.formats.sentencepiece_model.proto import Kind, ModelFile, Piece, dump, parse

UNIGRAM, BPE, CHAR = 1, 2, 4
LETTERS = "ab▁cé漢"
SCORES = (-1.0, -2.0, -3.0, -2.5, -4.0, -7.25, -3.3, -1.1)
PARTS = ["a", "b", "▁", " ", "  ", "c", "é", "漢", "ab", "<", "x", "Ａ", "①", "\n", "e\u0301",
         "<s>", "<0x41>", "😀"]  # fmt: skip
NORMALIZATIONS = ("", "nmt_nfkc", "nfkc_cf", "nmt_nfkc_cf", "nfkc")


@cache
def table(name):
    """The library's own normalization table of that name."""
    data = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["a b c"]), model_writer=data, vocab_size=7, minloglevel=2,
        normalization_rule_name=name,
    )  # fmt: skip
    return parse(data.getvalue()).precompiled_charsmap


def model_of(rng, model_type):
    """A model with as much in it as the format allows."""
    byte_fallback = rng.random() < 0.5
    pieces = {"<unk>": (0.0, Kind.UNKNOWN), "<s>": (0.0, Kind.CONTROL), "</s>": (0.0, Kind.CONTROL)}
    if byte_fallback:
        pieces |= {f"<0x{byte:02X}>": (0.0, Kind.BYTE) for byte in range(256)}
    for _ in range(rng.randint(0, 3)):
        symbol = "".join(rng.choices(LETTERS + "<", k=rng.randint(1, 3)))
        pieces.setdefault(symbol, (0.0, Kind.USER_DEFINED))
    if rng.random() < 0.3:
        pieces.setdefault("ab", (0.0, Kind.CONTROL))
    texts = [ch for ch in LETTERS if rng.random() < 0.8]
    texts += ["".join(rng.choices(LETTERS, k=rng.randint(2, 5))) for _ in range(rng.randint(0, 25))]
    for text in texts:
        score = rng.choice(SCORES) if model_type == UNIGRAM else -float(len(pieces))
        unused = model_type == UNIGRAM and rng.random() < 0.1
        pieces.setdefault(text, (score, Kind.UNUSED if unused else Kind.NORMAL))
    normalization = rng.choice(NORMALIZATIONS)
    return ModelFile(
        tuple(Piece(text, score, kind) for text, (score, kind) in pieces.items()),
        model_type,
        byte_fallback,
        unk_surface=rng.choice([" ⁇ ", "", "?"]),
        precompiled_charsmap=table(normalization) if normalization else b"",
        add_dummy_prefix=rng.random() < 0.6,
        remove_extra_whitespaces=rng.random() < 0.6,
        treat_whitespace_as_suffix=rng.random() < 0.2,
    )


@pytest.mark.parametrize("model_type", [UNIGRAM, BPE, CHAR])
def test_any_model_gives_the_pieces_ids_and_text_of_sentencepiece(model_type):
    compared = 0
    for seed in range(60):
        rng = Random(seed)
        file = model_of(rng, model_type)
        try:
            peer = sentencepiece.SentencePieceProcessor(model_proto=dump(file))
        except RuntimeError:  # no piece is left to cut a text into
            continue
        ours = from_file(file)
        for _ in range(12):
            text = "".join(rng.choices(PARTS, k=rng.randint(0, 14)))
            ids = peer.encode(text)
            assert ours.encode(text) == ids, (seed, text)
            assert [ours.id_to_token(i) for i in ids] == [peer.id_to_piece(i) for i in ids]
            assert ours.decode(ids) == peer.decode(ids), (seed, text)
            compared += 1
    assert compared > 500


@pytest.mark.parametrize("text", ["ab  c ", "▁", " ", "", "ab<x>", "éé "])
def test_a_mark_behind_the_text_has_a_place_and_survives_saving(text, tmp_path):
    pieces = {"<unk>": Kind.UNKNOWN, "<x>": Kind.USER_DEFINED} | dict.fromkeys("ab▁", Kind.NORMAL)
    listed = tuple(Piece(text, -1.0 - at, kind) for at, (text, kind) in enumerate(pieces.items()))
    ours = from_file(ModelFile(listed, UNIGRAM, treat_whitespace_as_suffix=True))
    offsets = ours.encode_offsets(text)
    assert [token_id for token_id, _, _ in offsets] == ours.encode(text)
    assert all(0 <= start <= end <= len(text) for _, start, end in offsets)
    ours.save(tmp_path / "suffix.model")
    peer = sentencepiece.SentencePieceProcessor(str(tmp_path / "suffix.model"))
    assert peer.encode(text) == ours.encode(text)


def test_tokenizer_json_has_no_mark_behind_a_text(tmp_path):
    listed = (Piece("<unk>", -1.0, Kind.UNKNOWN), Piece("▁", -2.0, Kind.NORMAL))
    ours = from_file(ModelFile(listed, UNIGRAM, treat_whitespace_as_suffix=True))
    with pytest.raises(ValueError, match="behind a text"):
        ours.save(tmp_path / "tokenizer.json")
