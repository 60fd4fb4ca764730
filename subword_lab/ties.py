"""Ties: which of two pairs with equal counts is merged first.

Every library decides this in its own way, so the rule is part of the algorithm: on a toy corpus
most merges are ties, and libraries that differ in nothing else learn different vocabularies.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from subword_lab.text.checks import check_name

Pair = tuple[str, str]
Order = Callable[[Pair], Any]  # a sort key: of two pairs with equal counts, the smaller key wins

TIE_BREAKS = ("smallest_ids", "largest_pair", "smallest_pair", "first_seen", "sentencepiece")


def tie_order(
    tie_break: str,
    ids: Mapping[str, int],
    symbol_key: Callable[[str], Sequence[int]] | None = None,
) -> Order:
    """Turn the name of a tie-break into a sort key for pairs; the smallest key wins.

    - ``smallest_ids``: smaller id of the left symbol, then of the right (Hugging Face `tokenizers`)
    - ``largest_pair``: later in dictionary order (subword-nmt), ``smallest_pair``: earlier
    - ``first_seen``: met first when the words are read in order (`max` over a dict, minbpe)
    - ``sentencepiece``: shorter joined string, then the smaller one

    `ids` may grow while the key is in use. Dictionary order compares code points, or what
    `symbol_key` gives for a symbol (its bytes, say). An unknown name raises `ValueError`.

    >>> order = tie_order("largest_pair", {})
    >>> min([("a", "b"), ("ab", "c"), ("a", "c")], key=order)
    ('ab', 'c')
    """
    key = cache(symbol_key or _code_points)

    @cache
    def descending(symbol: str) -> tuple[int, ...]:
        return (*(-unit for unit in key(symbol)), 1)  # the 1 puts "ab" before its beginning "a"

    orders: dict[str, Order] = {
        "smallest_ids": lambda pair: (ids[pair[0]], ids[pair[1]]),
        "largest_pair": lambda pair: (descending(pair[0]), descending(pair[1])),
        "smallest_pair": lambda pair: (key(pair[0]), key(pair[1])),
        "first_seen": lambda pair: 0,
        "sentencepiece": lambda pair: (len(pair[0] + pair[1]), pair[0] + pair[1], pair[0]),
    }
    return orders[check_name(tie_break, "tie_break", TIE_BREAKS)]


def _code_points(symbol: str) -> tuple[int, ...]:
    return tuple(map(ord, symbol))
