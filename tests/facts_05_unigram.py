"""What lesson 05 keys by hand, recomputed."""

from collections import Counter

from subword_lab import corpora, exercises, unigram
from subword_lab.unigram import UnigramModel

HUG = corpora.load("hug")
TEN = ("b", "g", "h", "n", "p", "s", "u", "ug", "un", "hug")
ABC = {"a": 0.4, "b": 0.3, "ab": 0.3, "bc": 0.2, "c": 0.1}


def substring_counts(word_counts):
    """How often each proper part of a word occurs in all words."""
    parts, counts = set(), Counter()
    for word, count in word_counts.items():
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                counts[word[start:end]] += count
                if end - start < len(word):
                    parts.add(word[start:end])
    return {part: counts[part] for part in parts}


def ten_pieces():
    counts = substring_counts(HUG)
    total = sum(counts[piece] for piece in TEN)
    return UnigramModel.from_probabilities({piece: counts[piece] / total for piece in TEN})


def number_of_cuts():
    word = "token"
    parts = {word[i:j] for i in range(len(word)) for j in range(i + 1, len(word) + 1)}
    model = UnigramModel.from_probabilities(dict.fromkeys(parts, 0.01))
    return len(list(unigram.lattice(model, word).segmentations()))


def best_cut():
    return [" ".join(unigram.encode(UnigramModel.from_probabilities(ABC), "abc"))]


def expected_ug():
    model = UnigramModel.from_probabilities({"u": 0.4, "g": 0.2, "ug": 0.24})
    return round(unigram.expect(model, {"ug": 4}).counts["ug"], 9)


def cheapest():
    losses = unigram.removal_losses(ten_pieces(), HUG)
    return [min("us", key=losses.__getitem__)]


def slipped_counts():
    """The option whose counts give both printed values."""
    counts = substring_counts(HUG)
    total = sum(counts.values())
    for option in exercises.get("unigram-printed-error").form.options:
        changes = dict(change.split(" = ") for change in option.split(", "))
        changed = counts | {name: int(count) for name, count in changes.items() if name != "total"}
        size = int(changes.get("total", total))
        p_u_g = changed["p"] * changed["u"] * changed["g"] / size**3
        pu_g = changed["pu"] * changed["g"] / size**2
        if (round(p_u_g, 6), round(pu_g, 7)) == (0.000389, 0.0022676):
            return option
    raise AssertionError("no option gives the printed values")


QUESTIONS = {
    "unigram-number-of-cuts": number_of_cuts,
    "unigram-best-cut": best_cut,
    "unigram-expected": expected_ug,
    "unigram-what-to-drop": cheapest,
}
EXERCISES = {
    "unigram-likeliest-cut": lambda: list(unigram.encode(ten_pieces(), "hugs")),
    "unigram-printed-error": slipped_counts,
}
VARIANTS = {}
