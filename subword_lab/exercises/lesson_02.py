"""The exercises of lesson 02: byte-pair encoding, piece by piece.

Each reference is what a learner would hand in. It uses its arguments, built-in names and the
imports of its exercise cell, nothing else. A wrong answer is named after the misconception it
shows. The catalogue `i18n/en/lesson_02.toml` holds all texts.
"""

import random
from itertools import pairwise

from subword_lab.exercises.forms import Choice
from subword_lab.exercises.model import Args, Exercise

# --- count pairs ---------------------------------------------------------------------------------


def count_pairs(word_counts):
    """Return how often each pair of neighbors occurs, as {(left, right): count}.

    word_counts maps words, already split into symbols, to how often each word occurs:
    {("h", "u", "g"): 10, ("p", "u", "g"): 5}
    """
    counts = {}
    for symbols, count in word_counts.items():
        for pair in pairwise(symbols):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def each_word_once(word_counts):
    counts = {}
    for symbols in word_counts:
        for pair in pairwise(symbols):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def each_pair_once_per_word(word_counts):
    counts = {}
    for symbols, count in word_counts.items():
        for pair in set(pairwise(symbols)):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def across_words(word_counts):
    counts = {}
    before = None
    for symbols, count in word_counts.items():
        for symbol in symbols:
            if before is not None:
                counts[before, symbol] = counts.get((before, symbol), 0) + count
            before = symbol
    return counts


def last_word_wins(word_counts):
    counts = {}
    for symbols, count in word_counts.items():
        for pair in pairwise(symbols):
            counts[pair] = count
    return counts


def every_second_pair(word_counts):
    counts = {}
    for symbols, count in word_counts.items():
        for i in range(0, len(symbols) - 1, 2):
            pair = (symbols[i], symbols[i + 1])
            counts[pair] = counts.get(pair, 0) + count
    return counts


def random_word_counts(rng: random.Random) -> Args:
    """Draw a few short words over three symbols, some of them merged before."""
    words = {}
    for _ in range(rng.randint(1, 5)):
        symbols = tuple(rng.choice(("a", "b", "u", "ug")) for _ in range(rng.randint(1, 6)))
        words[symbols] = rng.randint(1, 20)
    return (words,)


COUNT_PAIRS = Exercise(
    id="bpe-count-pairs",
    lesson="02_bpe",
    kind="function",
    points=2,
    reference=count_pairs,
    imports=("from itertools import pairwise",),
    wrong={
        "each_word_once": each_word_once,
        "each_pair_once_per_word": each_pair_once_per_word,
        "across_words": across_words,
        "last_word_wins": last_word_wins,
        "every_second_pair": every_second_pair,
    },
    examples=(
        ({("h", "u", "g"): 10, ("p", "u", "g"): 5, ("h", "u", "g", "s"): 5},),
        ({("a", "a", "a"): 2},),
    ),
    random_case=random_word_counts,
)

# --- merge in one word ---------------------------------------------------------------------------


def merge_word(symbols, pair):
    """Return the symbols of one word, as a tuple, with the pair joined wherever it stands.

    Work from left to right; a symbol is joined at most once.
    """
    merged = []
    i = 0
    while i < len(symbols):
        if symbols[i : i + 2] == pair:
            merged.append(symbols[i] + symbols[i + 1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def replaced_in_the_text(symbols, pair):
    spaced = " ".join(symbols)
    return tuple(spaced.replace(" ".join(pair), "".join(pair)).split())


def overlapping(symbols, pair):
    merged = []
    for i, symbol in enumerate(symbols):
        if symbols[i : i + 2] == pair:
            merged.append(symbol + pair[1])
        elif symbols[i - 1 : i + 1] != pair:
            merged.append(symbol)
    return tuple(merged)


def first_only(symbols, pair):
    for i in range(len(symbols) - 1):
        if symbols[i : i + 2] == pair:
            return symbols[:i] + (pair[0] + pair[1],) + symbols[i + 2 :]
    return symbols


def from_the_right(symbols, pair):
    merged = []
    i = len(symbols) - 1
    while i >= 0:
        if i > 0 and symbols[i - 1 : i + 1] == pair:
            merged.insert(0, pair[0] + pair[1])
            i -= 2
        else:
            merged.insert(0, symbols[i])
            i -= 1
    return tuple(merged)


def either_order(symbols, pair):
    merged = []
    i = 0
    while i < len(symbols):
        if i + 1 < len(symbols) and set(symbols[i : i + 2]) == set(pair):
            merged.append(symbols[i] + symbols[i + 1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def random_word_and_pair(rng: random.Random) -> Args:
    """Draw a word over few symbols, and a pair that often stands in it."""
    symbols = tuple(rng.choice(("a", "b", "ba", "ab")) for _ in range(rng.randint(1, 7)))
    at = rng.randrange(len(symbols))
    pair = symbols[at : at + 2] if at + 1 < len(symbols) and rng.random() < 0.8 else ("a", "a")
    return (symbols, pair)


MERGE_WORD = Exercise(
    id="bpe-merge-word",
    lesson="02_bpe",
    kind="function",
    points=2,
    reference=merge_word,
    wrong={
        "replaced_in_the_text": replaced_in_the_text,
        "overlapping": overlapping,
        "first_only": first_only,
        "from_the_right": from_the_right,
        "either_order": either_order,
    },
    examples=(
        (("h", "u", "g", "s"), ("u", "g")),
        (("a", "a", "a"), ("a", "a")),
        (("u", "g", "u", "g"), ("u", "g")),
        (("xa", "b", "a", "b"), ("a", "b")),
        ((), ("a", "b")),
    ),
    random_case=random_word_and_pair,
    valid=lambda symbols, pair: len(pair) == 2,
)

# --- best pair -----------------------------------------------------------------------------------


def best_pair(pair_counts):
    """Return the pair with the largest count; of several, the smallest pair.

    pair_counts maps pairs to counts and is not empty. Pairs compare like Python tuples of strings.
    """
    most = max(pair_counts.values())
    return min(pair for pair, count in pair_counts.items() if count == most)


def first_seen(pair_counts):
    return max(pair_counts, key=pair_counts.get)


def largest_pair(pair_counts):
    return max(pair_counts, key=lambda pair: (pair_counts[pair], pair))


def smallest_pair_of_all(pair_counts):
    return min(pair_counts)


def rarest_pair(pair_counts):
    return min(pair_counts, key=lambda pair: (pair_counts[pair], pair))


def shortest_joined(pair_counts):
    return min(pair_counts, key=lambda pair: (-pair_counts[pair], len(pair[0] + pair[1]), pair))


def count_instead(pair_counts):
    return max(pair_counts.values())


def random_pair_counts(rng: random.Random) -> Args:
    """Draw pairs with few different counts, so that ties are common."""
    symbols = ("e", "s", "t", "es", "est", "lo", "w")
    pairs = [(rng.choice(symbols), rng.choice(symbols)) for _ in range(rng.randint(1, 7))]
    return ({pair: rng.randint(1, 4) for pair in pairs},)


BEST_PAIR = Exercise(
    id="bpe-best-pair",
    lesson="02_bpe",
    kind="function",
    points=2,
    reference=best_pair,
    wrong={
        "first_seen": first_seen,
        "largest_pair": largest_pair,
        "smallest_pair_of_all": smallest_pair_of_all,
        "rarest_pair": rarest_pair,
        "shortest_joined": shortest_joined,
        "count_instead": count_instead,
    },
    examples=(
        ({("s", "t"): 9, ("e", "s"): 9, ("w", "e"): 8},),
        ({("u", "g"): 20, ("u", "n"): 16},),
    ),
    random_case=random_pair_counts,
    valid=lambda pair_counts: (
        len(pair_counts) > 0
        and all(len(pair) == 2 and all(pair) for pair in pair_counts)
        and all(count > 0 for count in pair_counts.values())
    ),
)

# --- predict the next merge ----------------------------------------------------------------------

NEXT_MERGE = Exercise(
    id="bpe-next-merge",
    lesson="02_bpe",
    kind="predict",
    points=2,
    reference="l o",
    wrong={
        "other_tie": "o w",
        "stale_count": "s t",
        "lost_neighbors": "w e",
        "smaller_count": "w est",
        "not_a_count": "d est",
    },
    partial={"other_tie": 0.5},
    form=Choice(("d est", "l o", "n e", "o w", "s t", "w e", "w est")),
)

# --- encode by rank ------------------------------------------------------------------------------


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
        "most_frequent_in_the_text": most_frequent_in_the_text,
        "longest_match": longest_match,
        "last_learned_first": last_learned_first,
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
)

EXERCISES = (COUNT_PAIRS, MERGE_WORD, BEST_PAIR, NEXT_MERGE, ENCODE)
