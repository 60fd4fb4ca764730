"""The design round and the incident round: what comes in which order, and what has which cause."""

from subword_lab.exercises.forms import Match, Order
from subword_lab.exercises.model import Exercise

# --- the steps of a design -----------------------------------------------------------------------

SHARES = "Say which text it must serve, and in which shares"
HELD_OUT = "Hold back a sample of every language, and of code"
BORDERS = "Fix normalization and where words are cut"
TRAIN = "Train candidates of several sizes"
COMPARE = "Compare them on the text held back, language by language"
CHOOSE = "Choose one, and give the special tokens their ids"
FREEZE = "Freeze its files, with a version and a table of test ids"

STEPS = [SHARES, HELD_OUT, BORDERS, TRAIN, COMPARE, CHOOSE, FREEZE]

DESIGN_ORDER = Exercise(
    id="interview-design-order",
    lesson="08_interview",
    kind="order",
    points=2,
    reference=STEPS,
    form=Order((TRAIN, FREEZE, BORDERS, COMPARE, SHARES, CHOOSE, HELD_OUT)),
    wrong={
        "training_first": [TRAIN, SHARES, HELD_OUT, BORDERS, COMPARE, CHOOSE, FREEZE],
        "held_back_after_training": [SHARES, BORDERS, TRAIN, HELD_OUT, COMPARE, CHOOSE, FREEZE],
        "borders_after_training": [SHARES, HELD_OUT, TRAIN, BORDERS, COMPARE, CHOOSE, FREEZE],
        "chosen_unseen": [SHARES, HELD_OUT, BORDERS, TRAIN, CHOOSE, COMPARE, FREEZE],
        "frozen_too_early": [SHARES, HELD_OUT, BORDERS, TRAIN, FREEZE, COMPARE, CHOOSE],
    },
)

# --- the causes of the incidents -----------------------------------------------------------------

SHIFTED = "new special tokens took the first ids"
PREFIX = "a space is put in front of the text"
LOWERED = "capital letters are lost"
SPLIT = "words are cut by another pattern"
SORTED = "the list of merges was sorted"
DOUBLED = "the begin token is added twice"
TRUNCATED = "long texts are cut off"
RETRAINED = "the vocabulary was trained anew"

CAUSES = {"A": SORTED, "B": SHIFTED, "C": SPLIT, "D": DOUBLED, "E": PREFIX, "F": LOWERED}


def _with(**changed: str) -> dict[str, str]:
    return {**CAUSES, **changed}


INCIDENTS = Exercise(
    id="interview-incidents",
    lesson="08_interview",
    kind="match",
    points=4,
    reference=CAUSES,
    form=Match(
        tuple(CAUSES),
        (DOUBLED, LOWERED, TRUNCATED, SHIFTED, PREFIX, SORTED, RETRAINED, SPLIT),
    ),
    wrong={
        "shift_is_not_retraining": _with(B=RETRAINED),
        "sorted_is_not_retraining": _with(A=RETRAINED),
        "space_is_not_a_second_begin": _with(E=DOUBLED),
        "begin_is_not_a_shift": _with(D=SHIFTED),
        "splitter_and_merges": _with(A=SPLIT, C=SORTED),
        "case_is_not_the_splitter": _with(F=SPLIT),
    },
)
