"""What `regex` and Python call a letter, a digit, a mark or white space, against the Rust peers.

The tables are of different Unicode versions. They must agree on every code point that both know;
docs/unicode.md tells the rest.
"""

import unicodedata

import pytest
import regex
import tiktoken
from tokenizers import Regex, normalizers, pre_tokenizers

from subword_lab import text as t

# All but ideographs, Hangul syllables, private use and planes without a character.
BLOCKS = ((0, 0x3400), (0xA000, 0xAC00), (0xD7A4, 0xD800), (0xF900, 0x17000), (0x18D00, 0x20000))
EVERYTHING = "".join(chr(code) for first, end in BLOCKS for code in range(first, end))
CHANGED = {"ʕ"}  # U+0295: a lower-case letter until Unicode 16, a letter without case since
CLASSES = [
    r"\s",
    r"\p{L}",
    r"\p{N}",
    r"\p{M}",
    r"\p{Lu}",
    r"\p{Ll}",
    r"\p{Lt}",
    r"\p{Lm}",
    r"\p{Lo}",
]


def in_class(pattern):
    return set(regex.findall(pattern, EVERYTHING))


def in_hugging_face_class(pattern):
    """All characters in a class of the engine behind `Split`: what is left of the others' gaps."""
    gaps = pre_tokenizers.Split(Regex(f"{pattern}+"), "removed").pre_tokenize_str(EVERYTHING)
    return set(EVERYTHING).difference(*(piece for piece, _ in gaps))


@pytest.fixture(scope="module")
def unknown_there():
    return in_hugging_face_class(r"\p{Cn}")


@pytest.mark.parametrize("pattern", CLASSES)
def test_classes_equal_hugging_face_but_for_new_characters(pattern, unknown_there):
    unknown_here = in_class(r"\p{Cn}")
    differ = in_class(pattern) ^ in_hugging_face_class(pattern)
    assert differ - unknown_there - unknown_here - CHANGED == set()


@pytest.mark.parametrize("pattern", [r"\s", r"\p{L}", r"\p{N}", r"\p{M}", r"\p{Lu}", r"\p{Ll}"])
def test_classes_equal_tiktoken_but_for_new_characters(pattern, unknown_there):
    """Two equal characters are one token if, and only if, the class holds them."""
    sample = EVERYTHING[:0x8000]
    doubles = [(ch * 2).encode() for ch in sample]
    tokens = dict.fromkeys([*(bytes([b]) for b in range(256)), *doubles])
    encoding = tiktoken.Encoding(
        "probe",
        pat_str=f"{pattern}+|.",
        mergeable_ranks={token: rank for rank, token in enumerate(tokens)},
        special_tokens={},
    )
    theirs = {ch for ch in sample if len(encoding.encode_ordinary(ch * 2)) == 1}
    differ = theirs ^ (in_class(pattern) & set(sample))
    assert differ - unknown_there - in_class(r"\p{Cn}") - CHANGED == set()


def test_punctuation_equals_hugging_face_but_for_new_characters():
    ours = {
        piece.text for piece in t.pretokenize(EVERYTHING, "punctuation") if len(piece.text) == 1
    }
    alone = pre_tokenizers.Punctuation().pre_tokenize_str(EVERYTHING)
    theirs = {piece for piece, _ in alone if len(piece) == 1}
    differ = {ch for ch in ours ^ theirs if unicodedata.ucd_3_2_0.category(ch) != "Cn"}
    assert differ == {"\u166d"}  # Canadian syllabics chi sign: punctuation until Unicode 12


@pytest.mark.parametrize("step", ["lowercase", "strip_accents", "bert_clean", "bert_cjk"])
def test_bert_steps_equal_hugging_face_on_every_old_code_point(step):
    flags = [step == name for name in ("bert_clean", "bert_cjk", "strip_accents", "lowercase")]
    peer = normalizers.BertNormalizer(*flags)
    old = [ch for ch in EVERYTHING if unicodedata.ucd_3_2_0.category(ch) != "Cn"]
    differ = {ch for ch in old if t.normalize(ch, (step,)) != peer.normalize_str(ch)}
    # marks without width since Unicode 9; Hanunoo pamudpod, which has one since 14
    changed = {"\u1885", "\u1886", "\u1734"}
    assert differ == (changed if step == "strip_accents" else set())


def test_python_cuts_at_four_more_characters():
    assert {ch for ch in EVERYTHING if ch.isspace()} - in_class(r"\s") == set("\x1c\x1d\x1e\x1f")
