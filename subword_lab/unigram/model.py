"""The Unigram language model itself: pieces and the logs of their probabilities."""

from collections.abc import Mapping, Sequence
from ctypes import c_float
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite, log

from subword_lab.text.checks import check_kind, check_real, check_text

UNKNOWN_PENALTY = 10.0


def single(number: float) -> float:
    """Round to single precision, in which SentencePiece stores scores and sums.

    >>> single(0.1)
    0.10000000149011612
    """
    return c_float(number).value


def bonus(symbol: str) -> float:
    """The score of a user-defined symbol in SentencePiece, so that it mostly is preferred.

    >>> bonus("<sep>") > 0
    True
    """
    return single(0.1 * (len(symbol.encode()) - 1))


@dataclass(frozen=True)
class UnigramModel:
    """Pieces with the natural logs of their probabilities.

    `vocab` maps every piece to its id, in id order. `log_probs` holds the pieces that text can be
    cut into, so special tokens, which no text may forge, are in `vocab` alone. `unk` names the
    entry of `vocab` that stands for an unknown character, or is None.

    Raises a `ValueError` for a piece without an id, an empty piece, a log-probability that is not
    a finite number, an `unk` that is not in `vocab`, and an empty model.
    """

    vocab: dict[str, int]
    log_probs: dict[str, float]
    unk: str | None = None

    def __post_init__(self) -> None:
        if not self.log_probs:
            raise ValueError("a Unigram model needs at least one piece with a probability")
        if self.unk is not None and self.unk not in self.vocab:
            raise ValueError(f"unk = {self.unk!r} is not in the vocabulary; add it or pass None")
        for piece, log_prob in self.log_probs.items():
            if not piece or piece not in self.vocab:
                raise ValueError(f"{piece!r} has a probability but is not a piece of `vocab`")
            if not isfinite(log_prob):
                raise ValueError(f"log_probs[{piece!r}] = {log_prob}, a finite number is wanted")

    @classmethod
    def from_probabilities(
        cls, probabilities: Mapping[str, float], unk: str | None = None
    ) -> "UnigramModel":
        """Build a model from `{piece: probability}`; ids follow the order given, `unk` goes first.

        The probabilities need not sum to 1, but each must be a positive finite number, else a
        `ValueError` or `TypeError` says which is not.

        >>> UnigramModel.from_probabilities({"h": 0.2, "ug": 0.3}, unk="<unk>").vocab
        {'<unk>': 0, 'h': 1, 'ug': 2}
        """
        check_kind(probabilities, "probabilities", Mapping, "write {'h': 0.2, 'ug': 0.3}")
        for piece, p in probabilities.items():
            check_text(piece, "a piece")
            if not 0 < check_real(p, f"p({piece!r})") < inf:
                raise ValueError(f"p({piece!r}) = {p!r:.20}, but a probability must be above 0")
        names = [*([] if unk is None else [unk]), *(p for p in probabilities if p != unk)]
        logs = {piece: log(p) for piece, p in probabilities.items() if piece != unk}
        return cls({piece: i for i, piece in enumerate(names)}, logs, unk)

    @cached_property
    def longest(self) -> int:
        """The number of characters of the longest piece."""
        return max(map(len, self.log_probs))

    @cached_property
    def unk_score(self) -> float:
        """The score of an unknown character: that of the rarest piece, less 10 (SentencePiece)."""
        return min(self.log_probs.values()) - UNKNOWN_PENALTY

    def score(self, pieces: Sequence[str]) -> float:
        """Give the log-probability of one segmentation; without an `unk` an unknown piece has none.

        >>> model = UnigramModel.from_probabilities({"un": 0.25, "hug": 0.5})
        >>> model.score(("un", "hug")) == log(0.125)
        True
        """
        return sum(map(self._score_of, pieces))

    def _score_of(self, piece: str) -> float:
        if piece in self.log_probs:
            return self.log_probs[piece]
        if self.unk is None or len(piece) != 1:
            raise ValueError(
                f"{piece!r} is no piece of this model"
                + (", which has no unk" if self.unk is None else " and no single character")
            )
        return self.unk_score
