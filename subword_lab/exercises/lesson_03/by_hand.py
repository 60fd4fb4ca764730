"""The exercises of lesson 03 done by hand: bytes to characters, spaces, the steps, what waits."""

from subword_lab.exercises.forms import Choice, Cut, Match, Order
from subword_lab.exercises.model import Exercise

# --- bytes to characters -------------------------------------------------------------------------

CHARACTERS = Exercise(
    id="bytes-characters",
    lesson="03_byte_level_bpe",
    kind="cut",
    points=2,
    reference=["61", "C3A9", "E282AC", "F09F9880"],
    form=Cut("61C3A9E282ACF09F9880"),
    wrong={
        "a_byte_each": ["61", "C3", "A9", "E2", "82", "AC", "F0", "9F", "98", "80"],
        "two_bytes_each": ["61C3", "A9E2", "82AC", "F09F", "9880"],
        "lead_alone": ["61", "C3", "A9", "E2", "82AC", "F0", "9F9880"],
        "three_at_most": ["61", "C3A9", "E282AC", "F09F98", "80"],
        "a_digit_each": list("61C3A9E282ACF09F9880"),
    },
)

# --- two spaces ----------------------------------------------------------------------------------

TWO_SPACES = Exercise(
    id="bytes-two-spaces",
    lesson="03_byte_level_bpe",
    kind="predict",
    points=1,
    reference="a | ␣ | ␣b",
    form=Choice(("a | b", "a | ␣ | ␣b", "a | ␣␣ | b", "a | ␣␣b", "a␣ | ␣b")),
    wrong={
        "spaces_apart": "a | ␣␣ | b",
        "all_spaces_lead": "a | ␣␣b",
        "one_for_each": "a␣ | ␣b",
        "spaces_dropped": "a | b",
    },
)

# --- the steps -----------------------------------------------------------------------------------

SPECIAL = "Take out the special tokens that the caller allows"
SPLIT = "Cut what is left into chunks with the pattern"
BYTES = "Write each chunk as its UTF-8 bytes"
JOIN = "Join pairs inside a chunk, the lowest rank first"
IDS = "Look up the id of each piece"

ORDER = Exercise(
    id="bytes-order",
    lesson="03_byte_level_bpe",
    kind="order",
    points=1,
    reference=[SPECIAL, SPLIT, BYTES, JOIN, IDS],
    form=Order((BYTES, IDS, SPLIT, JOIN, SPECIAL)),
    wrong={
        "special_tokens_cut_up": [SPLIT, SPECIAL, BYTES, JOIN, IDS],
        "pattern_on_bytes": [SPECIAL, BYTES, SPLIT, JOIN, IDS],
        "characters_joined": [SPECIAL, SPLIT, JOIN, BYTES, IDS],
        "joined_across_chunks": [SPECIAL, BYTES, JOIN, SPLIT, IDS],
        "ids_before_joining": [SPECIAL, SPLIT, BYTES, IDS, JOIN],
    },
)

# --- what waits ----------------------------------------------------------------------------------

WHOLE, WAITS, NEVER = "whole characters", "waits for more bytes", "never becomes text"


def _answer(*said: str) -> dict[str, str]:
    return dict(zip(("C3", "C3 A9", "A9", "E2 82", "61 F0"), said, strict=True))


WHAT_WAITS = Exercise(
    id="bytes-what-waits",
    lesson="03_byte_level_bpe",
    kind="match",
    points=2,
    reference=_answer(WAITS, WHOLE, NEVER, WAITS, WAITS),
    form=Match(("C3", "C3 A9", "A9", "E2 82", "61 F0"), (WHOLE, WAITS, NEVER)),
    wrong={
        "a_byte_is_a_character": _answer(WHOLE, WHOLE, WHOLE, WAITS, WAITS),
        "second_byte_waits": _answer(WAITS, WHOLE, WAITS, WAITS, WAITS),
        "two_bytes_are_whole": _answer(WAITS, WHOLE, NEVER, WHOLE, WAITS),
        "half_is_broken": _answer(NEVER, WHOLE, NEVER, NEVER, NEVER),
        "letter_before_it": _answer(WAITS, WHOLE, NEVER, WAITS, WHOLE),
    },
)
