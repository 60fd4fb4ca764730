"""Variants about WordPiece: the longest match, and three criteria for a merge."""

import math
import random
from collections.abc import Callable, Collection, Sequence
from operator import attrgetter

from subword_lab import scores, wordpiece
from subword_lab.quiz.generators.bpe_training import draw_words, listed
from subword_lab.quiz.model import Text
from subword_lab.quiz.variants import Generator, Variant, decimals, distinct, numbers, redrawn
from subword_lab.scores import PairScore
from subword_lab.ties import Pair

CRITERIA = {
    "count": Text("by count", "按计数"),
    "hf_score": Text("by count over the counts of its two parts", "按计数除以两部分计数之积"),
}


@redrawn()
def wordpiece_cut(rng: random.Random, level: int) -> Variant:
    """Ask how a word is cut by a vocabulary, dead ends included from level 2 on."""
    word = "".join(rng.choices("abcd", k=4 + level))
    letters = sorted(set(word))
    known = letters if level == 1 else rng.sample(letters, max(1, len(letters) - 1))
    pieces = {form for letter in known for form in (letter, f"##{letter}")}
    for _ in range(3 + level):
        start = rng.choice((0, rng.randrange(len(word) - 1)))
        part = word[start : start + rng.randint(2, 3)]
        pieces.add(part if start == 0 else f"##{part}")
    vocab = sorted(pieces)
    right = wordpiece.encode(wordpiece.WordPieceModel.from_vocab(["[UNK]", *vocab]), word)
    options = distinct(
        (_spaced(right), "right"),
        (_spaced(greedy(word, vocab, longest=True)), "unknown_rest"),
        (_spaced(from_the_end(word, vocab)), "from_the_end"),
        (_spaced(greedy(word, vocab, longest=False)), "shortest"),
        (_spaced([piece.removeprefix("##") for piece in right]), "no_marks"),
        (_spaced(_marked(word)), "characters"),
        ("[UNK]", "gives_up"),
    )[:5]
    params = {"word": word, "vocab": " ".join(vocab), "right": options[0][0]}
    return Variant(params, options=options, drawn={"word": word, "vocab": vocab})


@redrawn()
def exact_gain(rng: random.Random, level: int) -> Variant:
    """Ask for the gain in log-likelihood of a merge, beside what is taken for it."""
    left, right = rng.randint(8, 20 * level + 8), rng.randint(8, 20 * level + 8)
    pair, total = rng.randint(2, min(left, right) - 2), left + right + rng.randint(20, 100)
    gain, pmi = scores.gain(pair, left, right, total), scores.pmi(pair, left, right, total)
    options = decimals(
        gain,
        pmi=pmi,
        count_times_pmi=pair * pmi,
        bits=gain / math.log(2),
        ratio=pair * total / (left * right),
    )
    params = {"pair": pair, "left": left, "right": right, "total": total, "gain": f"{gain:.3g}"}
    return Variant(params, options=options if gain > 0.05 else (), drawn={**params})


@redrawn()
def best_by_criterion(rng: random.Random, level: int) -> Variant | None:
    """Ask which pair wins, by count or by a score that divides by the counts of the parts."""
    words = draw_words(rng, level)
    rows = wordpiece.scores(words)
    winners = {name: _only(rows, attrgetter(name)) for name in CRITERIA}
    asked = rng.choice(sorted(CRITERIA))
    if None in winners.values() or winners["count"] == winners["hf_score"]:
        return None
    other = next(name for name in winners if name != asked)
    rarest = min(rows, key=lambda row: (row.count, row.pair)).pair
    lowest = min(rows, key=lambda row: (row.hf_score, row.pair)).pair
    options = distinct(
        (_pair(winners[asked]), "right"),
        (_pair(winners[other]), "other"),
        (_pair(rows[0].pair), "first"),
        (_pair(rarest), "rarest"),
        (_pair(lowest), "lowest"),
    )
    said = {"criterion": CRITERIA[asked].en, "criterion_zh": CRITERIA[asked].zh}
    params = {"words": listed(words), "right": options[0][0], **said}
    return Variant(params, options=options, drawn={"words": words, "asked": asked})


@redrawn()
def start_symbols(rng: random.Random, level: int) -> Variant:
    """Ask from how many symbols WordPiece training starts."""
    words = draw_words(rng, level)
    symbols = len(wordpiece.train(words, merges=0, special_tokens=("[UNK]",)).vocab) - 1
    letters = len(set("".join(words)))
    options = numbers(
        symbols,
        no_marks=letters,
        both_forms=2 * letters,
        every_letter=sum(map(len, words)),
        marked_only=len({letter for word in words for letter in word[1:]}),
    )
    params = {"words": " ".join(words), "right": symbols}
    return Variant(params, options=options, drawn={"words": words})


GENERATORS: dict[str, Generator] = {
    "wordpiece_cut": wordpiece_cut,
    "exact_gain": exact_gain,
    "best_by_criterion": best_by_criterion,
    "start_symbols": start_symbols,
}

# What other encoders do --------------------------------------------------------------------------


def greedy(word: str, vocab: Collection[str], longest: bool) -> list[str]:
    """Match from the left; at a dead end only the rest becomes [UNK]."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        ends = range(len(word), start, -1) if longest else range(start + 1, len(word) + 1)
        mark = "##" if start else ""
        end = next((end for end in ends if mark + word[start:end] in vocab), None)
        if end is None:
            return [*pieces, "[UNK]"]
        pieces.append(mark + word[start:end])
        start = end
    return pieces


def from_the_end(word: str, vocab: Collection[str]) -> list[str]:
    """Match the longest piece at the end, again and again."""
    pieces: list[str] = []
    end = len(word)
    while end:
        found = [at for at in range(end) if ("##" if at else "") + word[at:end] in vocab]
        if not found:
            return ["[UNK]"]
        pieces.insert(0, ("##" if found[0] else "") + word[found[0] : end])
        end = found[0]
    return pieces


def _only(rows: Sequence[PairScore], value: Callable[[PairScore], float]) -> Pair | None:
    """The pair with the largest value; None where a second one comes too near."""
    ordered = sorted(rows, key=value, reverse=True)
    if len(ordered) < 2 or value(ordered[0]) - value(ordered[1]) < 1e-9:
        return None
    return ordered[0].pair


def _marked(word: str) -> list[str]:
    return [word[0], *(f"##{letter}" for letter in word[1:])]


def _spaced(pieces: Sequence[str]) -> str:
    return " ".join(pieces)


def _pair(pair: Pair | None) -> str:
    left, right = pair or ("", "")
    return f"({left}, {right})"
