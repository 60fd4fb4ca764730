"""What the package computes for lesson 04: keys of questions, references of exercises."""

import subword_lab as sl
from subword_lab import quiz, scores, wordpiece
from subword_lab.exercises.lesson_04.criteria import CRITERIA, OPTIONS
from subword_lab.views.peers import wordpiece as hugging_face
from subword_lab.wordpiece import WordPieceModel

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
BUTTON = ["u", "un", "unb", "##b", "##but", "##button", "##u", "##ut", "##utt", "##t", "##ton"]
BUTTON += ["##toned", "##o", "##oned", "##n", "##e", "##ed", "##d"]


def cut(word, pieces):
    """The pieces of a word, with spaces between them."""
    return " ".join(wordpiece.encode(WordPieceModel.from_vocab(["[UNK]", *pieces]), word))


def first_by_pmi():
    pairs = {row.pair: row.pmi for row in wordpiece.scores(HUG)}
    assert sorted(pairs.values())[-2] < max(pairs.values())
    return [" ".join(max(pairs, key=pairs.get))]


def what_merging_does():
    counts = (987, 9_000, 6_000, 100_000)
    assert round(scores.pmi(*counts), 2) == 0.60 and round(scores.gain(*counts)) == -254
    return ["It falls." if scores.gain(*counts) < 0 else "It rises, because PMI is above 0."]


def one_unknown():
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [cut("hugs🤗", ["hug", *letters, *("##" + ch for ch in letters)])]


def true_statements():
    """Check each claim of wordpiece-what-is-true, in its order; give the texts that hold."""
    model = wordpiece.train(HUG, merges=6)
    bare = WordPieceModel.from_vocab(model.vocab)
    toy = sl.Tokenizer.train("wordpiece", ["Don't sing, singing"], merges=6)
    theirs = hugging_face.trained(HUG, 6)
    by_count, by_gain = (
        [wordpiece.join(*pair) for pair in wordpiece.train(HUG, merges=6, score=score).merges]
        for score in ("count", "gain")
    )
    assert theirs == by_count and theirs[:5] == by_gain[:5]
    holds = [
        all(wordpiece.encode(bare, w) == wordpiece.encode(model, w) for w in (*HUG, "bugs", "mug")),
        WordPieceModel.from_vocab(["ing", "##ing"]).vocab == {"ing": 0, "##ing": 1},
        toy.decode(toy.encode("Don't")) == "Don't",
        theirs == by_gain,
    ]
    assert toy.decode(toy.encode("Don't")) == "don ' t"
    options = quiz.get("wordpiece-what-is-true").options
    return [option.text.en for option, true in zip(options, holds, strict=True) if true]


QUESTIONS = {
    "wordpiece-first-by-pmi": first_by_pmi,
    "wordpiece-pmi-and-gain": what_merging_does,
    "wordpiece-longest-match": lambda: cut(
        "hugs", ["h", "hu", "hug", "##u", "##g", "##s", "##gs", "##ugs"]
    ),
    "wordpiece-one-unknown": one_unknown,
    "wordpiece-what-is-true": true_statements,
}


def what_is_decided():
    """By each criterion: the winner, if it is the same for all single counts that could be."""
    possible = {
        "th": [(987, 9_000, 6_000, 100_000), (987, 3_000, 2_000, 100_000)],
        "##pi": [(34, 60, 40, 100_000), (34, 2_000, 7_000, 100_000)],
    }
    values = {
        "count": lambda n, a, b, total: n,
        "PMI": scores.pmi,
        "gain": scores.gain,
    }
    decided = {}
    for name in CRITERIA:
        winners = {
            max(("th", "##pi"), key={"th": values[name](*th), "##pi": values[name](*pi)}.get)
            for th in possible["th"]
            for pi in possible["##pi"]
        }
        decided[name] = winners.pop() if len(winners) == 1 else OPTIONS[2]
    return decided


EXERCISES = {
    "wordpiece-which": what_is_decided,
    "wordpiece-cut": lambda: [p.removeprefix("##") for p in cut("unbuttoned", BUTTON).split()],
}

VARIANTS = {}
