"""What BPE and WordPiece training have in common before the first merge: words, ids, pair table."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence

from subword_lab.pairs import Allowed, IndexedPairs, PairTable, RecountPairs, Symbols, Words
from subword_lab.text.checks import check_counts, check_name, check_text, check_tokens, check_whole
from subword_lab.ties import tie_order

TIES_SHOWN = 50  # a step of a watched training names at most this many tied pairs
TABLES = ("indexed", "recount")
SLOW_TO_RECOUNT = 300_000  # symbols; reading so many again takes about a tenth of a second


def spelled(word_counts: Mapping[str, int], spell: Callable[[str], Symbols]) -> Words:
    """Turn word counts into words of symbols; words that are empty or never occur are left out.

    Raises as `text.checks.check_counts` does.

    >>> spelled({"hug": 10, "pug": 0}, tuple)
    [(('h', 'u', 'g'), 10)]
    """
    return [(spell(word), n) for word, n in check_counts(word_counts).items() if word and n]


def first_ids(
    special_tokens: Iterable[str],
    symbols: Iterable[str],
    vocab_size: int | None,
    merges: int | None,
) -> dict[str, int]:
    """Number what is there before the first merge: special tokens as given, symbols by code point.

    `ValueError` unless exactly one of `vocab_size` and `merges` is given, and large enough;
    `TypeError` for what is no number or no list of tokens.

    >>> first_ids(["<unk>"], "hug", vocab_size=10, merges=None)
    {'<unk>': 0, 'g': 1, 'h': 2, 'u': 3}
    """
    if (vocab_size is None) == (merges is None):
        given = f"vocab_size={vocab_size}, merges={merges}"
        raise ValueError(f"give exactly one of vocab_size and merges; got {given}")
    if merges is not None:
        check_whole(merges, "merges", least=0)
    names = check_tokens(special_tokens, "special_tokens")
    ids: dict[str, int] = {}
    for symbol in (*names, *sorted(check_text(each, "a symbol") for each in set(symbols))):
        ids.setdefault(symbol, len(ids))
    if vocab_size is not None and check_whole(vocab_size, "vocab_size") < len(ids):
        raise ValueError(
            f"vocab_size={vocab_size} is too small: special tokens and alphabet alone are "
            f"{len(ids)} entries; ask for at least {len(ids)}"
        )
    return ids


def pair_table(
    table: str,
    words: Words,
    tie_break: str,
    ids: Mapping[str, int],
    symbol_key: Callable[[str], Sequence[int]] | None = None,
    allowed: Allowed | None = None,
) -> PairTable:
    """Set up the bookkeeping: ``"indexed"`` or ``"recount"``.

    What was seen first follows from the words, not from the pair, so ``first_seen`` is always
    recounted, and a `UserWarning` says so when there is much to count.

    >>> pair_table("indexed", [(("h", "u", "g"), 10)], "largest_pair", {}).best()
    (('u', 'g'), 10)
    """
    order = tie_order(tie_break, ids, symbol_key)
    check_name(table, "table", TABLES)
    if table == "indexed" and tie_break != "first_seen":
        return IndexedPairs(words, order, allowed)
    size = sum(len(symbols) for symbols, _ in words)
    if size > SLOW_TO_RECOUNT:
        warnings.warn(
            f"all {size:,} symbols are counted again after each merge, because of "
            f"tie_break={tie_break!r}, table={table!r}; the other tie-breaks are much faster",
            stacklevel=2,
        )
    return RecountPairs(words, order, allowed)
