"""The parts behind lesson 07: stations, effort of training, smaller vocabularies, the contest."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import Tokenizer, contest, corpora, house, pairs
from subword_lab.effort import Effort, training_effort
from subword_lab.resizing import first_entries
from subword_lab.stations import Memory, Stations

WORDS = st.dictionaries(st.text("ab c", min_size=1, max_size=6), st.integers(1, 9), min_size=1)


# Stations ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", house.RECIPES)
@pytest.mark.parametrize("memory", [None, 0, 5, 10_000])
def test_all_stations_together_are_encode(recipe, memory):
    tokenizer = house.tokenizer(recipe)
    line = Stations(tokenizer, None if memory is None else Memory(memory))
    for text in ("It isn't here, is it? It is.", corpora.load("story/en")[:500]):
        assert line.encode(text) == tokenizer.encode(text, add_special=True)


def test_symbols_that_always_match_are_found():
    tokenizer = Tokenizer.train(
        "sentencepiece", "one two three", 40, model="bpe", user_defined_symbols=["<sep>"],
        byte_fallback=False,
    )  # fmt: skip
    text = "one<sep>two"
    assert Stations(tokenizer).encode(text) == tokenizer.encode(text, add_special=True)


@given(st.lists(st.sampled_from("abcdef"), max_size=40), st.integers(0, 7))
@settings(max_examples=60)
def test_a_memory_holds_the_words_asked_for_last(asked, size):
    memory, hits = Memory(size), 0
    for at, word in enumerate(asked):
        before = list(dict.fromkeys(reversed(asked[:at])))[:size]  # the oracle: look back
        hits += word in before
        if memory.recall(word) is None:
            memory.keep(word, ())
    assert (memory.hits, memory.misses) == (hits, len(asked) - hits)
    assert len(memory.known) <= size


def test_a_memory_has_no_negative_size():
    with pytest.raises(ValueError, match="0 words or more, not -1"):
        Memory(-1)


@pytest.mark.parametrize("text", [3, None, "\ud800"])
def test_stations_refuse_what_is_no_text(text):
    with pytest.raises((TypeError, ValueError)):
        Stations(house.tokenizer("word")).encode(text)


# Effort ------------------------------------------------------------------------------------------


def effort_by_hand(word_counts, merges, count_words, index):
    """Replay the training with the readable table, and read what the docstring says is read."""
    words = [(tuple(word), count) for word, count in word_counts.items()]
    if not count_words:
        words = [(symbols, 1) for symbols, count in words for _ in range(count)]
    table = pairs.RecountPairs(words, order=lambda pair: pair)
    read = [*table.words] if index else []
    pairs_only = []
    for _ in range(merges):
        if table.best() is None:
            break
        pair, _ = table.best()
        holds = [pair in pairwise(symbols) for symbols, _ in table.words]
        read += [word for word, held in zip(table.words, holds, strict=True) if held or not index]
        table.merge(pair, "".join(pair))
        if index:
            pairs_only += [w for w, held in zip(table.words, holds, strict=True) if held]
    length = sum(len(symbols) - 1 for symbols, _ in [*read, *pairs_only])
    return Effort(len(read), length)


@given(WORDS, st.integers(0, 6), st.booleans())
@settings(max_examples=60)
def test_effort_without_an_index_is_what_recounting_reads(word_counts, merges, count_words):
    counted = training_effort(word_counts, merges, count_words=count_words, index=False)
    assert counted == effort_by_hand(word_counts, merges, count_words, index=False)


@given(WORDS, st.integers(0, 6), st.booleans())
@settings(max_examples=60)
def test_effort_with_an_index_is_at_least_what_must_be_read(word_counts, merges, count_words):
    counted = training_effort(word_counts, merges, count_words=count_words)
    needed = effort_by_hand(word_counts, merges, count_words, index=True)
    assert counted.words >= needed.words and counted.pairs >= needed.pairs
    assert counted.words <= needed.words * (merges + 1)  # the index may name a word too many


@pytest.mark.parametrize(
    ("merges", "counts", "error"), [(-1, {"a": 1}, ValueError), (1, ["a"], TypeError)]
)
def test_effort_refuses(merges, counts, error):
    with pytest.raises(error):
        training_effort(counts, merges)


# Smaller vocabularies ----------------------------------------------------------------------------


@given(WORDS, st.data())
@settings(max_examples=60)
def test_the_first_entries_are_a_training_that_stopped_earlier(word_counts, data):
    large = Tokenizer.train("byte_bpe", word_counts, merges=12)
    merges = large.model.merges
    if len({left + right for left, right in merges}) < len(merges):
        with pytest.raises(ValueError, match="two merges"):
            first_entries(large, 260)
        return
    size = data.draw(st.integers(256, large.vocab_size))
    small = Tokenizer.train("byte_bpe", word_counts, vocab_size=size)
    assert first_entries(large, size).model == small.model


def test_the_house_vocabularies_are_nested():
    large, small = house.tokenizer("byte_bpe", 2000), house.tokenizer("byte_bpe", 700)
    assert first_entries(large, 700).model == small.model


def test_only_bpe_has_first_entries():
    with pytest.raises(TypeError, match="only BPE learns in order"):
        first_entries(house.tokenizer("wordpiece"), 700)
    with pytest.raises(ValueError, match="256 entries are not made by a merge"):
        first_entries(house.tokenizer("byte_bpe"), 255)


# The contest -------------------------------------------------------------------------------------


def test_hidden_lines_differ_by_seed_and_are_not_trained_on():
    one, again, other = (contest.hidden_texts(seed) for seed in (1, 1, 2))
    assert one == again and one != other
    assert list(one) == list(contest.training_texts()) and len(one) == 21
    for code, seen in contest.training_texts().items():
        assert not any(line in seen for line in one[code])


@pytest.mark.parametrize("seed", range(3))
def test_words_compress_best_and_bring_nothing_back(seed):
    verdicts = contest.rivals(seed)
    assert max(verdicts, key=lambda name: verdicts[name].bytes_per_token) == "words"
    assert verdicts["words"].round_trip == verdicts["words"].score == 0
    assert verdicts["course"].score > verdicts["BPE"].score > 0
    assert verdicts["BPE"].round_trip == verdicts["course"].round_trip == 1


def test_the_verdict_is_counted_from_the_lines():
    tokenizer = contest.enter("byte_bpe")
    verdict = contest.judge(tokenizer, 5)
    hidden = contest.hidden_texts(5)
    sizes = {code: sum(len(tokenizer.encode(x)) for x in lines) for code, lines in hidden.items()}
    lines = [line for each in hidden.values() for line in each]
    assert verdict.bytes_per_token == len("".join(lines).encode()) / sum(sizes.values())
    assert (
        verdict.premium == max(sizes.values()) / sizes["en"] == sizes[verdict.worst] / sizes["en"]
    )
    assert verdict.score == verdict.bytes_per_token / verdict.premium


def test_over_the_budget_scores_nothing():
    assert contest.Verdict(contest.BUDGET + 1, 3.0, "el", 1.2, 1.0).score == 0
    assert contest.Verdict(contest.BUDGET, 3.0, "el", 1.2, 1.0).score == 2.5


@pytest.mark.parametrize(
    "entry", ["", "gpt2", "word pattern=gpt2", "byte_bpe o200k", "byte_bpe boost=xx", "\ud800"]
)
def test_an_entry_that_cannot_be_is_refused(entry):
    with pytest.raises(ValueError):
        contest.enter(entry)


def test_a_boost_reads_a_language_more_often():
    plain, boosted = contest.enter("byte_bpe"), contest.enter("byte_bpe boost=th,th")
    thai = contest.training_texts()["th"]
    assert len(boosted.encode(thai)) < len(plain.encode(thai))
