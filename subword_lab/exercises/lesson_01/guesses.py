"""The exercises of lesson 01 that need no code: two estimates, four splitters, one text to find."""

from subword_lab.exercises.forms import Line, Match, Slider
from subword_lab.exercises.model import Exercise

# The texts that are guessed about: all of `english` but `english/news`, then `english/news`. The
# shares are recomputed by tests/facts_01_oov.py.

GUESS_BY_TOKEN = Exercise(
    id="oov-guess-by-token",
    lesson="01_oov",
    kind="estimate",
    points=1,
    reference=31.3,
    within=1.25,
    form=Slider(1, 100, 1, "%"),
    wrong={"nothing": 1, "one_in_twenty": 5, "half": 50, "by_type": 67, "all": 100},
)

GUESS_BY_TYPE = Exercise(
    id="oov-guess-by-type",
    lesson="01_oov",
    kind="estimate",
    points=1,
    reference=67.1,
    within=1.15,
    form=Slider(1, 100, 1, "%"),
    wrong={"smaller": 15, "the_same": 31, "half": 50, "all": 100},
)

# --- who cuts how --------------------------------------------------------------------------------

SPLITTERS = ("white space", "white space and punctuation", "Moses", "spaCy")


def _answer(*cuts: str) -> dict[str, str]:
    return dict(zip(SPLITTERS, cuts, strict=True))


WHO_CUTS_HOW = Exercise(
    id="oov-who-cuts-how",
    lesson="01_oov",
    kind="match",
    points=2,
    reference=_answer("Don't", "Don ' t", "Don 't", "Do n't"),
    wrong={
        "same_rules": _answer("Don't", "Don ' t", "Do n't", "Do n't"),
        "swapped": _answer("Don't", "Don ' t", "Do n't", "Don 't"),
        "apostrophe_stays": _answer("Don't", "Don't", "Don 't", "Do n't"),
        "apostrophe_glued": _answer("Don't", "Don 't", "Don ' t", "Do n't"),
    },
    form=Match(SPLITTERS, ("Do n't", "Don ' t", "Don 't", "Don't")),
)

# --- find a text ---------------------------------------------------------------------------------

VOCABULARY = {"the", "cat"}


def not_twice(line: str) -> str | None:
    """Name what is wrong with a proposed text; None if its share by type is twice that by token."""
    words = line.split()
    unknown = [word for word in words if word not in VOCABULARY]
    if not unknown:
        return "nothing_unknown"
    if len(unknown) == len(words):
        return "nothing_known"
    by_token = len(unknown) / len(words)
    by_type = len(set(unknown)) / len(set(words))
    if by_token > by_type:
        return "by_token_larger"
    return None if by_type >= 2 * by_token else "less_than_twice"


BY_TYPE_TWICE = Exercise(
    id="oov-by-type-twice",
    lesson="01_oov",
    kind="counter_example",
    points=2,
    reference="the cat the cat the cat sat",
    wrong={
        "by_token_larger": "the cat sat sat mat",
        "less_than_twice": "the the cat sat",
        "nothing_unknown": "the cat the",
        "nothing_known": "a dog sat",
    },
    objection=not_twice,
    form=Line("the cat ..."),
)
