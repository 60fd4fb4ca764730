"""What BPE training has to read, counted, with each of its two tricks on or off."""

from collections.abc import Mapping
from dataclasses import dataclass

from subword_lab.pairs import IndexedPairs
from subword_lab.training import spelled


@dataclass(frozen=True, slots=True)
class Effort:
    """What a training read: `words` that were visited, and `pairs` of neighbors in them."""

    words: int
    pairs: int


def training_effort(
    word_counts: Mapping[str, int], merges: int, *, count_words: bool = True, index: bool = True
) -> Effort:
    """Count what training reads in `merges` rounds. The merges are the same in each case.

    Without `count_words` a word is read as often as it occurs, else once with its count. Without
    `index` each round reads all words, to count all pairs anew. With it all pairs are counted once;
    then each round reads only the words that hold the pair, as they were and as they become.

    >>> word_counts = {"hug": 10, "pug": 5, "pun": 12}
    >>> training_effort(word_counts, 1, count_words=False, index=False)
    Effort(words=27, pairs=54)
    >>> training_effort(word_counts, 1)
    Effort(words=5, pairs=12)

    Raises `ValueError` for a number of merges below 0.
    """
    if merges < 0:
        raise ValueError(f"merges must be 0 or more, not {merges}")
    table = IndexedPairs(spelled(word_counts, tuple), order=lambda pair: pair)
    everywhere = range(len(table.words))

    def read(places: "range | set[int]") -> Effort:
        words = pairs = 0
        for at in places:
            symbols, count = table.words[at]
            times = 1 if count_words else count
            words += times
            pairs += times * (len(symbols) - 1)
        return Effort(words, pairs)

    reads = [read(everywhere)] if index else []
    for _ in range(merges):
        best = table.best()
        if best is None:
            break
        pair, _count = best
        places = set(table.where[pair]) if index else everywhere
        reads.append(read(places))
        table.merge(pair, "".join(pair))
        if index:
            reads.append(Effort(0, read(places).pairs))
    return Effort(sum(each.words for each in reads), sum(each.pairs for each in reads))
