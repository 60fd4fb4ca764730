# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 07 on a sick tokenizer: what to measure, and what it points to."""

import random

from subword_lab.bpe import BpeModel, encode
from subword_lab.exercises.forms import Match
from subword_lab.exercises.model import Args, Exercise

# --- pieces that never come back -----------------------------------------------------------------


def unreachable(vocab, merges):
    """Return the pieces that do not come back from their own text, as a set.

    vocab maps the pieces of a BPE model to their ids; no special token is among them. merges is the
    list of pairs, first learned first.
    """
    model = BpeModel(vocab, merges)
    return {piece for piece in vocab if encode(model, piece) != (piece,)}


def made_by_no_merge(vocab, merges):
    made = {left + right for left, right in merges}
    return {piece for piece in vocab if len(piece) > 1 and piece not in made}


def characters_too(vocab, merges):
    made = {left + right for left, right in merges}
    return {piece for piece in vocab if piece not in made}


def not_a_character(vocab, merges):
    return {piece for piece in vocab if len(piece) > 1}


def steps_on_the_way(vocab, merges):
    parts = {part for pair in merges for part in pair}
    return {piece for piece in vocab if len(piece) > 1 and piece in parts}


def parts_made_later(vocab, merges):
    known, late = {piece for piece in vocab if len(piece) == 1}, set()
    for left, right in merges:
        if left not in known or right not in known:
            late.add(left + right)
        known.add(left + right)
    return late & set(vocab)


def the_others(vocab, merges):
    return set(vocab) - unreachable(vocab, merges)


def random_sick_model(rng: random.Random) -> Args:
    """Draw a small BPE model and damage its rules: in most cases some piece is lost."""
    while True:
        symbols, merges = list("abc"), []
        for _ in range(rng.randint(2, 5)):
            pair = (rng.choice(symbols), rng.choice(symbols))
            if pair[0] + pair[1] not in symbols:
                merges.append(pair)
                symbols.append(pair[0] + pair[1])
        vocab = {piece: id for id, piece in enumerate(symbols)}
        damage = rng.choice(("shuffled", "one left out", "none"))
        if damage == "shuffled":
            rng.shuffle(merges)
        elif damage == "one left out" and merges:
            merges.pop(rng.randrange(len(merges)))
        if unreachable(vocab, merges) or rng.random() < 0.1:
            return (vocab, merges)


UNREACHABLE = Exercise(
    id="doctor-unreachable",
    lesson="07_in_production",
    kind="function",
    points=2,
    reference=unreachable,
    imports=("from subword_lab.bpe import BpeModel, encode",),
    wrong={
        "made_by_no_merge": made_by_no_merge,
        "characters_too": characters_too,
        "not_a_character": not_a_character,
        "steps_on_the_way": steps_on_the_way,
        "parts_made_later": parts_made_later,
        "the_others": the_others,
    },
    examples=(
        ({"a": 0, "b": 1, "ab": 2}, []),
        ({"ab": 0, "a": 1, "b": 2}, []),
        ({"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}, [("a", "b"), ("ab", "c")]),
        (
            {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5},
            [("b", "c"), ("a", "b"), ("ab", "c")],
        ),
        ({"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}, [("ab", "c"), ("a", "b")]),
    ),
    random_case=random_sick_model,
    valid=lambda vocab, merges: (
        all(len(pair) == 2 for pair in merges)
        and all(ch in vocab for piece in vocab for ch in piece)
        and len(set(vocab.values())) == len(vocab)
    ),
)

# --- symptom and cause ---------------------------------------------------------------------------

CAUSE = {
    "Pieces never come back from their own text": "rules were lost or put out of order",
    "Twice the tokens, no error, all text comes back": "the splitter is not that of training",
    "Words with capitals are unknown": "the normalizer of training is missing",
    "Code comes back without its indentation": "white space is collapsed on the way in",
    "An answer ends where a user typed <|end|>": "special tokens are looked for in user text",
    "� inside an answer": "each token is decoded on its own",
}


def _answer(**changed: str) -> dict[str, str]:
    """The right causes, some of them changed: by the first word of the symptom."""
    return {
        symptom: changed.get(symptom.split()[0].lower(), cause) for symptom, cause in CAUSE.items()
    }


SYMPTOMS = Exercise(
    id="doctor-symptoms",
    lesson="07_in_production",
    kind="match",
    points=2,
    reference=CAUSE,
    form=Match(tuple(CAUSE), tuple(sorted(CAUSE.values()))),
    wrong={
        "more_tokens_from_rules": _answer(
            pieces="the splitter is not that of training",
            twice="rules were lost or put out of order",
        ),
        "capitals_from_the_splitter": _answer(
            words="the splitter is not that of training",
            twice="the normalizer of training is missing",
        ),
        "indentation_from_the_splitter": _answer(
            code="the splitter is not that of training",
            twice="white space is collapsed on the way in",
        ),
        "end_from_decoding": {
            **CAUSE,
            "An answer ends where a user typed <|end|>": "each token is decoded on its own",
            "� inside an answer": "special tokens are looked for in user text",
        },
    },
)
