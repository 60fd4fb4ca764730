"""Pre-tokens found in arrays beside those that the expressions find."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab.text import pretokenize
from subword_lab.text.fast.chunks import chunks, cut
from subword_lab.text.fast.classes import DOCUMENT_END
from subword_lab.text.fast.splitting import SPLITTERS, starts

PATTERNS = tuple(SPLITTERS)
WHITE = " \t\n\r\v\f\x1c\x85\xa0\u1680\u2003\u2028\u202f\u3000"
SIGNS = "''''!?/\"#|_-–…。「"
LETTERS = "abstmdrelvSTMDRELV" + "ſßéİǅʰªµ" + "жЖあア字한नไع" + "\u0301\u0308\u093f\ufe0f\u200d"
DIGITS = "0123456789²½٣٤五Ⅷ"
ALPHABET = WHITE + SIGNS + LETTERS + DIGITS + "😀\x00\x7f"
BORDER = DOCUMENT_END.encode("utf-8", "surrogatepass")


def cut_in_arrays(data, pattern):
    at = [*starts(data, pattern).tolist(), len(data)]
    return [data[a:b] for a, b in zip(at, at[1:], strict=False)]


def expected(text, pattern):
    return [piece.text.encode() for piece in pretokenize(text, pattern)]


def random_text(rng, longest=20):
    """A few characters of a small alphabet, so that runs and repeats are common."""
    alphabet = rng.sample(ALPHABET, rng.randint(2, 12)) if rng.random() < 0.7 else ALPHABET
    return "".join(rng.choices(alphabet, k=rng.randint(0, longest)))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_random_texts(pattern):
    rng = random.Random(f"{pattern} 1")
    for _ in range(4000):
        text = random_text(rng)
        assert cut_in_arrays(text.encode(), pattern) == expected(text, pattern), repr(text)


@settings(max_examples=100, deadline=None)
@given(st.text(), st.sampled_from(PATTERNS))
def test_any_text(text, pattern):
    assert cut_in_arrays(text.encode(), pattern) == expected(text, pattern)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_kind_of_character(pattern):
    rng = random.Random(2)
    codes = [code for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    sample = [*codes[:0x3400], *rng.sample(codes[0x3400:], 4000)]
    rng.shuffle(sample)
    text = "".join(map(chr, sample))
    assert cut_in_arrays(text.encode(), pattern) == expected(text, pattern)


@pytest.mark.parametrize(
    "text",
    [
        "don't DON'T I'LL x's't x's'tm '' 's 'S 'ſ s'ſt it'd've",
        "iPhone手机ABC 中文Windows 中A文B 中A文Bc aB中Cd c文D中E ABC中 ǅa",
        "a\n/b !\n/\r\n//b ;\n// c /\n/\n/x !\r\n\r\n  y",
        "12345678 1234 ٣٤٥٦ x1234y   12",
        "a   b  \t c \u3000d\u3000\u3000e \n \n f   ",
        "नमस्ते दुनिया Tiê\u0301ng e\u0301 !\u0301",
        "----====____    ....!!!!''''",
        "",
        " ",
        "\n",
    ],
)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_written_cases(text, pattern):
    assert cut_in_arrays(text.encode(), pattern) == expected(text, pattern)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_documents_side_by_side_are_cut_as_if_alone(pattern):
    rng = random.Random(f"{pattern} 3")
    for _ in range(1000):
        texts = [random_text(rng, 8) for _ in range(rng.randint(2, 4))]
        data = DOCUMENT_END.join(texts).encode("utf-8", "surrogatepass")
        pieces = [each for each in cut_in_arrays(data, pattern) if not each.startswith(BORDER)]
        assert pieces == [piece for text in texts for piece in expected(text, pattern)], texts


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_chunk_cuts_a_pre_token(pattern):
    rng = random.Random(f"{pattern} 4")
    for _ in range(400):
        text = random_text(rng, 16) + rng.choice(["\n", " ", "\n\n"]) + random_text(rng, 16)
        data = text.encode()
        for size in (1, 2, 3, 5, 8):
            cuts = list(cut(data[at : at + size] for at in range(0, len(data), size)))
            assert b"".join(cuts) == data
            pieces = [piece for each in cuts for piece in cut_in_arrays(each, pattern)]
            assert pieces == expected(text, pattern), (text, cuts)


@pytest.mark.parametrize("text", ["one two\nthree\n", "字\n字。\n字あ\nあ", "привет\nмир\n"])
def test_a_text_is_cut_where_it_can_be(text):
    lines = text.encode().splitlines(keepends=True)
    assert len(list(cut(iter(lines)))) >= len(lines)


def test_a_text_without_a_place_to_cut_stays_whole():
    word = "a" * 100
    assert list(chunks([word], size=10)) == [word.encode()]


def test_short_documents_share_a_chunk_and_long_ones_do_not():
    texts = ["to be", "or", "", "not to be " * 9]
    assert list(chunks(texts, size=30))[0] == DOCUMENT_END.join(texts[:3]).encode(
        "utf-8", "surrogatepass"
    )
    together = b"".join(chunks(texts, size=30)).replace(BORDER, b"")
    assert together == "".join(texts).encode()


@pytest.mark.parametrize("data", [b"\xff", b"caf\xe9", "字".encode()[:2]])
def test_what_is_not_utf8_is_refused(data):
    with pytest.raises(UnicodeDecodeError):
        starts(data, "gpt2")


def test_positions_are_those_of_bytes():
    assert starts("é 字 a".encode(), "gpt2").tolist() == [0, 2, 6]
    assert starts(b"", "gpt2").dtype == np.intp


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_few_characters_beyond_ascii(pattern):
    rng = random.Random(f"{pattern} 5")
    for _ in range(600):
        text = ""
        for _ in range(rng.randint(1, 6)):
            text += "".join(rng.choices(" \n\r\t'!/aAbstdmrelv019", k=rng.randint(8, 40)))
            text += rng.choice(ALPHABET)
        assert cut_in_arrays(text.encode(), pattern) == expected(text, pattern), repr(text)


@pytest.mark.parametrize("data", [b"plain text \xc3a\xa9 and more", b"a" * 50 + b"\xff"])
def test_what_is_not_utf8_is_refused_among_ascii(data):
    with pytest.raises(UnicodeDecodeError):
        starts(data, "gpt2")
