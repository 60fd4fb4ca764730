"""What follows an apostrophe in English: 's 't 'm 'd 're 've 'll."""

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32] | NDArray[np.uint8]

_SHORT = [ord(ch) for ch in "stmd"]
_LONG = [(ord(first), ord(second)) for first, second in ("re", "ve", "ll")]
LONG_S = "ſ"  # an "s" to every expression that ignores case
_TO_LOWER = 0x20


def contraction_lengths(
    codes: Codes, quotes: NDArray[np.intp], any_case: bool = False
) -> NDArray[np.intp]:
    """How many characters the contraction at each of the `quotes` has, its apostrophe included.

    0 where there is none. `quotes` are positions of apostrophes.

    >>> text = np.array([ord(ch) for ch in "I'm 'he'lle"], np.uint32)
    >>> contraction_lengths(text, np.array([1, 4, 7])).tolist()
    [2, 0, 3]
    """
    first, second = _after(codes, quotes + 1, any_case), _after(codes, quotes + 2, any_case)
    lengths = np.where(np.isin(first, _SHORT), 2, 0)
    for one, two in _LONG:
        lengths[(first == one) & (second == two)] = 3
    return lengths.astype(np.intp)


def _after(codes: Codes, at: NDArray[np.intp], any_case: bool) -> NDArray[np.uint32]:
    """The characters at these places, in lower case if case does not matter; 0 behind the end."""
    found = codes[np.minimum(at, len(codes) - 1)].astype(np.uint32)
    found[at >= len(codes)] = 0
    if any_case:
        found[found == ord(LONG_S)] = ord("s")
        found |= _TO_LOWER  # of all characters only "S" and "s" become "s"
    return found
