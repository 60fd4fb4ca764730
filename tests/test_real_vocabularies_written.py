"""Real vocabularies, read and written again: the same bytes where a format leaves no choice."""

import json
from dataclasses import replace

import pytest
import sentencepiece

from subword_lab import Tokenizer, vocabs
from texts import CORPUS, EDGES

NAMES = {
    "cl100k": "copy.tiktoken",
    "gpt2": "merges.txt",
    "bert-base-uncased": "vocab.txt",
    "mistral-v1": "copy.model",
    "mistral-v3": "copy.model",
}


@pytest.fixture(params=NAMES)
def written(request, load, tmp_path):
    """Where it was, the tokenizer read from there, where it was written."""
    name = request.param
    tok = load(name)
    tok.save(tmp_path / NAMES[name])
    return vocabs.find(name).paths[-1], tok, tmp_path / NAMES[name]


def test_a_real_vocabulary_is_written_as_it_was(written):
    original, tok, copy = written
    again = Tokenizer.load(copy)
    assert again.vocab == tok.vocab
    assert again.special_tokens == tok.special_tokens
    texts = [*CORPUS[:5], *EDGES]
    assert again.encode_batch(texts) == tok.encode_batch(texts)
    if copy.suffix == ".model":
        theirs = sentencepiece.SentencePieceProcessor(model_file=str(copy))
        assert theirs.encode(texts) == tok.encode_batch(texts)
        assert replace(again, model=tok.model) == tok  # other ranks in the same order
    else:
        assert copy.read_bytes() == original.read_bytes()
    if copy.name == "merges.txt":
        vocab = json.loads(original.with_name("encoder.json").read_text("utf-8"))
        assert json.loads(copy.with_name("vocab.json").read_text("utf-8")) == vocab
