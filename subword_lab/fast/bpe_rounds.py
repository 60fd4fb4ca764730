"""One round of merging: the best pairs together, as far as merging them one by one does the same.

One by one, a merge takes its turn when its pair is the best. The turns stand as planned until a
pair is due that overlaps with the pair of an earlier turn: then its count has become smaller.

New pairs do not change the plan. Where (a, b) becomes ab in front of c, the new pair (ab, c) cannot
come more often than (b, c) did, and of equals the new symbol has the larger id. So before (ab, c)
could be the best, (b, c) must have been due; and that one overlaps with (a, b).
"""

import numpy as np

from subword_lab.fast.bpe_chain import GAP, NONE, Chain, Int32, Places
from subword_lab.fast.bpe_pairs import Int64, PairArrays, groups


def merge_round(chain: Chain, pairs: PairArrays, best: Int64, new: Int64) -> int:
    """Merge the first of the `best` pairs into the `new` symbols, and say how many of them.

    `best` is what `PairArrays.best` gives. The `new` ids must be larger than all that are there;
    only that of the last pair may be any.
    """
    places, turns = _places(chain, pairs, best)
    chain.turns[places] = turns
    # Where the right symbol of a place begins another one, the later turn of the two must wait.
    waiting = np.maximum(chain.turns[chain.following[places]], turns)
    stand = min(len(best), int(waiting.min(initial=NONE)))
    if stand < len(best):
        kept = turns < stand
        chain.turns[places[~kept]] = NONE
        places, turns = places[kept], turns[kept]
    _take_away(chain, pairs, places)
    pairs.counts[best[:stand]] = 0
    _merge(chain, places, new[turns])
    _enter(chain, pairs, places)
    chain.turns[places] = NONE
    return stand


def _places(chain: Chain, pairs: PairArrays, best: Int64) -> tuple[Places, Int32]:
    """Where the best pairs stand now, by their left symbol, and which of them it is."""
    places, turns = pairs.where(best)
    there = np.flatnonzero(chain.pairs[places] == best[turns])
    places, turns = places[there], turns[there]
    left, right = pairs.parts(best[:1])
    if left == right:
        places = _every_other(chain, np.sort(places))
        turns = turns[: len(places)]
    return places, turns


def _every_other(chain: Chain, places: Places) -> Places:
    """Of the places of one pair of equal symbols those that are merged, from left to right."""
    begins_run = np.ones(len(places), np.bool_)
    begins_run[1:] = chain.following[places[:-1]] != places[1:]
    runs = np.flatnonzero(begins_run)
    in_run = np.arange(len(places)) - np.repeat(runs, np.diff(runs, append=len(places)))
    merged: Places = places[in_run % 2 == 0]
    return merged


def _take_away(chain: Chain, pairs: PairArrays, places: Places) -> None:
    """Take the pairs to the left and to the right of these places from the counts."""
    weights, left = chain.weights[places], chain.preceding[places]
    # What is to the left of one place and to the right of another is taken once.
    once = np.flatnonzero(chain.turns[chain.preceding[left]] == NONE)
    gone = np.concatenate((chain.pairs[chain.following[places]], chain.pairs[left[once]]))
    there = np.flatnonzero(gone != GAP)
    weights = np.concatenate((weights, weights[once]))[there]
    np.subtract.at(pairs.counts, gone[there].astype(np.int64), weights)


def _merge(chain: Chain, places: Places, new: Int64) -> None:
    """Write the new symbols, and take the right ones out of the chain."""
    rights = chain.following[places]
    beyond = chain.following[rights]
    chain.symbols[places] = new
    chain.pairs[rights] = GAP
    chain.following[places] = beyond
    chain.preceding[beyond] = places


def _enter(chain: Chain, pairs: PairArrays, places: Places) -> None:
    """Enter the pairs of the new symbols at these places with their neighbors."""
    left, right = chain.preceding[places], chain.following[places]
    new, weights = chain.symbols[places].astype(np.int64), chain.weights[places]
    before, after = chain.symbols[left].astype(np.int64), chain.symbols[right]
    one = np.flatnonzero(before != GAP)
    other = np.flatnonzero((after != GAP) & (chain.turns[right] == NONE))  # two new ones meet once
    keys = np.concatenate(
        (before[one] * pairs.size + new[one], new[other] * pairs.size + after[other])
    )
    if not len(keys):
        return
    # Sorting numbers is faster than sorting their places, so the places are written into them.
    bits = len(keys).bit_length()
    packed = np.sort((keys << bits) | np.arange(len(keys)))
    keys, order = packed >> bits, packed & ((1 << bits) - 1)
    begins, at = groups(keys), np.concatenate((left[one], places[other]))[order]
    sizes = np.diff(begins, append=len(keys))
    counts = np.add.reduceat(np.concatenate((weights[one], weights[other]))[order], begins)
    chain.pairs[at] = np.repeat(pairs.add(keys[begins], counts, sizes, at), sizes)
