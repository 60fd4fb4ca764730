# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 02 on encoding: replay the merges by rank."""

import random
from itertools import pairwise

from subword_lab.exercises.forms import Line
from subword_lab.exercises.lesson_02.training import (
    best_pair,
    count_pairs,
    first_only,
    merge_word,
)
from subword_lab.exercises.model import Args, Exercise


def encode(word, merges):
    """Return the pieces of a word, as a tuple.

    merges is the list of learned pairs, first learned first. Start from single characters. As long
    as any neighbors are a learned pair, join the pair that was learned first, wherever it stands.
    """
    symbols = tuple(word)
    while True:
        neighbors = set(pairwise(symbols))
        learned = [pair for pair in merges if pair in neighbors]
        if not learned:
            return symbols
        left, right = learned[0]
        joined = []
        i = 0
        while i < len(symbols):
            if symbols[i : i + 2] == (left, right):
                joined.append(left + right)
                i += 2
            else:
                joined.append(symbols[i])
                i += 1
        symbols = tuple(joined)


def left_to_right(word, merges):
    pieces = []
    for ch in word:
        pieces.append(ch)
        while len(pieces) > 1 and (pieces[-2], pieces[-1]) in merges:
            pieces[-2:] = [pieces[-2] + pieces[-1]]
    return tuple(pieces)


def grown_by_a_character(word, merges):
    pieces = []
    for ch in word:
        if pieces and (pieces[-1], ch) in merges:
            pieces[-1] += ch
        else:
            pieces.append(ch)
    return tuple(pieces)


def most_frequent_in_the_text(word, merges):
    symbols = tuple(word)
    while True:
        pairs = list(pairwise(symbols))
        learned = [pair for pair in pairs if pair in merges]
        if not learned:
            return symbols
        symbols = merge_word(symbols, max(learned, key=pairs.count))


def longest_match(word, merges):
    vocabulary = {left + right for left, right in merges} | set(word)
    pieces = []
    while word:
        end = next(end for end in range(len(word), 0, -1) if word[:end] in vocabulary)
        pieces.append(word[:end])
        word = word[end:]
    return tuple(pieces)


def last_learned_first(word, merges):
    return encode(word, merges[::-1])


def each_rule_once_backward(word, merges):
    symbols = tuple(word)
    for pair in merges[::-1]:
        symbols = merge_word(symbols, pair)
    return symbols


def one_merge_only(word, merges):
    symbols = tuple(word)
    for pair in merges:
        if pair in pairwise(symbols):
            return merge_word(symbols, pair)
    return symbols


def first_place_only(word, merges):
    symbols = tuple(word)
    for pair in merges:
        symbols = first_only(symbols, pair)
    return symbols


def random_word_and_merges(rng: random.Random) -> Args:
    """Train a few merges on random words, and draw a word of the same letters."""
    letters = "abc"[: rng.randint(2, 3)]
    words = ["".join(rng.choices(letters, k=rng.randint(2, 6))) for _ in range(6)]
    word_counts = {tuple(word): rng.randint(1, 9) for word in words}
    merges = []
    for _ in range(rng.randint(2, 6)):
        pair_counts = count_pairs(word_counts)
        if not pair_counts:
            break
        merges.append(best_pair(pair_counts))
        word_counts = {merge_word(word, merges[-1]): n for word, n in word_counts.items()}
    return ("".join(rng.choices(letters, k=rng.randint(1, 8))), merges)


def can_be_applied(word: str, merges: list[tuple[str, str]]) -> bool:
    """Whether each merge joins characters or results of earlier merges."""
    known: set[str] = set()
    for pair in merges:
        if len(pair) != 2 or not all(len(part) == 1 or part in known for part in pair):
            return False
        known.add(pair[0] + pair[1])
    return True


ENCODE = Exercise(
    id="bpe-encode",
    lesson="02_bpe",
    kind="function",
    points=3,
    reference=encode,
    imports=("from itertools import pairwise",),
    wrong={
        "left_to_right": left_to_right,
        "grown_by_a_character": grown_by_a_character,
        "most_frequent_in_the_text": most_frequent_in_the_text,
        "longest_match": longest_match,
        "last_learned_first": last_learned_first,
        "each_rule_once_backward": each_rule_once_backward,
        "one_merge_only": one_merge_only,
        "first_place_only": first_place_only,
    },
    examples=(
        ("hugs", [("u", "g"), ("u", "n"), ("h", "ug")]),
        ("abab", [("b", "a"), ("a", "b")]),
        ("abc", [("a", "b"), ("b", "c"), ("a", "bc")]),
        ("", [("a", "b")]),
        ("x", [("a", "b")]),
    ),
    random_case=random_word_and_merges,
    valid=can_be_applied,
    clue=lambda report: {"got": report.got} if report.got else None,
)

# --- greedy is not shortest ----------------------------------------------------------------------


def read_rules(line: str) -> tuple[str, list[tuple[str, str]]] | None:
    """Read ``word: a b, ab c`` into the word and its rules; None if it cannot be read."""
    word, colon, rules = line.partition(":")
    pairs = [tuple(rule.split()) for rule in rules.split(",") if rule.strip()]
    if not (word.strip() and colon and pairs and all(len(pair) == 2 for pair in pairs)):
        return None
    return word.strip(), pairs  # type: ignore[return-value]


def fewest_pieces(word: str, vocabulary: set[str]) -> int:
    """The length of the shortest cut of a word into pieces of a vocabulary."""
    fewest = [0]
    for end in range(1, len(word) + 1):
        starts = (start for start in range(end) if word[start:end] in vocabulary)
        fewest.append(1 + min(fewest[start] for start in starts))
    return fewest[-1]


def not_a_counter_example(line: str) -> str | None:
    """Name what is wrong with a proposed counter-example; None if it is one."""
    read = read_rules(line)
    if read is None:
        return "unreadable"
    word, merges = read
    if not can_be_applied(word, merges):
        return "impossible_rule"
    pieces = encode(word, merges)
    if len(pieces) == len(word):
        return "no_rule_applies"
    vocabulary = set(word) | {left + right for left, right in merges}
    return None if len(pieces) > fewest_pieces(word, vocabulary) else "already_shortest"


NOT_SHORTEST = Exercise(
    id="bpe-not-shortest",
    lesson="02_bpe",
    kind="counter_example",
    points=3,
    reference="abcd: b c, a b, c d",
    wrong={
        "already_shortest": "abcd: a b, c d, ab cd",
        "impossible_rule": "abc: ab c",
        "no_rule_applies": "xyz: a b",
        "unreadable": "abcd",
    },
    objection=not_a_counter_example,
    form=Line("word: a b, ab c"),
)
