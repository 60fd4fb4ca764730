"""Corpora on disk: the counts of the whole in whatever units, and runs that stop and go on."""

import gzip
import json
import os
import random
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subword_lab import corpora, sources
from subword_lab.files import Files, store, units
from subword_lab.preparation import Preparation
from subword_lab.sources import DamagedFile
from subword_lab.text import count_words
from subword_lab.text import tally as tallies
from subword_lab.text.fast.counting import Counted
from subword_lab.tokenizer import Tokenizer

ENGLISH = corpora.load("english")
MIXED = ENGLISH[:30_000] + corpora.load("marks") + corpora.load("code") + corpora.load("story/zh")


@pytest.fixture
def small_units(monkeypatch):
    monkeypatch.setattr(sources, "BLOCK", 3_000)
    monkeypatch.setattr(units, "RANGE", 10_000)


@pytest.fixture
def folder(tmp_path):
    """Files of several kinds and very unequal sizes."""
    base = tmp_path / "corpus"
    base.mkdir()
    (base / "a.txt").write_text(MIXED, "utf-8", newline="")
    (base / "b.txt").write_text("one word", "utf-8")
    (base / "c.txt.gz").write_bytes(gzip.compress(ENGLISH[30_000:50_000].encode()))
    (base / "d.txt").write_text("", "utf-8")
    lines = [json.dumps({"text": t}) for t in ENGLISH[50_000:60_000].split("\n\n")]
    (base / "e.jsonl").write_text("\n".join(lines), "utf-8")
    return base


def documents_of(folder):
    return list(Files([folder]))


# Counting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", ["byte_bpe", "bpe", "wordpiece", "word", "char", "unigram"])
def test_files_train_the_tokenizer_of_their_documents(recipe, folder, small_units):
    size = 100_000 if recipe in ("word", "char") else 1_000
    ours = Tokenizer.train(recipe, Files([folder]), vocab_size=size)
    assert ours.vocab == Tokenizer.train(recipe, documents_of(folder), vocab_size=size).vocab


@pytest.mark.parametrize("options", [
    {"pattern": "gpt2"}, {"pattern": "cl100k"}, {"pattern": "o200k"}, {"add_prefix_space": True},
    {"pattern": r"\p{L}+|\P{L}+"},
])  # fmt: skip
@pytest.mark.parametrize("special", [(), ("<|end|>", "the")])
def test_units_change_nothing(options, special, folder, small_units):
    (folder / "f.txt").write_text("here <|end|> there<|end|>\n" * 900)
    size = {"vocab_size": 700, "special_tokens": special, **options}
    ours = Tokenizer.train("byte_bpe", Files([folder]), **size)
    assert (
        ours.model.merges == Tokenizer.train("byte_bpe", documents_of(folder), **size).model.merges
    )


def test_large_files_are_counted_in_ranges(folder, small_units):
    found = units.units(Files([folder]).sources, units.Reading(), cuttable=True)
    ranges = [unit for unit in found if unit.source.name.endswith("a.txt")]
    assert len(ranges) > 3
    assert [unit.start for unit in ranges[1:]] == [unit.end for unit in ranges[:-1]]


@pytest.mark.parametrize("size", [1, 7, 64, 999])
def test_ranges_of_any_size_give_the_words_of_the_whole(size, tmp_path, monkeypatch):
    text = MIXED[29_000:34_000]
    monkeypatch.setattr(units, "RANGE", max(50, size * 3))
    monkeypatch.setattr(sources, "BLOCK", size)
    (tmp_path / "a.txt").write_text(text, "utf-8", newline="")
    for pretokenizer in ("gpt2", "cl100k", "o200k", "whitespace", "bert"):
        how = Preparation((), (pretokenizer,))
        words = Files([tmp_path]).tally(how, ()).as_dict()
        assert list(words.items()) == list(count_words(text, pretokenizer).items())


def test_lines_are_documents_when_asked(tmp_path):
    (tmp_path / "a.txt").write_text("one two\nthree\n")
    assert list(Files([tmp_path], lines=True)) == ["one two", "three"]
    words = Files([tmp_path], lines=True).tally(Preparation((), ("gpt2",)), ()).as_dict()
    assert words == {"one": 1, " two": 1, "three": 1}


# Sums --------------------------------------------------------------------------------------------

WORDS = st.lists(st.tuples(st.sampled_from([b"a", b"b", b"c", b"d", b"e"]), st.integers(1, 9)),
                 unique_by=lambda pair: pair[0])  # fmt: skip


def made(pairs):
    return tallies.of(Counted([word for word, _ in pairs], [count for _, count in pairs]))


@given(st.lists(WORDS, max_size=6), st.integers(1, 3))
def test_sums_in_groups_are_the_sum(parts, group):
    whole = tallies.add(map(made, parts))
    groups = [parts[at : at + group] for at in range(0, len(parts), group)]
    assert tallies.add(tallies.add(map(made, some)) for some in groups) == whole


@given(st.lists(WORDS, max_size=8), st.integers(2, 4))
def test_a_bounded_count_is_never_too_high_and_at_most_the_error_too_low(parts, most):
    exact = tallies.add(map(made, parts)).as_dict()
    small = tallies.add(map(made, parts), max_words=most)
    assert len(small.words) <= most
    counts = small.as_dict()
    for word, count in exact.items():
        assert 0 <= count - counts.get(word, 0) <= small.error
    assert sum(exact.values()) == sum(counts.values()) + small.dropped


@given(WORDS)
def test_arrays_hold_a_tally(pairs):
    assert tallies.from_arrays(tallies.to_arrays(made(pairs))) == made(pairs)


# Memory, damage, going on ------------------------------------------------------------------------


def test_max_words_bounds_the_words_and_says_the_error(folder, small_units):
    files = Files([folder], max_words=500)
    Tokenizer.train("byte_bpe", files, vocab_size=400)
    (found,) = files.tallies
    assert len(found.words) <= 500 and found.error > 0 and found.dropped > 0


def test_a_damaged_file_is_fatal_or_left_out_as_a_whole(folder, small_units):
    good = Files([folder]).tally(Preparation((), ("gpt2",)), ()).as_dict()
    packed = gzip.compress(random.Random(7).randbytes(9_000).hex().encode())
    (folder / "bad.txt.gz").write_bytes(packed[:-2_000])
    (folder / "latin.txt").write_bytes(b"plain words, then " * 2_000 + b"caf\xe9 and more")
    with pytest.raises(DamagedFile, match=r"bad\.txt\.gz is damaged"):
        Files([folder]).tally(Preparation((), ("gpt2",)), ())
    files = Files([folder], on_damage="skip")
    assert files.tally(Preparation((), ("gpt2",)), ()).as_dict() == good
    assert len(files.damage) == 2 and "latin.txt is not UTF-8" in files.damage[1]


def test_a_stopped_run_goes_on_from_its_finished_units(folder, small_units, tmp_path, monkeypatch):
    how = Preparation((), ("gpt2",))
    wanted = Files([folder]).tally(how, ()).as_dict()
    counted = []
    real = units.Counting.count

    def count(self, unit):
        if len(counted) == 4:
            raise KeyboardInterrupt
        counted.append(unit)
        return real(self, unit)

    monkeypatch.setattr(units.Counting, "count", count)
    with pytest.raises(KeyboardInterrupt):
        Files([folder], state=tmp_path / "state").tally(how, ())
    first = list(counted)
    assert len(list((tmp_path / "state").iterdir())) == 4
    counted.clear()

    def count_on(self, unit):
        counted.append(unit)
        return real(self, unit)

    monkeypatch.setattr(units.Counting, "count", count_on)
    assert Files([folder], state=tmp_path / "state").tally(how, ()).as_dict() == wanted
    assert not set(first) & set(counted)


def test_a_changed_file_and_another_splitter_are_counted_again(folder, tmp_path):
    state = tmp_path / "state"
    Files([folder], state=state).tally(Preparation((), ("gpt2",)), ())
    (folder / "b.txt").write_text("another word")
    found = Files([folder], state=state).tally(Preparation((), ("gpt2",)), ()).as_dict()
    assert "another" in found
    by_spaces = Files([folder], state=state).tally(Preparation((), ("whitespace",)), ()).as_dict()
    assert "word" in by_spaces and " word" not in by_spaces


def test_a_broken_file_of_state_is_counted_again(folder, tmp_path):
    how, state = Preparation((), ("gpt2",)), tmp_path / "state"
    wanted = Files([folder], state=state).tally(how, ()).as_dict()
    for number, path in enumerate(sorted(state.iterdir())):
        data = path.read_bytes()
        path.write_bytes([b"", data[:-20], b"PK" + data[2:100], b"x" * 50, data][number % 5])
    assert Files([folder], state=state).tally(how, ()).as_dict() == wanted
    store.Store(state).clear()
    assert not state.exists()


def test_wrong_options_are_named(folder):
    with pytest.raises(ValueError, match='"stop" or "skip"'):
        Files([folder], on_damage="ignore")
    with pytest.raises(ValueError, match="max_words"):
        Files([folder], max_words=1)


def test_a_named_pipe_is_read_once_and_never_resumed(tmp_path):
    pipe, state = tmp_path / "pipe", tmp_path / "state"
    os.mkfifo(pipe)
    for text in ("low lower", "new newer"):
        writer = threading.Thread(target=pipe.write_text, args=(text,))
        writer.start()
        files = Files([pipe], state=state)
        assert files.tally(Preparation((), ("gpt2",)), ()).as_dict() == count_words(text, "gpt2")
        writer.join()
    assert not state.exists()
