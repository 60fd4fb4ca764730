"""Counts that are made in parts and added: the map and the sum of a large corpus."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from subword_lab.text.fast.counting import Counted


@dataclass(frozen=True, slots=True)
class Tally:
    """Distinct words as UTF-8 in the order first seen, and how often each occurs.

    A count is never too high, and at most `error` too low: 0 unless rare words were dropped.
    `dropped` occurrences of words are in no count.
    """

    words: list[bytes]
    counts: list[int]
    error: int = 0
    dropped: int = 0

    def counted(self) -> Counted:
        """The words and counts alone."""
        return Counted(self.words, self.counts)

    def as_dict(self) -> dict[str, int]:
        """Word -> count."""
        return self.counted().as_dict()


def of(counted: Counted) -> Tally:
    """A tally of what was counted, with no error.

    >>> of(Counted([b"to", b"be"], [2, 1])).as_dict()
    {'to': 2, 'be': 1}
    """
    return Tally(counted.words, counted.counts)


def add(parts: Iterable[Tally], max_words: int | None = None) -> Tally:
    """The sum of tallies, in their order; with `max_words` the rarest words are dropped on the way.

    Adding in groups first gives the same words, counts and order, as long as nothing is dropped.

    >>> one, two = (of(Counted(words, [1, 1])) for words in ([b"a", b"b"], [b"b", b"c"]))
    >>> add([one, two]).as_dict()
    {'a': 1, 'b': 2, 'c': 1}
    """
    total: dict[bytes, int] = {}
    error = dropped = 0
    for part in parts:
        error += part.error
        dropped += part.dropped
        for word, count in zip(part.words, part.counts, strict=True):
            total[word] = total.get(word, 0) + count
        if max_words is not None and len(total) > max_words:
            kept = bounded(_tally(total, error, dropped), max_words)
            total = dict(zip(kept.words, kept.counts, strict=True))
            error, dropped = kept.error, kept.dropped
    return _tally(total, error, dropped)


def _tally(total: dict[bytes, int], error: int, dropped: int) -> Tally:
    return Tally(list(total), list(total.values()), error, dropped)


def bounded(tally: Tally, max_words: int) -> Tally:
    """The tally without its rarest words if there are more than `max_words`; half of that is kept.

    What goes has at most a count t, and `error` grows by t: a word can lose no more here. Source:
    the idea of Misra and Gries 1982 and of lossy counting (Manku and Motwani 2002).

    >>> tally = Tally([b"a", b"b", b"c"], [5, 1, 2])
    >>> small = bounded(tally, 2)
    >>> small.as_dict(), small.error, small.dropped
    ({'a': 5}, 2, 3)
    """
    if len(tally.words) <= max_words:
        return tally
    rarest_first = sorted(range(len(tally.words)), key=tally.counts.__getitem__)
    gone = rarest_first[: len(tally.words) - max(1, max_words // 2)]
    kept = sorted(set(range(len(tally.words))).difference(gone))
    return replace(
        tally,
        words=[tally.words[at] for at in kept],
        counts=[tally.counts[at] for at in kept],
        error=tally.error + tally.counts[gone[-1]],
        dropped=tally.dropped + sum(tally.counts[at] for at in gone),
    )


def to_arrays(tally: Tally) -> dict[str, NDArray[Any]]:
    """A tally as plain arrays, for a file that holds no objects; `from_arrays` reads them."""
    return {
        "text": np.frombuffer(b"".join(tally.words), np.uint8),
        "lengths": np.fromiter(map(len, tally.words), np.int64, len(tally.words)),
        "counts": np.array(tally.counts, np.int64),
        "losses": np.array([tally.error, tally.dropped], np.int64),
    }


def from_arrays(arrays: Any) -> Tally:
    """What `to_arrays` wrote; raises `ValueError` where the parts do not fit together.

    >>> tally = Tally([b"to", b"be"], [2, 1], error=1)
    >>> from_arrays(to_arrays(tally)).words
    [b'to', b'be']
    """
    text, lengths, counts, losses = (arrays[n] for n in ("text", "lengths", "counts", "losses"))
    if len(lengths) != len(counts) or len(losses) != 2 or int(lengths.sum()) != len(text):
        raise ValueError("the arrays of a tally do not fit together")
    data, ends = text.tobytes(), np.cumsum(lengths).tolist()
    words = [data[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return Tally(words, counts.tolist(), int(losses[0]), int(losses[1]))
