"""What a learner may type as a counter-example is judged rightly, whatever it is, and at once."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subword_lab import exercises, pairs, wordpiece
from subword_lab.exercises import values
from subword_lab.exercises.lesson_02.by_hand import every_place_is_joined
from subword_lab.exercises.lesson_04.by_hand import MODEL, can_be_cut, no_dead_end
from subword_lab.exercises.lesson_05.by_hand import COSTS, cuts_by_cost, fewest_is_cheapest
from subword_lab.exercises.lesson_06.by_hand import comes_back

COUNTER_EXAMPLES = [task for task in exercises.all() if task.objection]


@given(st.text("ab", min_size=1, max_size=9))
@settings(max_examples=80)
def test_a_pair_is_counted_more_often_than_joined_only_in_a_run(word):
    symbols = tuple(word)
    fewer = any(
        len(symbols) - len(pairs.merge_word(symbols, pair, "".join(pair)))
        < list(pairwise(symbols)).count(pair)
        for pair in pairwise(symbols)
    )
    assert (every_place_is_joined(word) is None) == fewer


def all_cuts(word, known):
    """Every way to cut a word into known pieces, written down without any cleverness."""
    if not word:
        return [()]
    cuts = []
    for end in range(1, len(word) + 1):
        if word[:end] in known:
            cuts += [(word[:end], *rest) for rest in all_cuts(word[end:], known)]
    return cuts


@given(st.text("undotes", min_size=1, max_size=8))
@settings(max_examples=80)
def test_a_dead_end_is_a_word_with_a_cut_that_longest_match_misses(word):
    first = [end for end in range(1, len(word) + 1) if word[:end] in MODEL.vocab]
    later = {piece.removeprefix("##") for piece in MODEL.vocab if piece.startswith("##")}
    has_cut = any(all_cuts(word[end:], later) for end in first)
    assert can_be_cut(word) == has_cut
    lost = wordpiece.encode(MODEL, word) == ("[UNK]",)
    assert (no_dead_end(word) is None) == (has_cut and lost)


@given(st.text("ther", min_size=1, max_size=7))
@settings(max_examples=80)
def test_costs_of_cuts_are_those_of_all_cuts(word):
    cuts = all_cuts(word, COSTS)
    assert cuts_by_cost(word) == sorted((sum(map(COSTS.get, cut)), len(cut)) for cut in cuts)
    cheapest = min(sum(map(COSTS.get, cut)) for cut in cuts)
    shortest = min(map(len, cuts))
    longer = all(len(cut) > shortest for cut in cuts if sum(map(COSTS.get, cut)) == cheapest)
    assert (fewest_is_cheapest(word) is None) == longer


@pytest.mark.parametrize(
    ("text", "name"),
    [("½", None), ("Ａ", None), ("m²", None), ("e\u0301é", None), ("a\u00a0b", "has_a_space")],
)
def test_what_normalization_changes_does_not_come_back(text, name):
    assert comes_back(text) == name


@pytest.mark.parametrize("task", COUNTER_EXAMPLES, ids=lambda task: task.id)
@pytest.mark.parametrize(
    "answer",
    ["\ud800", "\x00", "a" * 4000, "ab" * 1990, "ther" * 900, "".join(map(chr, range(256, 1250)))],
)
def test_anything_typed_is_answered(task, answer):
    report = values.evaluate(task, answer)
    assert report.outcome in ("wrong", "partial", "correct") and report.message
