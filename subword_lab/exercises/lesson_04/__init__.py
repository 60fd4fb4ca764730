"""The exercises of lesson 04, which add up to WordPiece."""

from subword_lab.exercises.lesson_04.by_hand import DEAD_END, PRINTED_TIE, UNKNOWN_TAIL, WHO_TRAINS
from subword_lab.exercises.lesson_04.criteria import LIFT, PMI, WHICH
from subword_lab.exercises.lesson_04.decoding import DECODE, LABELS
from subword_lab.exercises.lesson_04.encoding import CUT, LONGEST
from subword_lab.exercises.lesson_04.likelihood import GAIN, RECOUNT
from subword_lab.exercises.lesson_04.pieces import MERGE, SPLIT

EXERCISES = (
    WHICH,
    UNKNOWN_TAIL,
    CUT,
    SPLIT,
    PMI,
    LONGEST,
    LIFT,
    WHO_TRAINS,
    PRINTED_TIE,
    DEAD_END,
    MERGE,
    DECODE,
    RECOUNT,
    GAIN,
    LABELS,
)
