"""Variants about a table of merges: use it, mend it, say by which rule it came about."""

import random
from collections.abc import Collection, Sequence
from itertools import pairwise

from subword_lab import bpe, pairs
from subword_lab.quiz.generators.bpe_training import draw_words, listed
from subword_lab.quiz.model import Text
from subword_lab.quiz.variants import Generator, Variant, distinct, redrawn
from subword_lab.ties import Pair

RULES = {
    "smallest_pair": Text("the pair that comes first in the alphabet", "字母顺序靠前的一对"),
    "largest_pair": Text("the pair that comes last in the alphabet", "字母顺序靠后的一对"),
    "first_seen": Text("the pair met first in the text", "文本中最先出现的一对"),
}
NO_TIE = Text("none: there was no tie", "没有用到：并未出现平局")
NO_LINE = Text("no line", "没有错误")


@redrawn()
def bpe_cut(rng: random.Random, level: int) -> Variant | None:
    """Ask how a word is cut by a list of merges, beside what other encoders do."""
    corpus = {"".join(rng.choices("abc", k=rng.randint(4, 7))): rng.randint(1, 9) for _ in range(5)}
    model = bpe.train(corpus, merges=3 + level)
    word = "".join(rng.choices("abc", k=5 + level))
    if not set(word) <= model.vocab.keys():
        return None
    options = distinct(
        (_bars(bpe.encode(model, word)), "right"),
        (_bars(longest_first(word, model.vocab)), "longest"),
        (_bars(any_pair_from_the_left(word, model.merges)), "leftmost"),
        (_bars(by_rank(word, model.merges[::-1])), "last_first"),
        (_bars(by_rank(word, model.merges[:1])), "first_only"),
        (_bars(word), "characters"),
    )[:5]
    merges = ", ".join(f"({left}, {right})" for left, right in model.merges)
    return Variant({"word": word, "merges": merges, "right": options[0][0]}, options=options,
                   drawn={"word": word, "merges": model.merges})  # fmt: skip


@redrawn()
def missing_merge(rng: random.Random, level: int) -> Variant | None:
    """Ask which merge was lost from a table: a later one needs what it made."""
    merges = bpe.train(draw_words(rng, level), merges=3 + level).merges
    needed = [
        (at, later)
        for at, pair in enumerate(merges)
        for later in merges[at + 1 :]
        if "".join(pair) in later and "".join(pair) not in map("".join, _without(merges, at))
    ]
    if not needed:
        return None
    at, later = rng.choice(needed)
    lost, made = merges[at], "".join(merges[at])
    rest = _without(merges, at)
    other = later[1] if later[0] == made else later[0]
    wrong = [
        (lost[::-1], "reversed"),
        (later[::-1], "later_reversed"),
        ((lost[1], other), "half"),
        (rng.choice([pair for pair in rest if pair != later] or [later]), "there_already"),
    ]
    options = distinct(
        (_pair(lost), "right"),
        *((_pair(pair), name) for pair, name in wrong if "".join(pair) != made),
    )
    params = {"table": "; ".join(map(_pair, rest)), "later": _pair(later), "made": made}
    return Variant({**params, "right": _pair(lost)}, options=options,
                   drawn={"rest": rest, "made": made})  # fmt: skip


@redrawn()
def wrong_merge(rng: random.Random, level: int) -> Variant | None:
    """Ask which line of a table is not the most frequent pair of its time."""
    words, lines = draw_words(rng, level), 3 + (level > 1)
    bad = rng.randrange(lines)
    cut = [(tuple(word), count) for word, count in words.items()]
    table: list[Pair] = []
    best = ""
    for at in range(lines):
        counts = sorted(pairs.count_pairs(cut).items(), key=lambda entry: -entry[1])
        if len(counts) < 2 or counts[0][1] == counts[1][1]:
            return None  # a tie: then two lines would be right
        if at == bad:
            best = _pair(counts[0][0])
        pair = counts[1 if at == bad else 0][0]
        table.append(pair)
        cut = [(pairs.merge_word(symbols, pair, "".join(pair)), n) for symbols, n in cut]
    wrong = [(_line(at), "before" if at < bad else "after") for at in range(lines) if at != bad]
    options = distinct((_line(bad), "right"), *wrong, (NO_LINE, "none"))
    said = "; ".join(f"{at}: {_pair(pair)}" for at, pair in enumerate(table, 1))
    params = {"words": listed(words), "table": said, "line": bad + 1, "best": best}
    return Variant(params, options=options, drawn={"words": words, "table": table, "bad": bad})


@redrawn()
def tie_rule(rng: random.Random, level: int) -> Variant | None:
    """Ask by which rule the first merge was chosen among pairs with equal counts."""
    words = draw_words(rng, level)
    first = {rule: bpe.train(words, merges=1, tie_break=rule).merges[0] for rule in RULES}
    if len(set(first.values())) < len(first):
        return None
    rule = rng.choice(sorted(RULES))
    others = [(text, name) for name, text in RULES.items() if name != rule]
    options = distinct((RULES[rule], "right"), *others, (NO_TIE, "no_tie"))
    params = {"words": listed(words), "merge": _pair(first[rule])}
    by_rule = {name: _pair(pair) for name, pair in first.items()}
    return Variant({**params, **by_rule}, options=options,
                   drawn={"words": words, "rule": rule, "merge": first[rule]})  # fmt: skip


GENERATORS: dict[str, Generator] = {
    "bpe_cut": bpe_cut,
    "missing_merge": missing_merge,
    "wrong_merge": wrong_merge,
    "tie_rule": tie_rule,
}

# What other encoders do --------------------------------------------------------------------------


def longest_first(word: str, vocab: Collection[str]) -> list[str]:
    """The longest known piece from the left, again and again: WordPiece's way."""
    pieces, start = [], 0
    while start < len(word):
        known = [end for end in range(len(word), start, -1) if word[start:end] in vocab]
        end = known[0] if known else start + 1
        pieces.append(word[start:end])
        start = end
    return pieces


def any_pair_from_the_left(word: str, merges: Sequence[Pair]) -> list[str]:
    """Join the leftmost learned pair, whatever its rank."""
    symbols = list(word)
    while places := [i for i, pair in enumerate(pairwise(symbols)) if pair in merges]:
        at = places[0]
        symbols[at : at + 2] = ["".join(symbols[at : at + 2])]
    return symbols


def by_rank(word: str, merges: Sequence[Pair]) -> list[str]:
    """Join the learned pair of the lowest rank, the leftmost first."""
    symbols = list(word)
    while places := [(merges.index(p), i) for i, p in enumerate(pairwise(symbols)) if p in merges]:
        at = min(places)[1]
        symbols[at : at + 2] = ["".join(symbols[at : at + 2])]
    return symbols


def _without(merges: Sequence[Pair], at: int) -> list[Pair]:
    return [*merges[:at], *merges[at + 1 :]]


def _bars(pieces: Sequence[str]) -> str:
    return " | ".join(pieces)


def _pair(pair: Pair) -> str:
    return f"({pair[0]}, {pair[1]})"


def _line(at: int) -> Text:
    return Text(f"line {at + 1}", f"第 {at + 1} 行")
