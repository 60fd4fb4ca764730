# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""Two coding rounds on a tokenizer that serves: make it fast, and remember within bounds."""

import random
from collections import Counter, OrderedDict
from itertools import pairwise

from subword_lab.exercises.model import Args, Exercise

LETTERS = "abcdefgh"
LONG_WORDS = [f"{a}{b}{a}{b}{a}{a}{b}{b}" for a in LETTERS for b in LETTERS] * 500
LONG_MERGES = [(a, b) for a in LETTERS for b in LETTERS] + [
    (a + b, a + b) for a in LETTERS for b in LETTERS
]


def count_tokens(words, merges):
    """Return how many pieces all words have together.

    words is a list, as they follow in a text; merges is the list of learned pairs, first learned
    first: each one is applied in turn, from left to right. It is right, and far too slow for a
    text of 32,000 words.
    """
    total = 0
    for word in words:
        symbols = list(word)
        for left, right in merges:
            i = 0
            while i < len(symbols) - 1:
                if symbols[i] == left and symbols[i + 1] == right:
                    symbols[i : i + 2] = [left + right]
                i += 1
        total += len(symbols)
    return total


def count_tokens_fast(words, merges):
    """Return how many pieces all words have together.

    A text repeats its words: each is cut once, and its pieces are multiplied by its count.
    """
    total = 0
    for word, count in Counter(words).items():
        symbols = list(word)
        for left, right in merges:
            i = 0
            while i < len(symbols) - 1:
                if symbols[i] == left and symbols[i + 1] == right:
                    symbols[i : i + 2] = [left + right]
                i += 1
        total += count * len(symbols)
    return total


def each_word_once(words, merges):
    return count_tokens_fast(sorted(set(words)), merges)


def _remembered_by(key, words, merges):
    sizes = {}
    for word in words:
        if key(word) not in sizes:
            sizes[key(word)] = count_tokens_fast([word], merges)
    return sum(sizes[key(word)] for word in words)


def remembered_by_length(words, merges):
    return _remembered_by(len, words, merges)


def remembered_by_letters(words, merges):
    return _remembered_by(lambda word: "".join(sorted(word)), words, merges)


def merges_as_a_set(words, merges):
    """Joins any learned pair from the left: the order of learning is lost."""
    learned, total = set(merges), 0
    for word, count in Counter(words).items():
        symbols = list(word)
        while places := [i for i, pair in enumerate(pairwise(symbols)) if pair in learned]:
            symbols[places[0] : places[0] + 2] = ["".join(symbols[places[0] : places[0] + 2])]
        total += count * len(symbols)
    return total


def one_place_in_a_word(words, merges):
    total = 0
    for word, count in Counter(words).items():
        symbols = list(word)
        for merge in merges:
            at = next((i for i, pair in enumerate(pairwise(symbols)) if pair == merge), None)
            if at is not None:
                symbols[at : at + 2] = ["".join(merge)]
        total += count * len(symbols)
    return total


def still_every_word(words, merges):
    total = 0
    for word in words:
        symbols = word
        for left, right in merges:
            symbols, rest = [], list(symbols)
            while rest:
                pair = rest[:2] == [left, right]
                symbols.append(left + right if pair else rest[0])
                rest = rest[2:] if pair else rest[1:]
        total += len(symbols)
    return total


def random_text(rng: random.Random) -> Args:
    """Draw a text that repeats its words, and merges that build on one another."""
    bank = ["".join(rng.choices("abc", k=rng.randint(1, 5))) for _ in range(4)]
    merges = {tuple(rng.choices("abc", k=2)) for _ in range(3)}
    made = ["".join(pair) for pair in sorted(merges)]
    merges |= {(rng.choice(made), rng.choice("abc")), (rng.choice("abc"), rng.choice(made))}
    words = rng.choices(bank, k=rng.randint(1, 7))
    return (words, rng.sample(sorted(merges), len(merges)))


SPEED_UP = Exercise(
    id="coding-speed-up",
    lesson="08_interview",
    area="coding",
    kind="bug_hunt",
    points=3,
    reference=count_tokens_fast,
    starter=count_tokens,
    imports=("from collections import Counter",),
    wrong={
        "each_word_once": each_word_once,
        "remembered_by_length": remembered_by_length,
        "remembered_by_letters": remembered_by_letters,
        "merges_as_a_set": merges_as_a_set,
        "one_place_in_a_word": one_place_in_a_word,
        "still_every_word": still_every_word,
    },
    slow="still_every_word",
    examples=(
        (["ab", "ab"], [("a", "b")]),
        (["ab", "ba"], [("a", "b")]),
        (["ab", "cc"], [("a", "b")]),
        (["abab"], [("a", "b")]),
        (["abc"], [("b", "c"), ("a", "b")]),
        ([], [("a", "b")]),
        (LONG_WORDS, LONG_MERGES),
    ),
    random_case=random_text,
    valid=lambda words, merges: len(words) < 30 or len(words) == len(LONG_WORDS),
)

# A cache that forgets -----------------------------------------------------------------------------


def misses(words, size):
    """Return the words that a cache of this size does not have when they are asked for, as a list.

    The cache remembers a word once it was asked for. Where it is full, it forgets the word that
    was asked for the longest time ago (LRU).
    """
    cache, missed = OrderedDict(), []
    for word in words:
        if word in cache:
            cache.move_to_end(word)
            continue
        missed.append(word)
        cache[word] = True
        if len(cache) > size:
            cache.popitem(last=False)
    return missed


def first_in_first_out(words, size):
    cache, missed = [], []
    for word in words:
        if word not in cache:
            missed.append(word)
            cache = [*cache, word][-size:]
    return missed


def never_forgets(words, size):
    return list(dict.fromkeys(words))


def stops_remembering(words, size):
    cache, missed = set(), []
    for word in words:
        if word not in cache:
            missed.append(word)
            if len(cache) < size:
                cache.add(word)
    return missed


def one_too_many(words, size):
    return misses(words, size + 1)


def clears_everything(words, size):
    cache, missed = set(), []
    for word in words:
        if word not in cache:
            missed.append(word)
            cache = {word} if len(cache) == size else {*cache, word}
    return missed


def forgets_the_latest(words, size):
    cache, missed = [], []
    for word in words:
        if word in cache:
            cache.remove(word)
        else:
            missed.append(word)
            cache = cache[: size - 1]
        cache.append(word)
    return missed


def forgets_the_rarest(words, size):
    cache, missed = {}, []
    for word in words:
        if word not in cache:
            missed.append(word)
            if len(cache) == size:
                del cache[min(cache, key=cache.get)]
        cache[word] = cache.get(word, 0) + 1
    return missed


def random_queries(rng: random.Random) -> Args:
    """Draw words that come back after a while."""
    return (rng.choices("abcd", k=rng.randint(1, 12)), rng.randint(1, 3))


LEAST_RECENT = Exercise(
    id="coding-least-recent",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=3,
    reference=misses,
    imports=("from collections import OrderedDict",),
    wrong={
        "first_in_first_out": first_in_first_out,
        "never_forgets": never_forgets,
        "stops_remembering": stops_remembering,
        "one_too_many": one_too_many,
        "clears_everything": clears_everything,
        "forgets_the_latest": forgets_the_latest,
        "forgets_the_rarest": forgets_the_rarest,
    },
    examples=(
        (["a", "b", "a", "c", "a"], 2),
        (["a", "b", "c", "a"], 2),
        (["a", "b", "a", "c", "b"], 2),
        (["a", "a", "b", "c", "b", "a"], 2),
        (["a", "b", "a"], 1),
        ([], 1),
    ),
    random_case=random_queries,
    valid=lambda words, size: size > 0,
)
