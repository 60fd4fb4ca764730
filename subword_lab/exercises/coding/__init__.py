"""The tasks of coding rounds: as companies ask them, in no lesson, checked like every exercise."""

from subword_lab.exercises.coding.cutting import BEST_CUT, EXPECTED_COUNTS
from subword_lab.exercises.coding.matching import LONGEST_TRIE
from subword_lab.exercises.coding.rows import DETOKENIZE, WINDOWS
from subword_lab.exercises.coding.serving import LEAST_RECENT, SPEED_UP
from subword_lab.exercises.coding.splitting import SPLIT_SPECIAL
from subword_lab.exercises.coding.streaming import STREAM_UTF8
from subword_lab.exercises.coding.tables import ESTIMATE, MERGE_VOCABULARIES
from subword_lab.exercises.coding.training import TRAIN_BPE

EXERCISES = (
    TRAIN_BPE,
    STREAM_UTF8,
    SPLIT_SPECIAL,
    LONGEST_TRIE,
    BEST_CUT,
    EXPECTED_COUNTS,
    SPEED_UP,
    LEAST_RECENT,
    ESTIMATE,
    MERGE_VOCABULARIES,
    DETOKENIZE,
    WINDOWS,
)
