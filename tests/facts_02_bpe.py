"""What the package computes for lesson 02: keys of questions, references, golden variants."""

from subword_lab import bpe, exercises, quiz

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


QUESTIONS = {
    "bpe-what-training-merges": lambda: [" ".join(bpe.train(HUG, merges=1).merges[0])],
    "bpe-encode-order": lambda: [cut("abab", [("b", "a"), ("a", "b")])],
    "bpe-vocab-size": lambda: len(bpe.train(HUG, merges=3).vocab),
    "bpe-aaa": lambda: cut("aaaaa", [("a", "a")]),
    "bpe-what-is-true": true_statements,
}

TOY = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


def merges(word_counts, count, tie_break="smallest_ids"):
    """The first merges, each as a learner writes it."""
    model = bpe.train(word_counts, merges=count, tie_break=tie_break)
    return [" ".join(pair) for pair in model.merges]


EXERCISES = {
    "bpe-first-three": lambda: dict(
        zip(exercises.get("bpe-first-three").form.rows, merges(HUG, 3), strict=True)
    ),
    "bpe-next-merge": lambda: merges(TOY, 3)[2],
}

VARIANTS = {
    "bpe-pair-count-gen": (
        "Words and counts: see 2, ao 8, antt 7. How often does the pair (e, e) occur?",
        2.0,
    ),
    "bpe-next-merge-gen": (
        "Words and counts: eotoa 7, lln 5, tan 6, eens 9. On equal counts the smallest "
        "pair wins. Which pair is merged first?",
        ["l l", "a n", "e e", "e o", "n s"],
    ),
}
