"""The Unigram language model: every piece has a probability, a segmentation has their product.

Encoding finds the most probable of all segmentations, lists the n best, or draws one at random.
Training is in `unigram_training`; its first step, the large seed vocabulary, in `unigram_seed`.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, log
from random import Random

from subword_lab.lattice import Edge, Lattice, NoPath, Path, Reached
from subword_lab.trace import drain

UNKNOWN_PENALTY = 10.0


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

        The probabilities need not sum to 1, but each must be a positive finite number.

        >>> encode(UnigramModel.from_probabilities({"h": 0.2, "ug": 0.3, "hug": 0.1}), "hug")
        ('hug',)
        """
        for piece, p in probabilities.items():
            if not (isfinite(p) and p > 0):
                raise ValueError(f"p({piece!r}) = {p}, but a probability must be above 0")
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
        """Give the log-probability of one segmentation, unknown characters included.

        >>> model = UnigramModel.from_probabilities({"un": 0.25, "hug": 0.5})
        >>> model.score(("un", "hug")) == log(0.125)
        True
        """
        return sum(self.log_probs.get(piece, self.unk_score) for piece in pieces)


def lattice(model: UnigramModel, text: str) -> Lattice:
    """Lay every piece of the model that occurs in `text` over it.

    A character that is no piece by itself gets an edge of its own with the score `unk_score`,
    where the model has an `unk`; without one, texts with such characters may have no path.
    Edges come by start, then by length, which is SentencePiece's order and settles ties.
    """
    if not isinstance(text, str):
        raise TypeError(f"text is {type(text).__name__}, but a str is wanted")
    return Lattice(len(text), tuple(_edges(model, text)))


def _edges(model: UnigramModel, text: str) -> list[Edge]:
    edges = []
    log_probs, longest, size = model.log_probs, model.longest, len(text)
    for start in range(size):
        for end in range(start + 1, min(start + longest, size) + 1):
            piece = text[start:end]
            if piece in log_probs:
                edges.append(Edge(start, end, piece, log_probs[piece]))
            elif end == start + 1 and model.unk is not None:
                edges.append(Edge(start, end, piece, model.unk_score))
    return edges


def encode_steps(model: UnigramModel, text: str) -> Generator[Reached, None, tuple[str, ...]]:
    """Cut `text` into its most probable pieces, one `Reached` for every position.

    The pieces joined give the text back: an unknown character is given as it is, and `ids` turns
    it into the model's `unk`. Among equally probable ways to a position the longest last piece
    wins, as in SentencePiece; sums are taken in double precision, where SentencePiece uses single,
    so that ties, and nearly ties, can fall differently there.

    Raises a `ValueError` where the model has no `unk` and no cut exists.

    Source: Kudo 2018, section 3.2; SentencePiece, `unigram_model.cc`.
    """
    try:
        return _pieces((yield from lattice(model, text).viterbi_steps()))
    except NoPath as error:
        raise _cannot_cut(model, text) from error


def encode(model: UnigramModel, text: str) -> tuple[str, ...]:
    """Cut `text` into its most probable pieces: `encode_steps`, drained.

    >>> probabilities = {"h": 0.1, "u": 0.2, "g": 0.1, "ug": 0.3, "s": 0.2}
    >>> encode(UnigramModel.from_probabilities(probabilities), "hugs")
    ('h', 'ug', 's')
    """
    return drain(encode_steps(model, text))


def n_best(model: UnigramModel, text: str, n: int) -> list[tuple[tuple[str, ...], float]]:
    """Give the `n` most probable segmentations with their log-probabilities, best first.

    There are fewer where the text has fewer. Raises a `ValueError` for n below 1, and where the
    model has no `unk` and no cut exists.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.25, "ug": 0.25})
    >>> [pieces for pieces, _ in n_best(model, "ug", 5)]
    [('ug',), ('u', 'g')]
    """
    paths = lattice(model, text).n_best(n)
    if not paths:
        raise _cannot_cut(model, text)
    return [(_pieces(path), score) for score, path in paths]


def sample(
    model: UnigramModel, text: str, inverse_temperature: float, rng: Random
) -> tuple[str, ...]:
    """Draw a segmentation: its probability to the `inverse_temperature`, shared out to sum to 1.

    0 makes all segmentations equally likely, 1 follows the model, a large number gives the best
    one. (SentencePiece calls it `alpha`, a word that for its BPE models means the opposite.)
    Raises a `ValueError` for a negative number, and where the model has no `unk` and no cut exists.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.25, "ug": 0.25})
    >>> sample(model, "ug", 1000.0, Random(1))
    ('ug',)

    Source: Kudo 2018, section 3.3, with l = infinity.
    """
    try:
        return _pieces(lattice(model, text).sample(inverse_temperature, rng))
    except NoPath as error:
        raise _cannot_cut(model, text) from error


def ids(model: UnigramModel, pieces: Sequence[str]) -> list[int]:
    """Give the ids of pieces; neighbors that are unknown become one `unk`, as in SentencePiece.

    Raises a `KeyError` for an unknown piece where the model has no `unk`.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.5}, unk="<unk>")
    >>> ids(model, ("u", "x", "y", "g"))
    [1, 0, 2]
    """
    found: list[int] = []
    known_before = True
    for piece in pieces:
        known = piece in model.log_probs
        if known:
            found.append(model.vocab[piece])
        elif model.unk is None:
            raise KeyError(f"{piece!r} is not in the vocabulary, and the model has no unk")
        elif known_before:
            found.append(model.vocab[model.unk])
        known_before = known
    return found


def decode(model: UnigramModel, ids: Sequence[int]) -> str:
    """Join the pieces of the ids; special tokens appear by their names.

    Raises a `KeyError` for an id that is not in the vocabulary.

    >>> decode(UnigramModel.from_probabilities({"h": 0.5, "ug": 0.5}), [0, 1])
    'hug'
    """
    pieces = {i: piece for piece, i in model.vocab.items()}
    for i in ids:
        if i not in pieces:
            raise KeyError(f"id {i} is not in the vocabulary of {len(pieces)} pieces")
    return "".join(pieces[i] for i in ids)


def _pieces(path: Path) -> tuple[str, ...]:
    return tuple(edge.piece for edge in path)


def _cannot_cut(model: UnigramModel, text: str) -> ValueError:
    strangers = sorted(set(text) - set("".join(model.log_probs)))
    reason = f"no piece has the characters {strangers}" if strangers else "the pieces leave gaps"
    return ValueError(
        f"{text!r} cannot be cut into pieces: {reason}; train on text that has them, "
        "or give the model an unk"
    )
