"""Byte-level BPE by the short ways gives what the readable path gives, whatever the text."""

import copy
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import Tokenizer
from subword_lab.fast import byte_level, byte_level_text
from subword_lab.fast.borders import LEAD, Borders
from subword_lab.fast.byte_level import ByteLevel
from subword_lab.fast.byte_level_text import ByteLevelText
from subword_lab.fast.merge_table import merge_table
from subword_lab.fast.token_memory import TokenMemory
from subword_lab.text.fast.splitting import SPLITTERS
from texts import CORPUS, EDGES, SNIPPETS, TEXT

PATTERNS = ("gpt2", "cl100k", "o200k")
WHITE = "".join(chr(c) for c in range(0x3001) if chr(c).isspace()) + "\u180e\u200b\ufeff"
SPACED = st.text(st.sampled_from(WHITE + "aé中1.'s/"), max_size=30)
MIXED = st.lists(st.one_of(SNIPPETS, SPACED, TEXT), max_size=6).map("".join)


@cache
def trained(pattern):
    return Tokenizer.train("byte_bpe", CORPUS, vocab_size=600, pattern=pattern)


def readable(tokenizer, text):
    """The ids by the readable path: every word on its own."""
    return list(tokenizer._encoder._word_by_word(text))


def arrays(tokenizer):
    """The path in arrays, with nothing remembered."""
    model = tokenizer.ordinary_model
    (pattern,) = tokenizer.preparation.pretokenizers
    return ByteLevel(model, merge_table(model), pattern, tokenizer.cutting.whole_words)


def in_arrays(tokenizer):
    (pattern,) = tokenizer.preparation.pretokenizers
    return pattern in SPLITTERS


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=MIXED)
@settings(max_examples=60)
def test_short_texts(pattern, text):
    tokenizer = trained(pattern)
    wanted = readable(tokenizer, text)
    assert tokenizer.encode(text) == wanted
    array = tokenizer.encode_array(text)
    assert array.dtype == np.int32
    assert array.tolist() == wanted


@pytest.mark.parametrize("pattern", SPLITTERS)
@given(texts=st.lists(MIXED, max_size=5))
@settings(max_examples=60)
def test_texts_in_arrays(pattern, texts):
    tokenizer = trained(pattern)
    fast, wanted = arrays(tokenizer), [readable(tokenizer, text) for text in texts]
    assert list(fast.batch(texts)) == wanted
    assert [fast.array(text).tolist() for text in texts] == wanted  # remembered by now
    assert [fast.array(text).tolist() for text in texts] == wanted


@pytest.mark.parametrize("pattern", SPLITTERS)
@pytest.mark.parametrize("size", [1, 7, 30])
def test_chunks_may_end_anywhere(pattern, size, monkeypatch):
    tokenizer = trained(pattern)
    monkeypatch.setattr(byte_level, "SIZE", size)
    for shift in range(5):
        text = ("x" * shift + " ".join(EDGES + CORPUS[:5]) + "\n") * 3
        assert arrays(tokenizer).array(text).tolist() == readable(tokenizer, text)
        assert list(arrays(tokenizer).batch(text.split("\n"))) == [
            readable(tokenizer, line) for line in text.split("\n")
        ]


@pytest.mark.parametrize("name", ["gpt2", "r50k", "cl100k", "o200k", "tekken-240911", "deepseek"])
def test_real_vocabularies(load, name):
    tokenizer, rng = load(name), random.Random(1)
    parts = [word for text in CORPUS[:5] for word in text.split(" ")] + EDGES + list(WHITE)
    for text in ["".join(rng.choices([*parts, " ", "  "], k=40)) for _ in range(40)]:
        wanted = readable(tokenizer, text)
        assert tokenizer.encode(text) == wanted
        assert tokenizer.encode_array(text).tolist() == wanted


@pytest.mark.parametrize("name", ["gpt2", "r50k", "cl100k", "o200k"])
def test_real_vocabularies_in_arrays(load, name):
    tokenizer, rng = load(name), random.Random(2)
    parts = [word for text in CORPUS[:5] for word in text.split(" ")] + EDGES + list(WHITE)
    text = "".join(rng.choices([*parts, " ", "  ", "\n"], k=4000))
    words = " ".join("".join(rng.choices("abcdefgh中文字", k=size)) for size in range(1, 400, 7))
    if in_arrays(tokenizer):
        fast = arrays(tokenizer)
        for each in (text, words):
            assert fast.array(each).tolist() == readable(tokenizer, each)


def test_long_texts_go_through_arrays_and_short_ones_do_not(monkeypatch):
    tokenizer = copy.deepcopy(trained("gpt2"))
    monkeypatch.setattr(byte_level_text, "WORTH_ARRAYS", 50)
    monkeypatch.setattr(byte_level_text, "WORTH_A_TABLE", 200)
    short = tokenizer._encoder._short
    text = CORPUS[0][:60]
    for many, made in ((1, False), (1, False), (5, True), (1, True)):
        assert tokenizer.encode(text * many) == readable(tokenizer, text * many)
        assert ("arrays" in short.__dict__) is made
    assert tokenizer.encode_batch([text, "", text]) == [
        readable(tokenizer, t) for t in (text, "", text)
    ]


@pytest.mark.parametrize("size", [128, 129, 5000])
@pytest.mark.parametrize("letters", ["a", "ab", " ", "中", "é1", "-", "\n"])
def test_long_words(letters, size):
    tokenizer = trained("gpt2")
    word = letters * size
    text = f"one {word} two{word}"
    assert arrays(tokenizer).array(text).tolist() == readable(tokenizer, text)


# Borders -----------------------------------------------------------------------------------------


@given(st.lists(st.text("中文字éa", min_size=1, max_size=4), min_size=1, max_size=6), st.data())
def test_no_piece_crosses_a_border(pieces, data):
    cut = data.draw(st.integers(0, 2))  # pieces may begin or end inside a character
    pieces = [piece.encode()[cut:] or b"a" for piece in pieces]
    text = data.draw(st.text("中文字éa", max_size=30)).encode()
    characters = [at for at in range(1, len(text)) if text[at] >= LEAD]
    crossed = {
        at
        for piece in pieces
        for start in range(len(text))
        if text.startswith(piece, start)
        for at in range(start + 1, start + len(piece))
    }
    found = Borders.of(pieces).inside(text, np.array(characters, np.int64)).tolist()
    assert not crossed & set(found)
    assert all(at in characters for at in found)


def test_borders_are_found():
    borders = Borders.of([piece.encode() for piece in ("中文", "文字", "a", "é")])
    text = "中文字中é文".encode()
    assert borders.inside(text, np.array([3, 6, 9, 12, 14])).tolist() == [9, 12, 14]


@given(st.text("的一是不了人我在有他這中大来上国", min_size=1, max_size=400))
@settings(max_examples=30)
def test_words_without_spaces(text):
    tokenizer = trained_on_characters()
    assert arrays(tokenizer).array(text).tolist() == readable(tokenizer, text)


@cache
def trained_on_characters():
    letters = "的一是不了人我在有他這中大来上国"
    rng = random.Random(4)
    corpus = ["".join(rng.choices(letters, range(16, 0, -1), k=50)) for _ in range(40)]
    return Tokenizer.train("byte_bpe", corpus, vocab_size=400)


# What is remembered ------------------------------------------------------------------------------


def by_byte(data, sizes):
    """An encoder of words: each byte is its own id."""
    return data.astype(np.int32), sizes


def test_words_whose_hashes_collide_keep_their_ids():
    def weak(state, window):
        return np.zeros_like(state)

    words = [f"collision number {at}".encode() for at in range(40)] * 2
    starts = np.cumsum([0, *map(len, words[:-1])])
    memory = TokenMemory(by_byte, {b"collision number 7": 1000}, mix=weak)
    for _ in range(2):
        ids, many = memory.ids(b"".join(words), starts)
        wanted = [[1000] if word.endswith(b" 7") else list(word) for word in words]
        assert ids.tolist() == [id for row in wanted for id in row]
        assert many.tolist() == [len(row) for row in wanted]


def test_the_memory_is_bounded():
    memory = TokenMemory(by_byte, {b"known": 1000}, most=10)
    for at in range(200):
        ids, _ = memory.ids(b"known%d" % at, np.array([0, 5]))
        assert ids.tolist() == [1000, *b"%d" % at]
        assert memory._words.size <= 12
        assert memory._size == memory._words.size


def test_what_cannot_be_encoded_is_tried_again():
    failing = iter([True, False])

    def sometimes(data, sizes):
        if next(failing):
            raise MemoryError
        return by_byte(data, sizes)

    memory = TokenMemory(sometimes, {})
    with pytest.raises(MemoryError):
        memory.ids(b"to be", np.array([0, 2]))
    assert memory.ids(b"to be", np.array([0, 2]))[0].tolist() == list(b"to be")


def test_eight_threads_and_a_small_memory():
    tokenizer = trained("gpt2")
    rng = random.Random(3)
    parts = [word for text in CORPUS[:5] for word in text.split(" ")]
    texts = ["".join(rng.choices([*parts, " ", "x", "yz"], k=300)) for _ in range(64)]
    wanted = [readable(tokenizer, text) for text in texts]
    fast = arrays(tokenizer)
    fast.memory.most = 20
    short = ByteLevelText(tokenizer.ordinary_model, "gpt2", whole_words=False)
    for memory in (short.words, short.first, short.following):
        memory.most = 5
    with ThreadPoolExecutor(8) as pool:
        assert [ids.tolist() for ids in pool.map(fast.array, texts)] == wanted
        assert list(pool.map(short.ids, texts)) == wanted
    assert len(short.words) <= 5 + 8


def test_long_stretches_are_not_remembered():
    short = ByteLevelText(trained("gpt2").ordinary_model, "gpt2", whole_words=False)
    short.ids("a" * 1000 + " " + "b" * 1000 + " c")
    assert set(short.following) == {"c"}
    assert not short.first
    assert set(short.words) == {" c"}


def test_a_tokenizer_is_copied_without_what_it_remembers():
    tokenizer = trained("gpt2")
    text = " ".join(CORPUS) * 100
    wanted = tokenizer.encode(text)
    for again in (pickle.loads(pickle.dumps(tokenizer)), copy.deepcopy(tokenizer)):
        assert again.encode(text) == wanted


# Which tokenizers have a short way ---------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{"add_prefix_space": True}, {"pattern": "punctuation"}, {"pattern": r"\w+|\W+"}],
)
def test_other_pipelines_go_word_by_word(options):
    tokenizer = Tokenizer.train("byte_bpe", CORPUS, vocab_size=300, **options)
    assert tokenizer._encoder._short is None
    text = " ".join(CORPUS)
    assert (
        tokenizer.encode_array(text).tolist() == tokenizer.encode(text) == readable(tokenizer, text)
    )


def test_special_tokens_that_are_allowed_are_found():
    tokenizer = Tokenizer.train("byte_bpe", CORPUS, vocab_size=600, special_tokens=["<|end|>"])
    text = "the end<|end|>the end"
    end = tokenizer.vocab["<|end|>"]
    assert end not in tokenizer.encode(text)
    assert end not in tokenizer.encode_array(text)
    for allowed in (["<|end|>"], "all"):
        assert tokenizer.encode(text, allowed_special=allowed).count(end) == 1
        assert tokenizer.encode_array(text, allowed_special=allowed).tolist().count(end) == 1
        assert tokenizer.encode_batch([text], allowed_special=allowed)[0].count(end) == 1


def test_bad_texts_are_refused_by_every_way():
    tokenizer = trained("gpt2")
    for bad, error in (("ab\ud800", ValueError), (b"ab", TypeError), (None, TypeError)):
        for encode in (
            tokenizer.encode,
            tokenizer.encode_array,
            lambda text: tokenizer.encode_batch([text]),
        ):
            with pytest.raises(error):
                encode(bad)
    for bad in ("ab", b"ab", 3):
        with pytest.raises(TypeError):
            tokenizer.encode_batch(bad)
