"""Lesson 02: what its prose, hints and messages say is computed."""

import inspect
from collections import Counter
from itertools import pairwise

from subword_nmt.learn_bpe import learn_bpe

from subword_lab import bpe, corpora, exercises, trace
from subword_lab.i18n import t

HUG, LOW = corpora.load("hug"), corpora.load("low")


def pairs(word_counts, merges=()):
    """The pair counts after some merges, counted without the package's tables."""
    counts = Counter()
    for word, count in word_counts.items():
        symbols = [*word]
        for left, right in merges:
            at = 0
            while at < len(symbols) - 1:
                if symbols[at : at + 2] == [left, right]:
                    symbols[at : at + 2] = [left + right]
                at += 1
        for pair in pairwise(symbols):
            counts[" ".join(pair)] += count
    return counts


def test_the_counts_named_for_hug():
    start, after_ug = pairs(HUG), pairs(HUG, [("u", "g")])
    assert (start["u g"], start["p u"], start["u n"]) == (20, 17, 16)
    assert (after_ug["h ug"], after_ug["u n"], after_ug["p u"]) == (15, 16, 12)
    said = t("lesson_02.bpe-first-three.right")
    assert "ug with 20, un with 16, hug with 15" in said and "from 17 to 12" in said


def test_the_counts_named_for_low():
    start, later = pairs(LOW), pairs(LOW, [("e", "s"), ("es", "t")])
    assert (start["s t"], start["w e"]) == (9, 8)
    named = {"l o": 7, "o w": 7, "w e": 2, "w est": 6, "d est": 3, "s t": 0}
    assert {pair: later[pair] for pair in named} == named


def third(marker, tie):
    steps = trace.record(bpe.train_steps(LOW, merges=3, tie_break=tie, end_of_word=marker)).steps
    return steps[2].new


def test_one_corpus_has_three_third_merges():
    ties = ("smallest_pair", "largest_pair")
    found = {third(marker, tie) for marker in (None, "separate", "glued") for tie in ties}
    assert found == {"lo", "ow", "est</w>"}
    assert exercises.get("bpe-next-merge").reference == "l o"


def test_bananas_could_have_one_piece_less():
    cut = exercises.get("bpe-cut").reference
    learned = [tuple(rule.split()) for rule in ("n a", "a n", "b an", "an a", "na s")]
    pieces = [*"abns", *map("".join, learned)]
    model = bpe.BpeModel({piece: at for at, piece in enumerate(pieces)}, learned)
    assert list(bpe.encode(model, "bananas")) == list(cut) and len(cut) == 4
    assert "".join(("ban", "ana", "s")) == "bananas" and {"ban", "ana", "s"} <= set(pieces)


def test_subword_nmt_stops_when_the_best_pair_is_seen_once():
    assert inspect.signature(learn_bpe).parameters["min_frequency"].default == 2
