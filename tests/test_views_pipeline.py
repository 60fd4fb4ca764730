"""A text through a tokenizer, and side by side through several."""

import pytest

from subword_lab import Tokenizer, views

CORPUS = "hug pug pun bun hugs hug"


@pytest.fixture(scope="module")
def tokenizers():
    sizes = {"char": 15, "bpe": 15, "wordpiece": 15, "byte_bpe": 270, "sentencepiece": 15}
    return {name: Tokenizer.train(name, CORPUS, vocab_size=size) for name, size in sizes.items()}


@pytest.mark.parametrize("recipe", ["char", "bpe", "wordpiece", "byte_bpe", "sentencepiece"])
@pytest.mark.parametrize("text", ["hugs pun", "Hugs  é🤗\n", "", " ", "<script>"])
def test_the_stations_agree_with_the_tokenizer(tokenizers, recipe, text):
    tok = tokenizers[recipe]
    said = repr(views.pipeline(tok, text))
    line = {row.split()[0]: row for row in said.splitlines() if row.strip()}
    assert line["ids"].split()[1:] == [str(id) for id in tok.encode(text)]
    assert ("✓" in said) == (tok.decode(tok.encode(text)) == text)


def test_what_is_lost_is_marked_and_named(tokenizers):
    panel = views.pipeline(tokenizers["sentencepiece"], "hug  pun!")
    assert "hug␣⟦␣⟧pun⟦!⟧" in repr(panel)
    assert "Lost: '␣' (extra spaces), '!' (unknown)." in repr(panel)
    assert "border-bottom:2px solid" in panel.still().markup


def test_another_text_can_be_typed(tokenizers):
    panel = views.pipeline(tokenizers["byte_bpe"], "hug")
    panel.children[2].value = "pun 🤗"
    assert "pun␣🤗" in repr(panel)
    panel.children[2].value = "x" * 5001
    assert "5000" in panel.children[-1].value
    assert "pun␣🤗" in repr(panel)


def test_comparison_counts_tokens(tokenizers):
    said = repr(views.compare(tokenizers, "hugs"))
    for name, tok in tokenizers.items():
        row = next(line for line in said.splitlines() if line.split()[0] == name)
        assert row.split()[1] == str(len(tok.encode("hugs")))


def test_a_character_without_a_token_is_said_in_its_row():
    tok = Tokenizer.train("bpe", CORPUS, merges=3, special_tokens=(), unk=None)
    said = repr(views.compare({"closed": tok}, "hug é"))
    assert "–" in said and "é" in said


def test_wrong_arguments(tokenizers):
    with pytest.raises(TypeError, match="got list"):
        views.compare(list(tokenizers.values()), "x")
    with pytest.raises(ValueError, match="nothing to compare"):
        views.compare({}, "x")
    with pytest.raises(TypeError):
        views.pipeline(tokenizers["bpe"], 3)
