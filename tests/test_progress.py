"""Progress: nothing is lost, whoever writes at the same time and whatever the disk does."""

import json
import os
import signal
import subprocess
import sys

import pytest

from subword_lab import exercises, progress
from subword_lab.progress import store
from subword_lab.progress.totals import summarize

WRITER = """
import sys
from subword_lab import progress
for i in range(int(sys.argv[2])):
    progress.record("attempted", "e", writer=sys.argv[1], i=i)
    print(i, flush=True)
"""


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Progress is kept unless a test turns it off."""
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def off(monkeypatch, tmp_path):
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path))
    monkeypatch.setenv("SUBWORD_LAB_STATE", "off")
    return tmp_path


def restart(monkeypatch):
    """What a new kernel sees."""
    monkeypatch.setattr(store, "_here", store._Process(os.getpid()))


def files(home):
    return sorted((home / "events").glob("*.jsonl"))


def writer(home, name, count):
    environment = {**os.environ, "SUBWORD_LAB_HOME": str(home)}
    command = [sys.executable, "-c", WRITER, name, str(count)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def test_an_event_survives_a_restart(home, monkeypatch):
    event = progress.record("attempted", "bpe-encode", earned=1.5, text="é\ud800")
    restart(monkeypatch)
    assert progress.events() == (event,)
    assert progress.events("other") == ()
    assert progress.notice() == "" and progress.problems() == ()


def test_one_process_writes_one_file_and_another_its_own(home, monkeypatch):
    for _ in range(3):
        progress.record("attempted", "e")
    assert len(files(home)) == 1
    restart(monkeypatch)
    progress.record("attempted", "e")
    assert len(files(home)) == 2
    assert len(progress.events()) == 4


def test_several_processes_lose_nothing(home):
    writers = [writer(home, str(name), 150) for name in range(4)]
    for process in writers:
        process.communicate()
    seen = {(event.result["writer"], event.result["i"]) for event in progress.events()}
    assert seen == {(str(name), i) for name in range(4) for i in range(150)}
    times = [event.at for event in progress.events()]
    assert times == sorted(times)


def test_a_killed_process_loses_nothing_it_had_recorded(home):
    process = writer(home, "a", 10**6)
    said = [process.stdout.readline() for _ in range(50)]
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert said[-1].strip() == "49"
    assert {event.result["i"] for event in progress.events()} >= set(range(50))


def test_a_forked_child_writes_its_own_file(home):
    progress.record("attempted", "parent")
    code = (
        "import os\nfrom subword_lab import progress\nprogress.record('attempted', 'a')\n"
        "if os.fork() == 0:\n    progress.record('attempted', 'b')\n    os._exit(0)\nos.wait()"
    )
    environment = {**os.environ, "SUBWORD_LAB_HOME": str(home)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert sorted(event.object for event in progress.events()) == ["a", "b", "parent"]
    assert len(files(home)) == 3


BAD_LINES = [
    b"not json",
    b'{"v": 1, "id": "x", "at": "2025"',
    b"[1, 2]",
    b"null",
    b'"text"',
    b'{"v": 2, "id": "x", "at": "2025", "verb": "v", "object": "o", "result": {}}',
    b'{"v": 1, "id": 7, "at": "2025", "verb": "v", "object": "o", "result": {}}',
    b'{"v": 1, "id": "x", "at": "2025", "verb": "v", "object": "o", "result": []}',
    b"\xff\xfe\x00",
    b"[" * 100_000,
]


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_corrupt_line_is_skipped_and_reported(home, line):
    event = progress.record("attempted", "e")
    with open(files(home)[0], "ab") as file:
        file.write(line + b"\n")
    after = progress.record("attempted", "e")
    assert progress.events() == (event, after)
    assert [problem.split(", ")[0] for problem in progress.problems()] == [files(home)[0].name]
    assert line in files(home)[0].read_bytes()


def test_half_a_line_from_a_full_disk_spoils_nothing(home):
    first = progress.record("attempted", "e")
    with open(files(home)[0], "ab") as file:
        file.write(b'{"v": 1, "id": "ha')
    second = progress.record("attempted", "e")
    assert progress.events() == (first, second)
    assert len(progress.problems()) == 1


def test_an_unwritable_folder_keeps_events_in_memory_with_a_notice(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(blocked))
    event = progress.record("attempted", "e")
    assert progress.events() == (event,)
    assert str(blocked) in progress.notice()
    blocked.unlink()
    later = progress.record("attempted", "e")
    restart(monkeypatch)
    assert progress.events() == (event, later)
    assert progress.notice() == ""


def test_a_full_disk_keeps_events_in_memory(monkeypatch, home):
    def full(*args, **more):
        raise OSError(28, "No space left on device")

    first = progress.record("attempted", "e")
    with monkeypatch.context() as patched:
        patched.setattr("builtins.open", full)
        second = progress.record("attempted", "e")
    assert "No space left" in progress.notice()
    third = progress.record("attempted", "e")
    restart(monkeypatch)
    assert progress.events() == (first, second, third)


def test_state_off_leaves_no_trace(off):
    progress.record("attempted", "e")
    progress.profile.save(name="Kim")
    progress.bets.place("b", 1, 2)
    progress.answers.save("02_bpe", "bpe-next-merge", "l o")
    assert len(progress.events()) == 3
    assert progress.answers.load("02_bpe", "bpe-next-merge") == "l o"
    assert list(off.iterdir()) == []
    assert progress.notice() == ""


def test_events_of_a_time_with_state_off_stay_in_memory(off, monkeypatch):
    progress.record("attempted", "hidden")
    monkeypatch.delenv("SUBWORD_LAB_STATE")
    progress.record("attempted", "kept")
    restart(monkeypatch)
    assert [event.object for event in progress.events()] == ["kept"]


@pytest.mark.parametrize(
    "call",
    [
        lambda: progress.record(3, "e"),
        lambda: progress.record("attempted", None),
        lambda: progress.record("attempted", "e", answer=object()),
        lambda: progress.record("attempted", "e", answer={1, 2}),
        lambda: progress.profile.save(name=3),
        lambda: progress.answers.save("02_bpe", "e", {1, 2}),
        lambda: progress.bets.place("e", object(), 1),
    ],
)
def test_what_is_not_plain_is_refused_and_not_kept(home, call):
    with pytest.raises(TypeError):
        call()
    assert progress.events() == ()


# --- what events add up to -----------------------------------------------------------------------


def test_the_summary_takes_the_best_attempt_of_each_exercise(home):
    for earned in (0.5, 2.0, 1.0):
        progress.record("attempted", "a", earned=earned)
    progress.record("passed", "b", earned=3.0)
    progress.record("hinted", "a", rung=1)
    progress.record("revealed", "b")
    progress.record("answered", "q", correct=True)
    progress.record("answered", "q", correct=False)
    summary = progress.summary()
    assert (summary.points, summary.best) == (5.0, {"a": 2.0, "b": 3.0})
    assert summary.attempts == {"a": 3, "b": 1}
    assert (summary.passed, summary.hinted, summary.revealed) == ({"b"}, {"a"}, {"b"})
    assert (summary.answered, summary.answered_right) == (2, 1)
    assert summarize(reversed(progress.events())) == summary


def test_a_check_is_remembered_without_the_code(home):
    exercise = exercises.get("bpe-merge-word")
    exercises.check(exercise.id, exercise.wrong["overlapping"])
    exercises.check(exercise.id, None)
    exercises.check(exercise.id, exercise.reference)
    exercises.score(exercise.id, exercise.reference)
    assert [event.verb for event in progress.events()] == ["attempted", "passed"]
    result = progress.events()[0].result
    assert result["misconception"] == "overlapping"
    assert set(result) == {"outcome", "earned", "points", "misconception", "digest"}


def test_hints_open_one_by_one_with_new_attempts(home):
    exercise = exercises.get("bpe-merge-word")
    wrong = list(exercise.wrong.values())
    assert [exercises.hint(exercise.id).rung for _ in range(2)] == [1, 1]
    exercises.check(exercise.id, wrong[0])
    assert exercises.hint(exercise.id).rung == 2
    exercises.check(exercise.id, wrong[0])
    assert exercises.hint(exercise.id).rung == 2, "the same answer again is no new attempt"
    exercises.check(exercise.id, wrong[1])
    exercises.check(exercise.id, wrong[2])
    assert exercises.hint(exercise.id).rung == 3, "a hint that was not read opens no further one"
    exercises.check(exercise.id, wrong[3])
    assert exercises.hint(exercise.id).text == exercises.solution(exercise.id)


def test_a_solved_exercise_opens_the_solution(home, monkeypatch):
    exercise = exercises.get("bpe-merge-word")
    exercises.check(exercise.id, exercise.reference)
    restart(monkeypatch)
    assert repr(exercises.hint(exercise.id)).startswith("Solution\n")


def test_a_first_hint_may_look_at_the_own_output(home, monkeypatch):
    exercise = exercises.get("bpe-encode")
    exercises.check(exercise.id, lambda word, merges: (word,))
    hint = exercises.hint(exercise.id)
    assert hint.text.endswith(exercise.hints[0])
    assert (hint.text != exercise.hints[0]) == (exercise.clue is not None)


def test_the_profile_has_defaults_and_keeps_what_is_given(home, monkeypatch):
    default = progress.profile.get()
    assert all([default.name, default.sentence, default.paragraph])
    progress.profile.save(name="Ayşe", sentence="Merhaba dünya.")
    progress.profile.save(name="İpek")
    restart(monkeypatch)
    profile = progress.profile.get()
    assert profile == progress.Profile("İpek", "Merhaba dünya.", default.paragraph)


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        ({"nickname": "x"}, KeyError),
        ({"name": " "}, ValueError),
        ({"name": "x" * 20_001}, ValueError),
        ({"sentence": "\ud800"}, ValueError),
        ({"name": None}, TypeError),
    ],
)
def test_a_bad_profile_is_refused(home, texts, error):
    with pytest.raises(error):
        progress.profile.save(**texts)
    assert progress.events() == ()


def test_only_the_first_bet_counts(home):
    assert progress.bets.place("first", "u g", "u g").won
    progress.bets.place("share", 12, 18.4, won=True)
    progress.bets.place("first", "x", "u g")
    assert [(bet.id, bet.guess, bet.won) for bet in progress.bets.all()] == [
        ("first", "u g", True),
        ("share", 12, True),
    ]


# --- answers beside the notebook -----------------------------------------------------------------


@pytest.fixture
def beside(home, monkeypatch, tmp_path):
    folder = tmp_path / "notebooks"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_answers_survive_a_restart(beside, monkeypatch):
    assert progress.answers.load("02_bpe", "one") is None
    assert progress.answers.save("02_bpe", "one", ["u", "g"])
    assert progress.answers.save("02_bpe", "two", {"a": 1})
    monkeypatch.setattr(progress.answers, "_memory", {})
    assert progress.answers.load("02_bpe", "one") == ["u", "g"]
    assert progress.answers.load("02_bpe", "two") == {"a": 1}
    assert [path.name for path in beside.iterdir()] == ["02_bpe.answers.json"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": 9, "answers": {}}', "[" * 10**5]
)
def test_a_broken_answers_file_is_set_aside(beside, text, monkeypatch):
    path = beside / "02_bpe.answers.json"
    path.write_text(text)
    assert progress.answers.load("02_bpe", "one") is None
    assert progress.answers.save("02_bpe", "one", "answer")
    assert json.loads(path.read_text())["answers"] == {"one": "answer"}
    assert (beside / "02_bpe.answers.json.corrupt").read_text() == text


def test_a_read_only_folder_keeps_answers_in_memory(beside, monkeypatch):
    def refuse(*args, **more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    assert not progress.answers.save("02_bpe", "one", 5)
    assert progress.answers.load("02_bpe", "one") == 5
