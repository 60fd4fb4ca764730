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
    CUT,
    COUNT_PAIRS,
    BEST_PAIR,
    MERGE_WORD,
    ENCODE,
    NEXT_MERGE,
    TRAINING_ORDER,
    COUNT_IS_NOT_JOINS,
    NOT_SHORTEST,
    FOUR_COUNTERS,
    WHO_WINS,
)
