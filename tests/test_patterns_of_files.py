"""Patterns in tokenizer.json: what Hugging Face's engine makes of them, we make of them, too."""

import json

import pytest
import regex
import tokenizers
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tokenizers import Regex, normalizers, pre_tokenizers

from subword_lab import Tokenizer
from subword_lab.formats.tokenizer_json import from_dict, to_dict
from subword_lab.formats.tokenizer_json.oniguruma import check_neutral, neutral
from subword_lab.text import PATTERNS, pretokenize

TEXTS = [
    "abc  \ndef\n",
    "123456 7890 ²½Ⅷ٣",
    "a\nb\n\nc \n",
    "Hello wORLD, don't_ab 0x1F!",
    "日本 語 e\u0301 Á\u200d👩\u200d💻",
    "\n\n x  \r\n\u2028aaaa abab ",
    "b\nab\na\n",
]
ATOMS = st.sampled_from(
    ["a", "b", ".", "[ab]", "[^a ]", r"\w", r"\W", r"\d", r"\s", r"\S", r"\p{L}", r"\P{L}", r"\h"]
    + ["[[:alpha:]]", r"[\w']", r"[^\w\s]", "1", " ", r"\n", r"\.", "(?:ab|a)", "(?=a)", "(?<!b)"]
    + ["(?i:Ab)", r"\b", r"\B", "$", "^", r"\A", r"\z", r"\Z"]
)
REPEATS = st.sampled_from(
    ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "{,2}", "+?", "*?", "??", "++", "*+", "?+"]
    + ["{1,2}?", "{2}?", "{1,2}+", "{2}+", "{2,}+", "{,2}+"]
)
NO_REPEAT = (r"\b", r"\B", "$", "^", r"\A", r"\z", r"\Z", "(?=a)", "(?<!b)")
PIECES = st.tuples(ATOMS, REPEATS).map(lambda p: p[0] + ("" if p[0] in NO_REPEAT else p[1]))
SEQUENCES = st.lists(PIECES, min_size=1, max_size=3).map("".join)
GROUPS = st.tuples(SEQUENCES, REPEATS).map(lambda p: f"({p[0]}x){p[1]}")
PATTERN = st.lists(st.one_of(SEQUENCES, GROUPS), min_size=1, max_size=2).map("|".join)


def peer(pattern):
    """How Hugging Face's engine cuts: matches and gaps."""
    splitter = pre_tokenizers.Split(Regex(pattern), "isolated")
    return lambda text: [piece for piece, _ in splitter.pre_tokenize_str(text)]


@settings(max_examples=100)
@given(PATTERN, st.one_of(st.sampled_from(TEXTS), st.text("ab1 \n.²_", max_size=12)))
def test_both_engines_cut_alike_where_the_pattern_is_neutral(pattern, text):
    theirs, alike = peer(pattern)(text), neutral(pattern)
    assert peer(alike)(text) == theirs
    assert neutral(alike) == alike == check_neutral(alike)
    plain = f"(?:{alike})"  # a plain word would be taken for a name
    matches = [match.span() for match in regex.finditer(alike, text)]
    empty = {start for start, end in matches if start == end}
    assume(empty.isdisjoint(start for start, end in matches if start < end))
    assert [piece.text for piece in pretokenize(text, plain)] == theirs


@pytest.mark.parametrize("pattern", [r"\d{1,3}+", r"a{2}?", r"\s+$", "^a", r"\w+", r"\h+", r"a\Z"])
def test_without_rewriting_they_would_differ(pattern):
    ours = [[piece.text for piece in pretokenize(text, pattern)] for text in TEXTS]
    assert ours != [peer(pattern)(text) for text in TEXTS]
    with pytest.raises(ValueError, match="to `tokenizers`, and means something else here"):
        check_neutral(pattern)


@pytest.mark.parametrize(
    "pattern",
    ["(?m).", "(?s:.)", "(?x) a", "(?#no)a", "a(?i)b", "[a[b]]", r"[\w&&[^\d]]", "[[:punct:]]"]
    + [r"[\W]", r"\H", r"\K", r"\G.", r"\N", r"\Qa\E", "(?P<n>a)", "(?:ab){e<=1}", "a{x}"],
)
def test_what_has_no_common_form_is_refused_by_name(pattern):
    for door in (neutral, check_neutral):
        with pytest.raises(ValueError, match="is not supported; write it with"):
            door(pattern)


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
@settings(max_examples=30)
@given(text=st.one_of(st.sampled_from(TEXTS), st.text(max_size=12), st.text(" \n\t\r12a'S")))
def test_the_published_patterns_mean_the_same_as_they_are(name, text):
    cut = [piece.text for piece in pretokenize(text, name)]
    old = "".join(cut).isprintable() or text.isascii()
    assert not old or cut == peer(PATTERNS[name])(text)


CORPUS = "The cat 123456 sat.\nThe cats 7890 sit\n\n" * 3


def trained(pattern):
    return Tokenizer.train("byte_bpe", CORPUS, merges=40, pattern=pattern)


@pytest.mark.parametrize("pattern", [*PATTERNS, *PATTERNS.values(), r"\p{N}{1,3}|\s+", "none"])
def test_a_pattern_is_saved_and_read_as_it_is(pattern):
    tok = trained(pattern)
    again = from_dict(to_dict(tok))
    assert [again.encode(text) for text in TEXTS] == [tok.encode(text) for text in TEXTS]


@pytest.mark.parametrize("pattern", [r"\p{N}{1,3}+", r"\w+$", "(?s).", r"\p{L}++|(?m:^)"])
def test_a_pattern_that_would_change_its_meaning_is_not_saved(pattern, tmp_path):
    tok = trained(pattern)
    with pytest.raises(ValueError, match="pattern"):
        tok.save(tmp_path / "tokenizer.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("pattern", [r"\d{1,3}+|\w+$", r"^\s+|\h+", r"\b", r"[\w']+"])
def test_a_file_with_any_pattern_is_read_as_tokenizers_reads_it(pattern, tmp_path):
    node = to_dict(trained("none"))
    node["pre_tokenizer"] = {
        "type": "Sequence",
        "pretokenizers": [
            {
                "type": "Split",
                "pattern": {"Regex": pattern},
                "behavior": "Isolated",
                "invert": False,
            },
            {**node["pre_tokenizer"], "use_regex": False},
        ],
    }
    file = tmp_path / "tokenizer.json"
    file.write_text(json.dumps(node), encoding="utf-8")
    theirs, ours = tokenizers.Tokenizer.from_file(str(file)), Tokenizer.load(file)
    assert [ours.encode(text) for text in TEXTS] == [theirs.encode(text).ids for text in TEXTS]
    ours.save(file)
    theirs = tokenizers.Tokenizer.from_file(str(file))
    assert [ours.encode(text) for text in TEXTS] == [theirs.encode(text).ids for text in TEXTS]


@pytest.mark.parametrize("pattern", [r"\d{1,2}+", r"\s+$", r"^\w", "``|''"])
def test_replaced_patterns_are_read_as_tokenizers_reads_them(pattern):
    node = to_dict(trained("none"))
    theirs = normalizers.Replace(Regex(pattern), "_")
    node["normalizer"] = json.loads(theirs.__getstate__())
    ours = from_dict(node)
    for text in TEXTS:
        assert ours.stages(text).normalized == theirs.normalize_str(text)
    assert from_dict(to_dict(ours)).preparation == ours.preparation


def test_marks_before_words_are_not_saved_as_a_pattern_of_that_name(tmp_path):
    tok = Tokenizer.train("word", CORPUS, pretokenizer="metaspace")
    tok.save(tmp_path / "tokenizer.json")
    again = Tokenizer.load(tmp_path)
    assert again.tokenize("The cat sat") == tok.tokenize("The cat sat") == ["▁The", "▁cat", "<unk>"]
    assert tok.decode(tok.encode("The cat 123456")) == "The cat 123456"
