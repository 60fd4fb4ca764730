"""Corrected values of the source material that stand across modules, and none that is forgotten."""

import io
import json
from pathlib import Path

import pytest
import sentencepiece

from subword_lab import bpe
from subword_lab.formats.sentencepiece_model.proto import parse
from subword_lab.recipes import options_of

TESTS = Path(__file__).parent
CASES = {
    case["id"]: case
    for path in sorted((TESTS / "data").glob("seed_*.json"))
    for content in [json.loads(path.read_text(encoding="utf-8"))]
    for case in (
        content if isinstance(content, list) else ({"id": i, **content[i]} for i in content)
    )
}


def test_every_case_that_was_copied_is_tested():
    written = "".join(path.read_text(encoding="utf-8") for path in TESTS.glob("*.py"))
    by_name = {name for name in CASES if name.startswith("bpe-")}  # one test for all of them
    assert by_name and {name for name in CASES if f'"{name}"' not in written} == by_name


@pytest.mark.parametrize(
    ("name", "case"),
    [
        ("bert-base-uncased", "bert_base_uncased"),
        ("gpt2", "gpt2"),
        ("mistral-v1", "mistral_v1"),
        ("mistral-v3", "mistral_v3"),
        ("tekken-240911", "mistral_tekken"),
    ],
)
def test_sizes_of_real_vocabularies(load, name, case):
    assert load(name).vocab_size == CASES["vocab-sizes"]["expect"][case]


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
def test_sizes_of_vocabularies_with_gaps(load, name):
    """Ids are missing between the last rank and the special tokens, so there are two sizes."""
    expect, tok = CASES["vocab-sizes"]["expect"], load(name)
    assert max(tok.vocab.values()) + 1 == expect[f"{name}_n_vocab"]
    assert len(tok.model.vocab) == expect[f"{name}_mergeable"]
    assert tok.vocab_size == len(tok.model.vocab) + len(tok.special_tokens)


def test_gpt2_knows_every_text_and_characters_do_not(load):
    case = CASES["gpt1-unk"]
    tok = load("gpt2")
    for text, pieces in case["expect"]["gpt2_tokens"].items():
        assert tok.tokenize(text) == pieces
    words = {"lowest": 3, "unrelated": 2}
    like_gpt1 = bpe.train(words, merges=99, end_of_word="glued", unk="<unk>")
    for text, pieces in case["expect"]["gpt1_tokens"].items():
        if text in words:
            assert list(bpe.encode(like_gpt1, text)) == pieces
        else:
            assert set(bpe.encode(like_gpt1, text)) == set(pieces)
        assert tok.decode(tok.encode(text)) == text


def trained(**options):
    """The bytes of a model that the library trained, with its own defaults for all the rest."""
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["the lower lowest newest widest words"] * 3),
        model_writer=file,
        minloglevel=2,
        **options,
    )
    return file.getvalue()


def test_the_types_and_defaults_of_sentencepiece():
    expect = CASES["sentencepiece-model-types"]["expect"]
    types = [
        parse(trained(vocab_size=24, model_type=name, hard_vocab_limit=False)).model_type
        for name in expect["types"]
    ]
    assert types == [1, 2, 4, 3]
    with pytest.raises(ValueError, match=expect["wordpiece"].removeprefix("rejected: ")):
        trained(vocab_size=24, model_type="wordpiece")
    default = parse(trained(vocab_size=24, hard_vocab_limit=False))
    ours = options_of("sentencepiece")
    assert default.model_type == types[expect["types"].index(expect["default"])]
    assert ours["model"] == expect["default"]
    assert ours["shrink"] == expect["default_shrinking_factor"]
    assert ours["normalization"] == default.normalization == expect["default_normalization"]
    assert ours["byte_fallback"] is default.byte_fallback is expect["byte_fallback_default"]
