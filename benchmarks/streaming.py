"""Train on a text of 2 GB with the command line: how much memory, how long, what a bound saves.

    python benchmarks/streaming.py

The text is the English one of 100 MB twenty times. Each second copy has its letters moved on by
one more place in the alphabet, so that new words keep coming: nine times as many different ones,
more than Heaps' law gives for 2 GB of English.
"""

import string
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import corpora
import race
import results

COPIES = 20
SIZE = 32_000


def moved(text: str, places: int) -> str:
    """The text with each Latin letter moved on in the alphabet."""
    lower, upper = string.ascii_lowercase, string.ascii_uppercase
    turned = lower[places:] + lower[:places] + upper[places:] + upper[:places]
    return text.translate(str.maketrans(lower + upper, turned))


def build(path: Path) -> None:
    """Write the large text."""
    text = corpora.text("english", 100)
    with path.open("w", encoding="utf-8", newline="") as file:
        for copy in range(COPIES):
            file.write(moved(text, copy // 2))


def train(path: str, max_words: str = "") -> None:
    """What `subword-lab train` does, in this process, so that its memory is measured."""
    from subword_lab import cli

    with TemporaryDirectory() as folder:
        bound = ["--max-words", max_words] if max_words else []
        command = ["train", "byte_bpe", path, "--size", str(SIZE), "--out", f"{folder}/a.json"]
        if cli.main([*command, *bound]):
            raise SystemExit("training failed")


def row(path: Path, max_words: str = "") -> race.Row:
    """One run in a process of its own: CPU seconds and peak memory."""
    arguments = [str(path), *filter(None, [max_words])]
    peaks: list[int] = []

    def run() -> None:
        peaks.append(race.peak_memory("streaming:train", *arguments))

    ours = race.Contestant("ours", run)
    spent = race.cpu_seconds(ours)
    size = f"{path.stat().st_size / 1e9:.1f} GB"
    work = f"subword-lab train, {SIZE:,} tokens" + (
        f", --max-words {max_words}" if max_words else ""
    )
    found = race.Row(work, f"english, moved, {size}", {"ours": [spent]}, {"ours": peaks[-1]})
    print(race.in_words(found), flush=True)
    return found


def main() -> None:
    """Build the text, train with and without a bound, store the figures."""
    path = corpora.path("english", 100).with_name("english-2000.txt")
    if not path.exists():
        build(path)
    subprocess.run(["cat", str(path)], stdout=subprocess.DEVNULL, check=True)  # into the cache
    results.store("streaming", [row(path), row(path, "500000")])
    path.unlink()


if __name__ == "__main__":
    sys.exit(main())
