"""Which merges are sure, whatever the ranks around them: those that nothing can forestall.

A pair (a, b) will be merged if no merge of a lower rank can take a or b before. From the left only
a merge (x, a) could take a, where x is the symbol in front of it or ends with that; each symbol is
made in one way, so we know what it ends with. For every two neighbors the lowest of these ranks is
found beforehand; and the same for what begins with the symbol behind b.

It makes no difference that such a pair is merged early: the symbol it makes is taken by later
merges only, and merges of lower ranks see neither a nor b. Of two pairs that overlap at most one is
sure: each would have to come before the other.
"""

from dataclasses import dataclass

import numpy as np

from subword_lab.fast.pair_table import NEVER, PairTable, Symbols, pair_keys

NOTHING = -1  # in place of the parts of a byte
NO_PAIR = 0  # the row of pairs that no merge looks at
_HALF, _LOW = np.uint64(32), np.uint64(2**32 - 1)


@dataclass(frozen=True)
class Threats:
    """What each pair of neighbors says, by its row.

    `rank` is that of merging them; `to_right` the lowest rank of a merge that takes the right one
    with what is left of it, `to_left` that of one that takes the left one with what is right of it.
    `first[left byte, right byte]` are the rows that a word begins with.

    >>> of_byte = np.arange(256, dtype=np.int32)
    >>> a, b, c, ab = *b"abc", 256
    >>> merges = np.array([[a, b, ab, 0], [b, c, 257, 1], [ab, c, 258, 2]], np.int32)  # with ranks
    >>> threats = Threats.of(of_byte, *merges.T)
    >>> row = threats.first[b, c]
    >>> [column[row].item() for column in (threats.rank, threats.to_left, threats.to_right)]
    [1, 1, 1]
    """

    rows: PairTable
    first: Symbols
    rank: Symbols
    to_left: Symbols
    to_right: Symbols

    @classmethod
    def of(
        cls, of_byte: Symbols, left: Symbols, right: Symbols, product: Symbols, ranks: Symbols
    ) -> "Threats":
        """The threats of merges, each of which makes another symbol."""
        size = int(max(left.max(), right.max(), product.max())) + 1
        ends_with = np.full(size, NOTHING, np.int32)
        begins_with = ends_with.copy()
        ends_with[product], begins_with[product] = right, left
        x, taken, from_left = _with_parts(ends_with, left, right, ranks)
        y, other, from_right = _with_parts(begins_with, right, left, ranks)

        merged = pair_keys(left, right)
        keys = np.concatenate((merged, pair_keys(x, taken), pair_keys(other, y)))
        keys, row = np.unique(keys, return_inverse=True)
        row += 1
        rank, to_left, to_right = np.full((3, len(keys) + 1), NEVER)
        ends = len(merged), len(merged) + len(x)
        rank[row[: ends[0]]] = ranks
        np.minimum.at(to_right, row[ends[0] : ends[1]], from_left)
        np.minimum.at(to_left, row[ends[1] :], from_right)
        one, two = (keys >> _HALF).astype(np.int32), (keys & _LOW).astype(np.int32)
        numbers = np.arange(1, len(rank), dtype=np.int32)
        rows = PairTable.of(one, two, numbers, np.int32(NO_PAIR))
        first = rows.values_of(np.repeat(of_byte, 256), np.tile(of_byte, 256)).reshape(256, 256)
        return cls(rows, first, rank, to_left, to_right)


def _with_parts(
    part: Symbols, whole: Symbols, other: Symbols, ranks: Symbols
) -> tuple[Symbols, Symbols, Symbols]:
    """The merges of `whole` with `other`: for the symbol, its part, the part of that, and so on."""
    found = []
    while len(whole):
        found.append((whole, other, ranks))
        whole = part[whole]
        more = whole != NOTHING
        whole, other, ranks = whole[more], other[more], ranks[more]
    wholes, others, all_ranks = (np.concatenate(column) for column in zip(*found, strict=True))
    return wholes, others, all_ranks
