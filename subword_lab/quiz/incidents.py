"""Incidents to diagnose: a tokenizer before an upgrade, and the one that came with it.

No error is raised in any of them. What is left to read is ids.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from subword_lab import bpe, corpora
from subword_lab.encoding import Template
from subword_lab.tokenizer import Tokenizer

MERGES = 700
BEGIN = "<|begin|>"


@dataclass(frozen=True)
class Incident:
    """One incident: `before` is what the model was trained with, `after` what it is fed by now."""

    name: str
    before: Tokenizer
    after: Tokenizer


def names() -> tuple[str, ...]:
    """Name the incidents.

    >>> names()
    ('A', 'B', 'C', 'D', 'E', 'F')
    """
    return tuple(_UPGRADES)


@cache
def get(name: str) -> Incident:
    """Return the incident of that name; `KeyError` if there is none."""
    if name not in _UPGRADES:
        raise KeyError(f"there is no incident {name!r}; there are {', '.join(_UPGRADES)}")
    before = trained(BEGIN)
    return Incident(name, before, _UPGRADES[name](before))


def dump(tokenizer: Tokenizer, text: str) -> list[int]:
    """Return the ids a model is fed, with what the template adds.

    `TypeError` or `ValueError` if the text is none.
    """
    return list(tokenizer(text).ids)


@cache
def trained(*special_tokens: str) -> Tokenizer:
    """Byte-level BPE on the course's English text; the first special token begins every text."""
    english = corpora.load("english")
    learned = Tokenizer.train("byte_bpe", english, merges=MERGES, special_tokens=special_tokens)
    return replace(learned, template=Template(single=((BEGIN, 0), ("$A", 0))))


# What the upgrades did ---------------------------------------------------------------------------


def _sort_the_merges(before: Tokenizer) -> Tokenizer:
    model = before.model
    if not isinstance(model, bpe.BpeModel):
        raise TypeError(f"only BPE has merges to sort; got {type(model).__name__}")
    return replace(before, model=replace(model, merges=sorted(model.merges)))


def _put_special_tokens_in_front(before: Tokenizer) -> Tokenizer:
    return trained(BEGIN, "<|system|>", "<|user|>")


def _cut_by_another_pattern(before: Tokenizer) -> Tokenizer:
    return replace(before, preparation=replace(before.preparation, pretokenizers=("cl100k",)))


def _begin_twice(before: Tokenizer) -> Tokenizer:
    return replace(before, template=Template(single=((BEGIN, 0), (BEGIN, 0), ("$A", 0))))


def _put_a_space_in_front(before: Tokenizer) -> Tokenizer:
    return replace(before, preparation=replace(before.preparation, add_prefix_space=True))


def _lose_capitals(before: Tokenizer) -> Tokenizer:
    return replace(before, preparation=replace(before.preparation, normalizer=("lowercase",)))


_UPGRADES: dict[str, Callable[[Tokenizer], Tokenizer]] = {
    "A": _sort_the_merges,
    "B": _put_special_tokens_in_front,
    "C": _cut_by_another_pattern,
    "D": _begin_twice,
    "E": _put_a_space_in_front,
    "F": _lose_capitals,
}
