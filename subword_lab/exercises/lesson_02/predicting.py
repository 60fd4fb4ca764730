"""The exercises of lesson 02 that ask for a merge before it is shown."""

from subword_lab.exercises.forms import Choice, Match
from subword_lab.exercises.model import Exercise

# --- predict the first three merges --------------------------------------------------------------

PLACES = ("first merge", "second merge", "third merge")

FIRST_THREE = Exercise(
    id="bpe-first-three",
    lesson="02_bpe",
    kind="predict",
    points=3,
    reference=dict(zip(PLACES, ("u g", "u n", "h ug"), strict=True)),
    wrong={
        "counts_never_change": dict(zip(PLACES, ("u g", "p u", "u n"), strict=True)),
        "words_not_weighted": dict(zip(PLACES, ("h u", "u g", "u n"), strict=True)),
        "longest_first": dict(zip(PLACES, ("h ug", "u g", "u n"), strict=True)),
        "neighbors_of_the_merge": dict(zip(PLACES, ("u g", "h ug", "p ug"), strict=True)),
    },
    form=Match(PLACES, ("b u", "g s", "h u", "h ug", "p u", "p ug", "u g", "u n")),
)

# --- predict the next merge ----------------------------------------------------------------------

NEXT_MERGE = Exercise(
    id="bpe-next-merge",
    lesson="02_bpe",
    kind="predict",
    points=2,
    reference="l o",
    wrong={
        "other_tie": "o w",
        "stale_count": "s t",
        "lost_neighbors": "w e",
        "smaller_count": "w est",
        "not_a_count": "d est",
    },
    partial={"other_tie": 0.5},
    form=Choice(("d est", "l o", "n e", "o w", "s t", "w e", "w est")),
)
