"""The exercises of lesson 07: what a vocabulary costs, who pays, what can go wrong."""

from subword_lab.exercises.lesson_07.by_hand import TEN_TIMES_THE_TEXT, WHAT_PARTS_DO
from subword_lab.exercises.lesson_07.contest import CONTEST
from subword_lab.exercises.lesson_07.corpus import DROP_RARE, MERGE_TALLIES
from subword_lab.exercises.lesson_07.doctor import SYMPTOMS, UNREACHABLE
from subword_lab.exercises.lesson_07.safety import ENCODE_CHAT
from subword_lab.exercises.lesson_07.service import CACHE_HITS
from subword_lab.exercises.lesson_07.sizes import (
    BYTES_PER_TOKEN,
    EMBEDDING,
    GUESS_DOUBLE,
    WORST_PREMIUM,
)

EXERCISES = (
    GUESS_DOUBLE,
    EMBEDDING,
    BYTES_PER_TOKEN,
    WORST_PREMIUM,
    ENCODE_CHAT,
    SYMPTOMS,
    UNREACHABLE,
    CACHE_HITS,
    WHAT_PARTS_DO,
    MERGE_TALLIES,
    DROP_RARE,
    TEN_TIMES_THE_TEXT,
    CONTEST,
)
