"""The exercises of lesson 08: what an interview asks you to write, to find and to put in order."""

from subword_lab.exercises.lesson_08.by_hand import FORGETS, GROWTH
from subword_lab.exercises.lesson_08.counting import COUNT_DISJOINT
from subword_lab.exercises.lesson_08.encoding import ENCODE_LONG
from subword_lab.exercises.lesson_08.hunt import MODEL_INPUT
from subword_lab.exercises.lesson_08.rounds import DESIGN_ORDER, INCIDENTS

EXERCISES = (
    COUNT_DISJOINT,
    INCIDENTS,
    GROWTH,
    ENCODE_LONG,
    FORGETS,
    MODEL_INPUT,
    DESIGN_ORDER,
)
