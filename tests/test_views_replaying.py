"""Going through recorded training touches little, and shows what counting everything shows."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import bpe, wordpiece
from subword_lab.pairs import count_pairs, count_replacements, replay
from subword_lab.scores import score_pairs, symbol_counts
from subword_lab.trace import record
from subword_lab.views.replaying import Replay
from subword_lab.views.scoreboard import MOST, leading
from subword_lab.views.tables import ranked

corpora = st.dictionaries(st.text("abc", min_size=1, max_size=9), st.integers(1, 9), min_size=1)


@settings(max_examples=60)
@given(corpora, st.lists(st.integers(0, 12), max_size=8))
def test_any_way_through_the_steps_shows_what_replaying_from_the_start_shows(words, ways):
    start, steps = bpe.words_after(words, ()), record(bpe.train_steps(words, merges=12)).steps
    states = Replay(start, steps)
    for at in (min(way, len(steps)) for way in ways):
        expected = replay(start, steps[:at])
        moment = states.go(at)
        assert moment.words == expected
        assert moment.counts == count_pairs(expected)
        assert moment.symbols == symbol_counts(expected)
        for pair in moment.counts:
            assert moment.replacements(pair) == count_replacements(expected, pair)


def test_pairs_stand_in_the_order_of_the_words_where_it_is_asked_for():
    words = {"abc": 1, "bcd": 2}
    steps = record(bpe.train_steps(words, merges=2)).steps
    states = Replay(bpe.words_after(words, ()), steps, in_order=True)
    for at in (2, 0, 1):
        expected = count_pairs(replay(bpe.words_after(words, ()), steps[:at]))
        assert list(states.go(at).counts) == list(expected)


def test_no_step_is_beyond_the_last():
    states = Replay([(("a", "b"), 1)], ())
    with pytest.raises(IndexError):
        states.go(1)


@pytest.mark.parametrize("seed", range(5))
def test_the_leading_pairs_hold_the_first_of_every_criterion(seed):
    rng = Random(seed)
    made = ("".join(rng.choices("aaabbcdefghij", k=rng.randint(1, 9))) for _ in range(150))
    words = wordpiece.words_after({word: rng.randint(1, 50) for word in made})
    moment = Replay(words, ())
    found = leading(moment)
    assert MOST < len(found) < len(moment.counts)
    for score in wordpiece.SCORES:
        values = {row.pair: getattr(row, score) for row in score_pairs(words)}
        first = ranked(values, lambda pair: pair, MOST)
        tied = {pair for pair, value in values.items() if value == values[first[-1]]}
        assert set(first) | tied <= set(found)
