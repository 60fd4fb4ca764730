"""Two short rounds of lesson 08: which way grows how fast, and a tokenizer that forgets."""

from subword_lab.exercises.forms import Choice, Order
from subword_lab.exercises.model import Exercise

# --- how fast the work grows ---------------------------------------------------------------------

MEMORY = "Look the word up among those already cut"
HEAP = "Join by rank, with a heap of the pairs and links between neighbors"
RESCAN = "Join by rank, and look through the whole word again after each join"
EVERY_SPAN = "Try every start and every end, and compare each span with every merge"
ALL_CUTS = "List all cuts, and take the best"

GROWTH = Exercise(
    id="interview-growth-order",
    lesson="08_interview",
    kind="order",
    points=2,
    reference=[MEMORY, HEAP, RESCAN, EVERY_SPAN, ALL_CUTS],
    form=Order((RESCAN, ALL_CUTS, MEMORY, EVERY_SPAN, HEAP)),
    wrong={
        "heap_before_memory": [HEAP, MEMORY, RESCAN, EVERY_SPAN, ALL_CUTS],
        "rescan_before_heap": [MEMORY, RESCAN, HEAP, EVERY_SPAN, ALL_CUTS],
        "merges_for_free": [MEMORY, HEAP, EVERY_SPAN, RESCAN, ALL_CUTS],
        "all_cuts_are_few": [MEMORY, HEAP, RESCAN, ALL_CUTS, EVERY_SPAN],
    },
)

# --- a tokenizer that forgets --------------------------------------------------------------------

FORGETS = Exercise(
    id="interview-forgets",
    lesson="08_interview",
    kind="bug_hunt",
    points=2,
    reference="line 7: compile the pattern as well",
    form=Choice(
        (
            "line 4: compile nothing before a pattern is known",
            "line 7: compile the pattern as well",
            "line 8: sort the merges",
            "line 10: match the bytes of the text",
            "no line: the file was saved wrong",
        )
    ),
    wrong={
        "too_late_is_not_too_early": "line 4: compile nothing before a pattern is known",
        "order_is_the_model": "line 8: sort the merges",
        "pattern_is_for_text": "line 10: match the bytes of the text",
        "file_is_right": "no line: the file was saved wrong",
    },
)
