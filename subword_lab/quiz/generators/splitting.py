"""Variants about where a text is cut before any model sees it."""

import random

from subword_lab.quiz.variants import Generator, Variant, distinct, redrawn
from subword_lab.text import pretokenize

NAMES = {"gpt2": "GPT-2", "cl100k": "cl100k", "bert": "BERT", "whitespace": "white space"}
WORDS = ("it", "she", "we", "they", "Anna", "dogs")
ENDINGS = ("'s", "'re", "'LL", "'S", "'VE", "n't")
TAILS = ("!", "...", "?!", " ok", "  ok", "_x", "\u00e9e")


@redrawn()
def gpt2_chunks(rng: random.Random, level: int) -> Variant:
    """Ask how GPT-2's pattern cuts a text, beside what other splitters do."""
    text = _text(rng, level)
    cuts = {name: chunks(text, name) for name in NAMES}
    options = distinct((cuts.pop("gpt2"), "right"), *((cut, name) for name, cut in cuts.items()))
    return Variant({"text": _visible(text)}, options=options, drawn={"text": text})


@redrawn()
def which_splitter(rng: random.Random, level: int) -> Variant | None:
    """Ask which splitter gave some chunks."""
    text = _text(rng, level)
    cuts = {name: chunks(text, name) for name in NAMES}
    if len(set(cuts.values())) < len(cuts):
        return None
    right = rng.choice(sorted(NAMES))
    wrong = [(NAMES[name], name) for name in NAMES if name != right]
    options = distinct((NAMES[right], "right"), *wrong)
    params = {"text": _visible(text), "chunks": cuts[right], **cuts}
    return Variant(params, options=options, drawn={"text": text, "chunks": cuts[right]})


@redrawn()
def number_chunks(rng: random.Random, level: int) -> Variant | None:
    """Ask how cl100k's pattern cuts a long number."""
    number = str(rng.randrange(10 ** (3 + level), 10 ** (6 + level)))
    back = len(number) % 3
    from_right = [number[:back], *(number[at : at + 3] for at in range(back, len(number), 3))]
    options = distinct(
        (chunks(number, "cl100k"), "right"),
        ("|".join(filter(None, from_right)), "from_the_right"),
        ("|".join(number), "digits"),
        (chunks(number, "gpt2"), "whole"),
        ("|".join(number[at : at + 2] for at in range(0, len(number), 2)), "pairs"),
    )
    return Variant({"number": number}, options=options, drawn={"number": number})


GENERATORS: dict[str, Generator] = {
    "gpt2_chunks": gpt2_chunks,
    "which_splitter": which_splitter,
    "number_chunks": number_chunks,
}


def chunks(text: str, how: str) -> str:
    """Write the pre-tokens of a text with bars between them and visible spaces.

    >>> chunks("it's ok", "gpt2")
    "it|'s|␣ok"
    """
    return "|".join(_visible(found.text) for found in pretokenize(text, how))


def _text(rng: random.Random, level: int) -> str:
    number = str(rng.randrange(10**3, 10 ** (4 + level)))
    return f"{rng.choice(WORDS)}{rng.choice(ENDINGS)} {number}{rng.choice(TAILS)}"


def _visible(text: str) -> str:
    return text.replace(" ", "␣")
