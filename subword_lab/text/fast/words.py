"""Which words of a text are the same: a hash table that looks up a whole array of words at once.

A word of at most 15 bytes is its own key: its length and seven bytes in one 64-bit number, the
others in a second one, which most words do not need. A longer word has a hash for a key; where two
keys are equal the bytes are compared, so that a collision costs time and never changes a result.
"""

from collections.abc import Callable
from secrets import randbits
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Ids = NDArray[np.int32]
Positions = NDArray[np.intp]
Flags = NDArray[np.bool_]
Mix = Callable[[Keys, Keys], Keys]

UNKNOWN = -1
_WINDOW = 8
_FIRST = 7  # bytes that one number holds beside the length
_FITS = 15  # bytes that two numbers hold
_KEEP = np.array([(1 << 8 * size) - 1 for size in range(_WINDOW)] + [2**64 - 1], np.uint64)
_LENGTH_AT = np.uint64(56)
_MORE = np.uint64(8 << 56)  # the least first number of a word that needs the second
_LONG = np.uint64(255 << 56)  # in place of the length
_FEW, _PARTS = 1 << 12, 8  # new words are added in parts: so many, or one in so many
_ROOMY = 4  # slots for a word, or up to twice as many: then most are found where they are sought
_HALF = np.uint64(32)
_KEY_BITS = 64
# Not known beforehand, so that nobody can write a text of collisions.
_ODD, _OTHER_ODD = np.uint64(randbits(64) | 1), np.uint64(randbits(64) | 1)


class WordKeys(NamedTuple):
    """What words are looked up by: equal words have equal keys, and few others do."""

    first: Keys
    second: Keys

    def of(self, at: NDArray[Any]) -> "WordKeys":
        """The keys of some of the words."""
        return WordKeys(self.first[at], self.second[at])


def mix(state: Keys, window: Keys) -> Keys:
    """A hash of two numbers, best in its upper bits."""
    return state * _ODD + window * _OTHER_ODD


def windows(data: bytes) -> Keys:
    """The eight bytes at each place of a text as one number; zeros stand behind the end.

    >>> [hex(number) for number in windows(b"abc")[:4]]
    ['0x636261', '0x6362', '0x63', '0x0']
    """
    return np.ndarray((len(data) + _WINDOW,), "<u8", data + bytes(2 * _WINDOW), 0, (1,))


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
        self._keys = WordKeys(np.zeros(1 << 10, np.uint64), np.zeros(1 << 10, np.uint64))
        self._empty(12)

    def ids(self, data: bytes, starts: Positions) -> Ids:
        """The number of each word, new ones included; a word ends where the next one starts."""
        window, lengths = windows(data), np.diff(starts, append=len(data))
        keys = self._key(window, starts, lengths)
        ids = self._find(keys, window, starts, lengths)
        missing = np.flatnonzero(ids == UNKNOWN)
        while len(missing):
            few = max(_FEW, len(missing) // _PARTS)  # most of the others will be among them
            new, missing = missing[:few], missing[few:]
            at, size = starts[new], lengths[new]
            ids[new] = self._add(keys.of(new), data, window, at, size)
            at, size = starts[missing], lengths[missing]
            ids[missing] = self._find(keys.of(missing), window, at, size)
            missing = missing[ids[missing] == UNKNOWN]
        return ids

    def words(self) -> list[bytes]:
        """All words, in the order of their numbers."""
        pool, begin = self.pool[: self._used].tobytes(), self.offsets[: self.size]
        end = begin + self.lengths[: self.size]
        return [pool[a:b] for a, b in zip(begin.tolist(), end.tolist(), strict=True)]

    def _key(self, window: Keys, at: Positions, lengths: Positions) -> WordKeys:
        first = window[at]
        first &= _KEEP[np.minimum(lengths, _FIRST)]
        first |= lengths.astype(np.uint64) << _LENGTH_AT
        second = np.zeros(len(first), np.uint64)
        more = np.flatnonzero(lengths > _FIRST)
        over = np.minimum(lengths[more] - _FIRST, _WINDOW)
        second[more] = window[at[more] + _FIRST] & _KEEP[over]
        long = more[lengths[more] > _FITS]
        if len(long):
            hashes = self._hash(window, at[long], lengths[long])
            first[long], second[long] = hashes | _LONG, hashes
        return WordKeys(first, second)

    def _hash(self, window: Keys, at: Positions, lengths: Positions) -> Keys:
        """The hash of each long word: its length and all its bytes."""
        hashes = self.mix(lengths.astype(np.uint64), window[at])
        step, left = _WINDOW, np.arange(len(at))
        while len(left):
            window_here = window[at[left] + _within(step, lengths[left])]
            hashes[left] = self.mix(hashes[left] ^ (hashes[left] >> _HALF), window_here)
            step += _WINDOW
            left = left[lengths[left] > step]
        return hashes

    def _find(self, keys: WordKeys, window: Keys, at: Positions, lengths: Positions) -> Ids:
        """The number of each word, `UNKNOWN` where it has none."""
        slots = self._slots(keys)
        ids = self._ids.take(slots)
        left = np.flatnonzero(self._other(ids, keys, window, at, lengths))
        slots = slots[left]
        while True:
            taken = np.flatnonzero(ids[left] != UNKNOWN)
            if not len(taken):
                return ids
            left, slots = left[taken], slots[taken] + 1 & self._mask
            found = ids[left] = self._ids[slots]
            other = self._other(found, keys.of(left), window, at[left], lengths[left])
            left, slots = left[other], slots[other]

    def _other(
        self, ids: Ids, keys: WordKeys, window: Keys, at: Positions, lengths: Positions
    ) -> Flags:
        """Whether the words with these numbers are others than those of a text."""
        other: Flags = self._keys.first.take(ids) != keys.first
        more = np.flatnonzero(keys.first >= _MORE)
        other[more] |= self._keys.second[ids[more]] != keys.second[more]
        long = more[keys.first[more] >= _LONG]
        doubtful = long[~other[long] & (ids[long] != UNKNOWN)]
        if len(doubtful):
            spelled = self._spelled(ids[doubtful], window, at[doubtful], lengths[doubtful])
            other[doubtful] = ~spelled
        return other

    def _spelled(self, ids: Ids, window: Keys, at: Positions, lengths: Positions) -> Flags:
        """Whether the long words with these numbers have the same bytes as those of a text."""
        pool = np.ndarray((len(self.pool) - _WINDOW,), "<u8", self.pool, 0, (1,))
        same: Flags = self.lengths[ids] == lengths
        same[same] = equal(pool, self.offsets[ids[same]], window, at[same], lengths[same])
        return same

    def _add(
        self, keys: WordKeys, data: bytes, window: Keys, at: Positions, lengths: Positions
    ) -> Ids:
        """Number words that are not in the table, some of which are the same."""
        first = self._first_equals(keys, window, at, lengths)
        new = np.flatnonzero(first == np.arange(len(first)))
        numbers = np.zeros(len(first), np.int32)
        numbers[new] = np.arange(self.size, self.size + len(new))
        self._store(keys.of(new), np.frombuffer(data, np.uint8), at[new], lengths[new])
        if _ROOMY * self.size > self._mask:
            self._empty(int(_ROOMY * self.size).bit_length())
            self._insert(np.arange(self.size, dtype=np.int32))
        else:
            self._insert(numbers[new])
        return numbers[first]

    def _first_equals(
        self, keys: WordKeys, window: Keys, at: Positions, lengths: Positions
    ) -> Positions:
        """For each word the place of the first one that is the same."""
        hashes, first = self.mix(keys.first, keys.second), np.empty(len(at), np.intp)
        left = np.arange(len(at))
        while len(left):
            _, index, inverse = np.unique(hashes[left], return_index=True, return_inverse=True)
            model = left[index[inverse]]
            same = (keys.first[left] == keys.first[model]) & (
                keys.second[left] == keys.second[model]
            )
            long = np.flatnonzero(same & (keys.first[left] >= _LONG))
            one, other = left[long], model[long]
            same[long] = lengths[one] == lengths[other]
            long, one, other = long[same[long]], one[same[long]], other[same[long]]
            same[long] = equal(window, at[one], window, at[other], lengths[one])
            first[left[same]] = model[same]
            left = left[~same]
        return first

    def _store(
        self, keys: WordKeys, text: NDArray[np.uint8], at: Positions, lengths: Positions
    ) -> None:
        """Append new words: their keys, and their bytes to the pool."""
        ends = np.cumsum(lengths)
        used, size = self._used + int(ends[-1]), self.size + len(lengths)
        self.pool = _room(self.pool, used + _WINDOW)
        self.lengths, self.offsets = _room(self.lengths, size), _room(self.offsets, size)
        self._keys = WordKeys(_room(self._keys.first, size), _room(self._keys.second, size))
        places = np.repeat(at - (ends - lengths), lengths) + np.arange(ends[-1])
        self.pool[self._used : used] = text[places]
        new = slice(self.size, size)
        self.lengths[new], self.offsets[new] = lengths, self._used + ends - lengths
        self._keys.first[new], self._keys.second[new] = keys
        self._used, self.size = used, size

    def _slots(self, keys: WordKeys) -> Positions:
        hashes = self.mix(keys.first, keys.second)
        return (hashes >> np.uint64(_KEY_BITS - self._bits)).view(np.intp)

    def _insert(self, ids: Ids) -> None:
        """Put stored words into the first free slot from where their key points.

        Of several that want a slot the first gets it: words that come early are frequent ones.
        """
        slots = self._slots(self._keys.of(ids))
        while len(ids):
            free = np.flatnonzero(self._ids[slots] == UNKNOWN)[::-1]
            self._ids[slots[free]] = ids[free]  # what is written last stays
            left = np.flatnonzero(self._ids[slots] != ids)
            ids, slots = ids[left], slots[left] + 1 & self._mask

    def _empty(self, bits: int) -> None:
        self._bits, self._mask = bits, (1 << bits) - 1
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


def _room(array: NDArray[Any], size: int) -> NDArray[Any]:
    """The array, or a longer copy with as much again at its end."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer
