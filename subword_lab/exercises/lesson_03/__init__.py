"""The exercises of lesson 03, which add up to byte-level BPE."""

from subword_lab.exercises.lesson_03.alphabet import GUESS_TOKENS, PRINTABLE
from subword_lab.exercises.lesson_03.by_hand import CHARACTERS, ORDER, TWO_SPACES, WHAT_WAITS
from subword_lab.exercises.lesson_03.decoding import DECODE, STREAM
from subword_lab.exercises.lesson_03.encoding import ENCODE, HINDI_COST, PARTS
from subword_lab.exercises.lesson_03.splitting import DIGITS, SPECIAL, SPLIT

EXERCISES = (
    GUESS_TOKENS,
    TWO_SPACES,
    SPLIT,
    ENCODE,
    DECODE,
    HINDI_COST,
    PRINTABLE,
    ORDER,
    DIGITS,
    CHARACTERS,
    WHAT_WAITS,
    STREAM,
    SPECIAL,
    PARTS,
)
