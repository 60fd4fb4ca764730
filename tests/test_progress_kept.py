"""What is kept can be copied, set aside and deleted; no disk and no file loses it."""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from subword_lab import cli, exercises, progress
from subword_lab.progress import store
from subword_lab.views.panels.progress import progress_picture

needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has /dev/full")


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    folder = tmp_path / "home"
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(folder))
    return folder


def restart():
    """What a new kernel sees."""
    store.forget()


def objects():
    return [event.object for event in progress.events()]


# --- disks ---------------------------------------------------------------------------------------


@needs_dev_full
def test_on_a_disk_that_is_really_full_events_wait_in_memory(home):
    progress.record("attempted", "before")
    path = store._here.path
    full = path.with_name("full.jsonl")
    full.symlink_to("/dev/full")
    store._here.path = full
    progress.record("attempted", "while full")
    assert "No space left" in progress.notice()
    assert objects() == ["before", "while full"]
    full.unlink()
    progress.record("attempted", "after")
    assert progress.notice() == ""
    restart()
    assert objects() == ["before", "while full", "after"]


CUT_SHORT = """
from subword_lab import progress
for i in range(40):
    progress.record("attempted", f"e{i:02}", text="x" * 40)
print(len(progress.events()), bool(progress.notice()))
"""


def test_a_write_cut_short_loses_only_what_did_not_fit(home):
    """The file may not grow beyond 2,000 bytes: the last write stops inside a line."""
    environment = {**os.environ, "SUBWORD_LAB_HOME": str(home)}
    command = [sys.executable, "-c", CUT_SHORT]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, preexec_fn=small_files
    )
    assert done.stdout.split() == ["40", "True"], done.stderr
    kept = objects()
    assert kept == [f"e{i:02}" for i in range(len(kept))] and 5 < len(kept) < 40
    assert len(progress.problems()) == 1


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))


def test_a_home_that_may_not_be_written_keeps_events_in_memory(home):
    home.mkdir()
    home.chmod(0o555)
    root = os.geteuid() == 0  # may write everywhere, so somebody else does it
    if root:
        os.seteuid(65534)
    try:
        progress.record("attempted", "e")
        said = progress.notice()
    finally:
        if root:
            os.seteuid(0)
        home.chmod(0o755)
    assert "Permission denied" in said and objects() == ["e"]
    assert said in exercises.said(exercises.standing())
    progress.record("attempted", "f")
    restart()
    assert objects() == ["e", "f"]


# --- files ---------------------------------------------------------------------------------------


def write(home, name, data, age=3600):
    path = home / "events" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (time.time() - age, time.time() - age))
    return path


@pytest.mark.parametrize("data", [b"\x00" * 5000, b"garbage\nmore", b"[" * 100_000, b"\xff\xfe"])
def test_a_corrupt_file_is_set_aside_and_reported_and_nothing_else_lost(home, data):
    event = progress.record("attempted", "e")
    path = write(home, "broken.jsonl", data)
    assert progress.events() == (event,)
    aside = path.with_name("broken.jsonl.corrupt")
    assert not path.exists() and aside.read_bytes() == data
    restart()
    assert progress.events() == (event,)
    assert progress.problems() == ("broken.jsonl.corrupt: set aside, no event can be read in it",)
    assert progress.problems()[0] in progress_picture().text


@pytest.mark.parametrize(
    ("data", "age"),
    [
        (b'{"v": 1, "id": "half a line', 0),  # another notebook is writing it
        (b'{"v": 7, "id": "x", "kind": "from a later edition"}\n', 3600),
        (b"\n\n", 3600),
    ],
)
def test_a_file_that_may_be_sound_stays_where_it_is(home, data, age):
    path = write(home, "other.jsonl", data, age)
    progress.events()
    assert path.read_bytes() == data


def test_a_good_line_keeps_its_file(home):
    event = progress.record("attempted", "e")
    line = store.to_line(event).encode()
    restart()
    path = write(home, "mixed.jsonl", b"garbage\n" + line + b"\n")
    assert progress.events() == (event,)
    assert path.exists() and progress.problems() == ("mixed.jsonl, line 1: no event",)


def test_a_folder_in_the_place_of_a_file_is_reported(home):
    (home / "events" / "odd.jsonl").mkdir(parents=True)
    assert progress.problems() == ("odd.jsonl: no file",)


@pytest.mark.parametrize("earned", ["2", None, float("nan"), -3, [1], 1e999])
def test_points_that_no_check_has_written_count_nothing(earned):
    store.append("attempted", "e", {"earned": earned})
    assert progress.summary().points == 0


# --- a copy, a new beginning, nothing left -------------------------------------------------------


def test_a_copy_is_read_where_it_is_put(home, tmp_path, monkeypatch):
    progress.record("passed", "bpe-cut", earned=2.0)
    progress.bets.place("b", "é", 1)
    copy = tmp_path / "mine.jsonl"
    assert progress.export(copy) == 2
    events = progress.events()
    with pytest.raises(FileExistsError, match="give a name that is new"):
        progress.export(copy)
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path / "elsewhere"))
    restart()
    assert progress.events() == ()
    (tmp_path / "elsewhere" / "events").mkdir(parents=True)
    copy.rename(tmp_path / "elsewhere" / "events" / "mine.jsonl")
    assert progress.events() == events
    json.loads(store.to_line(events[0]))


def test_a_reset_begins_anew_and_can_be_taken_back(home):
    assert progress.reset() is None
    progress.record("attempted", "old")
    aside = progress.reset()
    assert progress.events() == ()
    progress.record("attempted", "new")
    restart()
    assert objects() == ["new"]
    progress.reset()
    aside.rename(home / "events")
    assert objects() == ["old"]


def test_another_notebook_goes_on_after_a_reset(home):
    progress.record("attempted", "here")
    other = store._here
    progress.reset()
    store._here = other
    progress.record("attempted", "there")
    restart()
    assert objects() == ["there"]


def test_nothing_is_left_after_delete(home):
    progress.record("attempted", "e")
    progress.reset()
    progress.record("attempted", "f")
    assert progress.delete() == 2
    assert progress.events() == () and list(home.iterdir()) == []
    assert progress.delete() == 0


def test_with_state_off_there_is_nothing_on_disk_to_set_aside(monkeypatch, home):
    monkeypatch.setenv("SUBWORD_LAB_STATE", "off")
    progress.record("attempted", "e")
    assert progress.reset() is None and progress.events() == ()
    progress.record("attempted", "e")
    assert progress.delete() == 0 and progress.events() == ()
    assert not home.exists()


# --- where the learner stands --------------------------------------------------------------------


def test_the_standing_counts_points_attempts_bets_and_names_what_is_next():
    assert exercises.standing().next.id == "start-cut"
    task = exercises.get("bpe-cut")
    exercises.check(task.id, task.wrong["longest_match"])
    now = exercises.standing()
    assert (now.next.id, now.attempts_at_next) == ("bpe-cut", 1)
    assert "once more Cut a word by rank" in "\n".join(exercises.said(now))
    exercises.check(task.id, task.reference)
    progress.bets.place("b", 1, 2)
    progress.record("answered", "q", correct=True)
    now = exercises.standing()
    lesson = next(each for each in now.lessons if each.lesson == task.lesson)
    assert (lesson.earned, lesson.passed, lesson.attempts) == (task.points, 1, 2)
    assert now.next.lesson == task.lesson and now.next.id == "bpe-first-three"
    assert (now.bets_placed, now.bets_won, now.answered, now.answered_right) == (1, 0, 1, 1)


def test_all_solved_is_said():
    for task in exercises.all():
        progress.record("passed", task.id, earned=999)
    now = exercises.standing()
    assert now.next is None and "Every exercise is solved." in exercises.said(now)
    assert all(each.earned == each.points for each in now.lessons)


def test_the_panel_says_the_same_as_the_terminal(capsys):
    exercises.check("bpe-cut", "b|a|na|nas")
    assert cli.main(["progress"]) == 0
    shown = capsys.readouterr().out
    drawn = progress_picture().text
    for line in exercises.said(exercises.standing()):
        assert line in shown and line in drawn
    assert "02_bpe" in shown and "Exercises solved: 1 of" in shown


def test_the_terminal_exports_resets_and_deletes(capsys, tmp_path, home):
    progress.record("attempted", "e")
    assert cli.main(["progress", "--export", str(tmp_path / "copy.jsonl")]) == 0
    assert cli.main(["progress", "--export", str(tmp_path / "copy.jsonl")]) == 2
    assert "give a name that is new" in capsys.readouterr().err
    assert cli.main(["progress", "--delete"]) == 1
    assert "would delete 1 events" in capsys.readouterr().out and objects() == ["e"]
    assert cli.main(["progress", "--reset"]) == 0
    assert objects() == [] and "events-until-" in capsys.readouterr().out
    assert cli.main(["progress", "--reset"]) == 0
    assert "nothing on disk" in capsys.readouterr().out
    assert cli.main(["progress", "--delete", "--yes"]) == 0
    assert list(home.iterdir()) == []
