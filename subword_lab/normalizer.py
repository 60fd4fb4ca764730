"""Normalization for a whole tokenizer: the named steps of `text`, and steps read from files."""

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from subword_lab import text as text_layer
from subword_lab.text import Aligned


class ReadStep(Protocol):
    """A step that came out of a file: it gives the text and where each character came from."""

    def align(self, text: str) -> Aligned:
        """The normalized text; `spans[i]` is where its character i stands in `text`."""


NormalizerStep = str | ReadStep


def normalize(text: str, steps: Sequence[NormalizerStep]) -> str:
    """Apply the steps in order.

    >>> normalize("Ｃafé", ("nfkc", "strip_accents"))
    'Cafe'
    """
    for step, names in _runs(steps):
        text = text_layer.normalize(text, names) if step is None else step.align(text).text
    return text


def align(text: str, steps: Sequence[NormalizerStep]) -> Aligned:
    """Apply the steps in order and follow each character back to the original."""
    result = Aligned(text, tuple((at, at + 1) for at in range(len(text))))
    for step, names in _runs(steps):
        now = text_layer.align(result.text, names) if step is None else step.align(result.text)
        result = result.then(now)
    return result


def _runs(steps: Sequence[NormalizerStep]) -> list[tuple[ReadStep | None, tuple[str, ...]]]:
    """Neighboring names go together, a step from a file stands alone."""
    runs: list[tuple[ReadStep | None, tuple[str, ...]]] = []
    for by_name, group in groupby(steps, key=lambda step: isinstance(step, str)):
        if by_name:
            runs.append((None, tuple(step for step in group if isinstance(step, str))))
        else:
            runs.extend((step, ()) for step in group if not isinstance(step, str))
    return runs
