"""What lesson 03 says of real vocabularies, asked of the real ones and of the libraries."""

import re
from functools import cache

import pytest
import tiktoken

from subword_lab import corpora, metrics, vocabs
from subword_lab.exercises.lesson_03.alphabet import printable
from subword_lab.exercises.lesson_03.splitting import split
from subword_lab.text import BYTE_TO_CHAR, from_printable, pretokenize
from subword_lab.views.peers import byte_level, byte_training
from subword_lab.views.pictures.recording import recording

TEXTS = (
    "hello",
    " hello",
    "你好",
    "🤗",
    "नमस्ते",
    " strawberry",
    "HOW'S",
    "1234567",
    "a<|endoftext|>",
)


@cache
def whole(piece):
    try:
        return bool(from_printable(piece).decode())
    except UnicodeDecodeError:
        return False


def test_gpt2_has_bytes_merges_and_one_special_token(load):
    gpt2 = load("gpt2")
    assert (gpt2.vocab_size, len(gpt2.model.merges)) == (50_257, 50_000)
    assert [token.text for token in gpt2.special_tokens] == ["<|endoftext|>"]
    assert gpt2.vocab["!"] == 0 and gpt2.vocab["<|endoftext|>"] == 50_256


def test_two_thirds_of_gpt2_begin_with_a_space(load):
    gpt2 = load("gpt2")
    assert sum(piece.startswith("Ġ") for piece in gpt2.vocab) == 33_135
    assert gpt2.encode("Hello world") == [15496, 995]
    assert gpt2.encode(" Hello world") == [18435, 995]


def test_188_bytes_keep_their_character():
    kept = [byte for byte, ch in BYTE_TO_CHAR.items() if ch == chr(byte)]
    moved = [ch for byte, ch in BYTE_TO_CHAR.items() if ch != chr(byte)]
    assert (len(kept), len(moved)) == (188, 68)
    assert sorted(moved) == [chr(256 + at) for at in range(68)]
    assert all(printable(byte) == ch for byte, ch in BYTE_TO_CHAR.items())


@pytest.mark.parametrize(("name", "parts"), [("gpt2", 344), ("cl100k", 773)])
def test_tokens_that_are_no_whole_text(load, name, parts):
    assert sum(not whole(piece) for piece in load(name).model.vocab) == parts


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (" strawberry", "Ġstrawberry"),
        ("strawberry", "st raw berry"),
        ("hello", "hello"),
        ("HELLO", "HE LL O"),
        ("HOW'S", "HOW ' S"),
        ("how's", "how 's"),
        ("1234567", "123 45 67"),
        ("    return", "Ġ Ġ Ġ Ġreturn"),
        (" SolidGoldMagikarp", "ĠSolidGoldMagikarp"),
        ("SolidGoldMagikarp", "Solid GoldMagikarp"),
    ],
)
def test_what_gpt2_makes_of_a_text(load, text, pieces):
    assert load("gpt2").tokenize(text) == pieces.split()


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
def test_later_ones_cut_digits_by_rule(load, name):
    tokenizer = load(name)
    assert tokenizer.tokenize("1234567") == ["123", "456", "7"]
    digits = [piece for piece in tokenizer.model.vocab if re.fullmatch("[0-9]+", piece)]
    assert len(digits) == 10 + 100 + 1_000


def test_what_hindi_costs(load):
    hindi, english = (corpora.load(f"story/{code}") for code in ("hi", "en"))
    costs = {
        name: round(metrics.premium(load(name), hindi, english), 2) for name in ("gpt2", "o200k")
    }
    assert costs == {"gpt2": 5.97, "o200k": 1.46}
    assert round(len(hindi.encode()) / len(english.encode()), 1) == 2.4
    gpt2 = load("gpt2")
    joined = [round(metrics.bytes_per_token(gpt2, text), 1) for text in (english, hindi)]
    assert joined == [4.3, 1.7]


def test_english_is_the_cheapest_of_twelve_in_o200k(load):
    from subword_lab.views.panels.language_costs import TWELVE

    sizes = {code: len(load("o200k").encode(corpora.load(f"story/{code}"))) for code in TWELVE}
    assert min(sizes, key=sizes.get) == "en"


@pytest.mark.parametrize("text", [*TEXTS, corpora.load("marks"), corpora.load("story/th")])
def test_our_ids_are_those_of_the_libraries(text):
    rows = byte_level.compare(text)
    assert {row.library for row in rows} == {"tiktoken", "tokenizers"}
    assert [row.label for row in rows if not row.same] == []


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
def test_the_larger_ones_are_compared_where_they_are(load, name):
    load(name)
    assert name in [row.label for row in byte_level.compare("x")]


def test_training_equals_tokenizers():
    (row,) = byte_training.compare(corpora.load("english"), merges=300)
    assert row.same and row.ours.startswith("Ġ+t  h+e")


def test_the_recording_of_gpt2_is_what_tiktoken_says():
    told = recording("gpt2")
    assert told["version"] == tiktoken.__version__
    encoding = byte_level.encoding("gpt2")
    assert encoding.n_vocab == told["size"]
    for each in told["texts"]:
        ids = encoding.encode_ordinary(each["text"])
        tokens = [encoding.decode_single_token_bytes(id) for id in ids]
        assert (ids, tokens) == (each["ids"], [from_printable(t) for t in each["tokens"]])
        assert encoding.decode(ids) == each["decoded"]


def test_the_splitter_of_the_exercise_is_gpt2s():
    for name in ("english", "marks", "code", "story/hi", "story/th"):
        text = corpora.load(name)
        assert split(text) == [chunk.text for chunk in pretokenize(text, "gpt2")]


def test_the_comparison_says_what_is_missing(monkeypatch):
    monkeypatch.setattr(byte_level, "found", lambda: ("course",))
    monkeypatch.setattr(vocabs, "available", lambda: [])
    with pytest.raises(LookupError, match="no vocabulary named 'gpt2'"):
        byte_level.compare("x")
