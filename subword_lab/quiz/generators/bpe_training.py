"""Variants about training BPE: pairs, their counts, and what grows."""

import random
from collections.abc import Callable, Mapping

from subword_lab import bpe, pairs
from subword_lab.quiz.model import Text
from subword_lab.quiz.variants import Generator, Variant, distinct, numbers, redrawn
from subword_lab.ties import Pair

ASKED = {
    "counted": Text("How often does training count the pair", "训练时统计到多少次符号对"),
    "joined": Text("How many joins are made by the merge", "总共合并多少次符号对"),
}


def pair_count(rng: random.Random, level: int) -> Variant:
    """Ask how often a pair occurs in a small corpus."""
    words = draw_words(rng, level)
    counts = pairs.count_pairs([(tuple(word), n) for word, n in words.items()])
    pair = rng.choice(sorted(counts))
    params = {"words": listed(words), "left": pair[0], "right": pair[1], "count": counts[pair]}
    return Variant(params, answer=float(counts[pair]), drawn={"words": words, "pair": pair})


@redrawn()
def next_merge(rng: random.Random, level: int) -> Variant:
    """Ask for the merge that comes next, beside what other rules would take."""
    words = draw_words(rng, level)
    counts = pairs.count_pairs([(tuple(word), n) for word, n in words.items()])
    once = pairs.count_pairs([(tuple(word), 1) for word in words])
    options = distinct(
        _written(_best(counts, min), "right"),
        _written(_best(counts, max), "other_tie"),
        _written(_best(once, min), "words_once"),
        _written(next(iter(counts)), "first_pair"),
        _written(min(counts, key=lambda pair: (counts[pair], pair)), "rarest"),
    )
    right = bpe.train(words, merges=1).merges[0]
    params = {"words": listed(words), "right": " ".join(right), "count": counts[right]}
    return Variant(params, options=options, drawn={"words": words})


@redrawn()
def repeated_symbol(rng: random.Random, level: int) -> Variant:
    """Ask for a pair of a symbol with itself: places that overlap, or joins that do not."""
    one, other = rng.sample("abcdefg", 2)
    runs = [one * rng.randint(2, 4 + level) for _ in range(level)]
    word, count = other + other.join(runs) + rng.choice(("", other)), rng.randint(2, 9)
    symbols, pair = tuple(word), (one, one)
    values = {
        "counted": pairs.count_pairs([(symbols, count)])[pair],
        "joined": count * (len(word) - len(pairs.merge_word(symbols, pair, one + one))),
    }
    asked = rng.choice(sorted(values))
    right = values.pop(asked)
    options = numbers(
        right,
        other=next(iter(values.values())),
        words_once=right / count,
        letters=count * word.count(one),
        all_pairs=count * (len(word) - 1),
    )
    params = {
        "asked": ASKED[asked].en,
        "asked_zh": ASKED[asked].zh,
        "letter": one,
        "word": word,
        "count": count,
        "right": right,
    }
    return Variant(params, options=options, drawn={"word": word, "count": count, "asked": asked})


@redrawn()
def vocabulary_size(rng: random.Random, level: int) -> Variant | None:
    """Ask how many entries there are after some merges."""
    words, merges, special = draw_words(rng, level), rng.randint(2, 2 + 2 * level), level
    names = tuple(f"<{i}>" for i in range(special))
    model = bpe.train(words, merges=merges, special_tokens=names)
    if len(model.merges) < merges or len(model.vocab) < special + merges:
        return None
    letters = len(set("".join(words)))
    options = numbers(
        len(model.vocab),
        no_alphabet=merges + special,
        no_special=letters + merges,
        no_merges=letters + special,
        every_letter=sum(map(len, words)) + merges + special,
    )
    params = {"words": listed(words), "merges": merges, "special": special, "letters": letters}
    return Variant({**params, "right": len(model.vocab)}, options=options,
                   drawn={"words": words, "merges": merges, "special": special})  # fmt: skip


@redrawn()
def symbols_left(rng: random.Random, level: int) -> Variant | None:
    """Ask how many symbols the corpus has after the first merges."""
    words = draw_words(rng, level)
    before = sum(len(word) * count for word, count in words.items())
    cut = [(tuple(word), count) for word, count in words.items()]
    merges = bpe.train(words, merges=level).merges
    joined = 0
    for left, right in merges:
        joined += pairs.count_pairs(cut)[left, right]
        cut = [(pairs.merge_word(symbols, (left, right), left + right), n) for symbols, n in cut]
    after = sum(len(symbols) * count for symbols, count in cut)
    if len(merges) < level or before - after != joined:
        return None  # where places overlap, the count says too much
    options = numbers(
        after,
        nothing_changes=before,
        twice=before - 2 * joined,
        words_once=sum(len(symbols) for symbols, _ in cut),
        one_each=before - level,
    )
    said = ", ".join(f"({left}, {right})" for left, right in merges)
    params = {"words": listed(words), "merges": said, "before": before, "after": after}
    return Variant(params, options=options, drawn={"words": words, "merges": merges})


def draw_words(rng: random.Random, level: int) -> dict[str, int]:
    """Draw a few short words with counts; higher levels draw more and longer ones."""
    letters = "aelnost"
    words: dict[str, int] = {}
    while len(words) < 2 + level:
        word = "".join(rng.choices(letters, k=rng.randint(2, 3 + level)))
        words[word] = rng.randint(1, 9)
    return words


def listed(words: Mapping[str, object]) -> str:
    """Write word counts as a learner reads them.

    >>> listed({"low": 5, "newest": 6})
    'low 5, newest 6'
    """
    return ", ".join(f"{word} {count}" for word, count in words.items())


GENERATORS: dict[str, Generator] = {
    "pair_count": pair_count,
    "next_merge": next_merge,
    "repeated_symbol": repeated_symbol,
    "vocabulary_size": vocabulary_size,
    "symbols_left": symbols_left,
}


def _best(counts: Mapping[Pair, int], choose: Callable[..., Pair]) -> Pair:
    most = max(counts.values())
    return choose(pair for pair, count in counts.items() if count == most)


def _written(pair: Pair, reason: str) -> tuple[str, str]:
    return " ".join(pair), reason
