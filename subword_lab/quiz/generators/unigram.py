"""Variants about Unigram: the best cut, all cuts together, and what a piece is worth."""

import random
from collections.abc import Collection, Sequence
from math import exp, prod

from subword_lab import unigram
from subword_lab.quiz.generators.bpe_tables import longest_first
from subword_lab.quiz.generators.bpe_training import listed
from subword_lab.quiz.variants import (
    Generator,
    Options,
    Variant,
    decimals,
    distinct,
    numbers,
    redrawn,
)
from subword_lab.unigram import UnigramModel

SHARES = 20  # probabilities are twentieths
Cuts = list[tuple[str, ...]]


@redrawn()
def unigram_cut(rng: random.Random, level: int) -> Variant | None:
    """Ask for the most probable cut of a word."""
    word, probabilities = _draw(rng, level + 1)
    cuts = _all_cuts(word, probabilities)
    if not _one_best(cuts, probabilities):
        return None
    model = UnigramModel.from_probabilities(probabilities)
    options = distinct(
        (_bars(unigram.encode(model, word)), "right"),
        (_bars(longest_first(word, probabilities)), "longest"),
        (_bars(unigram.n_best(model, word, 2)[1][0]), "second"),
        (_bars(min(cuts, key=lambda cut: (len(cut), cut))), "fewest"),
        (_bars(tuple(word)), "characters"),
        (_bars(max(cuts, key=lambda cut: (sum(probabilities[p] for p in cut), cut))), "summed"),
    )[:5]
    return _variant(word, probabilities, options, right=options[0][0])


@redrawn()
def viterbi_probability(rng: random.Random, level: int) -> Variant | None:
    """Ask for the probability of the best cut."""
    word, probabilities = _draw(rng, level)
    cuts = _all_cuts(word, probabilities)
    model = UnigramModel.from_probabilities(probabilities)
    best = unigram.encode(model, word)
    if not _one_best(cuts, probabilities):
        return None
    options = decimals(
        exp(model.score(best)),
        all_cuts=sum(_product(cut, probabilities) for cut in cuts),
        longest=_product(longest_first(word, probabilities), probabilities),
        summed=sum(probabilities[piece] for piece in best),
        characters=_product(word, probabilities),
    )
    return _variant(word, probabilities, options, best=_bars(best), right=options[0][0])


@redrawn()
def number_of_cuts(rng: random.Random, level: int) -> Variant:
    """Ask in how many ways a word can be cut."""
    word, probabilities = _draw(rng, level + 1)
    model = UnigramModel.from_probabilities(probabilities)
    count = sum(1 for _ in unigram.lattice(model, word).segmentations())
    inside = [piece for piece in probabilities if piece in word]
    options = numbers(
        count,
        everywhere=2 ** (len(word) - 1),
        pieces=len(inside),
        borders=len(word) - 1,
        edges=len(unigram.lattice(model, word).edges),
    )
    return _variant(word, probabilities, options, pieces=", ".join(probabilities), right=count)


@redrawn()
def forward_sum(rng: random.Random, level: int) -> Variant:
    """Ask for the probability of a word: all its cuts together."""
    word, probabilities = _draw(rng, level)
    cuts = _all_cuts(word, probabilities)
    model = UnigramModel.from_probabilities(probabilities)
    best = _product(unigram.encode(model, word), probabilities)
    options = decimals(
        exp(unigram.lattice(model, word).forward()[-1]),
        best=best,
        best_times_cuts=best * len(cuts),
        average=sum(_product(cut, probabilities) for cut in cuts) / len(cuts),
        characters=_product(word, probabilities),
    )
    return _variant(word, probabilities, options, right=options[0][0])


@redrawn()
def expected_count(rng: random.Random, level: int) -> Variant | None:
    """Ask for the expected count of a piece in a word, as the E step gives it."""
    word, probabilities = _draw(rng, level)
    times = rng.randint(2, 10)
    cuts = _all_cuts(word, probabilities)
    piece = rng.choice(sorted(p for p in probabilities if any(p in cut for cut in cuts)))
    model = UnigramModel.from_probabilities(probabilities)
    expected = unigram.expect(model, {word: times}).counts[piece]
    if len(cuts) < 2:
        return None
    options = decimals(
        expected,
        best_cut=times * unigram.encode(model, word).count(piece),
        word_once=expected / times,
        all_alike=times * sum(cut.count(piece) for cut in cuts) / len(cuts),
        prior=times * probabilities[piece],
    )
    return _variant(word, probabilities, options, times=times, piece=piece, right=options[0][0])


@redrawn(least=3)
def pruned_first(rng: random.Random, level: int) -> Variant | None:
    """Ask which piece is given up first."""
    words = {_draw(rng, level)[0]: rng.randint(1, 9) for _ in range(2)}
    _, probabilities = _draw(rng, level + 1, "".join(words))
    if any(not any(piece in word for word in words) for piece in probabilities):
        return None
    model = UnigramModel.from_probabilities(probabilities)
    losses = unigram.removal_losses(model, words)
    free = sorted((losses[piece], piece) for piece in probabilities if len(piece) > 1)
    if len(free) < 3 or free[0][0] < 0.05 or free[1][0] - free[0][0] < 0.05:
        return None
    names = [piece for _, piece in free]
    options = distinct(
        (names[0], "right"),
        (min(names, key=lambda piece: (probabilities[piece], piece)), "rarest"),
        (names[-1], "dearest"),
        (max(names, key=lambda piece: (len(piece), piece)), "longest"),
        (min(names, key=lambda piece: (len(piece), piece)), "shortest"),
    )
    params = {"words": listed(words), "pieces": listed(probabilities), "loss": f"{free[0][0]:.2f}"}
    return Variant({**params, "right": names[0]}, options=options,
                   drawn={"words": words, "probabilities": probabilities})  # fmt: skip


GENERATORS: dict[str, Generator] = {
    "unigram_cut": unigram_cut,
    "viterbi_probability": viterbi_probability,
    "number_of_cuts": number_of_cuts,
    "forward_sum": forward_sum,
    "expected_count": expected_count,
    "pruned_first": pruned_first,
}

# What is drawn, and how else it could be cut -----------------------------------------------------


def _draw(rng: random.Random, level: int, word: str = "") -> tuple[str, dict[str, float]]:
    """Draw a word, and pieces inside it with probabilities that add up to 1."""
    word = word or "".join(rng.choices("abn", k=2 + level))
    inside = sorted({word[i:j] for i in range(len(word)) for j in range(i + 2, i + 4)})
    longer = [piece for piece in inside if 1 < len(piece) < max(3, len(word))]
    pieces = [*sorted(set(word)), *rng.sample(longer, min(len(longer), 1 + level))]
    borders = sorted(rng.sample(range(1, SHARES), len(pieces) - 1))
    sizes = [b - a for a, b in zip([0, *borders], [*borders, SHARES], strict=True)]
    return word, {piece: size / SHARES for piece, size in zip(pieces, sizes, strict=True)}


def _variant(
    word: str, probabilities: dict[str, float], options: Options, **more: object
) -> Variant:
    params = {"word": word, "pieces": listed(probabilities), **more}
    drawn = {**params, "probabilities": probabilities}
    return Variant(params, options=options, drawn=drawn)


def _all_cuts(word: str, pieces: Collection[str]) -> Cuts:
    """Every way to cut a word into known pieces."""
    if not word:
        return [()]
    ends = [end for end in range(1, len(word) + 1) if word[:end] in pieces]
    return [(word[:end], *rest) for end in ends for rest in _all_cuts(word[end:], pieces)]


def _one_best(cuts: Cuts, probabilities: dict[str, float]) -> bool:
    """Whether the best cut is clearly better than the second."""
    ordered = sorted((_product(cut, probabilities) for cut in cuts), reverse=True)
    return len(ordered) > 1 and ordered[0] > 1.05 * ordered[1]


def _product(pieces: Sequence[str], probabilities: dict[str, float]) -> float:
    return prod(probabilities[piece] for piece in pieces)


def _bars(pieces: Sequence[str]) -> str:
    return " | ".join(pieces)
