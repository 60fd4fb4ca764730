"""Which words of a text are the same: a hash table that looks up a whole array of words at once.

A word of at most seven bytes is its own key, written into one 64-bit number together with its
length. A longer word has a hash for a key; where two keys are equal the bytes are compared, so that
a collision costs time and never changes a result.
"""

from collections.abc import Callable
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Ids = NDArray[np.int32]
Positions = NDArray[np.intp]
Flags = NDArray[np.bool_]
Mix = Callable[[Keys, Keys], Keys]

UNKNOWN = -1
_WINDOW = 8
_SHORT = 7  # bytes that fit into a key beside the length
_KEEP = np.array([(1 << 8 * size) - 1 for size in range(_WINDOW)], np.uint64)
_LENGTH_AT = np.uint64(8 * _SHORT)
_LONG = np.uint64(255 << 8 * _SHORT)
_LOW = np.uint64((1 << 8 * _SHORT) - 1)
_FOLD = np.uint64(32)
_KEY_BITS = 64
_ODD = np.uint64(randbits(64) | 1)  # not known beforehand: nobody can write a text of collisions


def mix(state: Keys, window: Keys) -> Keys:
    """Stir the next eight bytes into a hash."""
    stirred = (state ^ window) * _ODD
    return np.asarray(stirred ^ (stirred >> _FOLD))


def windows(data: bytes) -> Keys:
    """The eight bytes at each place of a text as one number; zeros stand behind the end.

    >>> [hex(number) for number in windows(b"abc")]
    ['0x636261', '0x6362', '0x63']
    """
    return np.ndarray((len(data),), "<u8", data + bytes(_WINDOW), 0, (1,))


class WordTable:
    """Numbers words in the order in which they are first seen.

    >>> table = WordTable()
    >>> table.ids(b"low lower low", np.array([0, 3, 9])).tolist()
    [0, 1, 2]
    >>> table.ids(b"low lower", np.array([0, 3])).tolist(), table.words()
    ([0, 1], [b'low', b' lower', b' low'])
    """

    def __init__(self, mix: Mix = mix) -> None:
        self.mix = mix
        self.size = 0
        self.lengths = np.zeros(1 << 10, np.int32)
        self.offsets = np.zeros(1 << 10, np.int64)  # where a word begins in the pool
        self.pool = np.zeros(1 << 14, np.uint8)
        self._used = 0
        self._empty(12)

    def ids(self, data: bytes, starts: Positions) -> Ids:
        """The number of each word, new ones included; a word ends where the next one starts."""
        window, lengths = windows(data), np.diff(starts, append=len(data))
        keys = self._key(window, starts, lengths)
        ids = self._find(keys, window, starts, lengths)
        missing = np.flatnonzero(ids == UNKNOWN)
        if len(missing):
            at, size = starts[missing], lengths[missing]
            ids[missing] = self._add(keys[missing], data, window, at, size)
        return ids

    def words(self) -> list[bytes]:
        """All words, in the order of their numbers."""
        pool, begin = self.pool.tobytes(), self.offsets[: self.size]
        end = begin + self.lengths[: self.size]
        return [pool[a:b] for a, b in zip(begin.tolist(), end.tolist(), strict=True)]

    def _key(self, window: Keys, at: Positions, lengths: Positions) -> Keys:
        keys = window[at] & _KEEP[np.minimum(lengths, _SHORT)]
        keys |= lengths.astype(np.uint64) << _LENGTH_AT
        long = np.flatnonzero(lengths > _SHORT)
        keys[long] = (self._hash(window, at[long], lengths[long]) & _LOW) | _LONG
        return keys

    def _hash(self, window: Keys, at: Positions, lengths: Positions) -> Keys:
        """The hash of each long word: its length and all its bytes."""
        hashes = self.mix(lengths.astype(np.uint64), window[at])
        step, left = _WINDOW, np.flatnonzero(lengths > _WINDOW)
        while len(left):
            hashes[left] = self.mix(hashes[left], window[at[left] + _within(step, lengths[left])])
            step += _WINDOW
            left = left[lengths[left] > step]
        return hashes

    def _find(self, keys: Keys, window: Keys, at: Positions, lengths: Positions) -> Ids:
        """The number of each word, `UNKNOWN` where it has none."""
        ids = np.empty(len(keys), np.int32)
        places, slots = np.arange(len(keys)), self._slots(keys)
        while len(places):
            stored, found = self._keys[slots], self._ids[slots]
            other = (stored != keys) & (found != UNKNOWN)
            doubtful = np.flatnonzero((lengths > _SHORT) & ~other & (found != UNKNOWN))
            other[doubtful] = ~self._spelled(
                found[doubtful], window, at[doubtful], lengths[doubtful]
            )
            found[other] = UNKNOWN
            ids[places] = found
            places, slots, keys = places[other], slots[other] + 1 & self._mask, keys[other]
            at, lengths = at[other], lengths[other]
        return ids

    def _spelled(self, ids: Ids, window: Keys, at: Positions, lengths: Positions) -> Flags:
        """Whether the long words with these numbers have the same bytes as those of a text."""
        pool = np.ndarray((len(self.pool) - _WINDOW,), "<u8", self.pool, 0, (1,))
        same: Flags = self.lengths[ids] == lengths
        same[same] = equal(pool, self.offsets[ids[same]], window, at[same], lengths[same])
        return same

    def _add(self, keys: Keys, data: bytes, window: Keys, at: Positions, lengths: Positions) -> Ids:
        """Number words that are not in the table, some of which are the same."""
        first = _first_equals(keys, window, at, lengths)
        new = first == np.arange(len(first))
        numbers = (np.cumsum(new) + (self.size - 1)).astype(np.int32)
        self._store(np.frombuffer(data, np.uint8), at[new], lengths[new])
        while 2 * self.size > self._mask:
            self._grow()
        self._insert(keys[new], numbers[new])
        return numbers[first]

    def _store(self, text: NDArray[np.uint8], at: Positions, lengths: Positions) -> None:
        """Append the bytes of new words to the pool."""
        ends = np.cumsum(lengths)
        total, size = int(ends[-1]), self.size + len(lengths)
        self.pool = _room(self.pool, self._used + total + _WINDOW)
        self.lengths, self.offsets = _room(self.lengths, size), _room(self.offsets, size)
        places = np.repeat(at - (ends - lengths), lengths) + np.arange(total)
        self.pool[self._used : self._used + total] = text[places]
        self.lengths[self.size : size] = lengths
        self.offsets[self.size : size] = self._used + ends - lengths
        self._used, self.size = self._used + total, size

    def _slots(self, keys: Keys) -> Positions:
        return ((keys * _ODD) >> np.uint64(_KEY_BITS - self._bits)).astype(np.intp)

    def _insert(self, keys: Keys, ids: Ids) -> None:
        """Put words that are not there into the first free slot from where their key points."""
        slots = self._slots(keys)
        while len(keys):
            free = self._ids[slots] == UNKNOWN
            self._ids[slots[free]] = ids[free]
            placed = self._ids[slots] == ids  # of several that wanted a slot one got it
            self._keys[slots[placed]] = keys[placed]
            keys, ids, slots = keys[~placed], ids[~placed], slots[~placed] + 1 & self._mask

    def _grow(self) -> None:
        used = np.flatnonzero(self._ids != UNKNOWN)
        keys, ids = self._keys[used], self._ids[used]
        self._empty(self._bits + 1)
        self._insert(keys, ids)

    def _empty(self, bits: int) -> None:
        self._bits, self._mask = bits, (1 << bits) - 1
        self._keys = np.zeros(1 << bits, np.uint64)
        self._ids = np.full(1 << bits, UNKNOWN, np.int32)


def equal(one: Keys, at: Positions, other: Keys, there: Positions, lengths: Positions) -> Flags:
    """Whether long words in two texts have the same bytes, given the `windows` of both.

    >>> text = windows(b"abcdefgh abcdefgh abcdefgi")
    >>> equal(text, np.array([0, 0]), text, np.array([9, 18]), np.array([8, 8])).tolist()
    [True, False]
    """
    same: Flags = one[at] == other[there]
    step, left = _WINDOW, np.flatnonzero(same & (lengths > _WINDOW))
    while len(left):
        shift = _within(step, lengths[left])
        same[left] = one[at[left] + shift] == other[there[left] + shift]
        step += _WINDOW
        left = left[same[left] & (lengths[left] > step)]
    return same


def _within(step: int, lengths: Positions) -> Positions:
    """Where the next window of each long word begins: the last one ends with the word."""
    return np.minimum(step, lengths - _WINDOW)


def _first_equals(keys: Keys, window: Keys, at: Positions, lengths: Positions) -> Positions:
    """For each word the place of the first one that is the same."""
    first = np.empty(len(keys), np.intp)
    left = np.arange(len(keys))
    while len(left):
        _, index, inverse = np.unique(keys[left], return_index=True, return_inverse=True)
        model = left[index[inverse]]
        same = np.ones(len(left), np.bool_)
        long = np.flatnonzero(lengths[left] > _SHORT)
        same[long] = lengths[left[long]] == lengths[model[long]]
        long = long[same[long]]
        same[long] = equal(window, at[left[long]], window, at[model[long]], lengths[left[long]])
        first[left[same]] = model[same]
        left = left[~same]
    return first


def _room(array: NDArray[Any], size: int) -> NDArray[Any]:
    """The array, or a longer copy with as much again at its end."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer
