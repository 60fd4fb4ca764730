"""What it would cost to do without a piece: exactly, and as SentencePiece approximates it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class Price:
    """What it costs to do without a piece.

    `count` says how often it stands on the best paths of the words, `instead` is the cut of the
    piece itself that would take its place, empty where there is none, and `loss` is what that
    costs, in nats: infinite where nothing takes its place, None where it is on no best path.
    """

    piece: str
    count: int
    instead: tuple[str, ...]
    loss: float | None


def replacement_prices(model: UnigramModel, word_counts: Mapping[str, int]) -> list[Price]:
    """Give SentencePiece's estimate for each piece, from two Viterbi passes, in the model's order.

    Every occurrence of the piece on the best paths is replaced by the second-best segmentation of
    the piece itself. One that is on no best path, or is itself best cut in two, costs nothing.

    >>> model = UnigramModel.from_probabilities({"u": 0.25, "g": 0.25, "ug": 0.5})
    >>> replacement_prices(model, {"ug": 1, "u": 1})[1]
    Price(piece='g', count=0, instead=(), loss=None)

    Source: SentencePiece's `PruneSentencePieces`.
    """
    counts = best_path_counts(model, word_counts)
    total = sum(counts.values())
    return [_price(model, piece, counts, total) for piece in model.log_probs]


def _price(model: UnigramModel, piece: str, counts: Counter[str], total: int) -> Price:
    paths = [tuple(edge.piece for edge in path) for _, path in lattice(model, piece).n_best(2)]
    n = counts[piece]
    if not n or len(paths[0]) > 1:
        others = [path for path in paths if path != (piece,)]
        return Price(piece, n, others[0] if others else (), None)
    if len(paths) == 1:
        return Price(piece, n, (), inf)
    second = [_booked(model, other) for other in paths[1]]
    # The n occurrences become n * len(second): the total grows, and so do the counts.
    log_total = log(total + n * (len(second) - 1))
    kept = log(n) - log(total)
    replaced = sum(log(counts[other] + n) - log_total for other in second)
    return Price(piece, n, paths[1], n * (kept - replaced))


def replacement_losses(model: UnigramModel, word_counts: Mapping[str, int]) -> dict[str, float]:
    """Give the losses of `replacement_prices`; pieces that cost nothing are left out.

    >>> model = UnigramModel.from_probabilities({"u": 0.25, "g": 0.25, "ug": 0.5})
    >>> losses = replacement_losses(model, {"ug": 2, "u": 1})
    >>> {piece: round(nats, 3) for piece, nats in losses.items()}
    {'u': inf, 'ug': 2.043}
    """
    prices = replacement_prices(model, word_counts)
    return {price.piece: price.loss for price in prices if price.loss is not None}


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


def prune(
    model: UnigramModel, word_counts: Mapping[str, int], size: int
) -> tuple[UnigramModel, tuple[Price, ...]]:
    """Keep the `size` pieces that are dearest to replace, dearest first; give all prices too.

    The prices come cheapest first: pieces that cost nothing, then by loss. Those that are kept
    are the last ones.

    >>> model = UnigramModel.from_probabilities({"u": 0.25, "g": 0.25, "ug": 0.5})
    >>> kept, prices = prune(model, {"ug": 2, "u": 1}, 1)
    >>> list(kept.log_probs), [price.piece for price in prices]
    (['u'], ['g', 'ug', 'u'])
    """
    prices = replacement_prices(model, word_counts)
    used = [(price.loss, price) for price in prices if price.loss is not None]
    dearest = [price for _, price in sorted(used, key=lambda pair: -pair[0])]
    kept = {price.piece: model.log_probs[price.piece] for price in dearest[:size]}
    unused = (price for price in prices if price.loss is None)
    return replace(model, log_probs=kept), (*unused, *reversed(dearest))


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
