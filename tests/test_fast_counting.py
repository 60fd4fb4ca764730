"""Words counted in arrays beside words counted one by one; words are told apart by their bytes."""

import random
from collections import Counter

import numpy as np
import pytest

from subword_lab.preparation import Preparation
from subword_lab.recipes.job import Job, special
from subword_lab.text import PATTERNS, count_words, pretokenize, to_printable
from subword_lab.text.fast.chunks import chunks
from subword_lab.text.fast.counting import count
from subword_lab.text.fast.words import WordTable, mix

TEXT = "It's low, lower, LOWEST.\n\nДа нет 字の字 123456  naïve\tcafé\r\nlow low!\n" * 3


def no_mix(state, window):
    """A hash that is the same for all words."""
    return state * np.uint64(0)


def little_mix(state, window):
    """A hash with four values."""
    return mix(state, window) & np.uint64(3)


def laid_out(words):
    return b"".join(words), np.cumsum([0, *map(len, words[:-1])])


def recount(documents, how):
    """Word -> count in the order first seen, by the expressions."""
    return dict(Counter(piece.text for text in documents for piece in pretokenize(text, how)))


@pytest.mark.parametrize("hashed", [mix, little_mix, no_mix])
def test_words_are_told_apart_whatever_their_hash(hashed):
    rng = random.Random(1)
    for _ in range(40):
        table, numbers = WordTable(hashed), {}
        for _ in range(4):
            lengths = rng.choices([1, 2, 7, 8, 9, 15, 16, 17, 24, 40], k=rng.randint(1, 60))
            words = [bytes(rng.choices(b"ab\0", k=length)) for length in lengths]
            expected = [numbers.setdefault(word, len(numbers)) for word in words]
            assert table.ids(*laid_out(words)).tolist() == expected
        assert table.words() == list(numbers)


def test_words_that_differ_in_one_byte_are_different():
    word = b"a long word, longer than eight bytes"
    words = [word[:at] + b"#" + word[at + 1 :] for at in range(len(word))] + [word, word[:-1]]
    for hashed in (mix, no_mix):
        assert WordTable(hashed).ids(*laid_out(words)).tolist() == list(range(len(words)))


def test_zeros_at_the_end_of_a_word_count():
    words = [b"a", b"a\0", b"a\0\0", b"a" * 8, b"a" * 8 + b"\0"]
    assert WordTable().ids(*laid_out(words)).tolist() == [0, 1, 2, 3, 4]


def test_a_table_grows():
    words = [str(number).encode() for number in range(20_000)]
    table = WordTable()
    assert table.ids(*laid_out(words)).tolist() == list(range(len(words)))
    assert table.ids(*laid_out(words[::-1])).tolist() == list(range(len(words)))[::-1]
    assert table.words() == words


@pytest.mark.parametrize("how", PATTERNS)
def test_a_str_a_file_and_documents_are_counted_alike(how, tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_bytes(TEXT.encode())
    for corpus, documents in (
        (TEXT, [TEXT]),
        (path, [TEXT]),
        ([TEXT, path, "", "low"], [TEXT, TEXT, "low"]),
        (TEXT.splitlines(), TEXT.splitlines()),
    ):
        counts = count_words(corpus, how)
        assert list(counts.items()) == list(recount(documents, how).items())


@pytest.mark.parametrize("how", PATTERNS)
def test_chunks_of_any_size_give_the_same_counts(how, tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_bytes(TEXT.encode())
    expected = list(recount([TEXT, TEXT, "low"], how).items())
    for size in range(1, 60, 3):
        counted = count(chunks([TEXT, path, "low"], size), how)
        assert list(counted.as_dict().items()) == expected


def test_counting_normalizes_first():
    expected = recount(["ＬＯＷ low".lower()], "gpt2")
    assert count_words("ＬＯＷ low", "gpt2", ("lowercase",)) == expected


def test_a_byte_order_mark_is_no_text(tmp_path):
    path = tmp_path / "marked.txt"
    path.write_bytes(b"\xef\xbb\xbflow")
    assert count_words(path, "gpt2") == {"low": 1}


@pytest.mark.parametrize("bad", [b"\xff", "\ud800".encode("utf-8", "surrogatepass"), b"\xe5\xad"])
def test_a_file_that_is_not_utf8_is_named_with_the_place(bad, tmp_path):
    path = tmp_path / "bad.txt"
    path.write_bytes(b"good words " * 200_000 + bad)
    with pytest.raises(ValueError, match=r"bad\.txt is not UTF-8: .* at byte 2200000\."):
        count_words(path, "gpt2")


@pytest.mark.parametrize("corpus", ["a\ud800", ["a", "\udfff"]])
def test_half_a_surrogate_pair_is_refused(corpus):
    with pytest.raises(ValueError, match="half a surrogate pair"):
        count_words(corpus, "gpt2")


@pytest.mark.parametrize("pattern", [*PATTERNS, "punctuation", r"\d|\D+"])
@pytest.mark.parametrize("prefix", [False, True])
@pytest.mark.parametrize("names", [(), ("low", "<|end|>")])
@pytest.mark.parametrize("corpus", [TEXT, [TEXT, "low<|end|>low"], {"low": 3, "lower<|end|>": 2}])
def test_a_recipe_counts_bytes_as_it_counts_text(pattern, prefix, names, corpus):
    preparation = Preparation((), (pattern,), byte_level=True, add_prefix_space=prefix)
    job, tokens = Job(corpus, merges=0), special(names)
    counted = job.count_bytes(preparation, tokens)
    pairs = zip(map(to_printable, counted.words), counted.counts, strict=True)
    assert list(pairs) == list(job.count(preparation, tokens).items())
