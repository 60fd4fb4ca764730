"""Count the words of a corpus chunk by chunk: each chunk gives counts, and the counts are added."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from subword_lab.text.fast.classes import DOCUMENT_END
from subword_lab.text.fast.splitting import starts
from subword_lab.text.fast.words import WordTable

_BORDER_WORD = DOCUMENT_END.encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Counted:
    """Distinct words as UTF-8, in the order in which they are first seen, and their counts."""

    words: list[bytes]
    counts: list[int]

    def as_dict(self) -> dict[str, int]:
        """Word -> count.

        >>> count([b"to be or not to be"], "gpt2").as_dict()
        {'to': 1, ' be': 2, ' or': 1, ' not': 1, ' to': 1}
        """
        return dict(zip(map(bytes.decode, self.words), self.counts, strict=True))


def count(chunks: Iterable[bytes], pattern: str) -> Counted:
    """Count the words of texts that are cut as `chunks.chunks` does.

    `pattern` is one of `splitting.SPLITTERS`. Raises as `splitting.starts` does.
    """
    table = WordTable()
    counts = np.zeros(0, np.int64)
    for chunk in chunks:
        ids = table.ids(chunk, starts(chunk, pattern))
        here = np.bincount(ids, minlength=table.size)
        here[: len(counts)] += counts
        counts = here
    words = table.words()
    borders = [at for at, word in enumerate(words) if word.startswith(_BORDER_WORD)]
    for at in reversed(borders):
        del words[at]
    return Counted(words, np.delete(counts, borders).tolist())
