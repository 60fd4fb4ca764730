"""Numbers to argue with in a design round, computed on the course's story in all its languages.

They are small, since the texts are: what carries over is the direction, not the size.
"""

from dataclasses import dataclass
from functools import cache

from subword_lab import corpora
from subword_lab.text import pretokenize
from subword_lab.tokenizer import Tokenizer

MERGES = (250, 1_000, 2_000)
SIZES = (64_000, 128_000, 256_000)
WIDTH = 4_096  # of an embedding, as in models of about eight billion parameters
DIGITS = "1234567"
SPLITS = ("gpt2", "cl100k")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Byte-level BPE, and what the same story costs in English and in the worst language.

    `mixed` is whether it was trained on all languages, or on English alone; `size` counts entries,
    `english` and `most` tokens.
    """

    mixed: bool
    size: int
    english: int
    worst: str
    most: int

    @property
    def premium(self) -> float:
        """How many times as many tokens the worst language needs."""
        return self.most / self.english


@cache
def candidates() -> tuple[Candidate, ...]:
    """Train on English alone and on all languages, with several sizes each.

    English alone ends where no pair comes twice; it is listed once.

    >>> alone, *mixed = candidates()
    >>> alone.premium > max(one.premium for one in mixed)
    True
    """
    stories = {code: str(corpora.load(f"story/{code}")) for code in corpora.languages()}
    everything = "\n".join(stories.values())
    alone = _candidate(stories, stories["en"], False, MERGES[-1])
    return (alone, *(_candidate(stories, everything, True, merges) for merges in MERGES))


def table_parameters(size: int, width: int = WIDTH) -> int:
    """Return the parameters of a table for reading and one for writing ids.

    >>> table_parameters(128_000)
    1048576000
    """
    return 2 * size * width


def digit_chunks() -> dict[str, list[str]]:
    """Cut a long number by the patterns of real models.

    >>> digit_chunks()["cl100k"]
    ['123', '456', '7']
    """
    return {name: [part.text for part in pretokenize(DIGITS, name)] for name in SPLITS}


def _candidate(stories: dict[str, str], text: str, mixed: bool, merges: int) -> Candidate:
    learned = Tokenizer.train("byte_bpe", text, merges=merges)
    tokens = {code: len(learned.encode(story)) for code, story in stories.items()}
    worst = max(tokens, key=lambda code: tokens[code])
    return Candidate(mixed, len(learned.vocab), tokens["en"], worst, tokens[worst])
