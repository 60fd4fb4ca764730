"""Two exercises of lesson 07 without code: what parts do to a sum, what Heaps' law foretells."""

from subword_lab.exercises.forms import Match, Slider
from subword_lab.exercises.model import Exercise

# --- what parts do to a sum ----------------------------------------------------------------------

NOTHING = "nothing changes"
TOO_LOW = "some counts are too low"
TOO_HIGH = "all counts are too high"
NEW_WORDS = "words come in that nobody wrote"

AGAIN = "A worker dies, and another counts its part again"
AT_A_SPACE = "A file is cut in front of a space, between two letters"
IN_A_WORD = "A file is cut in the middle of a word"
RAREST_GO = "Each part drops its rarest words"
TWICE = "Each file is read by two workers, and both results are added"

PARTS = {
    AGAIN: NOTHING,
    AT_A_SPACE: NOTHING,
    IN_A_WORD: NEW_WORDS,
    RAREST_GO: TOO_LOW,
    TWICE: TOO_HIGH,
}

WHAT_PARTS_DO = Exercise(
    id="corpus-what-parts-do",
    lesson="07_in_production",
    kind="match",
    points=2,
    reference=PARTS,
    form=Match(tuple(PARTS), (NOTHING, TOO_LOW, TOO_HIGH, NEW_WORDS)),
    wrong={
        "again_is_not_twice": {**PARTS, AGAIN: TOO_HIGH},
        "a_space_is_a_border": {**PARTS, AT_A_SPACE: NEW_WORDS},
        "half_words_are_words": {**PARTS, IN_A_WORD: NOTHING},
        "rare_here_is_not_rare": {**PARTS, RAREST_GO: NOTHING},
        "twice_is_twice": {**PARTS, TWICE: NOTHING},
    },
)

# --- what Heaps' law foretells -------------------------------------------------------------------

TEN_TIMES_THE_TEXT = Exercise(
    id="corpus-ten-times",
    lesson="07_in_production",
    kind="estimate",
    points=1,
    reference=1150,
    within=1.25,
    form=Slider(300, 3_100, 10, "thousand"),
    wrong={
        "as_the_text": 3_050,
        "as_its_logarithm": 380,
        "all_are_known": 300,
        "nearly_all_new": 2_100,
        "as_many_as_before": 530,
    },
)
