"""What the engine is to reach, and whether a measured row does."""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from race import Row


@dataclass(frozen=True)
class Target:
    """A figure to reach for rows of some work, on texts whose name begins with `text`.

    `peer` names the contestant that we are compared to: `least` and `aim` are then times faster.
    Without a peer they are upper limits on our own: seconds, or bytes where `of_peak`.
    """

    work: str
    text: str
    peer: str
    least: float | None
    aim: float | None
    of_peak: bool = False


TRAIN, ENCODE = "train byte-level BPE", "encode byte-level BPE"
TARGETS = (
    Target(f"{TRAIN} 32k", "english 100 MB", "tokenizers", 5, None),
    Target(f"{TRAIN} 32k", "english 100 MB", "rustbpe", 1.7, None),
    Target(f"{TRAIN} 32k", "english 100 MB", "gigabpe", None, 1),
    Target(f"{TRAIN} 32k", "english 10 MB", "tokenizers", 3, 5),
    Target(f"{TRAIN} 8k", "english 1 MB", "tokenizers", 2.2, 4),
    Target(f"{TRAIN} 32k", "english 100 MB", "", 0.6e9, 0.3e9, of_peak=True),
    Target(f"{ENCODE}, warm, to array", "english 10 MB", "tiktoken", 4, 6),
    Target(f"{ENCODE}, warm, to list", "english 10 MB", "tiktoken", 2.8, 4),
    Target(f"{ENCODE}, cold", "english 10 MB", "tiktoken", 1.4, 2.5),
    Target(f"{ENCODE}, lines of 100 characters, warm", "english", "tiktoken", 1, 1.5),
    Target(f"{ENCODE} trained on CJK, cold", "cjk", "tiktoken", 0.7, 1.5),
    Target(f"{ENCODE}, one word", "1 MB", "tiktoken", 0.2, 1),
    Target("encode WordPiece", "english", "tokenizers", 4, 15),
    Target("encode Unigram, warm", "english", "sentencepiece", 2, 4),
    Target("encode Unigram, cold", "english", "sentencepiece", 0.5, 1),
    Target("train Unigram 8k", "english 10 MB", "tokenizers", 4, None),
    Target("train Unigram 8k", "english 10 MB", "sentencepiece", 0.7, 1),
    Target("import subword_lab", "", "", 0.060, 0.030),
    Target("one stepper step, p95", "", "", 0.020, 0.005),
)


@dataclass(frozen=True)
class Verdict:
    """A row held against a target; `measured` and `spread` are None where it was not measured."""

    target: Target
    row: Row | None
    measured: float | None
    spread: tuple[float, float] | None

    @property
    def outcome(self) -> str:
        """In a word: whether the figure was reached."""
        if self.measured is None:
            return "not measured"
        if self._reaches(self.target.aim):
            return "aim reached"
        if self.target.least is None:
            return "below the aim"
        return "reached" if self._reaches(self.target.least) else "not reached"

    def _reaches(self, wanted: float | None) -> bool:
        if wanted is None or self.measured is None:
            return False
        return self.measured >= wanted if self.target.peer else self.measured <= wanted


def verdicts(rows: Sequence[Row]) -> Iterator[Verdict]:
    """Every target with each row that is about it; a target without rows stands alone."""
    for target in TARGETS:
        found = [row for row in rows if is_about(row, target)]
        yield from (judge(row, target) for row in found)
        if not found:
            yield Verdict(target, None, None, None)


def is_about(row: Row, target: Target) -> bool:
    """Whether a row measures what a target wants."""
    if row.work != target.work or not row.text.startswith(target.text):
        return False
    if target.of_peak:
        return row.ours in row.peak
    return not target.peer or target.peer in row.seconds


def judge(row: Row, target: Target) -> Verdict:
    """Hold a row against a target."""
    if target.of_peak:
        return Verdict(target, row, row.peak[row.ours], None)
    if target.peer:
        return Verdict(target, row, row.ratio(target.peer), row.spread(target.peer))
    ours = row.seconds[row.ours]
    return Verdict(target, row, statistics.median(ours), (min(ours), max(ours)))
