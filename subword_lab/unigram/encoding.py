"""Encoding with a Unigram model: the most probable segmentation, the n best, or one at random."""

from collections.abc import Generator, Sequence
from random import Random

from subword_lab.lattice import Edge, Lattice, NoPath, Path, Reached
from subword_lab.text.checks import check_kind, check_text, check_whole
from subword_lab.trace import drain
from subword_lab.unigram.model import UnigramModel


def lattice(model: UnigramModel, text: str) -> Lattice:
    """Lay every piece of the model that occurs in `text` over it.

    A character that is no piece by itself gets an edge of its own with the score `unk_score`,
    where the model has an `unk`; without one, texts with such characters may have no path.
    Edges come by start, then by length, which is SentencePiece's order and settles ties.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.25, "ug": 0.25})
    >>> [edge.piece for edge in lattice(model, "ug").edges]
    ['u', 'ug', 'g']

    Raises `TypeError` for what is no model or no `str`, `ValueError` for a lone surrogate.
    """
    check_kind(model, "model", UnigramModel, "unigram.train makes one")
    check_text(text)
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

    The pieces joined give the text back: an unknown character is a piece of its own and given as
    it is; the `Tokenizer` turns a run of them into one `unk`, as SentencePiece does. Among equally
    probable ways to a position the longest last piece wins, as in SentencePiece. Sums are in
    double precision, in SentencePiece single, so that ties and near ties can fall differently.

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
    paths = lattice(model, text).n_best(check_whole(n, "n", least=1))
    if not paths:
        raise _cannot_cut(model, text)
    return [(_pieces(path), score) for score, path in paths]


def sample(
    model: UnigramModel, text: str, inverse_temperature: float, rng: Random
) -> tuple[str, ...]:
    """Draw a segmentation: its probability to the `inverse_temperature`, shared out to sum to 1.

    0 makes all segmentations equally likely, 1 follows the model, a large number gives the best
    one. (SentencePiece calls it `alpha`, a word that for its BPE models means the opposite.)
    Raises a `ValueError` for a number that is negative or too large, and where the model has no
    `unk` and no cut exists; a `TypeError` for an `rng` that is no `random.Random`.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.25, "ug": 0.25})
    >>> sample(model, "ug", 1000.0, Random(1))
    ('ug',)

    Source: Kudo 2018, section 3.3, with l = infinity.
    """
    try:
        return _pieces(lattice(model, text).sample(inverse_temperature, rng))
    except NoPath as error:
        raise _cannot_cut(model, text) from error


def decode(model: UnigramModel, pieces: Sequence[str]) -> str:
    """Join pieces; nothing is left to undo, as pieces are plain parts of the text.

    >>> decode(UnigramModel.from_probabilities({"h": 0.5, "ug": 0.5}), ("h", "ug"))
    'hug'
    """
    return "".join(pieces)


def _pieces(path: Path) -> tuple[str, ...]:
    return tuple(edge.piece for edge in path)


def _cannot_cut(model: UnigramModel, text: str) -> ValueError:
    strangers = sorted(set(text) - set("".join(model.log_probs)))
    reason = f"no piece has the characters {strangers}" if strangers else "the pieces leave gaps"
    return ValueError(
        f"{text!r} cannot be cut into pieces: {reason}; train on text that has them, "
        "or give the model an unk"
    )
