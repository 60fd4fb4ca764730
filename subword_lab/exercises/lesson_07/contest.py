"""The capstone of the course: settings that beat plain BPE on hidden lines."""

import os

from subword_lab import contest
from subword_lab.exercises.forms import Line
from subword_lab.exercises.model import Exercise

LEAD = 1.2  # how many times the score of plain BPE


def not_better(entry: str) -> str | None:
    """Name what is wrong with an entry; None if it brings all back and beats BPE clearly."""
    seed = os.environ.get("SUBWORD_LAB_SEED", "practice")
    try:
        verdict = contest.judge(contest.enter(entry), seed)
    except (ValueError, TypeError, KeyError):
        return "cannot_be_trained"
    if verdict.round_trip < 1:
        return "does_not_come_back"
    return None if verdict.score >= LEAD * contest.rivals(seed)["BPE"].score else "no_lead"


CONTEST = Exercise(
    id="contest-beat-bpe",
    lesson="07_in_production",
    kind="counter_example",
    points=3,
    reference="byte_bpe pattern=o200k",
    wrong={
        "cannot_be_trained": "gpt2",
        "does_not_come_back": "sentencepiece model=bpe",
        "whole_words": "word",
        "spaces_forgotten": "bpe",
        "no_lead": "byte_bpe",
    },
    objection=not_better,
    form=Line("byte_bpe pattern=... boost=...,..."),
)
