"""What is drawn for each student: corpus, tie rule, marker, size. No answers here.

A class's edition of the package holds this file and not `results`.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

TEXTS = ("dialogue", "manual", "news", "recipes", "science", "stories")
LANGUAGES = ("ar", "de", "el", "es", "fi", "fr", "hi", "id", "ru", "sw", "tr", "uk", "vi")
TIES = ("smallest_ids", "smallest_pair", "largest_pair")
WORDS = (
    "another", "because", "between", "careful", "children", "evening", "everything", "forgotten",
    "happiness", "important", "kitchen", "listening", "morning", "nothing", "outside", "question",
    "remember", "somewhere", "thinking", "together", "understand", "without", "wonderful",
    "yesterday",
)  # fmt: skip
SHORT = ("hat", "hats", "that", "mat", "mats", "tag", "tags", "stag", "gate", "sate", "tea", "seat")

Params = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """One lesson's task: what is asked for, row by row, and how its numbers are drawn."""

    lesson: str
    rows: tuple[str, ...]
    draw: Callable[[random.Random], Params]


def _unknown_words(rng: random.Random) -> Params:
    corpus, text = rng.sample(TEXTS, 2)
    ties = rng.choice(("smaller", "earlier"))
    return {"corpus": corpus, "text": text, "size": rng.randrange(60, 300), "ties": ties}


def _merges(rng: random.Random) -> Params:
    marker = rng.choice((None, "separate", "glued"))
    return {**_trained(rng), "marker": marker, "merges": rng.randrange(40, 140)}


def _byte_merges(rng: random.Random) -> Params:
    pattern = rng.choice(("gpt2", "cl100k", "o200k"))
    return {"language": rng.choice(LANGUAGES), "pattern": pattern, "merges": rng.randrange(20, 120)}


def _wordpieces(rng: random.Random) -> Params:
    score = rng.choice(("count", "pmi", "gain"))
    return {**_trained(rng), "score": score, "merges": rng.randrange(30, 90)}


def _likeliest_cuts(rng: random.Random) -> Params:
    size, words = rng.randrange(90, 240), rng.sample(WORDS, 3)
    return {"corpus": rng.choice(TEXTS), "size": size, "words": words}


def _marked_spaces(rng: random.Random) -> Params:
    words = " ".join(rng.sample(WORDS, 3))
    return {
        "corpus": rng.choice(TEXTS),
        "model": rng.choice(("unigram", "bpe")),
        "size": rng.randrange(360, 440),
        "prefix": rng.choice((True, False)),
        "line": f"{words} {rng.choice('αβγδжлф中文')}",
    }


def _premium(rng: random.Random) -> Params:
    trained, measured = rng.sample(LANGUAGES, 2)
    return {"trained": trained, "measured": measured, "merges": rng.randrange(40, 160)}


def _by_hand(rng: random.Random) -> Params:
    counts = {word: rng.randrange(1, 9) for word in rng.sample(SHORT, 5)}
    ties = rng.choice(("smallest_pair", "largest_pair"))
    return {"counts": counts, "ties": ties, "marker": rng.choice((None, "separate", "glued"))}


def _trained(rng: random.Random) -> Params:
    return {"corpus": rng.choice(TEXTS), "ties": rng.choice(TIES), "word": rng.choice(WORDS)}


LAST = ("last merge", "merge before it", "merge before that", "cut")

TASKS = {
    "own-01": Task("01_oov", ("unknown tokens", "unknown words"), _unknown_words),
    "own-02": Task("02_bpe", LAST, _merges),
    "own-03": Task("03_byte_level_bpe", ("last piece", "tokens"), _byte_merges),
    "own-04": Task("04_wordpiece", LAST, _wordpieces),
    "own-05": Task("05_unigram", ("first word", "second word", "third word"), _likeliest_cuts),
    "own-06": Task("06_sentencepiece", ("cut", "tokens"), _marked_spaces),
    "own-07": Task("07_in_production", ("tokens", "tokens of English", "premium"), _premium),
    "own-08": Task("08_interview", ("first", "second", "third", "fourth"), _by_hand),
}


def params(id: str, token: str) -> Params:
    """Return what is drawn for a token: the same for ever, and another for each task."""
    return TASKS[id].draw(random.Random(f"{id}:{token}"))
