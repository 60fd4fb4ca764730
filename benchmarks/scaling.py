"""What counting a corpus costs, and what follows for a terabyte; writes docs/scaling.md.

    python benchmarks/scaling.py            # needs the texts: make texts

Measured on one core: bytes counted and different words added in a CPU second, different words
against bytes (Heaps' law), bytes that a unit's counts take on their way to the sum, and how often
rare words are met in a sample. The page's sums are made from these figures.
"""

import pickle
import statistics
import time
from dataclasses import dataclass
from datetime import date
from math import exp, log
from pathlib import Path

import corpora
import machine
import race
import results
from subword_lab.files import Files, units
from subword_lab.preparation import Preparation
from subword_lab.text.tally import Tally, add

FRAME = Path(__file__).with_name("scaling_frame.md")
PAGE = Path(__file__).resolve().parents[1] / "docs" / "scaling.md"
GPT2 = Preparation((), ("gpt2",))
TERABYTE = 10**12
UNIT = units.RANGE
CORES = 64
RUNS = 3


@dataclass(frozen=True)
class Heaps:
    """Different words in n bytes: scale * n ** exponent."""

    scale: float
    exponent: float

    def words(self, size: float) -> float:
        """How many different words a text of this many bytes has."""
        return self.scale * size**self.exponent


def heaps(sizes: list[float], words: list[int]) -> Heaps:
    """Fit by least squares on the logarithms.

    >>> round(heaps([10, 1000], [20, 200]).exponent, 6)
    0.5
    """
    line = statistics.linear_regression(list(map(log, sizes)), list(map(log, words)))
    return Heaps(exp(line.intercept), line.slope)


def counted(path: Path) -> tuple[Tally, float]:
    """The words of a file, and the median of the CPU seconds they took."""
    seconds = []
    for _ in range(RUNS):
        started = time.process_time()
        tally = Files([path]).tally(GPT2, ())
        seconds.append(time.process_time() - started)
    return tally, statistics.median(seconds)


def halves(path: Path) -> list[Tally]:
    """The tallies of the units of a file."""
    files = Files([path])
    how = units.Counting(files.reading, GPT2)
    return [how.count(unit) for unit in units.units(files.sources, files.reading, how.cuttable)]


def main() -> None:
    """Measure and write the page."""
    paths = {size: corpora.path("english", size) for size in (1, 10, 100)}
    tallies = {size: counted(path) for size, path in paths.items()}
    # the last decade, where the law of large texts begins: the exponent still falls
    law = heaps([1e7, 1e8], [len(tallies[size][0].words) for size in (10, 100)])
    rate = 1e8 / tallies[100][1]
    parts = halves(paths[100])
    started = time.process_time()
    whole = add(parts)
    adding = sum(len(part.words) for part in parts) / (time.process_time() - started)
    wire = len(pickle.dumps(parts[0])) / len(parts[0].words)
    number = TERABYTE / UNIT
    unit_words = law.words(UNIT)
    all_words = law.words(TERABYTE)
    sums = number * unit_words / adding
    PAGE.write_text(
        FRAME.read_text("utf-8").format(
            today=date.today().isoformat(),
            machine=", ".join(f"{name} {value}" for name, value in machine.described().items()),
            words_1=f"{len(tallies[1][0].words):,}",
            words_10=f"{len(tallies[10][0].words):,}",
            words_100=f"{len(tallies[100][0].words):,}",
            exponent=f"{law.exponent:.2f}",
            rate=f"{rate / 1e6:.0f}",
            adding=f"{adding / 1e6:.1f}",
            wire=f"{wire:.0f}",
            same="the same" if whole == tallies[100][0] else "NOT the same",
            unit=f"{UNIT / 1e6:.0f}",
            number=f"{number:,.0f}",
            unit_words=f"{unit_words / 1e3:,.0f}",
            shuffle=f"{number * unit_words * wire / 1e9:,.0f}",
            share=f"{number * unit_words * wire / TERABYTE:.1%}",
            core_hours=f"{TERABYTE / rate / 3600:.1f}",
            minutes=f"{TERABYTE / rate / CORES / 60:.0f}",
            cores=CORES,
            all_words=f"{all_words / 1e6:,.0f}",
            memory=f"{all_words * 150 / 1e9:.0f}",
            sum_minutes=f"{sums / 60:.0f}",
            sum_levels=f"{sums / 8 / 60:.0f}",
            **sampling(tallies[100][0]),
            **command_line(),
        ),
        encoding="utf-8",
    )
    print(PAGE)


def command_line() -> dict[str, str]:
    """The peak memory of training on 2 GB, as `streaming.py` has measured it."""
    rows = results.load(results.FOLDER / "streaming.json")
    free, bound = (row.peak["ours"] for row in rows if isinstance(row, race.Row))
    return {
        "cli_memory": f"{bound / 1e9:.1f} GB",
        "cli_memory_free": f"{free / 1e9:.1f} GB",
    }


def sampling(tally: Tally) -> dict[str, str]:
    """How far a sample of 1 % may be off: by about 1 / sqrt(n / 100) for a word met n times."""
    counts = sorted(tally.counts, reverse=True)
    at = {rank: counts[rank - 1] for rank in (1_000, 32_000)}
    return {
        "count_1000": f"{at[1_000]:,}",
        "count_32000": f"{at[32_000]:,}",
        "error_1000": f"{(100 / at[1_000]) ** 0.5:.1%}",
        "error_32000": f"{(100 / at[32_000]) ** 0.5:.0%}",
    }


if __name__ == "__main__":
    main()
