"""The merges of a byte-level BPE model as arrays: symbols are ids, a pair is one number.

A rank answers three questions, each with a look into an array: which symbol the merge makes, and
whether it may be done everywhere in a word at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from subword_lab.bpe import BpeModel
from subword_lab.fast.pair_table import NEVER, PairTable, Symbols
from subword_lab.fast.threats import Threats
from subword_lab.text import BYTE_TO_CHAR

BORDER = np.int32(2**31 - 1)
"""The rank of neighbors in two words; `NEVER` is that of others that are never merged."""


@dataclass(frozen=True)
class MergeTable:
    """What `merging` asks: `ranks_of` a pair, `made[rank]`, `alone[rank]`, `of_byte[byte]`.

    `first[left byte, right byte]` are the ranks that a word begins with, `length[symbol]` counts
    bytes. `alone` is true for a merge that makes a symbol some earlier merge could take at once.
    Models have a few: pieces that are reached in two ways, or found by their joined string.
    `threats` say which merges are sure; None where some symbol can be made in two ways.
    """

    of_byte: Symbols
    first: Symbols
    length: Symbols
    made: Symbols
    alone: NDArray[np.bool_]
    pairs: PairTable
    threats: Threats | None

    def ranks_of(self, left: Symbols, right: Symbols) -> Symbols:
        """The rank of merging each pair, `NEVER` where there is none."""
        return self.pairs.values_of(left, right)


def merge_table(model: BpeModel) -> MergeTable | None:
    """The table of an ordinary byte-level model; None where symbols without an id can arise.

    >>> from subword_lab.bpe import train
    >>> model = train({"hug": 2}, merges=1, alphabet=BYTE_TO_CHAR.values())
    >>> table = merge_table(model)
    >>> h, u = table.of_byte[[104, 117]]
    >>> table.ranks_of(np.array([h, u]), np.array([u, h])) == NEVER
    array([False,  True])
    """
    if model.end_of_word or model.unk is not None:
        return None
    pieces = _products(model)
    arising = {*BYTE_TO_CHAR.values(), *pieces}
    if not arising <= model.vocab.keys():
        return None
    ids = {piece: model.vocab[piece] for piece in arising}
    rows = _by_pair(model, ids) if model.lookup == "pair" else _joined(pieces, ids)
    return _table(ids, np.fromiter(chain.from_iterable(rows), np.int32).reshape(-1, 4))


def _table(ids: Mapping[str, int], rows: Symbols) -> MergeTable:
    left, right, product, ranks = np.ascontiguousarray(rows.T)
    length = np.zeros(max(ids.values()) + 1, np.int32)
    length[list(ids.values())] = list(map(len, ids))
    made = np.zeros(int(ranks.max(initial=0)) + 1, np.int32)
    made[ranks] = product
    earliest = np.full(len(length), NEVER)  # of the merges that take a symbol
    np.minimum.at(earliest, left, ranks)
    np.minimum.at(earliest, right, ranks)
    alone = np.zeros(len(made), np.bool_)
    alone[ranks] = earliest[product] < ranks

    of_byte = np.array([ids[BYTE_TO_CHAR[b]] for b in range(256)], np.int32)
    first = np.empty((256, 256), np.int32)
    pairs = PairTable.of(left, right, ranks, NEVER)
    made_once = np.unique(np.concatenate((of_byte, product))).size == 256 + len(product)
    sure = len(product) and made_once and not alone.any()
    table = MergeTable(
        of_byte,
        first,
        length,
        made,
        alone,
        pairs,
        Threats.of(of_byte, left, right, product, ranks) if sure else None,
    )
    for byte in range(256):
        first[byte] = table.ranks_of(np.full(256, of_byte[byte]), of_byte)
    return table


Row = tuple[int, int, int, int]  # left, right and joined symbol, rank


def _products(model: BpeModel) -> Mapping[str, int]:
    """Every symbol that a merge makes, with a rank of making it."""
    if model.lookup == "joined":
        return model.joined_ranks
    return {left + right: rank for (left, right), rank in model.ranks.items()}


def _by_pair(model: BpeModel, ids: Mapping[str, int]) -> Iterator[Row]:
    """The merges of the model; one that takes a symbol which never arises is none."""
    for (left, right), rank in model.ranks.items():
        if left in ids and right in ids:
            yield ids[left], ids[right], ids[left + right], rank


def _joined(ranks: Mapping[str, int], ids: Mapping[str, int]) -> Iterator[Row]:
    """Every way to make each piece out of two symbols.

    In the order of the alphabet a symbol stands behind all those that it begins with.
    """
    begins: list[str] = []
    for piece in sorted(ids):
        while begins and not piece.startswith(begins[-1]):
            begins.pop()
        rank = ranks.get(piece)
        if rank is not None:
            for left in begins:
                right = ids.get(piece[len(left) :])
                if right is not None:
                    yield ids[left], right, ids[piece], rank
        begins.append(piece)
