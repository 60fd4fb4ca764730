"""Words and their ids, remembered in arrays: all the words of a text are looked up at once.

The memory is bounded. When it holds too many words it forgets all of them and begins anew with what
is known from the start; frequent words are soon back.
"""

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.merging import Bytes, Numbers, starts_of
from subword_lab.fast.pair_table import Symbols
from subword_lab.text.fast.words import Mix, WordTable, mix

REMEMBERED_WORDS = 1 << 19
SEVERAL = -1  # in place of the only id of a word
Encode = Callable[[Bytes, Numbers], tuple[Symbols, Numbers]]


class TokenMemory:
    """The ids of words: those in `known` have one, all others are encoded once, many together.

    Several threads may use it: one at a time learns and looks up.

    >>> def by_byte(data, sizes):
    ...     return data.astype(np.int32), sizes
    >>> memory = TokenMemory(by_byte, {b"the": 300})
    >>> ids, many = memory.ids(b"the other", np.array([0, 3]))
    >>> ids.tolist(), many.tolist()
    ([300, 32, 111, 116, 104, 101, 114], [1, 6])
    """

    def __init__(
        self,
        encode: Encode,
        known: Mapping[bytes, int],
        most: int = REMEMBERED_WORDS,
        mix: Mix = mix,
    ) -> None:
        self.encode = encode
        self.known = known
        self.most = most
        self.mix = mix
        self._lock = Lock()
        self._forget()

    def ids(self, data: bytes, starts: NDArray[np.intp]) -> tuple[Symbols, Symbols]:
        """The ids of all words of a text and how many each one has.

        A word ends where the next one starts.
        """
        with self._lock:
            if self._words.size > len(self.known) + self.most:
                self._forget()
            numbers = self._words.ids(data, starts)
            if self._words.size > self._size:
                self._learn()
            return self._ids_of(numbers)

    def _forget(self) -> None:
        """Begin anew with the known words."""
        self._words = WordTable(self.mix)
        self._size = self._used = 0
        self._only = self._many = self._tokens = np.zeros(0, np.int32)
        self._begin = np.zeros(0, np.int64)
        if self.known:
            lengths = np.fromiter(map(len, self.known), np.int64)
            self._words.ids(b"".join(self.known), starts_of(lengths))
            self._store(np.fromiter(self.known.values(), np.int32), np.ones_like(lengths))

    def _learn(self) -> None:
        """Encode the words that are new in the table."""
        new = slice(self._size, self._words.size)
        sizes = self._words.lengths[new].astype(np.int64)
        begin = int(self._words.offsets[self._size])
        data = self._words.pool[begin : begin + int(sizes.sum())]
        self._store(*self.encode(data, sizes))

    def _store(self, ids: Symbols, many: Numbers) -> None:
        begins = starts_of(many)
        only = np.where(many == 1, ids[begins], SEVERAL)
        self._only = _appended(self._only, self._size, only)
        self._many = _appended(self._many, self._size, many)
        self._begin = _appended(self._begin, self._size, self._used + begins)
        self._tokens = _appended(self._tokens, self._used, ids)
        self._size += len(many)
        self._used += len(ids)

    def _ids_of(self, numbers: Symbols) -> tuple[Symbols, Symbols]:
        """The ids of words by their numbers: most have only one."""
        ids = self._only.take(numbers)
        many = np.ones(len(numbers), np.int32)
        several = np.flatnonzero(ids == SEVERAL)
        if len(several):
            split = numbers[several]
            sizes = many[several] = self._many[split]
            begins = starts_of(sizes)
            within = np.arange(begins[-1] + sizes[-1]) - np.repeat(begins, sizes)
            there = np.repeat(several + begins - np.arange(len(several)), sizes) + within
            ids = np.repeat(ids, many)
            ids[there] = self._tokens[np.repeat(self._begin[split], sizes) + within]
        return ids, many


def _appended(array: NDArray[Any], used: int, new: NDArray[Any]) -> NDArray[Any]:
    """The array with new values behind those that are used, longer if need be."""
    size = used + len(new)
    if size > len(array):
        longer = np.empty(max(size, 2 * len(array)), array.dtype)
        longer[:used] = array[:used]
        array = longer
    array[used:size] = new
    return array
