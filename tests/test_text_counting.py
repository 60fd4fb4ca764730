"""Corpus rules, word counts, the check on every text, and GPT-2's printable alphabet."""

import json
from collections import Counter
from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.convert_slow_tokenizer import bytes_to_unicode

from subword_lab import text as t

DATA = Path(__file__).parent / "data" / "seed_text.json"
SEED = {case["id"]: case for case in json.loads(DATA.read_text("utf-8"))}


def test_a_str_is_one_document_and_never_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("corpus.txt").write_text("from the file", "utf-8")
    assert list(t.documents("corpus.txt")) == ["corpus.txt"]
    assert list(t.documents("two\nlines\n")) == ["two\nlines\n"]


def test_a_path_is_one_document_with_its_line_ends(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_bytes("\ufeffé\r\nb\n".encode())
    assert list(t.documents(path)) == ["é\r\nb\n"]
    assert list(t.documents([path, "c"])) == ["é\r\nb\n", "c"]


def test_an_iterable_is_read_lazily():
    def source():
        yield "first"
        raise AssertionError("read too far")

    assert next(t.documents(source())) == "first"


def test_empty_corpora_hold_nothing():
    assert list(t.documents([])) == []
    assert t.count_words([]) == t.count_words("") == t.count_words({}) == {}


@pytest.mark.parametrize("function", [lambda corpus: list(t.documents(corpus)), t.count_words])
@pytest.mark.parametrize(
    ("corpus", "error", "message"),
    [
        (b"low", TypeError, r"corpus is bytes, not str: decode it first"),
        (bytearray(b"low"), TypeError, "corpus is bytearray"),
        (["low", b"low"], TypeError, "document 1 of the corpus is bytes"),
        (["low", 3], TypeError, "document 1 of the corpus must be a str, not int"),
        (7, TypeError, "a mapping from word to count, not int"),
        (None, TypeError, "not NoneType"),
        ("lo\udfffw", ValueError, r"corpus holds half a surrogate pair, U\+DFFF, at position 2"),
        (["low", "\ud83d"], ValueError, "document 1 of the corpus holds half a surrogate pair"),
    ],
)
def test_bad_corpora(function, corpus, error, message):
    with pytest.raises(error, match=message):
        function(corpus)


def test_a_mapping_is_no_set_of_documents():
    with pytest.raises(TypeError, match="give it to count_words"):
        t.documents({"low": 5})


def test_a_file_that_is_not_utf8_is_named(tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes("né".encode("latin-1"))
    with pytest.raises(ValueError, match=r"latin.txt is not UTF-8: .* at byte 1"):
        list(t.documents(path))


def test_a_missing_file_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        list(t.documents(tmp_path / "none.txt"))


def test_counts_keep_the_order_of_first_sight():
    assert list(t.count_words(["low newest", "wide low"]).items()) == [
        ("low", 2),
        ("newest", 1),
        ("wide", 1),
    ]


def test_a_str_is_counted_as_one_document():
    assert t.count_words("a \n b", pretokenizer="none") == {"a \n b": 1}
    assert t.count_words("a\nb", pretokenizer="metaspace") == {"▁a\nb": 1}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text("aA b\n'1"), max_size=4), st.sampled_from(t.PRETOKENIZERS))
def test_counts_equal_a_plain_recount(corpus, how):
    pieces = [piece.text for document in corpus for piece in t.pretokenize(document.lower(), how)]
    assert t.count_words(corpus, how, ("lowercase",)) == Counter(pieces)


def test_a_mapping_is_taken_as_given():
    counts = {"Low  er": numpy.int64(2), "é": 0}
    result = t.count_words(counts, pretokenizer="bert", normalizer=("nfd",))
    assert result == {"Low  er": 2, "é": 0}
    assert {type(n) for n in result.values()} == {int}


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        ({"low": -1}, ValueError, "the count of 'low' must be 0 or more; got -1"),
        ({"low": 1.0}, TypeError, "the count of 'low' must be a whole number; got 1.0 of"),
        ({"low": True}, TypeError, "got True of type bool"),
        ({"low": "3"}, TypeError, "the count of 'low' must be a whole number; got '3' of"),
        ({3: 1}, TypeError, "word must be a str, not int"),
        ({b"low": 1}, TypeError, "word is bytes"),
        ({"\ud800": 1}, ValueError, "word holds half a surrogate pair"),
    ],
)
def test_bad_counts(counts, error, message):
    with pytest.raises(error, match=message):
        t.count_words(counts)


@pytest.mark.parametrize("options", [{"engine": ""}, {"client": object()}])
def test_other_engines_are_refused(options):
    with pytest.raises(ValueError, match='there are engine="local" without a client'):
        t.count_words("low", **options)


def test_the_way_out_that_the_surrogate_message_shows_works():
    halves = "a\ud83e\udd17b\ud83e"
    assert halves.encode("utf-16", "surrogatepass").decode("utf-16", "replace") == "a🤗b\ufffd"


def test_printable_alphabet_equals_transformers():
    assert bytes_to_unicode() == t.BYTE_TO_CHAR


def test_printable_alphabet_is_printable_and_one_to_one():
    characters = "".join(t.BYTE_TO_CHAR[b] for b in range(256))
    assert len(set(characters)) == 256
    assert characters.isprintable()
    assert not any(ch.isspace() for ch in characters)


@settings(max_examples=60, deadline=None)
@given(st.binary())
def test_printable_round_trip(data):
    assert t.to_printable(data) == "".join(t.BYTE_TO_CHAR[b] for b in data)
    assert t.from_printable(t.to_printable(data)) == data


def test_bytes_per_character_case():
    expect = SEED["bytes-per-char"]["expect"]
    assert {ch: len(t.to_printable(ch.encode())) for ch in expect} == expect


@pytest.mark.parametrize(
    ("function", "argument", "error", "message"),
    [
        (t.to_printable, "text", TypeError, "takes bytes, not str: encode text first"),
        (t.from_printable, b"x", TypeError, "printable is bytes"),
        (t.from_printable, "Ġa b", ValueError, "' ' at position 2 of 'Ġa b' stands for no byte"),
        (t.from_printable, "中", ValueError, "'中' at position 0"),
    ],
)
def test_bad_printables(function, argument, error, message):
    with pytest.raises(error, match=message):
        function(argument)
