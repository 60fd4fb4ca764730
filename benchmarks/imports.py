"""What `import subword_lab` costs: a new interpreter with it, less one that does nothing.

.venv/bin/python benchmarks/imports.py
"""

import subprocess
import sys

import results
from race import Contestant, Row, race

TEXT = "a new interpreter"
RUNS = 41  # each takes some hundredths of a second, and the difference is smaller still


def main() -> None:
    """Race the two interpreters, and store the differences beside them."""
    both = race(
        "start an interpreter",
        TEXT,
        [started("import subword_lab"), started("pass")],
        runs=RUNS,
    )
    results.store("imports", [both, difference(both)])


def started(code: str) -> Contestant:
    """A new interpreter that runs some code."""
    command = [sys.executable, "-c", code]
    return Contestant(f"python -c '{code}'", lambda: subprocess.run(command, check=True))


def difference(both: Row) -> Row:
    """The import alone: round by round, the time with it less the time without."""
    with_it, without = both.seconds.values()
    seconds = [a - b for a, b in zip(with_it, without, strict=True)]
    return Row("import subword_lab", TEXT, {"ours": seconds})


if __name__ == "__main__":
    main()
