"""The exercises of lesson 04 done by hand: words that become unknown, a tie in print, trainers."""

from subword_lab import wordpiece
from subword_lab.exercises.forms import Choice, Line, Match
from subword_lab.exercises.model import Exercise

# --- an unknown tail -----------------------------------------------------------------------------

UNKNOWN_TAIL = Exercise(
    id="wordpiece-unknown-tail",
    lesson="04_wordpiece",
    kind="predict",
    points=1,
    reference="[UNK]",
    form=Choice(("[UNK]", "hug", "hug ##[UNK]", "hug ##m", "hug [UNK]")),
    wrong={
        "only_the_tail": "hug [UNK]",
        "marked_unknown": "hug ##[UNK]",
        "letters_are_known": "hug ##m",
        "tail_dropped": "hug",
    },
)

# --- a dead end ----------------------------------------------------------------------------------

PIECES = ["[UNK]", "un", "unt", "do", "##tie", "##do", "##d", "##s"]
MODEL = wordpiece.WordPieceModel.from_vocab(PIECES)


def can_be_cut(word: str) -> bool:
    """Whether some way of cutting a word uses known pieces alone."""
    reached = {0}
    for end in range(1, len(word) + 1):
        marked = (("##" if start else "") + word[start:end] for start in reached)
        if any(piece in MODEL.vocab for piece in marked):
            reached.add(end)
    return len(word) in reached


def no_dead_end(word: str) -> str | None:
    """Name why a word is not lost by longest match alone; None if it is."""
    if "#" in word:
        return "mark_in_the_word"
    if " " in word or "|" in word:
        return "several_words"
    if len(word) > MODEL.max_chars or not can_be_cut(word):
        return "no_cut_at_all"
    return None if wordpiece.encode(MODEL, word) == ("[UNK]",) else "is_cut"


DEAD_END = Exercise(
    id="wordpiece-dead-end",
    lesson="04_wordpiece",
    kind="counter_example",
    points=2,
    reference="untie",
    wrong={
        "is_cut": "undo",
        "no_cut_at_all": "hug",
        "mark_in_the_word": "un##tie",
        "several_words": "un tie",
    },
    objection=no_dead_end,
    form=Line("a word"),
)

# --- a tie in print ------------------------------------------------------------------------------

PRINTED_TIE = Exercise(
    id="wordpiece-printed-tie",
    lesson="04_wordpiece",
    kind="predict",
    points=2,
    reference="hu + ##gs",
    form=Choice(("##u + ##n", "a tie of the two", "hu + ##g", "hu + ##gs", "p + ##u")),
    wrong={
        "as_printed": "a tie of the two",
        "more_frequent_of_the_two": "hu + ##g",
        "most_frequent": "p + ##u",
        "frequent_inside": "##u + ##n",
    },
)

# --- who trains how ------------------------------------------------------------------------------

GAIN, NOBODY = "gain, by a language model", "nobody outside knows"
COUNT, DOWN = "count of the pair", "from the top down"
PMI = "count divided by the parts' counts"
JAPANESE, BERT = "Schuster and Nakajima (2012)", "the vocabulary of BERT"
FACE, TENSORFLOW = "WordPieceTrainer of Hugging Face", "the tool of TensorFlow Text"


def _answer(japanese: str, bert: str, face: str, tensorflow: str) -> dict[str, str]:
    return {JAPANESE: japanese, BERT: bert, FACE: face, TENSORFLOW: tensorflow}


WHO_TRAINS = Exercise(
    id="wordpiece-who-trains",
    lesson="04_wordpiece",
    kind="match",
    points=2,
    reference=_answer(GAIN, NOBODY, COUNT, DOWN),
    form=Match((JAPANESE, BERT, FACE, TENSORFLOW), (COUNT, PMI, DOWN, GAIN, NOBODY)),
    wrong={
        "bert_by_pmi": _answer(GAIN, PMI, COUNT, DOWN),
        "bert_by_gain": _answer(GAIN, GAIN, COUNT, DOWN),
        "face_by_pmi": _answer(GAIN, NOBODY, PMI, DOWN),
        "paper_by_count": _answer(COUNT, NOBODY, COUNT, DOWN),
        "paper_by_pmi": _answer(PMI, NOBODY, COUNT, DOWN),
    },
)
