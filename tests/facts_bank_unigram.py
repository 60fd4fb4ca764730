"""What the package computes for the bank's questions on Unigram."""

import random
from collections import Counter
from math import exp, isclose, log

from claims import holding, partners
from subword_lab import Tokenizer, bpe, corpora, text, unigram, wordpiece
from subword_lab.unigram import UnigramModel

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
model = UnigramModel.from_probabilities


def probability_of_best():
    probabilities = {"h": 0.1, "u": 0.2, "g": 0.1, "hu": 0.05, "ug": 0.1}
    return round(exp(unigram.n_best(model(probabilities), "hug", 1)[0][1]), 6)


def sum_of_cuts():
    expected = unigram.expect(model({"a": 0.3, "b": 0.4, "ab": 0.05}), {"ab": 1})
    return round(exp(expected.log_likelihood), 6)


def keeps_letters():
    trained = unigram.train(HUG, 12)
    assert set("hugpnbs") <= set(trained.vocab)
    left = {piece: 0.25 for piece in ("u", "g", "n", "ug")}
    return holding(
        "unigram-keeps-letters",
        not isclose(sum(left.values()), 1),
        trained.vocab and len(trained.vocab) > 12,
        not list(unigram.lattice(model(left), "hug").segmentations()),
        False,
    )


def why_logs():
    product = 1.0
    for _ in range(100):
        product *= 0.0001
    small = [0.01, 0.005, 0.002]
    return holding(
        "unigram-why-logs",
        sorted(small) != sorted(small, key=log),
        False,
        all(log(p).is_integer() for p in small),
        product == 0 and round(100 * log(0.0001)) == -921,
    )


def psi():
    rare, often = (exp(unigram.digamma(count)) / count for count in (1, 100))
    return holding("unigram-psi", rare > often, isclose(rare, often), rare < 0, rare < often < 1)


def em_never_falls():
    current = model({"u": 0.3, "g": 0.1, "h": 0.2, "p": 0.1, "n": 0.1, "b": 0.05, "s": 0.05,
                     "ug": 0.05, "un": 0.05})  # fmt: skip
    seen = []
    for _ in range(12):
        current, log_likelihood = unigram.em_step(current, HUG, digamma=False)
        seen.append(log_likelihood)
    steps = [after - before for before, after in zip(seen, seen[1:], strict=False)]
    fell = any(step < -1e-9 for step in steps)
    assert steps[0] > 1e-3
    return holding("unigram-em-never-falls", False, fell, not fell, fell)


def power():
    """The share as drawn 8,000 times, brought to the fraction it must be near."""
    two = model({"a": 0.1, "b": 0.1, "ab": 0.04})
    rng = random.Random(1)
    drawn = Counter(unigram.sample(two, "ab", 0.5, rng) for _ in range(8_000))
    share = drawn[("a", "b")] / drawn.total()
    exact = 0.01**0.5 / (0.01**0.5 + 0.04**0.5)
    assert abs(share - exact) < 0.02
    return round(exact, 4)


def viterbi_cost():
    """Count the edges of a text of n characters whose pieces have up to m."""
    n, m = 24, 3
    pieces = {"a" * size: 1 / m for size in range(1, m + 1)}
    edges = len(unigram.lattice(model(pieces), "a" * n).edges)
    assert edges == n * m - m * (m - 1) // 2
    return holding(
        "unigram-viterbi-cost", edges >= 2 ** (n - 1), n * (m - 1) < edges <= n * m, False, False
    )


def rounds():
    pieces, count = 20_000, 0
    while pieces > 1.1 * 8_000:
        pieces, count = int(0.75 * pieces), count + 1
    assert pieces == 8_437
    return count


def one_bad_character():
    cut = tuple(Tokenizer.train("unigram", HUG, 12).tokenize("hug☃s"))
    listed = wordpiece.WordPieceModel.from_vocab(["[UNK]", "hug", "##s"])
    assert wordpiece.encode(listed, "hug☃s") == ("[UNK]",)
    return holding(
        "unigram-one-bad-character",
        len(cut) == 1,
        "".join(cut) == "hugs",
        cut[-2:] == ("<unk>", "s") and "".join(cut[:-2]).strip("▁") == "hug",
        False,
    )


def scores_and_counts():
    words = dict(list(text.count_words(corpora.load("english/stories")).items())[:200])
    trained = unigram.train(words, 100)
    used = Counter()
    for word, count in words.items():
        for piece in unigram.encode(trained, word):
            used[piece] += count
    shares = {piece: used[piece] / used.total() for piece in trained.log_probs}
    given = {piece: exp(score) for piece, score in trained.log_probs.items()}
    far = max(abs(shares[piece] - given[piece]) for piece in shares)
    seeds = unigram.seed_scores(words)
    return holding(
        "unigram-scores-and-counts",
        far == 0,
        far < 1e-6,
        all(given[piece] == seeds.get(piece) for piece in given),
        far > 1e-3,
    )


def what_must_be_stored():
    """What each trained or listed model holds beside pieces and ids."""
    models = {
        "BPE": bpe.train(HUG, merges=2),
        "WordPiece": wordpiece.WordPieceModel.from_vocab(["[UNK]", "a"]),
        "Unigram": unigram.train(HUG, 12),
    }

    def held(name):
        if getattr(models[name], "log_probs", None):
            return "a probability for each piece"
        return "the order of the merges" if models[name].merges else "nothing more"

    return partners("unigram-what-must-be-stored", held)


def border():
    """Add up the shares of the pieces that begin at g, in all cuts of hug."""
    pieces = model({"h": 0.1, "u": 0.2, "g": 0.1, "hu": 0.05, "ug": 0.1})
    paths = unigram.lattice(pieces, "hug")
    shares, _ = paths.marginals()
    return round(sum(s for s, edge in zip(shares, paths.edges, strict=True) if edge.start == 2), 2)


QUESTIONS = {
    "unigram-border": border,
    "unigram-probability-of-best": probability_of_best,
    "unigram-sum-of-cuts": sum_of_cuts,
    "unigram-keeps-letters": keeps_letters,
    "unigram-why-logs": why_logs,
    "unigram-psi": psi,
    "unigram-em-never-falls": em_never_falls,
    "unigram-power": power,
    "unigram-viterbi-cost": viterbi_cost,
    "unigram-rounds": rounds,
    "unigram-one-bad-character": one_bad_character,
    "unigram-scores-and-counts": scores_and_counts,
    "unigram-what-must-be-stored": what_must_be_stored,
}
