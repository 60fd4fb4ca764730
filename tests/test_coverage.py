"""docs/coverage.md: every statement of the ledger is taught somewhere, and every place exists."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from build import parse, sources
from subword_lab import exercises, quiz

PAGE = Path(__file__).parents[1] / "docs" / "coverage.md"
LEDGER_IDS = Path(__file__).parent / "data" / "ledger_ids.txt"
MOST = 12  # rows that one target may serve; more would be a catch-all


def table(heading):
    """The rows under a heading of the page: id, phrase, and the targets as a list."""
    part = PAGE.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
    return [(id, phrase, re.findall("`([^`]+)`", targets)) for id, phrase, targets in rows[2:]]


STATEMENTS = table("The statements")
FACTS = table("Facts that are often taught wrong")


@cache
def kinds_of_cells():
    """Every cell of the lessons, as `02_bpe/watch`: code or markdown."""
    return {
        f"{source.stem}/{cell.id.partition('-')[2]}": cell.cell_type
        for source in sources()
        for cell in parse(source).cells
    }


def exists(target):
    kind, colon, name = target.partition(":")
    known = {"quiz": quiz.get, "exercise": exercises.get, "": kinds_of_cells().__getitem__}
    try:
        known[kind if colon else ""](name if colon else target)
    except KeyError:
        return False
    return True


def test_every_statement_stands_once():
    wanted = LEDGER_IDS.read_text(encoding="utf-8").split()
    assert [id for id, _, _ in STATEMENTS] == wanted and len(set(wanted)) == 288


def test_every_fact_stands_once():
    assert [id for id, _, _ in FACTS] == list("abcdefghijklmno")


@pytest.mark.parametrize("row", STATEMENTS + FACTS, ids=lambda row: row[0])
def test_all_targets_exist(row):
    _, phrase, targets = row
    assert phrase and targets
    assert [target for target in targets if not exists(target)] == []


@pytest.mark.parametrize("row", FACTS, ids=lambda row: row[0])
def test_a_fact_has_a_cell_that_computes(row):
    assert [target for target in row[2] if kinds_of_cells().get(target) == "code"]


def test_no_target_serves_for_everything():
    served = Counter(target for _, _, targets in STATEMENTS for target in targets)
    assert {target: rows for target, rows in served.items() if rows > MOST} == {}


@pytest.mark.parametrize("target", ["02_bpe/nowhere", "quiz:nothing", "exercise:nothing", "x:y"])
def test_a_target_that_is_not_there_is_noticed(target):
    assert not exists(target)
