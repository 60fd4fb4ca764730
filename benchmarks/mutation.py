"""Break the reference of every code exercise in every small way, and see whether the check notices.

    python benchmarks/mutation.py               all of them, one line for each exercise
    python benchmarks/mutation.py bpe-encode    the survivors of one

A mutant that no check can notice, since it does the same, stands in `equivalent_mutants.toml` with
the reason. Everything else that survives is a gap in an exercise's cases.
"""

import random
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutants import Mutant, mutants
from subword_lab import exercises
from subword_lab.exercises import cases, guard, registry
from subword_lab.exercises.model import Exercise, source, under_imports

EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
SECONDS = 0.3  # of computing: far more than any reference needs for one case
SEEDS = ("practice", "mutation")


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of an exercise's mutants."""

    id: str
    killed: int
    equivalent: int
    survivors: tuple[Mutant, ...]


def code_exercises() -> list[Exercise]:
    """The exercises whose answer is a function."""
    every = (*exercises.all(), *registry.rounds().values())
    return [exercise for exercise in every if exercise.is_code]


def broken_copies(exercise: Exercise) -> list[Mutant]:
    """Every mutant of an exercise's reference."""
    return mutants(under_imports(exercise.imports, source(exercise.reference)))


def known_equivalents() -> dict[tuple[str, str, str], str]:
    """The reason for each mutant that does what the reference does."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {(e["exercise"], e["before"], e["after"]): e["reason"] for e in entries}


def is_noticed(exercise: Exercise, mutant: Mutant) -> bool:
    """Whether the mutant goes wrong on some case that a check tries."""
    names: dict[str, object] = {}
    exec(mutant.source, names)  # our own reference, changed
    function = names[exercise.reference.__name__]
    until = time.monotonic() + 60
    before, guard.CASE_SECONDS = guard.CASE_SECONDS, SECONDS
    try:
        with guard.runner(function, until) as run:
            for batch in cases.batches(exercise, SEEDS):
                for args in batch:
                    if not guard.same(guard.call(exercise.reference, args), run(args)):
                        return True
    finally:
        guard.CASE_SECONDS = before
    return False


def examine(exercise: Exercise) -> Tally:
    """Try all mutants of one exercise."""
    known = known_equivalents()
    killed, equivalent, survivors = 0, 0, []
    for mutant in broken_copies(exercise):
        if is_noticed(exercise, mutant):
            killed += 1
        elif (exercise.id, mutant.before, mutant.after) in known:
            equivalent += 1
        else:
            survivors.append(mutant)
    return Tally(exercise.id, killed, equivalent, tuple(survivors))


def sample(seed: int, count: int) -> list[tuple[Exercise, Mutant]]:
    """A few mutants of all exercises, drawn by a seed, without the equivalent ones."""
    known = known_equivalents()
    every = [
        (exercise, mutant)
        for exercise in code_exercises()
        for mutant in broken_copies(exercise)
        if (exercise.id, mutant.before, mutant.after) not in known
    ]
    return random.Random(seed).sample(every, count)


def main(chosen: Sequence[str]) -> int:
    """Print the table and the survivors; 1 if there are any."""
    wanted = [exercises.get(id) for id in chosen] or code_exercises()
    tallies = []
    for exercise in wanted:
        tally = examine(exercise)
        tallies.append(tally)
        print(
            f"{tally.id:28} killed {tally.killed:4}  equivalent {tally.equivalent:3}"
            f"  survived {len(tally.survivors):3}",
            flush=True,
        )
        for mutant in tally.survivors:
            print(f"    {mutant.before}\n      → {mutant.after}")
    killed = sum(tally.killed for tally in tallies)
    equivalent = sum(tally.equivalent for tally in tallies)
    survived = sum(len(tally.survivors) for tally in tallies)
    print(f"{killed + equivalent + survived} mutants of {len(tallies)} references: "
          f"{killed} killed, {equivalent} equivalent, {survived} survived")  # fmt: skip
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
