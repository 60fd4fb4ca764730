"""A race: the same work by several contestants in turn, measured in CPU seconds of one thread.

Import this module before the contestants: it allows one thread to each of them.

    row = race("train 8k", "english 1 MB", [Contestant("ours", ours), Contestant("theirs", theirs)])
    row.ratio("theirs")          # 2.0: we take half of their time
    results.store("train_bpe", [row])
"""

import gc
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import log
from pathlib import Path

import machine

HERE = Path(__file__).parent
RUNS = 5
THREADS = (
    "RAYON_NUM_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMBA_NUM_THREADS",
)
os.environ.update(dict.fromkeys(THREADS, "1"), TOKENIZERS_PARALLELISM="false")


def nothing() -> None:
    """Prepare nothing."""


@dataclass(frozen=True)
class Contestant:
    """One way to do the work: `run` is timed; `before` (empty a cache, say) is not."""

    name: str
    run: Callable[[], object]
    before: Callable[[], object] = nothing


@dataclass(frozen=True)
class Row:
    """CPU seconds of each run by contestant, ours first; peak memory in bytes where measured."""

    work: str
    text: str
    seconds: Mapping[str, Sequence[float]]
    peak: Mapping[str, int] = field(default_factory=dict)
    note: str = ""
    when: str = field(default_factory=lambda: date.today().isoformat())
    machine: Mapping[str, str] = field(default_factory=machine.described)

    @property
    def ours(self) -> str:
        """The contestant that the others are compared to."""
        return next(iter(self.seconds))

    def median(self, name: str) -> float:
        """The median of a contestant's CPU seconds."""
        return statistics.median(self.seconds[name])

    def ratio(self, peer: str) -> float:
        """How many times our time the peer took, by the medians: above 1 we are faster."""
        return self.median(peer) / self.median(self.ours)

    def spread(self, peer: str) -> tuple[float, float]:
        """The smallest and the largest ratio of a single round."""
        rounds = zip(self.seconds[peer], self.seconds[self.ours], strict=True)
        ratios = [theirs / ours for theirs, ours in rounds]
        return min(ratios), max(ratios)


@dataclass(frozen=True)
class Growth:
    """Median CPU seconds of each contestant at each size: `against` says what grows."""

    work: str
    against: str
    sizes: Sequence[int]
    seconds: Mapping[str, Sequence[float]]
    when: str = field(default_factory=lambda: date.today().isoformat())

    def exponent(self, name: str) -> float:
        """The slope of log time over log size: 1 is linear, 2 is quadratic."""
        return exponent(self.sizes, self.seconds[name])


def race(
    work: str,
    text: str,
    contestants: Sequence[Contestant],
    *,
    runs: int = RUNS,
    warm_up: bool = True,
    peak: Mapping[str, int] | None = None,
    note: str = "",
) -> Row:
    """Run all contestants in turn, `runs` times, after one untimed round; print and give the row.

    `text` names the text and its size. The first contestant is ours. `peak` is what `peak_memory`
    gave; `note` says what stands in the way.
    """
    seconds: dict[str, list[float]] = {contestant.name: [] for contestant in contestants}
    for timed in [False] * warm_up + [True] * runs:
        for contestant in contestants:
            spent = cpu_seconds(contestant)
            if timed:
                seconds[contestant.name].append(spent)
    row = Row(work, text, seconds, peak or {}, note)
    print(in_words(row), flush=True)
    return row


def cpu_seconds(contestant: Contestant) -> float:
    """User and system time of one run, child processes and all threads included."""
    contestant.before()
    gc.collect()
    started = spent()
    contestant.run()
    return spent() - started


def spent() -> float:
    """CPU seconds of this process and of its finished children."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def in_words(row: Row) -> str:
    """One line on the medians and the ratios."""
    times = "  ".join(f"{name} {row.median(name):.3g} s" for name in row.seconds)
    peers = [name for name in row.seconds if name != row.ours]
    ratios = "  ".join(f"{row.ratio(name):.2f}x {name}" for name in peers)
    peaks = "  ".join(f"{name} {size / 1e6:.0f} MB" for name, size in row.peak.items())
    return " | ".join(filter(None, [row.work, row.text, times, ratios, peaks]))


def growth(
    work: str,
    against: str,
    sizes: Sequence[int],
    contestants: Callable[[int], Sequence[Contestant]],
    *,
    runs: int = 3,
) -> Growth:
    """Race the contestants made for each size, and keep the medians."""
    rows = [race(work, f"{size:,} {against}", contestants(size), runs=runs) for size in sizes]
    seconds = {name: [row.median(name) for row in rows] for name in rows[0].seconds}
    return Growth(work, against, sizes, seconds)


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Fit seconds = a * size ** exponent by least squares on the logarithms.

    >>> round(exponent([10, 100, 1000], [1, 100, 10_000]), 6)
    2.0
    """
    return statistics.linear_regression(list(map(log, sizes)), list(map(log, seconds))).slope


def peak_memory(function: str, *arguments: str) -> int:
    """Peak memory in bytes of a process that does nothing but `module:function(*arguments)`.

    The module is one of this folder; interpreter and imports are included.
    """
    code = "import race, sys; race.run_and_tell(*sys.argv[1:])"
    command = [sys.executable, "-c", code, function, *arguments]
    run = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True)
    return int(run.stdout.split()[-1])


def run_and_tell(function: str, *arguments: str) -> None:
    """Run a function by its name, then print this process's peak memory."""
    module, _, name = function.partition(":")
    getattr(__import__(module), name)(*arguments)
    print(machine.peak())
