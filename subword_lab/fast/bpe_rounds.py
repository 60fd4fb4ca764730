"""One round of merging: the best pairs together, as far as merging them one by one does the same.

One by one, a merge takes its turn when its pair is the best. It changes what the next turn finds in
two ways: it takes away from pairs that overlap with it, and it makes new pairs with the new symbol.
So the turns after it stand as planned until

- a pair is due that an earlier turn takes something away from, or
- a new pair is better than the one whose turn it is.

Both are known before anything is changed: all places of the best pairs are looked at together, each
as it will be at its turn. The round then ends before the first turn that does not stand.
"""

from dataclasses import dataclass

import numpy as np

from subword_lab.fast.bpe_chain import GAP, NONE, Chain, Int32, Places
from subword_lab.fast.bpe_pairs import Int64, PairArrays, groups


@dataclass(frozen=True, slots=True)
class Planned:
    """Places to merge, by their left symbol, each with its turn and what stands around it.

    `before` and `after` are the turns at which the neighbors become parts of new symbols.
    """

    places: Places
    turns: Int32
    rights: Int32
    left: Int32
    right: Int32
    before: Int32
    after: Int32


@dataclass(frozen=True, slots=True)
class Made:
    """New pairs by place, those of one key side by side; another turn may undo them (`until`)."""

    keys: Int64
    places: Places
    weights: Int64
    turns: Int32
    until: Int32


def merge_round(chain: Chain, pairs: PairArrays, best: Int64, new: Int64) -> int:
    """Merge the first of the `best` pairs into the `new` symbols, and say how many of them.

    `best` is what `PairArrays.best` gives.
    """
    places, turns = _places(chain, pairs, best)
    chain.turns[places] = turns
    plan = _planned(chain, places, turns)
    # A pair whose right symbol begins a pair of this round: the later one of them must wait.
    overlaps = np.maximum(chain.turns[plan.rights], turns)
    stand = min(len(best), int(overlaps.min(initial=NONE)))
    if stand < len(best):
        plan = _first_turns(plan, stand)
    made = _made(chain, plan, new, pairs.size)
    stand = min(stand, _first_outdone(pairs, best[:stand], made))
    _merge(chain, pairs, best[:stand], _first_turns(plan, stand), new)
    _enter(chain, pairs, made, stand)
    chain.turns[places] = NONE
    return stand


def _places(chain: Chain, pairs: PairArrays, best: Int64) -> tuple[Places, Int32]:
    """Where the best pairs stand now, and which of them it is."""
    places, turns = pairs.where(best)
    there = chain.pairs[places] == best[turns]
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


def _planned(chain: Chain, places: Places, turns: Int32) -> Planned:
    rights = chain.following[places]
    left, right = chain.preceding[places], chain.following[rights]
    before, after = chain.turns[chain.preceding[left]], chain.turns[right]
    return Planned(places, turns, rights, left, right, before, after)


def _first_turns(plan: Planned, stand: int) -> Planned:
    kept = plan.turns < stand
    if kept.all():
        return plan
    return Planned(
        plan.places[kept],
        plan.turns[kept],
        plan.rights[kept],
        plan.left[kept],
        plan.right[kept],
        plan.before[kept],
        plan.after[kept],
    )


def _made(chain: Chain, plan: Planned, new: Int64, size: int) -> Made:
    """The pairs that each turn makes, with the neighbors as they are at that turn."""
    symbols, weights = new[plan.turns], chain.weights[plan.places]
    # To the left: a neighbor that was merged before, or just now, is a new symbol already.
    merged = plan.before <= plan.turns
    left = np.where(merged, new.take(plan.before, mode="clip"), chain.symbols[plan.left])
    at = np.where(merged, chain.preceding[plan.left], plan.left)
    until = np.where(merged, NONE, plan.before)
    one = np.flatnonzero(left != GAP)
    # To the right: likewise, but two that are merged just now have found each other already.
    merged = plan.after < plan.turns
    right = np.where(merged, new.take(plan.after, mode="clip"), chain.symbols[plan.right])
    later = np.where(merged, NONE, plan.after)
    other = np.flatnonzero((right != GAP) & (plan.after != plan.turns))
    return _sorted(
        Made(
            np.concatenate((left[one] * size + symbols[one], symbols[other] * size + right[other])),
            np.concatenate((at[one], plan.places[other])),
            np.concatenate((weights[one], weights[other])),
            np.concatenate((plan.turns[one], plan.turns[other])),
            np.concatenate((until[one], later[other])),
        )
    )


def _sorted(made: Made) -> Made:
    """The same by key; sorting numbers is faster than sorting their places."""
    bits = len(made.keys).bit_length()
    packed = np.sort((made.keys << bits) | np.arange(len(made.keys)))
    order = packed & ((1 << bits) - 1)
    return Made(
        packed >> bits,
        made.places[order],
        made.weights[order],
        made.turns[order],
        made.until[order],
    )


def _first_outdone(pairs: PairArrays, best: Int64, made: Made) -> int:
    """The first turn whose pair is not the best any more, because a new one is better."""
    if len(best) == 1 or not len(made.keys):
        return len(best)
    begins = groups(made.keys)
    ranks = pairs.ranks(made.keys[begins], np.add.reduceat(made.weights, begins))
    planned = pairs.ranks(pairs.keys[best], pairs.counts[best])
    outdone = np.maximum(np.searchsorted(planned, ranks), made.turns[begins] + 1)
    return int(outdone.min())


def _merge(chain: Chain, pairs: PairArrays, done: Int64, plan: Planned, new: Int64) -> None:
    """Merge, and take the pairs that were there from the counts."""
    weights = chain.weights[plan.places]
    # What is to the left of one merge and to the right of another is counted with the other.
    alone = np.flatnonzero(plan.before >= len(done))
    gone = np.concatenate((chain.pairs[plan.rights], chain.pairs[plan.left[alone]]))
    there = np.flatnonzero(gone != GAP)
    weights = np.concatenate((weights, weights[alone]))[there]
    np.subtract.at(pairs.counts, gone[there].astype(np.int64), weights)
    pairs.counts[done] = 0
    chain.pairs[plan.rights] = GAP
    chain.symbols[plan.places] = new[plan.turns]
    chain.following[plan.places] = plan.right
    chain.preceding[plan.right] = plan.places


def _enter(chain: Chain, pairs: PairArrays, made: Made, stand: int) -> None:
    """Enter the new pairs that are there after the last turn of the round."""
    lasting = (made.turns < stand) & (made.until >= stand)
    keys, places, weights = made.keys, made.places, made.weights
    if not lasting.all():
        keys, places, weights = keys[lasting], places[lasting], weights[lasting]
    if not len(keys):
        return
    begins = groups(keys)
    sizes = np.diff(begins, append=len(keys))
    numbers = pairs.add(keys[begins], np.add.reduceat(weights, begins), sizes, places)
    chain.pairs[places] = np.repeat(numbers, sizes)
