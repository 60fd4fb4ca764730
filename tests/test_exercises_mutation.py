"""Break the references: the check notices. A sample here, all in `benchmarks/mutation.py`."""

import pytest

import mutation
from mutants import mutants

SAMPLE = mutation.sample(seed=5, count=100)
EQUIVALENT = mutation.known_equivalents()


@pytest.mark.parametrize(("exercise", "mutant"), SAMPLE, ids=lambda value: getattr(value, "id", ""))
def test_a_broken_reference_is_noticed(exercise, mutant):
    assert mutation.is_noticed(exercise, mutant), f"{mutant.before} → {mutant.after}"


def test_what_is_called_equivalent_exists_and_has_a_reason():
    """A reference that was rewritten has other mutants: the list must follow."""
    made = {
        (exercise.id, mutant.before, mutant.after)
        for exercise in mutation.code_exercises()
        for mutant in mutation.broken_copies(exercise)
    }
    assert EQUIVALENT.keys() <= made
    assert all(len(reason) > 10 for reason in EQUIVALENT.values())


SOURCE = '''
def f(items, key=None):
    """Say nothing."""
    total = 0
    for item in items:
        if item > 2 and item in items[1:]:
            total += item - 1
        else:
            continue
    return max(total, len(items), key=key)
'''


def test_mutants_are_distinct_and_each_differs_in_one_place():
    made = mutants(SOURCE)
    assert len({mutant.source for mutant in made}) == len(made) > 25
    for mutant in made:
        compile(mutant.source, "mutant", "exec")
        assert mutant.before != mutant.after
        assert "Say nothing" not in mutant.source


@pytest.mark.parametrize(
    "after",
    [
        "if item >= 2 and item in items[1:]:",
        "if item > 2 or item in items[1:]:",
        "if item > 3 and item in items[1:]:",
        "if item > 2 and item not in items[1:]:",
        "if item > 2 and item in items[:]:",
        "if False:",
        "total += item + 1",
        "total = item - 1",
        "break",
        "total = 1",
        "for item in list(items)[1:]:",
        "return min(total, len(items), key=key)",
        "return max(total, len(items))",
        "return None",
    ],
)
def test_a_kind_of_mistake_is_made(after):
    assert after in {mutant.after for mutant in mutants(SOURCE)}
