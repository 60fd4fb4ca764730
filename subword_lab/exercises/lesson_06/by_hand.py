"""The exercises of lesson 06 done by hand: the steps, a cut by score, a text that is lost."""

from subword_lab.exercises.forms import Cut, Line, Order
from subword_lab.exercises.model import Exercise
from subword_lab.text import normalize

# --- the steps -----------------------------------------------------------------------------------

NORMALIZE = "Normalize: write the same thing in one way"
COLLAPSE = "Take out extra spaces, also those at both ends"
PREFIX = "Put one space in front of the text"
MARK = "Write every space as ▁"
CUT = "Cut the words that begin at each ▁ into pieces"

ORDER = Exercise(
    id="sp-order",
    lesson="06_sentencepiece",
    kind="order",
    points=1,
    reference=[NORMALIZE, COLLAPSE, PREFIX, MARK, CUT],
    form=Order((MARK, CUT, NORMALIZE, PREFIX, COLLAPSE)),
    wrong={
        "prefix_taken_out": [NORMALIZE, PREFIX, COLLAPSE, MARK, CUT],
        "prefix_unmarked": [NORMALIZE, COLLAPSE, MARK, PREFIX, CUT],
        "tabs_stay": [COLLAPSE, NORMALIZE, PREFIX, MARK, CUT],
        "cut_before_marked": [NORMALIZE, COLLAPSE, PREFIX, CUT, MARK],
    },
)

# --- a cut by score ------------------------------------------------------------------------------

SCORES = {"er": 0, "we": -1, "low": -2, "lo": -3, "ow": -4, "lowe": -5, "wer": -6}

CUT_BY_SCORE = Exercise(
    id="sp-cut-by-score",
    lesson="06_sentencepiece",
    kind="cut",
    points=2,
    reference=["low", "er"],
    form=Cut("lower"),
    wrong={
        "longest_piece": ["lowe", "r"],
        "stopped_too_early": ["lo", "w", "er"],
        "end_first": ["lo", "wer"],
        "short_before_low": ["l", "ow", "er"],
        "not_a_piece": ["lower"],
    },
)

# --- lost without a space ------------------------------------------------------------------------


def comes_back(text: str) -> str | None:
    """Name why a text is no example of one that normalization changes; None if it is."""
    if any(ch.isspace() for ch in text):
        return "has_a_space"
    if "▁" in text:
        return "has_the_mark"
    if normalize(text, ("nmt_nfkc",)) != text:
        return None
    return "only_capitals" if text != text.lower() else "unchanged"


LOST = Exercise(
    id="sp-lost-without-a-space",
    lesson="06_sentencepiece",
    kind="counter_example",
    points=2,
    reference="ﬁve",
    wrong={
        "unchanged": "東京",
        "only_capitals": "Tokyo",
        "has_a_space": "two  spaces",
        "has_the_mark": "snake▁case",
    },
    objection=comes_back,
    form=Line("a text without spaces"),
)
