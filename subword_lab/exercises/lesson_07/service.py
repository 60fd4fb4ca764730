# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercise of lesson 07 on a service under load: a memory with little room."""

import random
from collections import OrderedDict

from subword_lab.exercises.model import Args, Exercise


def cache_hits(words, size):
    """Return how many of the words are found in a memory, when all are asked for in this order.

    The memory holds the last size words that were asked for, each once. A word that is not found
    is taken in. Where there is no room, the word that was not asked for the longest goes.
    """
    memory, hits = OrderedDict(), 0
    for word in words:
        if word in memory:
            hits += 1
            memory.move_to_end(word)
        else:
            memory[word] = True
            if len(memory) > size:
                memory.popitem(last=False)
    return hits


def without_limit(words, size):
    return len(words) - len(set(words))


def first_in_first_out(words, size):
    memory, hits = OrderedDict(), 0
    for word in words:
        hits += word in memory
        memory[word] = True
        if len(memory) > size:
            memory.popitem(last=False)
    return hits


def full_is_full(words, size):
    memory, hits = set(), 0
    for word in words:
        hits += word in memory
        if len(memory) < size:
            memory.add(word)
    return hits


def newest_goes(words, size):
    memory, hits = OrderedDict(), 0
    for word in words:
        if word in memory:
            hits += 1
            memory.move_to_end(word)
        else:
            if len(memory) == size:
                memory.popitem()
            memory[word] = True
    return hits


def misses(words, size):
    return len(words) - cache_hits(words, size)


def room_for_one_more(words, size):
    return cache_hits(words, size + 1)


def random_words(rng: random.Random) -> Args:
    """Draw words from a few, some of them far more often, and a memory that is too small."""
    words = rng.choices("abcdef", weights=(6, 4, 2, 1, 1, 1), k=rng.randint(4, 24))
    return (words, rng.randint(1, 3))


CACHE_HITS = Exercise(
    id="service-cache-hits",
    lesson="07_in_production",
    kind="function",
    points=2,
    reference=cache_hits,
    imports=("from collections import OrderedDict",),
    wrong={
        "without_limit": without_limit,
        "first_in_first_out": first_in_first_out,
        "full_is_full": full_is_full,
        "newest_goes": newest_goes,
        "misses": misses,
        "room_for_one_more": room_for_one_more,
    },
    examples=(
        (["a", "b", "a", "c", "a"], 2),
        (["a", "b", "a", "c", "b"], 2),
        (["a", "a"], 1),
        (["a", "b", "c", "a"], 2),
    ),
    random_case=random_words,
)
