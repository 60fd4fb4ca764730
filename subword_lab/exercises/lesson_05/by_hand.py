"""The exercises of lesson 05 done by hand: a Viterbi table, a pruning, the steps, a long cut."""

from subword_lab.exercises.forms import Choice, Line, Match, Order
from subword_lab.exercises.model import Exercise
from subword_lab.lattice import Edge, Lattice

# --- a table filled in ---------------------------------------------------------------------------

COSTS = {
    "t": 3, "h": 3, "e": 2, "r": 3, "th": 4, "he": 4, "er": 4, "re": 5, "the": 7, "here": 9,
    "there": 11,
}  # fmt: skip
PREFIXES = ("t", "th", "the", "ther", "there")


def _last(*pieces: str) -> dict[str, str]:
    return dict(zip(PREFIXES, pieces, strict=True))


VITERBI_TABLE = Exercise(
    id="unigram-viterbi-table",
    lesson="05_unigram",
    kind="predict",
    points=3,
    reference=_last("t", "th", "e", "er", "e"),
    form=Match(PREFIXES, ("e", "er", "h", "he", "here", "r", "re", "t", "th", "the", "there")),
    wrong={
        "longest_piece": _last("t", "th", "the", "er", "there"),
        "cheapest_piece": _last("t", "h", "e", "r", "e"),
        "whole_word": _last("t", "th", "e", "er", "there"),
        "three_at_once": _last("t", "th", "the", "er", "e"),
        "way_to_the_end_only": _last("t", "th", "e", "r", "e"),
        "joined_end": _last("t", "th", "e", "er", "re"),
    },
)

# --- a longer cut that is cheaper ----------------------------------------------------------------


def cuts_by_cost(word: str) -> list[tuple[int, int]]:
    """For every cut of a word its cost and its number of pieces, cheapest first."""
    spans = [(start, end) for end in range(len(word) + 1) for start in range(end)]
    edges = [
        Edge(start, end, word[start:end], -float(COSTS[word[start:end]]))
        for start, end in spans
        if word[start:end] in COSTS
    ]
    paths = Lattice(len(word), tuple(edges)).segmentations()
    return sorted((int(-sum(edge.score for edge in path)), len(path)) for path in paths)


def fewest_is_cheapest(word: str) -> str | None:
    """Name why a word is no example of a cheaper cut with more pieces; None if it is one."""
    if len(word) > 12:
        return "too_long"
    cuts = cuts_by_cost(word) if set(word) <= set("ther") else []
    if not cuts:
        return "no_cut"
    if len(cuts) == 1:
        return "one_cut"
    fewest = min(pieces for _, pieces in cuts)
    return None if cuts[0][0] < min(c for c, n in cuts if n == fewest) else "fewest_wins"


MORE_PIECES = Exercise(
    id="unigram-more-pieces",
    lesson="05_unigram",
    kind="counter_example",
    points=2,
    reference="the",
    wrong={
        "fewest_wins": "here",
        "no_cut": "tea",
        "one_cut": "t",
        "too_long": "theretheretherethere",
    },
    objection=fewest_is_cheapest,
    form=Line("a word of t, h, e, r"),
)

# --- the steps of training -----------------------------------------------------------------------

SEED = "Take all characters and the substrings that repeat"
EXPECT = "Cut every word in all ways; count each piece with the share of the cut"
MAXIMIZE = "Make the counts the new probabilities"
LOSS = "Ask of every piece what the text would lose without it"
PRUNE = "Drop those that cost least, but no character"

ORDER = Exercise(
    id="unigram-order",
    lesson="05_unigram",
    kind="order",
    points=1,
    reference=[SEED, EXPECT, MAXIMIZE, LOSS, PRUNE],
    form=Order((PRUNE, MAXIMIZE, SEED, LOSS, EXPECT)),
    wrong={
        "from_below": [EXPECT, SEED, MAXIMIZE, LOSS, PRUNE],
        "probabilities_uncounted": [SEED, MAXIMIZE, EXPECT, LOSS, PRUNE],
        "dropped_unasked": [SEED, EXPECT, MAXIMIZE, PRUNE, LOSS],
        "pruned_before_estimated": [SEED, LOSS, PRUNE, EXPECT, MAXIMIZE],
    },
)

# --- which piece goes first ----------------------------------------------------------------------

NEXT_PRUNED = Exercise(
    id="unigram-next-pruned",
    lesson="05_unigram",
    kind="predict",
    points=2,
    reference="ug",
    form=Choice(("b", "hug", "u", "ug", "un")),
    wrong={
        "rarest": "b",
        "unused_character": "u",
        "least_probable_long": "hug",
        "made_of_common_parts": "un",
    },
)
