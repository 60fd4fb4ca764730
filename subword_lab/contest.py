"""The capstone of the course: one vocabulary for twenty-one languages, judged on hidden lines.

An entry is a tokenizer, or a line of settings such as ``byte_bpe pattern=o200k boost=el,th``. The
first lines of the story are for training; the seed chooses among the others and makes up more.
"""

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from subword_lab import corpora
from subword_lab.recipes import RECIPES, options_of
from subword_lab.tokenizer import Tokenizer

BUDGET = 2_000
TRAINED_ON = 18  # lines of each language; the others are hidden
HIDDEN_LINES = 6
REFERENCE = "en"
RIVALS = {
    "words": "word",
    "BPE": "byte_bpe",
    "course": "byte_bpe pattern=o200k",
}
EXAMPLES = (
    "byte_bpe",
    "byte_bpe pattern=cl100k",
    "byte_bpe pattern=o200k",
    "byte_bpe pattern=o200k boost=el",
    "bpe end_of_word=glued",
    "wordpiece lowercase=no",
    "sentencepiece model=bpe byte_fallback=yes",
    "sentencepiece model=bpe byte_fallback=yes normalization=identity remove_extra_whitespaces=no",
)
"""Entries to start from."""
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the hidden lines say: compression, fairness, honesty.

    `premium` is the tokens of the `worst` language over those of English, `round_trip` the share of
    hidden lines that come back exactly. `score` is bytes per token / premium × round trip, or 0 for
    a vocabulary over the budget.
    """

    vocab_size: int
    bytes_per_token: float
    worst: str
    premium: float
    round_trip: float

    @property
    def score(self) -> float:
        """One number from the three."""
        if self.vocab_size > BUDGET:
            return 0.0
        return self.bytes_per_token / self.premium * self.round_trip


def training_texts() -> dict[str, str]:
    """The lines to train on, by language."""
    return {code: "\n".join(_lines(code)[:TRAINED_ON]) for code in corpora.languages()}


def hidden_texts(seed: int | str) -> dict[str, list[str]]:
    """The lines to judge by, by language: the same lines in each, with numbers and signs mixed in.

    The same seed gives the same lines; another seed gives others.
    """
    rng = random.Random(f"contest:{seed}")
    places = rng.sample(range(TRAINED_ON, len(_lines(REFERENCE))), HIDDEN_LINES)
    marks = [line for line in str(corpora.load("marks")).splitlines() if line]
    ends = [rng.choice(marks) if at % 3 == 0 else f" {rng.randrange(10_000)}"
            for at in range(HIDDEN_LINES)]  # fmt: skip
    return {
        code: [_lines(code)[place] + end for place, end in zip(places, ends, strict=True)]
        for code in corpora.languages()
    }


@lru_cache(maxsize=32)
def enter(entry: str) -> Tokenizer:
    """Train what a line of settings asks for, on the training texts, within the budget.

    The first word is a recipe; then come its options and ``boost``, a list of languages that are
    read once more each. Raises `ValueError` for what is no recipe, no option or no language.

    >>> enter("byte_bpe pattern=cl100k boost=th")
    Tokenizer('byte_bpe', 2,000 tokens)
    """
    recipe, options = settings(entry)
    boosted = [code for code in options.pop("boost", "").split(",") if code]
    texts = training_texts()
    for code in boosted:
        if code not in texts:
            raise ValueError(f"boost names {code!r}; there are {', '.join(texts)}")
    corpus = [*texts.values(), *(texts[code] for code in boosted)]
    typed: dict[str, Any] = {name: _typed(value) for name, value in options.items()}
    return Tokenizer.train(recipe, corpus, BUDGET, **typed)


def settings(entry: str) -> tuple[str, dict[str, str]]:
    """The recipe and the options of a line.

    >>> settings("sentencepiece model=bpe byte_fallback=yes")
    ('sentencepiece', {'model': 'bpe', 'byte_fallback': 'yes'})
    """
    recipe, *pairs = entry.split() or [""]
    if recipe not in RECIPES:
        raise ValueError(f"an entry begins with a recipe: {', '.join(RECIPES)}; got {recipe!r}")
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name not in {"boost", *options_of(recipe)}:
            known = ", ".join(["boost", *options_of(recipe)])
            raise ValueError(f"{pair!r} is no setting of {recipe}; write name=value with {known}")
        options[name] = value
    return recipe, options


def _typed(value: str) -> bool | float | str:
    """A value as Python has it: a truth, a number, or a text."""
    if value.lower() in _TRUTHS:
        return _TRUTHS[value.lower()]
    for kind in (int, float):
        with suppress(ValueError):
            return kind(value)
    return value


def judge(tokenizer: Tokenizer, seed: int | str) -> Verdict:
    """Judge a tokenizer by the hidden lines of a seed."""
    hidden = hidden_texts(seed)
    ids = {code: [tokenizer.encode(line) for line in lines] for code, lines in hidden.items()}
    tokens = {code: sum(map(len, encoded)) for code, encoded in ids.items()}
    lines = [line for each in hidden.values() for line in each]
    back = [tokenizer.decode(encoded) for each in ids.values() for encoded in each]
    worst = max(tokens, key=lambda code: tokens[code])
    return Verdict(
        tokenizer.vocab_size,
        sum(len(line.encode()) for line in lines) / sum(tokens.values()),
        worst,
        tokens[worst] / tokens[REFERENCE],
        sum(line == again for line, again in zip(lines, back, strict=True)) / len(lines),
    )


@cache
def rivals(seed: int | str) -> Mapping[str, Verdict]:
    """What three house tokenizers of the same budget reach on the hidden lines of a seed."""
    return {name: judge(enter(entry), seed) for name, entry in RIVALS.items()}


@cache
def _lines(code: str) -> list[str]:
    return [line for line in str(corpora.load(f"story/{code}")).splitlines() if line]
