"""The exercises of lesson 01 done by hand: the steps of a closed vocabulary, and twice the text."""

from subword_lab.exercises.forms import Match, Order
from subword_lab.exercises.model import Exercise

# --- the steps -----------------------------------------------------------------------------------

SPLIT = "Split the training text into words"
COUNT = "Count how often each word comes"
KEEP = "Keep the commonest words, and close the list"
NUMBER = "Give each kept word a number, and <unk> one too"
READ = "Look up the words of a new text; those not in the list get the number of <unk>"

ORDER = Exercise(
    id="oov-order",
    lesson="01_oov",
    kind="order",
    points=1,
    reference=[SPLIT, COUNT, KEEP, NUMBER, READ],
    form=Order((READ, KEEP, SPLIT, NUMBER, COUNT)),
    wrong={
        "counted_unsplit": [COUNT, SPLIT, KEEP, NUMBER, READ],
        "kept_uncounted": [SPLIT, KEEP, COUNT, NUMBER, READ],
        "numbered_before_kept": [SPLIT, COUNT, NUMBER, KEEP, READ],
        "read_before_closed": [SPLIT, COUNT, READ, KEEP, NUMBER],
    },
)

# --- twice the text ------------------------------------------------------------------------------

TWICE, HALF_MORE, SAME = "about 2 times", "about 1.5 times", "nearly the same"
TOKENS, TYPES = "running words", "different words"
COMMONEST, ONCE = "how often the commonest word comes", "share of the list that came only once"


def _answer(tokens: str, types: str, commonest: str, once: str) -> dict[str, str]:
    return {TOKENS: tokens, TYPES: types, COMMONEST: commonest, ONCE: once}


TWICE_THE_TEXT = Exercise(
    id="oov-twice-the-text",
    lesson="01_oov",
    kind="predict",
    points=2,
    reference=_answer(TWICE, HALF_MORE, TWICE, SAME),
    form=Match((TOKENS, TYPES, COMMONEST, ONCE), (TWICE, HALF_MORE, SAME)),
    wrong={
        "list_is_complete": _answer(TWICE, SAME, TWICE, SAME),
        "all_words_are_new": _answer(TWICE, TWICE, TWICE, SAME),
        "commonest_is_rare": _answer(TWICE, HALF_MORE, SAME, SAME),
        "rare_words_pile_up": _answer(TWICE, HALF_MORE, TWICE, TWICE),
        "half_more_text": _answer(HALF_MORE, HALF_MORE, TWICE, SAME),
    },
)
