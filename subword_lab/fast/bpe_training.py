"""BPE training in arrays: the merges of `bpe.train` with ``tie_break="smallest_ids"``, sooner."""

from collections.abc import Sequence
from sys import maxsize

import numpy as np

from subword_lab.bpe import BpeModel
from subword_lab.fast.bpe_chain import Chain, chain
from subword_lab.fast.bpe_pairs import Int64, PairArrays, first_pairs
from subword_lab.fast.bpe_rounds import merge_round
from subword_lab.text import BYTE_TO_CHAR
from subword_lab.text.checks import check_whole
from subword_lab.text.fast.counting import Counted
from subword_lab.ties import Pair
from subword_lab.training import first_ids

LARGEST_SUM = 2**62
FEWEST = 8  # pairs that a round tries to merge


def train_bytes(
    words: Counted,
    vocab_size: int | None = None,
    merges: int | None = None,
    *,
    special_tokens: Sequence[str] = (),
    min_frequency: int = 1,
) -> BpeModel:
    """Byte-level BPE from words as UTF-8, each there once, and their counts; see `bpe.train`.

    >>> train_bytes(Counted([b"low", b"lower"], [5, 2]), merges=2).merges
    [('l', 'o'), ('lo', 'w')]

    Raises as `bpe.train` does, and `OverflowError` for counts that are too large for the arrays.
    """
    check_whole(min_frequency, "min_frequency", least=0)
    vocab = first_ids(special_tokens, BYTE_TO_CHAR.values(), vocab_size, merges)
    ids = np.array([vocab[BYTE_TO_CHAR[byte]] for byte in range(256)], np.int32)
    lengths = np.fromiter(map(len, words.words), np.int64, len(words.words))
    counts = np.array(words.counts, np.int64)
    if np.dot(counts.astype(np.float64), lengths) >= LARGEST_SUM:
        raise OverflowError(f"{sum(words.counts)} words are too many to be summed in 63 bits")
    data = b"".join(words.words)
    most = maxsize if merges is None else merges
    size = len(vocab) + min(most, len(data))  # each merge takes at least one symbol away
    size = size if vocab_size is None else min(size, vocab_size)
    reserved = {token: vocab[token] for token in special_tokens}
    spelled = chain(ids[np.frombuffer(data, np.uint8)], lengths, counts)
    return BpeModel(vocab, _learn(spelled, vocab, size, most, max(min_frequency, 1), reserved))


def _learn(
    words: Chain,
    vocab: dict[str, int],
    size: int,
    most: int,
    least: int,
    reserved: dict[str, int],
) -> list[Pair]:
    """Merge until there are `size` pieces or `most` merges; new pieces are entered in `vocab`."""
    pairs = first_pairs(words, size)
    pieces, learned = list(vocab), list[Pair]()
    limit = FEWEST
    while (room := min(most - len(learned), size - len(vocab))) > 0:
        best = pairs.best(min(limit, room), least)
        if not len(best):
            break
        new = np.arange(len(vocab), len(vocab) + len(best))
        if reserved:
            new = _with_reserved(new, _spelled(pieces, pairs, best), reserved)
        done = merge_round(words, pairs, best[: len(new)], new)
        for pair, id in zip(_spelled(pieces, pairs, best[:done]), new.tolist(), strict=False):
            learned.append(pair)
            if id == len(pieces):
                pieces.append(pair[0] + pair[1])
                vocab[pieces[-1]] = id
        limit = max(3 * done, limit // 2, FEWEST)
    return learned


def _spelled(pieces: list[str], pairs: PairArrays, some: Int64) -> list[Pair]:
    """Pairs of pieces instead of ids."""
    left, right = pairs.parts(some)
    return [(pieces[a], pieces[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]


def _with_reserved(new: Int64, joined: list[Pair], reserved: dict[str, int]) -> Int64:
    """The `new` ids, up to that of a special token: a piece of that name has its id.

    Nothing else can have the name: all merges are made in the same order everywhere, so a string is
    only ever made in one way.
    """
    for at, (left, right) in enumerate(joined):
        if left + right in reserved:
            new[at] = reserved[left + right]
            return new[: at + 1]
    return new
