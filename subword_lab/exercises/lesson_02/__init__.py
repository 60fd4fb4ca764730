"""The exercises of lesson 02, which add up to byte-pair encoding."""

from subword_lab.exercises.lesson_02.by_hand import (
    COUNT_IS_NOT_JOINS,
    CUT,
    FOUR_COUNTERS,
    TRAINING_ORDER,
    WHO_WINS,
)
from subword_lab.exercises.lesson_02.encoding import ENCODE, NOT_SHORTEST
from subword_lab.exercises.lesson_02.predicting import FIRST_THREE, NEXT_MERGE
from subword_lab.exercises.lesson_02.training import BEST_PAIR, COUNT_PAIRS, MERGE_WORD

EXERCISES = (
    FIRST_THREE,
    TRAINING_ORDER,
    CUT,
    COUNT_PAIRS,
    BEST_PAIR,
    MERGE_WORD,
    COUNT_IS_NOT_JOINS,
    ENCODE,
    NEXT_MERGE,
    NOT_SHORTEST,
    FOUR_COUNTERS,
    WHO_WINS,
)
