"""The exercises of lesson 02 done by hand: the steps, a cut by rank, ties, four broken counters."""

from itertools import pairwise

from subword_lab.exercises.forms import Cut, Line, Match, Order
from subword_lab.exercises.model import Exercise

# --- the steps of training -----------------------------------------------------------------------

SPELL = "Cut every word into single characters"
COUNT = "Count the pairs of neighbors, each word as often as it comes"
CHOOSE = "Choose the pair with the largest count; the tie rule decides among equals"
JOIN = "Join that pair in every word"
AGAIN = "Count again: the pairs beside the new piece have changed"

TRAINING_ORDER = Exercise(
    id="bpe-training-order",
    lesson="02_bpe",
    kind="order",
    points=1,
    reference=[SPELL, COUNT, CHOOSE, JOIN, AGAIN],
    form=Order((CHOOSE, AGAIN, SPELL, JOIN, COUNT)),
    wrong={
        "counted_words": [COUNT, SPELL, CHOOSE, JOIN, AGAIN],
        "chosen_uncounted": [SPELL, CHOOSE, COUNT, JOIN, AGAIN],
        "joined_unchosen": [SPELL, COUNT, JOIN, CHOOSE, AGAIN],
        "counted_again_too_early": [SPELL, COUNT, CHOOSE, AGAIN, JOIN],
    },
)

# --- cut by rank ---------------------------------------------------------------------------------

RULES = [("n", "a"), ("a", "n"), ("b", "an"), ("an", "a"), ("na", "s")]

CUT = Exercise(
    id="bpe-cut",
    lesson="02_bpe",
    kind="cut",
    points=2,
    reference=["b", "a", "na", "nas"],
    form=Cut("bananas"),
    wrong={
        "longest_match": ["ban", "ana", "s"],
        "stopped_too_early": ["b", "a", "na", "na", "s"],
        "no_such_rule": ["ba", "na", "nas"],
        "fewest_pieces": ["ban", "a", "nas"],
    },
)

# --- who wins a tie ------------------------------------------------------------------------------

TIED = [("lo", "w"), ("w", "er"), ("e", "s"), ("ab", "c")]  # in the order in which they were met
SMALLEST, LARGEST = "the smallest pair", "the largest pair"
FIRST, SHORTEST = "the pair met first", "the pair that is shortest when joined"


def _winners(smallest: str, largest: str, first: str, shortest: str) -> dict[str, str]:
    return {SMALLEST: smallest, LARGEST: largest, FIRST: first, SHORTEST: shortest}


WHO_WINS = Exercise(
    id="bpe-who-wins",
    lesson="02_bpe",
    kind="match",
    points=2,
    reference=_winners("ab c", "w er", "lo w", "e s"),
    form=Match((SMALLEST, LARGEST, FIRST, SHORTEST), ("ab c", "e s", "lo w", "w er")),
    wrong={
        "small_is_short": _winners("e s", "w er", "lo w", "e s"),
        "large_is_long": _winners("ab c", "lo w", "lo w", "e s"),
        "first_in_the_alphabet": _winners("ab c", "w er", "ab c", "e s"),
        "shortest_first_part": _winners("ab c", "w er", "lo w", "w er"),
    },
)

# --- a count is no number of joins ---------------------------------------------------------------


def every_place_is_joined(word: str) -> str | None:
    """Name why each counted pair of a word is also joined; None if some pair is not.

    Two places of a pair overlap only where one letter stands three times in a row.
    """
    pairs = list(pairwise(word))
    if any(pair == after for pair, after in pairwise(pairs)):
        return None
    if not pairs:
        return "one_letter"
    if any(left == right for left, right in pairs):
        return "double_letter"
    return "apart" if len(set(pairs)) < len(pairs) else "no_pair_twice"


COUNT_IS_NOT_JOINS = Exercise(
    id="bpe-count-is-not-joins",
    lesson="02_bpe",
    kind="counter_example",
    points=2,
    reference="zzz",
    wrong={
        "apart": "banana",
        "double_letter": "hello",
        "no_pair_twice": "hugs",
        "one_letter": "a",
    },
    objection=every_place_is_joined,
    form=Line("a word"),
)

# --- four counters -------------------------------------------------------------------------------

WORDS = {"banana": 5, "man": 4}
PLUS_NUMBER = "for pair in pairwise(word): counts[pair] += number"
PLUS_ONE = "for pair in pairwise(word): counts[pair] += 1"
OF_A_SET = "for pair in set(pairwise(word)): counts[pair] += number"
NO_PLUS = "for pair in pairwise(word): counts[pair] = number"


def _counts(plus_number: str, plus_one: str, of_a_set: str, no_plus: str) -> dict[str, str]:
    return {PLUS_NUMBER: plus_number, PLUS_ONE: plus_one, OF_A_SET: of_a_set, NO_PLUS: no_plus}


FOUR_COUNTERS = Exercise(
    id="bpe-four-counters",
    lesson="02_bpe",
    kind="bug_hunt",
    points=2,
    reference=_counts("14", "3", "9", "4"),
    form=Match((PLUS_NUMBER, PLUS_ONE, OF_A_SET, NO_PLUS), ("3", "4", "5", "9", "14")),
    wrong={
        "set_is_harmless": _counts("14", "3", "14", "4"),
        "banana_once": _counts("9", "3", "9", "4"),
        "first_word_stays": _counts("14", "3", "9", "5"),
        "last_word_adds": _counts("14", "3", "9", "9"),
        "one_is_the_number": _counts("14", "9", "9", "4"),
    },
)
