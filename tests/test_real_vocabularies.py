"""Real vocabularies of known models: the ids everybody has, and the libraries' ids on any text."""

import json
from pathlib import Path

import pytest
import tokenizers

import parity_encoding
from strings import strings
from subword_lab import Tokenizer, vocabs
from subword_lab.text import from_printable
from texts import CORPUS

SEED = json.loads((Path(__file__).parent / "data" / "seed_tokenizer.json").read_text("utf-8"))

TEXTS = (
    "Hello world",
    " Hello world",
    "I have a new GPU!",
    "Don't you love 🤗 Transformers? We sure do.",
)
IDS = {  # seen in the models' own tokenizers
    "gpt2": (
        [15496, 995],
        [18435, 995],
        [40, 423, 257, 649, 11362, 0],
        [3987, 470, 345, 1842, 12520, 97, 245, 39185, 30, 775, 1654, 466, 13],
    ),
    "cl100k": (
        [9906, 1917],
        [22691, 1917],
        [40, 617, 264, 502, 23501, 0],
        [8161, 956, 499, 3021, 11410, 97, 245, 81632, 30, 1226, 2771, 656, 13],
    ),
    "o200k": (
        [13225, 2375],
        [32949, 2375],
        [40, 679, 261, 620, 47969, 0],
        [31559, 481, 3047, 93643, 245, 156303, 30, 1416, 3239, 621, 13],
    ),
    "bert-base-uncased": (
        [101, 7592, 2088, 102],
        [101, 7592, 2088, 102],
        [101, 1045, 2031, 1037, 2047, 14246, 2226, 999, 102],
        [101, 2123, 1005, 1056, 2017, 2293, 100, 19081, 1029, 2057, 2469, 2079, 1012, 102],
    ),
    "mistral-v1": (
        [22557, 1526],
        [28705, 22557, 1526],
        [315, 506, 264, 633, 28475, 28808],
        [3189, 28742, 28707, 368, 2016, 28705, 243, 162, 167, 154, 4335, 674, 404, 28804, 816]
        + [1864, 511, 28723],
    ),
    "ai21-j2": (
        [54723, 1754],
        [7463, 1754],
        [56565, 1603, 18884, 1456],
        [70005, 19617, 1264, 253311, 64999, 1777, 1374, 3691, 1498, 1295],
    ),
}


@pytest.mark.parametrize("name", IDS)
def test_the_ids_everybody_has(load, name):
    tok = load(name)
    template = name.startswith("bert")
    assert tuple(tok.encode(text, add_special=template) for text in TEXTS) == IDS[name]


def partial_character(piece):
    try:
        from_printable(piece).decode()
    except UnicodeDecodeError:
        return True
    return False


def test_seed_cases_of_gpt2(load):
    tok = load("gpt2")
    for text, ids in SEED["gpt2-ids"]["expect"].items():
        assert tok.encode(text) == ids
    expect = SEED["vocab-gpt2"]["expect"]
    assert tok.vocab_size == expect["total"]
    assert len(tok.model.merges) == expect["merges"]
    assert {token.text: token.id for token in tok.special_tokens} == {
        expect["special_token"]: expect["special_id"]
    }
    partial = SEED["gpt2-partial-utf8"]
    assert [tok.decode(ids) for ids in partial["input"]["ids"]] == partial["expect"]["decoded"]
    assert (
        sum(map(partial_character, tok.vocab))
        == (partial["expect"]["vocabulary_entries_not_valid_utf8_alone"])
    )
    scope = SEED["unk-scope"]
    assert tok.encode("🤗") == scope["expect"]["gpt2_ids_of_emoji"]


def test_seed_cases_of_mistral(load):
    tok = load("mistral-v1")
    expect = SEED["mistral-v1"]["expect"]
    assert tok.vocab_size == expect["vocab"]
    assert sum(piece.startswith("<0x") for piece in tok.vocab) == expect["byte_pieces"]
    assert tok.cutting.byte_fallback is expect["byte_fallback"]
    for text, (pieces, ids) in expect["encode"].items():
        assert tok.tokenize(text) == pieces
        assert tok.encode(text) == ids
    crossing = [piece for piece in tok.model.piece_ranks if "▁" in piece.lstrip("▁")]
    assert len(crossing) == expect["pieces_crossing_a_space"]


def test_seed_cases_of_bert(load):
    tok = load("bert-base-uncased")
    for text, pieces in SEED["bert-uncased-tokens"]["expect"].items():
        assert tok.tokenize(text) == pieces
    long = SEED["bert-long-word"]
    for name, word in long["input"]["words"].items():
        assert len(tok.tokenize(word)) == long["expect"]["n_tokens"][name]
    assert tok.tokenize(long["input"]["words"]["a*101"]) == [long["expect"]["last"]]
    for text, decoded in SEED["bert-decode-is-lossy"]["expect"]["decoded"].items():
        assert tok.decode(tok.encode(text)) == decoded
    meddle = SEED["bert-meddle-ids"]
    encoding = tok(meddle["input"]["text"])
    assert encoding.ids == meddle["expect"]["uncased_ids"]
    assert encoding.tokens == meddle["expect"]["uncased_tokens"]
    assert tok.decode(encoding.ids) == meddle["expect"]["uncased_decode"]


SAMPLE = 300
COMPARISONS = {
    **dict.fromkeys(("gpt2", "r50k", "p50k", "cl100k", "o200k"), parity_encoding.of_ranks),
    "tekken-240718": parity_encoding.of_tekken,
    **dict.fromkeys((f.name for f in vocabs.in_packages() if f.kind == "sentencepiece"),
                    parity_encoding.of_model),
    "deepseek": lambda name, ours: parity_encoding.of_deepseek(ours),
    "bert-base-uncased": lambda name, ours: parity_encoding.of_bert(ours),
}  # fmt: skip


def test_the_packages_with_models_are_here():
    assert {"mistral-v1", "mistral-v3", "ai21-j2"} <= COMPARISONS.keys()


@pytest.mark.parametrize("name", COMPARISONS)
def test_a_sample_of_the_long_form_is_equal_to_the_library(load, name):
    comparison = COMPARISONS[name](name, load(name))
    row = parity_encoding.compare(comparison, [*strings(SAMPLE, seed=7), *CORPUS[:5], *TEXTS])
    assert row.differences == 0, row.example


@pytest.mark.parametrize("lowercase", [True, False])
@pytest.mark.parametrize("strip_accents", [None, True, False])
@pytest.mark.parametrize("clean_text", [True, False])
@pytest.mark.parametrize("handle_chinese_chars", [True, False])
def test_berts_pipeline_with_every_switch(
    load, tmp_path, lowercase, strip_accents, clean_text, handle_chinese_chars
):
    load("bert-base-uncased")
    path = str(vocabs.find("bert-base-uncased").paths[0])
    peer = tokenizers.BertWordPieceTokenizer(
        path,
        lowercase=lowercase,
        strip_accents=strip_accents,
        clean_text=clean_text,
        handle_chinese_chars=handle_chinese_chars,
    )
    peer.save(str(tmp_path / "tokenizer.json"))
    ours = Tokenizer.load(tmp_path)
    for text in strings(80, seed=10):
        expected, got = peer.encode(text), ours(text, allowed_special="all")
        assert (got.ids, got.tokens, got.word_ids) == (
            expected.ids, expected.tokens, expected.word_ids
        ), text  # fmt: skip


def test_a_long_text_is_summed_as_sentencepiece_sums_it(load):
    comparison = parity_encoding.of_model("ai21-j2", load("ai21-j2"))
    text = " ".join(strings(400, seed=8)) * 2  # far enough for sums to be set back to zero
    assert comparison.ours(text) == comparison.theirs(text)


@pytest.mark.parametrize("name", ["deepseek", "cl100k", "bert-base-uncased", "ai21-j2"])
def test_differences_are_of_newer_characters(load, name):
    comparison = COMPARISONS[name](name, load(name))
    texts = list(strings(200, seed=9, any_character=True))
    old = map(parity_encoding.with_old_characters, texts)
    assert parity_encoding.compare(comparison, old).differences == 0


@pytest.mark.parametrize("name", ["gpt2", "mistral-v1"])
def test_a_real_vocabulary_gives_text_back_and_survives_tokenizer_json(load, name, tmp_path):
    tok = load(name)
    texts = [text.replace("▁", "") for text in (*CORPUS[:5], *TEXTS)]
    assert [tok.decode(tok.encode(text)) for text in texts] == texts
    tok.save(tmp_path / "tokenizer.json")
    peer = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    again = Tokenizer.load(tmp_path)
    for text in texts:
        text = text.replace("<s>", "").replace("<0x41>", "")
        assert peer.encode(text, add_special_tokens=False).ids == tok.encode(text)
        assert again.encode(text) == tok.encode(text)
