"""The exercises of lesson 01: words, a closed vocabulary, and what is missing in it."""

from subword_lab.exercises.lesson_01.by_hand import ORDER, TWICE_THE_TEXT
from subword_lab.exercises.lesson_01.counter import FIX_COUNTER
from subword_lab.exercises.lesson_01.guesses import (
    BY_TYPE_TWICE,
    GUESS_BY_TOKEN,
    GUESS_BY_TYPE,
    WHO_CUTS_HOW,
)
from subword_lab.exercises.lesson_01.vocabulary import KEEP_COMMONEST, MARK_UNKNOWN, OOV_RATES
from subword_lab.exercises.lesson_01.words import SPLIT_CONTRACTION

EXERCISES = (
    GUESS_BY_TOKEN,
    GUESS_BY_TYPE,
    WHO_CUTS_HOW,
    KEEP_COMMONEST,
    MARK_UNKNOWN,
    OOV_RATES,
    ORDER,
    TWICE_THE_TEXT,
    SPLIT_CONTRACTION,
    BY_TYPE_TWICE,
    FIX_COUNTER,
)
