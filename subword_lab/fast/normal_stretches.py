"""A stretch of text, normalized character by character where that is the same.

Going through a normalization table in Python takes microseconds for every character. Most entries
are single characters. Where none stands that is behind the first one of an entry, each character
becomes what it becomes alone, and that is remembered.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from subword_lab.fast.memory import Memory
from subword_lab.normalizer import NormalizerStep, normalize

CHARACTERS = 1 << 16  # how many are remembered
ALL_CHARACTERS = 0x110000
UNSEEN, STAYS, CHANGES = range(3)
FOLLOWS = "\ud800"  # written for a character that may belong to an entry with others


class NormalStretch:
    """`normalize` for one stretch after another.

    >>> NormalStretch(["nfkc"])("\ufb01ne")
    'fine'
    """

    def __init__(self, steps: Sequence[NormalizerStep]) -> None:
        self.steps = steps
        table = steps[0] if len(steps) == 1 else None
        self.by_character = hasattr(table, "followers")

        def write(code: int) -> str:
            follows = code in getattr(table, "followers", ())
            return FOLLOWS if follows else normalize(chr(code), steps)

        self.written = Memory(write, CHARACTERS)
        self.kinds = np.full(ALL_CHARACTERS, UNSEEN if self.by_character else CHANGES, np.uint8)

    def __call__(self, stretch: str) -> str:
        """The stretch as the steps leave it."""
        if self.by_character:
            text = stretch.translate(self.written)
            if FOLLOWS not in text:
                return text
        return normalize(stretch, self.steps)

    def stays(self, codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Which characters stay as they are; a text of such ones alone is normal.

        >>> NormalStretch(["nfkc"]).stays(np.array([97], np.uint32)).tolist()  # not for this table
        [False]
        """
        kinds = self.kinds[codes]
        for code in np.unique(codes[kinds == UNSEEN]).tolist():
            self.kinds[code] = STAYS if self.written[code] == chr(code) else CHANGES
        stays: NDArray[np.bool_] = self.kinds[codes] == STAYS
        return stays
