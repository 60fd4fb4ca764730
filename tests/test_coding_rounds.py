"""Coding rounds: tasks, minutes, the question of cost, and the panel that keeps its check back.

`test_exercises_registry` checks the tasks themselves, like all exercises.
"""

import sys
from pathlib import Path

import pytest

from build import parse
from subword_lab import exercises, progress, quiz, views
from subword_lab.exercises import registry

ROUNDS = quiz.coding.all()
LESSON = Path(__file__).parents[1] / "lessons" / "08_interview.py"


@pytest.fixture(autouse=True)
def own_state(monkeypatch, tmp_path):
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)
    monkeypatch.setenv("SUBWORD_LAB_SEED", "practice")
    monkeypatch.chdir(tmp_path)


def verbs():
    return [event.verb for event in progress.events()]


def test_there_are_many_rounds_the_shortest_first():
    assert len(ROUNDS) >= 12
    minutes = [round.minutes for round in ROUNDS]
    assert minutes == sorted(minutes) and minutes[-1] <= 45
    assert set(registry.rounds()) < {round.id for round in ROUNDS}


@pytest.mark.parametrize("round", ROUNDS, ids=lambda round: round.id)
def test_a_round_has_a_task_and_one_question_of_cost(round):
    assert round.task.is_code and round.task.id == round.id
    assert quiz.coding.get(round.id) == round
    assert round.cost.kind == "single" and len(round.cost.options) == 4
    asked = quiz.coding.check(round.id, round.task.reference)
    assert (asked.outcome, asked.earned) == ("correct", round.task.points)


def test_rounds_stand_in_no_lesson_but_are_found_by_id():
    assert not {e.id for e in exercises.all()} & set(registry.rounds())
    assert exercises.get("coding-train-bpe").name == "train_bpe"
    assert exercises.hint("coding-train-bpe").rung == 1
    assert "def train_bpe(" in exercises.solution("coding-train-bpe")


@pytest.mark.parametrize("id", ["bpe-count-pairs", "coding-", "", None, 3, ["x"]])
def test_an_unknown_round_names_those_there_are(id):
    for ask in (quiz.coding.get, lambda id: quiz.coding.check(id, None), views.coding_round):
        with pytest.raises(KeyError, match="there are interview-count-disjoint"):
            ask(id)


# The panel ---------------------------------------------------------------------------------------


def defined(monkeypatch, round):
    """What a cell of the notebook leaves behind."""
    task = round.task
    monkeypatch.setattr(sys.modules["__main__"], task.name, task.reference, raising=False)


def test_at_the_whiteboard_nothing_is_checked_before_it_is_submitted(monkeypatch):
    panel = views.coding_round("coding-windows", whiteboard=True)
    defined(monkeypatch, panel.round)
    panel.buttons["start"].click()
    panel.check()
    panel.hint()
    assert panel.report.value == "" and verbs() == []
    assert panel.buttons["check"].disabled and panel.buttons["hint"].disabled
    panel.clock.ticking.value = 65
    panel.buttons["submit"].click()
    assert "Right. Say what" in panel.report.value and not panel.buttons["check"].disabled
    assert verbs() == ["passed", "timed"]
    assert dict(progress.events()[-1].result) == {"seconds": 65}
    assert not panel.clock.ticking.playing and len(panel.cost.children) == 1


def test_without_a_whiteboard_it_is_checked_as_often_as_one_likes(monkeypatch):
    panel = views.coding_round("coding-windows")
    panel.buttons["start"].click()
    panel.buttons["check"].click()
    assert "Nothing to check yet" in panel.report.value
    panel.buttons["submit"].click()
    assert not panel.submitted and panel.clock.ticking.playing  # nothing was handed in
    wrong = panel.round.task.wrong_answers[0]
    monkeypatch.setattr(sys.modules["__main__"], "windows", wrong.answer, raising=False)
    panel.buttons["check"].click()
    assert wrong.message in panel.report.value and panel.clock.ticking.playing
    panel.buttons["hint"].click()
    assert "Hint" in panel.report.value
    assert verbs() == ["attempted", "hinted"]


def test_the_question_of_cost_is_kept_like_any_other(monkeypatch):
    panel = views.coding_round("coding-windows")
    defined(monkeypatch, panel.round)
    panel.submit()
    card = panel.cost.children[0]
    skip = card.children[2].children[1]
    for _ in range(2):  # the first answer counts
        skip.click()
    assert progress.events()[-1].object == "coding-windows-cost"
    assert len(progress.events("coding-windows-cost")) == 1
    panel.start()
    assert not panel.cost.children and panel.report.value == ""


@pytest.mark.parametrize("whiteboard", [False, True])
def test_the_text_twin_asks_and_tells_no_time(whiteboard, monkeypatch):
    panel = views.coding_round("coding-windows", whiteboard)
    before = repr(panel)
    assert panel.round.task.prompt in before and ("whiteboard" in before) == whiteboard
    defined(monkeypatch, panel.round)
    panel.start()
    panel.clock.ticking.value = 99
    panel.submit()
    assert repr(panel) == before


# In the lesson -----------------------------------------------------------------------------------


def test_the_lesson_shows_stubs_that_are_not_attempted():
    stubs = [cell for cell in parse(LESSON).cells if "coding" in cell.metadata.get("tags", ())]
    assert len(stubs) >= 3
    by_stub = {round.task.stub.strip(): round for round in ROUNDS}
    for cell in stubs:
        source = cell.source.replace("    # your code here", "").strip()
        names = {}
        exec(cell.source, names)
        task = by_stub[source].task
        assert quiz.coding.check(task.id, names[task.name]).outcome == "not_attempted"


def test_a_class_edition_has_no_rounds(monkeypatch):
    monkeypatch.setattr(registry, "rounds", dict)
    assert quiz.coding.all() == ()
    with pytest.raises(KeyError, match="no coding round"):
        quiz.coding.get("coding-train-bpe")
