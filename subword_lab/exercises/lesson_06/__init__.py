"""The exercises of lesson 06: raw text, ▁, bytes for the unknown, and joining by score."""

from subword_lab.exercises.lesson_06.bets import COMES_BACK, FALLBACK_COST, WHICH_MODEL
from subword_lab.exercises.lesson_06.by_hand import CUT_BY_SCORE, LOST, ORDER
from subword_lab.exercises.lesson_06.fallback import READ_BYTES, SPELL_UNKNOWN
from subword_lab.exercises.lesson_06.scores import ENCODE_BY_SCORE
from subword_lab.exercises.lesson_06.spaces import MARK_SPACES, SHOW, UNMARK

EXERCISES = (
    COMES_BACK,
    MARK_SPACES,
    UNMARK,
    FALLBACK_COST,
    LOST,
    WHICH_MODEL,
    ORDER,
    SPELL_UNKNOWN,
    READ_BYTES,
    SHOW,
    CUT_BY_SCORE,
    ENCODE_BY_SCORE,
)
