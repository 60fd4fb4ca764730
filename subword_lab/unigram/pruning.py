"""What it would cost to do without a piece: exactly, and as SentencePiece approximates it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import inf, log

from subword_lab.lattice import Lattice
from subword_lab.text.checks import check_counts
from subword_lab.unigram.encoding import encode, lattice
from subword_lab.unigram.model import UnigramModel


def removal_losses(model: UnigramModel, word_counts: Mapping[str, int]) -> dict[str, float]:
    """Give for each piece how much the log-likelihood falls, in nats, if it alone is removed.

    Every word that has the piece is summed again over all its segmentations without it; the other
    probabilities stay as they are. The loss is infinite where some word could no longer be cut.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.5, "ug": 0.75})
    >>> losses = removal_losses(model, {"ug": 1})
    >>> round(losses["ug"], 6) == round(log(1.0 / 0.25), 6)
    True
    """
    losses = dict.fromkeys(model.log_probs, 0.0)
    for word, count in check_counts(word_counts).items():
        graph = lattice(model, word)
        total = graph.forward()[-1]
        for piece in {edge.piece for edge in graph.edges} & losses.keys():
            without = Lattice(graph.size, tuple(e for e in graph.edges if e.piece != piece))
            losses[piece] += count * (total - without.forward()[-1])
    return losses


def replacement_losses(model: UnigramModel, word_counts: Mapping[str, int]) -> dict[str, float]:
    """Give SentencePiece's estimate of the same loss, in nats, from two Viterbi passes.

    Every occurrence of the piece on the best paths is replaced by the second-best segmentation of
    the piece itself. A piece without a second segmentation has an infinite loss. One that is on no
    best path, or is itself best cut in two, costs nothing and is left out.

    >>> model = UnigramModel.from_probabilities({"u": 0.25, "g": 0.25, "ug": 0.5})
    >>> losses = replacement_losses(model, {"ug": 2, "u": 1})
    >>> {piece: round(nats, 3) for piece, nats in losses.items()}
    {'u': inf, 'ug': 2.043}

    Source: SentencePiece's `PruneSentencePieces`.
    """
    counts = best_path_counts(model, word_counts)
    total = sum(counts.values())
    losses = {}
    for piece in model.log_probs:
        paths = lattice(model, piece).n_best(2)
        if not counts[piece] or len(paths[0][1]) > 1:
            continue
        if len(paths) == 1:
            losses[piece] = inf
            continue
        second = [_booked(model, edge.piece) for edge in paths[1][1]]
        n = counts[piece]
        # The n occurrences become n * len(second): the total grows, and so do the counts.
        log_total = log(total + n * (len(second) - 1))
        kept = log(n) - log(total)
        replaced = sum(log(counts[other] + n) - log_total for other in second)
        losses[piece] = n * (kept - replaced)
    return losses


def best_path_counts(model: UnigramModel, word_counts: Mapping[str, int]) -> Counter[str]:
    """Count the pieces on the best path of every word, weighted by the words' counts.

    >>> model = UnigramModel.from_probabilities({"u": 0.25, "g": 0.25, "ug": 0.5})
    >>> best_path_counts(model, {"ug": 2, "gug": 1})
    Counter({'ug': 3, 'g': 1})
    """
    counts: Counter[str] = Counter()
    for word, count in check_counts(word_counts).items():
        for piece in encode(model, word):
            counts[_booked(model, piece)] += count
    return counts


def prune(model: UnigramModel, word_counts: Mapping[str, int], size: int) -> UnigramModel:
    """Keep the `size` pieces that are dearest to replace, dearest first.

    >>> model = UnigramModel.from_probabilities({"u": 0.25, "g": 0.25, "ug": 0.5})
    >>> list(prune(model, {"ug": 2, "u": 1}, 1).log_probs)
    ['u']
    """
    losses = replacement_losses(model, word_counts)
    dearest = sorted(losses, key=lambda piece: -losses[piece])[:size]
    return replace(model, log_probs={piece: model.log_probs[piece] for piece in dearest})


def reachable(model: UnigramModel) -> UnigramModel:
    """Drop the pieces that no best path can hold, because cutting them in two scores higher.

    >>> model = UnigramModel.from_probabilities({"u": 0.5, "g": 0.4, "ug": 0.1})
    >>> list(reachable(model).log_probs)
    ['u', 'g']
    """
    kept = {p: score for p, score in model.log_probs.items() if len(encode(model, p)) == 1}
    return replace(model, log_probs=kept)


def _booked(model: UnigramModel, piece: str) -> str:
    if piece in model.log_probs or model.unk is None:
        return piece
    return model.unk
