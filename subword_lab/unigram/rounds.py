"""What a round of training does, behind one interface: word by word here, in arrays elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from subword_lab.unigram import em, pruning
from subword_lab.unigram.model import UnigramModel
from subword_lab.unigram.pruning import Price

MIN_EXPECTED = 0.5  # a piece expected less often is dropped by the M step


class Rounds(Protocol):
    """What the training loop asks of its words."""

    def em_step(self, model: UnigramModel) -> tuple[UnigramModel, float]:
        """Estimate again; the log-likelihood of the words is the one under `model`."""

    def prune(self, model: UnigramModel, size: int) -> tuple[UnigramModel, tuple[Price, ...]]:
        """Keep the `size` pieces that are dearest to replace; the prices of all, cheapest first."""

    def reachable(self, model: UnigramModel) -> UnigramModel:
        """Drop the pieces that no best path can hold."""


StartRounds = Callable[[Mapping[str, int], UnigramModel], Rounds]  # from words and seed model


@dataclass(frozen=True, slots=True)
class WordByWord:
    """The readable rounds: one lattice after another, in double precision."""

    word_counts: Mapping[str, int]
    seeds: UnigramModel

    def em_step(self, model: UnigramModel) -> tuple[UnigramModel, float]:
        """One E step and one M step over all words."""
        return em.em_step(model, self.word_counts, min_count=MIN_EXPECTED)

    def prune(self, model: UnigramModel, size: int) -> tuple[UnigramModel, tuple[Price, ...]]:
        """Keep the `size` pieces that are dearest to replace; the prices of all, cheapest first."""
        return pruning.prune(model, self.word_counts, size)

    def reachable(self, model: UnigramModel) -> UnigramModel:
        """Drop the pieces that score lower than their own best cut."""
        return pruning.reachable(model)
