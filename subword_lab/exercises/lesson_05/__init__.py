"""The exercises of lesson 05, which add up to a Unigram tokenizer."""

from subword_lab.exercises.lesson_05.by_hand import MORE_PIECES, NEXT_PRUNED, ORDER, VITERBI_TABLE
from subword_lab.exercises.lesson_05.chance import ALPHA, CUT_SHARES
from subword_lab.exercises.lesson_05.cutting import ALL_CUTS, LIKELIEST_CUT, VITERBI
from subword_lab.exercises.lesson_05.errors import ONE_NAT, PRINTED_ERROR
from subword_lab.exercises.lesson_05.sums import BACKWARD, FORWARD
from subword_lab.exercises.lesson_05.training import (
    EXPECTED_COUNTS,
    NEW_PROBABILITIES,
    REMOVAL_LOSS,
)

EXERCISES = (
    LIKELIEST_CUT,
    VITERBI_TABLE,
    VITERBI,
    PRINTED_ERROR,
    ONE_NAT,
    MORE_PIECES,
    ALL_CUTS,
    EXPECTED_COUNTS,
    NEW_PROBABILITIES,
    ORDER,
    NEXT_PRUNED,
    REMOVAL_LOSS,
    FORWARD,
    BACKWARD,
    CUT_SHARES,
    ALPHA,
)
