"""Our results beside the libraries', in their long form; writes docs/parity.md.

    .venv/bin/python benchmarks/parity.py                       # all of it: about an hour
    .venv/bin/python benchmarks/parity.py --strings 2000 --draws 2000 --page /tmp/parity.md

Needs the real vocabularies (`make vocabs`). The tests run a seeded sample of each comparison.
"""

import argparse
import os
import platform
import time
import unicodedata
from collections.abc import Iterable
from datetime import date
from pathlib import Path

os.environ.setdefault("TQDM_DISABLE", "1")  # subword-nmt would draw progress bars

import parity_chance
import parity_encoding
import parity_training
from parity_page import Row, table
from strings import BLOCKS, SEED

FRAME = Path(__file__).with_name("parity_frame.md")
PAGE = Path(__file__).resolve().parents[1] / "docs" / "parity.md"


def main() -> None:
    """Run everything and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strings", type=int, default=100_000)
    parser.add_argument("--draws", type=int, default=20_000)
    parser.add_argument("--page", type=Path, default=PAGE)
    asked = parser.parse_args()
    started = time.monotonic()
    newer = asked.strings // 20
    encoding = shown(parity_encoding.rows(asked.strings))
    any_character = shown(parity_encoding.newer_rows(newer))
    training = shown(parity_training.rows())
    chance = shown(parity_chance.rows(asked.draws, asked.strings // 100))
    command = "python benchmarks/parity.py" + (
        "" if asked.strings == 100_000 else f" --strings {asked.strings} --draws {asked.draws}"
    )
    page = FRAME.read_text("utf-8").format(
        today=date.today().isoformat(),
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        unicode=unicodedata.unidata_version,
        minutes=round((time.monotonic() - started) / 60),
        command=command,
        number=asked.strings,
        newer=newer,
        seed=SEED,
        blocks=len(BLOCKS),
        encoding=table(encoding),
        any_character=table(any_character),
        training=table(training),
        threads=parity_training.with_threads(),
        chance=table(chance),
    )
    asked.page.write_text(page, encoding="utf-8")
    print(f"{asked.page}: {time.monotonic() - started:,.0f} s")


def shown(rows: Iterable[Row]) -> list[Row]:
    """Say each result as it comes."""
    done = []
    for row in rows:
        print(f"{row.differences:6,} {row.what} | {row.peer} | {row.size}", flush=True)
        done.append(row)
    return done


if __name__ == "__main__":
    main()
