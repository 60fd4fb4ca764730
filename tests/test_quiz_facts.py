"""The keys of the questions, recomputed with the package.

A fact gives the number or the accepted text of a question, or, for one with options, the texts
(English) of the options that are right, in the order of the options.
"""

import pytest

from subword_lab import bpe, quiz

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def cut(word, merges):
    """The pieces of a word under a merge list, with spaces between them."""
    return " ".join(bpe.encode(model_of(merges), word))


def model_of(merges):
    characters = sorted({ch for pair in merges for part in pair for ch in part})
    entries = dict.fromkeys([*characters, *("".join(pair) for pair in merges)])
    return bpe.BpeModel(vocab={piece: i for i, piece in enumerate(entries)}, merges=merges)


def true_statements():
    """Check each claim of bpe-what-is-true, in its order; give the texts of those that hold."""
    hug = bpe.train(HUG, merges=3)
    ties = {"ab": 1, "cd": 1}
    greedy = model_of([("a", "b"), ("b", "c"), ("a", "bc")])
    by_rank = model_of([("b", "a"), ("a", "b")])
    holds = [
        "m" not in hug.vocab,
        bpe.train(ties, merges=1).merges
        != bpe.train(ties, merges=1, tie_break="largest_pair").merges,
        len(bpe.encode(greedy, "abc")) == 1 or "abc" not in greedy.vocab,
        bpe.encode(by_rank, "abab") == ("ab", "ab"),
    ]
    options = quiz.get("bpe-what-is-true").options
    return [option.text.en for option, true in zip(options, holds, strict=True) if true]


FACTS = {
    "bpe-what-training-merges": lambda: [" ".join(bpe.train(HUG, merges=1).merges[0])],
    "bpe-encode-order": lambda: [cut("abab", [("b", "a"), ("a", "b")])],
    "bpe-vocab-size": lambda: len(bpe.train(HUG, merges=3).vocab),
    "bpe-aaa": lambda: cut("aaaaa", [("a", "a")]),
    "bpe-what-is-true": true_statements,
}


def key(question):
    if question.options:
        return [option.text.en for option in question.options if option.correct]
    return question.accepted[0] if question.accepted else question.answer


@pytest.mark.parametrize("id", FACTS)
def test_the_key_is_what_the_package_computes(id):
    assert FACTS[id]() == key(quiz.get(id))


def test_computed_says_which_keys_are_recomputed():
    assert {question.id for question in quiz.questions() if question.computed} == set(FACTS)
