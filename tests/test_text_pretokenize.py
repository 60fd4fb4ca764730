"""Pre-tokenizers against Hugging Face `tokenizers` and `tiktoken`."""

import json
import sys
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public
from tokenizers import Regex
from tokenizers import pre_tokenizers as hf

from subword_lab import text as t

DATA = Path(__file__).parent / "data" / "seed_text.json"
SEED = {case["id"]: case for case in json.loads(DATA.read_text("utf-8"))}

HF_PEERS = {
    "whitespace": hf.WhitespaceSplit(),
    "punctuation": hf.Punctuation(),
    "bert": hf.BertPreTokenizer(),
    "gpt2": hf.ByteLevel(add_prefix_space=False),
    "cl100k": hf.Split(Regex(t.PATTERNS["cl100k"]), "isolated"),
    "o200k": hf.Split(Regex(t.PATTERNS["o200k"]), "isolated"),
}
TIKTOKEN_PATTERNS = {
    "gpt2": openai_public.r50k_pat_str,
    "cl100k": r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"""
    r"""| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s""",
    "o200k": t.PATTERNS["o200k"],
}
# What the expressions cut, and characters they treat differently. All older than Unicode 14.
PARTS = [
    *"aZéßǅʰªſK中あกा\u0301\u0345\u200d١²½Ⅷ\x1c\x85\xa0\u2028\u3000/-_'’$+^`~.!?♥🤗🏽\t\x00\x0b",
    *[
        "'s",
        "'LL",
        "'Re",
        "don't",
        "'ſ",
        "12345",
        " ",
        "  ",
        "\n",
        "\r\n",
        " \n",
        "\n\n ",
        "HTML",
        "iPhone",
    ],
]
texts = st.lists(st.sampled_from(PARTS), max_size=12).map("".join)


def pieces(text, how):
    return [piece.text for piece in t.pretokenize(text, how)]


@pytest.mark.parametrize("how", HF_PEERS)
@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_equals_hugging_face(how, text):
    shown = [
        (t.to_printable(piece.encode()) if how == "gpt2" else piece, (start, end))
        for piece, start, end in t.pretokenize(text, how)
    ]
    assert shown == HF_PEERS[how].pre_tokenize_str(text)


def tiktoken_pieces(pattern, expected, text):
    """What tiktoken cuts `text` into, shown by a vocabulary that would hold each expected piece and
    each piece that a missing cut would make; a cut too many leaves shorter tokens."""
    wholes = [*expected, *(a + b for a, b in zip(expected, expected[1:], strict=False))]
    tokens = dict.fromkeys([*(bytes([b]) for b in range(256)), *(w.encode() for w in wholes)])
    ranks = {token: rank for rank, token in enumerate(tokens)}
    encoding = tiktoken.Encoding("probe", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return encoding.decode_tokens_bytes(encoding.encode_ordinary(text))


@pytest.mark.parametrize("how", TIKTOKEN_PATTERNS)
@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_equals_tiktoken(how, text):
    ours = pieces(text, how)
    theirs = tiktoken_pieces(TIKTOKEN_PATTERNS[how], ours, text)
    assert theirs == [piece.encode() for piece in ours]


def test_the_probe_of_tiktoken_sees_a_missing_and_an_extra_cut():
    assert tiktoken_pieces(r"\w+|\W", ["ab", "cd"], "abcd") == [b"abcd"]
    assert tiktoken_pieces(r"\w", ["ab"], "ab") == [b"a", b"b"]


def test_patterns_are_those_that_tiktoken_publishes():
    """But for one + after {1,3}, which is no possessive mark for every engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: {})
        cl100k, o200k = openai_public.cl100k_base(), openai_public.o200k_base()
    assert cl100k["pat_str"] == TIKTOKEN_PATTERNS["cl100k"]
    assert cl100k["pat_str"].replace("{1,3}+", "{1,3}") == t.PATTERNS["cl100k"]
    assert o200k["pat_str"] == t.PATTERNS["o200k"]


@pytest.mark.parametrize("how", ["none", "punctuation", *t.PATTERNS, r"\d+", r"a*", r"(?<=\s)|n"])
@settings(max_examples=60, deadline=None)
@given(text=texts)
def test_nothing_is_lost(how, text):
    cut = t.pretokenize(text, how)
    assert "".join(piece.text for piece in cut) == text
    assert all(piece.text == text[piece.start : piece.end] != "" for piece in cut)


@settings(max_examples=60, deadline=None)
@given(text=texts)
def test_white_space_is_all_that_bert_and_whitespace_drop(text):
    solid = "".join(text.translate(dict.fromkeys(range(0x1C, 0x20), "x")).split())
    for how in ("whitespace", "bert"):
        kept = "".join(pieces(text, how))
        assert kept.translate(dict.fromkeys(range(0x1C, 0x20), "x")) == solid


def test_rule_based_case():
    case = SEED["rule-based"]
    text, expect = case["input"]["text"], case["expect"]
    assert pieces(text, "whitespace") == expect["whitespace"]
    assert pieces(text, "bert") == expect["punctuation"]


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (r"\d", "a1b22", ["a", "1", "b", "2", "2"]),
        (r"a*", "baac", ["b", "aa", "c"]),
        (r"(?:low)", "lowlow er", ["low", "low", " er"]),
        (r"\d", "", []),
    ],
)
def test_own_expression_keeps_the_gaps(pattern, text, expected):
    peer = hf.Split(Regex(pattern), "isolated").pre_tokenize_str(text)
    assert pieces(text, pattern) == [piece for piece, _ in peer] == expected


@settings(max_examples=100, deadline=None)
@given(text=texts, prefix=st.booleans(), split=st.booleans())
def test_metaspace_equals_hugging_face(text, prefix, split):
    """But for the prefix before a leading ▁, which Hugging Face leaves out."""
    text = "x" + text
    peer = hf.Metaspace(prepend_scheme="always" if prefix else "never", split=split)
    ours = [(p.text, (p.start, p.end)) for p in t.metaspace(text, prefix, split)]
    assert ours == peer.pre_tokenize_str(text)


def test_metaspace_by_hand():
    assert t.metaspace("") == []
    assert t.metaspace(" a") == [("▁", 0, 0), ("▁a", 0, 2)]
    assert t.metaspace(" a", add_dummy_prefix=False) == [("▁a", 0, 2)]
    assert t.metaspace("a\tb c ", split=False) == [("▁a\tb▁c▁", 0, 6)]
    assert t.pretokenize("a b", "metaspace") == t.metaspace("a b")


@pytest.mark.parametrize("how", [*t.PRETOKENIZERS, r"\w+"])
def test_empty_text_has_no_pieces(how):
    assert t.pretokenize("", how) == []


def test_a_pre_token_knows_its_place():
    second = t.pretokenize("to be", "whitespace")[1]
    assert (second.text, second.start, second.end) == ("be", 3, 5)


@pytest.mark.parametrize(
    ("text", "how", "error", "message"),
    [
        (b"x", "gpt2", TypeError, "decode it first"),
        ("x", None, TypeError, "a pre-tokenizer must be a str, not NoneType"),
        ("x", "GPT2", ValueError, "unknown pre-tokenizer 'GPT2'; known: none, whitespace"),
        ("x", "white space", ValueError, "unknown pre-tokenizer"),
        ("x", "", ValueError, "unknown pre-tokenizer ''"),
        ("x", "(a", ValueError, r"the pattern '\(a' is no regular expression: missing \)"),
        ("x\ud800", "gpt2", ValueError, r"U\+D800, at position 1"),
        ("x\ud800", "metaspace", ValueError, r"U\+D800, at position 1"),
    ],
)
def test_bad_input(text, how, error, message):
    with pytest.raises(error, match=message):
        t.pretokenize(text, how)


def test_an_expression_that_backtracks_too_much_is_stopped(monkeypatch):
    monkeypatch.setattr(sys.modules["subword_lab.text.pretokenize"], "_SECONDS", 0.05)
    with pytest.raises(ValueError, match=r"'\(a\|aa\)\+\$' ran longer than"):
        t.pretokenize("a" * 60 + "!", r"(a|aa)+$")
