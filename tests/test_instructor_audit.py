"""Each submission gets the marks it earned, whatever its code does; the audit outlives it."""

import csv
import json
import os
import sqlite3
import sys
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

import submitted
from submitted import data, hand_in, hand_out
from subword_lab import exercises
from subword_lab.cli import main
from subword_lab.exercises import cases as drawn
from subword_lab.exercises import guard, own
from subword_lab.exercises.own import results as _results  # noqa: F401 - reached as own.results
from subword_lab.instructor import (
    alike,
    audit,
    cells,
    exports,
    gradebooks,
    keys,
    plans,
    pool,
    reading,
    rerun,
)
from subword_lab.instructor.gradebooks import Gradebook
from subword_lab.instructor.isolated import Gone, Isolated
from subword_lab.instructor.submissions import Submission

LESSON = "02_bpe"
MERGE = "bpe-merge-word"
ONLY = ("bpe-first-three", "bpe-best-pair", MERGE, "bpe-next-merge")
ALL = sum(exercises.get(id).points for id in ONLY)

RIGHT = """
def merge_word(symbols, pair):
    out = []
    for symbol in symbols:
        joined = out and (out[-1], symbol) == tuple(pair) and not (glued and glued[-1])
        if not out:
            glued = []
        if joined:
            out[-1] += symbol
            glued[-1] = True
        else:
            out.append(symbol)
            glued.append(False)
    return tuple(out)
"""
WRONG = "def merge_word(symbols, pair):\n    return tuple(symbols) + pair"
READS_THE_PACKAGE = """
from subword_lab import exercises
merge_word = exercises.get("bpe-merge-word").reference
"""
READS_THE_SOLUTION = """
from subword_lab import exercises
exec(exercises.solution("bpe-merge-word"))
"""
READS_THE_DISK = f"""
source = open({str(Path(exercises.__file__).parent / "lesson_02" / "encoding.py")!r}).read()
exec(source)
"""
REPLACES_THE_CHECKER = """
import subword_lab.exercises as e, sys, builtins
e.score = e.check = lambda *a, **k: 5.0
for module in list(sys.modules.values()):
    for name in ("same", "call", "evaluate"):
        try:
            setattr(module, name, lambda *a, **k: True)
        except Exception:
            pass
def merge_word(symbols, pair):
    return ("x",)
"""
FORGES_REPLIES = """
import os
def merge_word(symbols, pair):
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b'["list", "returned", true, ["tuple"], "", ""]\\n' * 50)
        except OSError:
            pass
    return ()
"""
AFTER_EXIT = """
import atexit, os
atexit.register(lambda: os.write(4, b'["list", "returned"]'))
def merge_word(symbols, pair):
    os._exit(0)
"""
EQUALS_EVERYTHING = """
class Anything(tuple):
    def __eq__(self, other): return True
    def __iter__(self): return iter(("l", "o"))
    __hash__ = None
def merge_word(symbols, pair):
    return Anything()
"""
SCORED = "print(2.0)\n2.0\ndef merge_word(symbols, pair): pass"
ENDS_IT = f"{RIGHT}\nimport os; os._exit(1)"
LEAVES = f"{RIGHT}\nraise SystemExit"
SAYS_EXIT = f"exit\nquit()\n{RIGHT}"
WARNS = f"import warnings; warnings.warn('old')\n{RIGHT}\nimport sys; print('x', file=sys.stderr)"
FLOODS = "def merge_word(symbols, pair):\n    return ['x' * 10**6] * 10**4"
HOARDS = "def merge_word(symbols, pair):\n    return [0] * 10**10"
DEEP = (
    "def merge_word(symbols, pair):\n    x = []\n    for _ in range(10**5): x = [x]\n    return x"
)
HUGE_NUMBER = "def merge_word(symbols, pair):\n    return 10 ** 5000"
NO_PYTHON = "def merge_word(symbols, pair:\n    return"
SURROGATE = "x = '\\ud800'\n# \ud800\n" + RIGHT
NULL = "def merge_word(symbols, pair): return 'a\0'"
IDLE = "def merge_word(symbols, pair):\n    return tuple(symbols)"  # right where nothing is joined
PARTLY = """
def merge_word(symbols, pair):
    for i in range(len(symbols) - 1):
        if tuple(symbols[i : i + 2]) == tuple(pair):  # and never again
            return (*symbols[:i], symbols[i] + symbols[i + 1], *symbols[i + 2 :])
    return tuple(symbols)
"""

ZERO = {
    "wrong": WRONG,
    "idle": IDLE,
    "reads_the_package": READS_THE_PACKAGE,
    "reads_the_solution": READS_THE_SOLUTION,
    "reads_the_disk": READS_THE_DISK,
    "replaces_the_checker": REPLACES_THE_CHECKER,
    "forges_replies": FORGES_REPLIES,
    "after_exit": AFTER_EXIT,
    "equals_everything": EQUALS_EVERYTHING,
    "scored": SCORED,
    "floods": FLOODS,
    "hoards": HOARDS,
    "deep": DEEP,
    "huge_number": HUGE_NUMBER,
    "no_python": NO_PYTHON,
    "null": NULL,
}
FULL = {
    "right": RIGHT,
    "leaves": LEAVES,
    "says_exit": SAYS_EXIT,
    "ends_it": ENDS_IT,
    "warns": WARNS,
}


def notebook(answers=None, solved=True):
    return submitted.notebook(LESSON, answers, solved, ONLY)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """One submission of each kind, all in one audit."""
    course = tmp_path_factory.mktemp("course")
    hand_out(course, LESSON, ONLY)
    for student, code in {**ZERO, **FULL, "partly": PARTLY}.items():
        hand_in(course, student, LESSON, notebook({MERGE: code}))
    hand_in(course, "perfect", LESSON, notebook())
    hand_in(course, "blank", LESSON, notebook(solved=False))
    right = {"bpe-next-merge": exercises.get("bpe-next-merge").reference}
    typed = json.dumps({"format": 1, "lesson": LESSON, "answers": right})
    unanswered = notebook({"bpe-next-merge": "bpe_next_merge = None"})
    hand_in(course, "panel", LESSON, unanswered, {f"{LESSON}.answers.json": typed})
    whole = data(notebook())
    hand_in(course, "cut", LESSON, whole[: len(whole) * 2 // 3])
    hand_in(course, "nothing", LESSON, b"")
    hand_in(course, "picture", LESSON, b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    hand_in(course, "no_json", LESSON, b"[1, 2")
    hand_in(course, "nested", LESSON, b"[" * 100_000)
    hand_in(course, "latin", LESSON, data(notebook()).replace(b"your", b"yo\xfcr"))
    (course / "submitted" / "away" / LESSON).mkdir(parents=True)
    bare = notebook()
    for cell in bare["cells"]:
        cell["metadata"] = {}
    hand_in(course, "no_metadata", LESSON, bare)
    return course


@pytest.fixture(scope="module")
def results(course):
    return {result.student: result for result in audit.audit(course, Gradebook(), 2)}


def earned(result, id=MERGE):
    return next(mark for mark in result.marks if mark.exercise == id)


def test_as_many_come_out_as_went_in(course, results):
    assert set(results) == {path.name for path in (course / "submitted").iterdir()}


@pytest.mark.parametrize("student", ZERO)
def test_hostile_and_wrong_code_earns_nothing_and_costs_nothing_else(student, results):
    assert earned(results[student]).earned == 0
    assert results[student].earned == ALL - exercises.get(MERGE).points


@pytest.mark.parametrize("student", [*FULL, "perfect", "panel", "no_metadata", "latin"])
def test_right_code_earns_everything_whatever_stands_around_it(student, results):
    assert results[student].earned == ALL == results[student].points


def test_half_an_answer_earns_what_the_kernel_would_give(results):
    names = {}
    exec(PARTLY, names)
    there = exercises.score(MERGE, names["merge_word"], "practice")
    assert 0 < there == earned(results["partly"]).earned < exercises.get(MERGE).points


def test_a_blank_notebook_is_not_attempted(results):
    assert results["blank"].earned == 0
    assert {mark.outcome for mark in results["blank"].marks} == {"not_attempted"}


def test_what_cannot_be_read_is_named(results):
    unreadable = {name for name, result in results.items() if result.status == "unreadable"}
    assert unreadable == {"nothing", "picture", "no_json", "nested"}
    assert results["away"].status == "no_notebook"


def test_a_notebook_cut_short_keeps_what_is_whole(results):
    assert results["cut"].problems == ("truncated",)
    assert 0 < results["cut"].earned < ALL


def test_the_walls_stood_on_linux(results):
    if sys.platform == "linux":
        assert {r.walls for r in results.values() if r.status == "graded"} == {("files", "calls")}


def test_remarks_name_the_cell_and_its_error(results):
    assert "SyntaxError" in earned(results["no_python"]).remark
    assert earned(results["ends_it"]).remark.endswith("crashed.")
    assert earned(results["leaves"]).remark.endswith(": SystemExit.")


# What the code can reach --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def isolated():
    process = Isolated()
    yield process
    process.close()


REFUSED = {
    "another file": "open('/etc/hostname')",
    "the package's answers": f"open({exercises.__file__!r})",
    "writing": "open('/tmp/x', 'w')",
    "a folder": "import os; os.listdir('/')",
    "a process": "import os; os.fork()",
    "a program": "import subprocess; subprocess.run(['true'])",
    "the network": "import socket; socket.socket()",
    "a local socket": "import socket; socket.socketpair()",
    "ending the auditor": "import os; os.kill(os.getppid(), 9)",
    "ending everybody": "import os; os.kill(-1, 9)",
    "the auditor's limits": "import os, resource as r; r.prlimit(os.getppid(), 0, (1, 1))",
    "the auditor's memory": "import os; open(f'/proc/{os.getppid()}/mem', 'rb')",
    "a signal by way of a file": "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, 1)",
    "shared memory": "from multiprocessing import shared_memory as s; s.SharedMemory('x', True, 9)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="the walls are Linux's")
@pytest.mark.parametrize("what", REFUSED)
def test_walls(isolated, what):
    assert isolated.walls == ["files", "calls"]  # or else this would be run for real
    error = isolated.run(REFUSED[what], False, 5)
    assert error is not None and ("denied" in error or "permitted" in error), error


def test_what_a_learner_needs_is_there(isolated):
    code = """
import collections, dataclasses, functools, heapq, itertools, math, random, re, threading, typing
import numpy, regex
import subword_lab as sl
from subword_lab import bpe, corpora, text
words = text.count_words(corpora.load("english/news"))
merges = bpe.train(words, merges=3).merges
pieces = sl.Tokenizer.train("byte_bpe", "a b a b", merges=1).encode("a b")
done = []
thread = threading.Thread(target=done.append, args=(1,))
thread.start(); thread.join()
"""
    assert isolated.run(code, False, 10) is None
    assert isolated.look("merges", 0, 5)[0] == "value"


def test_other_packages_are_stand_ins_and_break_no_cell(isolated):
    code = """
import pandas as pd
from matplotlib import pyplot as plt
from subword_lab.views import check
check("bpe-encode", None).show()
with plt.style.context("x"):
    for line in plt.plot([1]): line.set(color="red")
display(pd.DataFrame)
%time x = 1
"""
    assert isolated.run(code, False, 5) is None


def test_only_definitions_are_taken_from_an_unchanged_cell(isolated):
    isolated.run("import math\nlimit = 3\ndef area(r): return 1\nrun = math.sqrt(2)", True, 5)
    assert isolated.look("limit", 0, 5) == ("value", 3)
    assert isolated.look("area", 1, 5) == ("function", True)
    assert isolated.look("run", 0, 5)[0] == "missing"


@pytest.mark.parametrize(
    ("code", "kind"),
    [("while True: pass", "timed_out"), ("import os; os._exit(0)", "crashed"),
     ("import os\nwhile True: os.write(4, b'x' * 4096)", "crashed")],
)  # fmt: skip
def test_a_process_that_does_not_answer_is_given_up(code, kind):
    process = Isolated()
    try:
        with pytest.raises(Gone) as gone:
            process.run(code, False, 0.3)
    finally:
        process.close()
    assert gone.value.kind == kind


def test_what_never_ends_costs_only_itself(tmp_path, monkeypatch):
    """A cell that loops after its definition still defines; a function that loops earns nothing."""
    monkeypatch.setattr(rerun, "CELL_SECONDS", 0.2)
    monkeypatch.setattr(guard, "CASE_SECONDS", 0.2)
    stubborn = "while True:\n        try: pass\n        except BaseException: pass"
    looping = {MERGE: f"{RIGHT}\nwhile True: pass",
               "bpe-best-pair": f"def best_pair(counts):\n    {stubborn}"}  # fmt: skip
    hand_out(tmp_path, LESSON, ONLY)
    path = hand_in(tmp_path, "ada", LESSON, notebook(looping))
    result = audit.regrade((str(tmp_path), None, Submission("ada", LESSON, path)))
    assert earned(result, "bpe-best-pair").outcome == "timed_out"
    assert result.earned == ALL - exercises.get("bpe-best-pair").points
    assert "timed_out" in earned(result).remark


# Its parts ----------------------------------------------------------------------------------------


def obey(task):
    if task == "die":
        os._exit(1)
    if task == "raise":
        raise ValueError("no")
    while task == "hang":
        pass
    return task.upper()


def test_a_task_that_kills_its_process_costs_no_other():
    tasks = ["a", "die", "b", "hang", "raise", "c"]
    answers = dict(pool.each(obey, tasks, workers=2, seconds=1.0))
    lost = {1: pool.Lost("ended"), 3: pool.Lost("timed_out"), 4: pool.Lost("ValueError('no')")}
    assert answers == {0: "A", 2: "B", 5: "C", **lost}


def test_an_answer_is_looked_at_after_its_score_cell_and_after_it_is_given():
    found = reading.parse(data(submitted.notebook(LESSON))).cells
    handed_out = audit.submissions.assignment(Path("nowhere"), LESSON, LESSON)
    steps = plans.plan(found, handed_out)
    looks = [step.exercise for step in steps if isinstance(step, plans.Look)]
    assert sorted(looks) == sorted(handed_out.exercises)
    full = {step.source for step in steps if isinstance(step, plans.Run) and not step.definitions}
    answers = [cell for cell in found if cell.exercise and "exercise" in cell.metadata["tags"]]
    assert full == {cell.source for cell in answers}
    for step in answers:
        run = next(i for i, s in enumerate(steps) if getattr(s, "source", "") == step.source)
        look = next(i for i, s in enumerate(steps) if getattr(s, "exercise", "") == step.exercise)
        assert run < look


def test_code_alike_has_one_digest():
    stub = exercises.get(MERGE).stub
    renamed = RIGHT.replace("    out = []", "    # mine\n    out = [ ]\n")
    assert alike.digest([RIGHT], stub) == alike.digest([renamed], stub) != ""
    assert alike.digest([RIGHT], stub) != alike.digest([WRONG], stub)
    for blank in (stub, f"{stub}\n    pass", "def merge_word(symbols, pair):\n  ..."):
        assert alike.digest([blank], stub) == ""
    assert alike.digest(["def f(:\n '''"], stub) != ""


# The gradebook ------------------------------------------------------------------------------------


def gradebook(path, scores, due=None):
    """A database with the tables of nbgrader's that an audit reads."""
    database = sqlite3.connect(path)
    database.executescript("""
      create table assignment (id, name, duedate);
      create table notebook (id, name, assignment_id);
      create table base_cell (id, name, notebook_id);
      create table student (id, first_name, last_name, email, lms_user_id);
      create table submitted_assignment (id, assignment_id, student_id, timestamp, extension);
      create table submitted_notebook (id, notebook_id, assignment_id);
      create table grade_cells (id, max_score);
      create table grade (id, notebook_id, cell_id, auto_score, manual_score, needs_manual_grade);
    """)
    database.execute("insert into assignment values ('a', ?, ?)", (LESSON, due))
    database.execute("insert into notebook values ('n', ?, 'a')", (LESSON,))
    for student, marks in scores.items():
        database.execute("insert into student values (?, 'Ada', '=Evil', '', '77')", (student,))
        extension = "1970-01-01 01:00:00.000000" if student == "slow" else None
        submitted = (f"s{student}", "a", student, None, extension)
        database.execute("insert into submitted_assignment values (?, ?, ?, ?, ?)", submitted)
        database.execute("insert into submitted_notebook values (?, 'n', ?)",
                         (f"sn{student}", f"s{student}"))  # fmt: skip
        for id, (auto, manual) in marks.items():
            database.execute("insert or ignore into base_cell values (?, ?, 'n')", (id, id))
            database.execute("insert into grade_cells select ?, 3.0 where not exists"
                             " (select 1 from grade_cells where id = ?)", (id, id))  # fmt: skip
            database.execute("insert into grade values (?, ?, ?, ?, ?, 0)",
                             (f"{student}{id}", f"sn{student}", id, auto, manual))  # fmt: skip
    database.commit()
    database.close()


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Three students, of whom the gradebook believes one too much and knows nothing of another."""
    course = tmp_path_factory.mktemp("graded")
    hand_out(course, LESSON, ONLY)
    for student in ("honest", "forger", "slow"):
        code = {MERGE: RIGHT if student != "forger" else REPLACES_THE_CHECKER}
        stamp = {"timestamp.txt": "2026-03-01 13:30:00 UTC"}
        hand_in(course, student, LESSON, notebook(code, solved=False), stamp)
    points = float(exercises.get(MERGE).points)
    rest = {id: (0.0, None) for id in ONLY if id != MERGE}
    explain = {f"{LESSON}-explain": (None, 2.0)}
    scores = {who: {**rest, MERGE: (points, None), **explain} for who in ("honest", "forger")}
    gradebook(course / "gradebook.db", {**scores, "slow": {}}, due="2026-03-01 12:45:00.000000")
    return course


def run(course, verb, *more):
    assert main(["instructor", verb, str(course), *more]) == 0


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_the_command_names_each_disagreement_and_keeps_tables(graded, capsys):
    run(graded, "audit", "--workers", "1")
    printed = capsys.readouterr().out
    assert "3 submissions in, 3 results out: graded 3." in printed
    assert f"there is no {graded / keys.FILE}" in printed
    points = exercises.get(MERGE).points
    assert f"forger, {LESSON}, {MERGE}: earned 0, the gradebook has {points}" in printed
    assert f"slow, {LESSON}, {MERGE}: earned {points}, the gradebook has no mark" in printed
    assert "Disagreements with the gradebook: 2." in printed
    head, *rows = table(graded / "audit" / "marks.csv")
    marks = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    late = {who: (row["late_minutes"], row["extra_minutes"]) for who, row in marks.items()}
    assert late == {"forger": ("45.0", "0.0"), "honest": ("45.0", "0.0"), "slow": ("0.0", "60.0")}
    assert marks["forger"]["disagreements"] == "1" and marks["forger"]["by_hand"] == "2.0"


def test_deadlines_from_a_file_go_before_those_of_the_gradebook(graded, tmp_path):
    (tmp_path / "d.csv").write_text(
        f"assignment,due,student,extra_minutes\n{LESSON},2026-03-01T14:00+01:00,,\n{LESSON},,slow,15\n"
    )
    book = gradebooks.read(graded / "gradebook.db", tmp_path / "d.csv")
    at = gradebooks.as_utc("2026-03-01 13:30")
    assert (book.late("honest", LESSON, at), book.late("slow", LESSON, at)) == (30.0, 15.0)
    assert book.late("honest", "other", at) is None is book.late("honest", LESSON, None)


@pytest.mark.parametrize(
    "text", ["a,b\n1,2", "assignment,due\nx,yesterday", "assignment,due,more\n"]
)
def test_a_bad_file_of_deadlines_is_refused(tmp_path, text):
    (tmp_path / "d.csv").write_text(text)
    with pytest.raises(ValueError, match=r"d\.csv"):
        gradebooks.read(None, tmp_path / "d.csv")


def test_what_is_no_gradebook_is_refused(tmp_path):
    (tmp_path / "g.db").write_text("no database")
    with pytest.raises(ValueError, match="no gradebook of nbgrader"):
        gradebooks.read(tmp_path / "g.db")
    with pytest.raises(FileNotFoundError, match="run nbgrader autograde"):
        gradebooks.read(tmp_path / "other.db")


@pytest.mark.parametrize("format", exports.FORMATS)
def test_marks_leave_for_others(graded, format, tmp_path):
    if not (graded / "audit").exists():
        run(graded, "audit", "--workers", "1")
    run(graded, "export", "--format", format, "--out", str(tmp_path / "out.csv"))
    points = exercises.get(MERGE).points
    head, *rows = table(tmp_path / "out.csv")
    assert head[-1] == LESSON
    by_id = {row[{"csv": 0, "canvas": 3, "moodle": 0}[format]]: row for row in rows}
    assert by_id["honest"][-1] == f"{points + 2.0}" and by_id["forger"][-1] == "2.0"
    if format == "canvas":
        assert head[:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
        assert rows[0][0].strip() == "Points Possible" and rows[0][-1] == f"{ALL + 3.0}"
        assert by_id["honest"][:2] == ["'=Evil, Ada", "77"]


def test_a_person_s_mark_goes_before_the_machine_s_and_what_waits_is_said(graded, capsys):
    if not (graded / "audit").exists():
        run(graded, "audit", "--workers", "1")
    found = audit.load(graded / "audit" / "audit.json")
    book = gradebooks.read(graded / "gradebook.db")
    book.scores["honest", LESSON, LESSON, MERGE] = gradebooks.Score(0.0, 0.5, False, 3)
    assert ["honest", 0.5 + 2.0] in exports.plain_table(found, book)
    assert exports.waiting(book) == 0
    database = sqlite3.connect(graded / "gradebook.db")
    with database:
        database.execute("update grade set needs_manual_grade = 1 where id like 'honest%explain'")
    database.close()
    run(graded, "export")
    assert "marked by hand: 1 cells" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\r\n=1", "＝1"])
def test_no_field_is_a_formula(text, tmp_path):
    exports.write(tmp_path / "x.csv", [[text, 1.5, None, "\ud800"]])
    ((first, *rest),) = table(tmp_path / "x.csv")
    assert first.startswith("'") and rest == ["1.5", "", " "]


def test_kept_results_come_back(results, tmp_path):
    audit.save(results.values(), tmp_path / "x" / "audit.json")
    assert audit.load(tmp_path / "x" / "audit.json") == list(results.values())
    (tmp_path / "x" / "audit.json").write_text(json.dumps({"format": 99}))
    with pytest.raises(ValueError, match="run the audit again"):
        audit.load(tmp_path / "x" / "audit.json")


def test_a_folder_without_submissions_is_an_error(tmp_path, capsys):
    assert main(["instructor", "audit", str(tmp_path)]) != 0
    assert "is it a folder of submissions?" in capsys.readouterr().err


def test_an_exercise_counts_once_whatever_lies_in_the_folder(tmp_path):
    """Of two notebooks the one named as handed out counts; the other is named and earns nothing."""
    hand_out(tmp_path, LESSON, ONLY)
    path = hand_in(tmp_path, "ada", LESSON, notebook({MERGE: WRONG}))
    (path.parent / "02_bpe (1).ipynb").write_bytes(data(notebook()))
    hand_in(tmp_path, "bob", LESSON, notebook()).rename(
        tmp_path / "submitted" / "bob" / LESSON / "homework.ipynb"
    )
    found = audit.audit(tmp_path, Gradebook(), 1)
    assert [(r.student, r.notebook, r.status) for r in found] == [
        ("ada", "02_bpe (1)", "second"), ("ada", LESSON, "graded"), ("bob", "homework", "graded"),
    ]  # fmt: skip
    assert exports.plain_table(found, Gradebook()) == [
        ["student", LESSON], ["points", ALL],
        ["ada", ALL - exercises.get(MERGE).points], ["bob", ALL],
    ]  # fmt: skip


def test_another_lesson_s_notebook_is_no_answer_to_this_assignment(tmp_path):
    hand_out(tmp_path, LESSON, ONLY)
    other = submitted.notebook("01_oov")
    path = hand_in(tmp_path, "ada", LESSON, other)
    path.rename(path.with_name("01_oov.ipynb"))
    hand_in(tmp_path, "bob", LESSON, other)
    hand_in(tmp_path, "cyd", "01_oov", notebook())  # not handed out: the name counts
    ada, bob, cyd = audit.audit(tmp_path, Gradebook(), 1)
    assert ada.status == "no_lesson" and not ada.marks
    assert (bob.status, bob.earned, bob.points) == ("graded", 0, ALL)
    assert cyd.earned == 0 and cyd.points == sum(e.points for e in exercises.of_lesson("01_oov"))


def test_a_folder_that_is_a_link_is_nobody_s_work(tmp_path):
    hand_out(tmp_path, LESSON, ONLY)
    place = hand_in(tmp_path, "ada", LESSON, notebook()).parent
    (place.parent.parent / "bob").symlink_to(place.parent)
    (place.parent.parent / "cyd").mkdir()
    (place.parent.parent / "cyd" / LESSON).symlink_to(place)
    found = {r.student: r for r in audit.audit(tmp_path, Gradebook(), 1)}
    assert found["ada"].earned == ALL
    assert {found[s].status for s in ("bob", "cyd")} == {"unreadable"}
    assert {found[s].problems for s in ("bob", "cyd")} == {("no_file",)}


def test_cases_come_from_the_course_s_secret(tmp_path):
    """A table of the practice cases is right on those alone."""
    exercise = exercises.get(MERGE)
    tried = drawn.generate(exercise, "practice")
    known = {repr(args): exercise.reference(*args) for args in tried}
    lookup = f"def merge_word(*args):\n    return {known!r}.get(repr(args))"
    hand_out(tmp_path, LESSON, ONLY)
    hand_in(tmp_path, "ada", LESSON, notebook({MERGE: lookup}, solved=False))
    (before,) = audit.audit(tmp_path, Gradebook(), 1)
    keys.create(tmp_path)
    (after,) = audit.audit(tmp_path, Gradebook(), 1)
    assert earned(before).earned == exercise.points and earned(after).earned == 0


def test_own_tasks_are_those_of_the_student(tmp_path):
    """Who hands in another student's right numbers has answered another question."""
    id, lesson = "own-08", "08_interview"
    keys.create(tmp_path)
    right = own.results.RESULTS[id](own.tasks.params(id, keys.token(keys.read(tmp_path), "ada")))
    answer = NotebookNode(notebook())
    answer["cells"] = [cells.score("08-own-score", exercises.get(id))]
    blank = new_code_cell(
        "own_08 = None", metadata={"subword_lab": {"exercise": id, "role": "answer"}}
    )
    answer["cells"].insert(0, blank)
    folder = tmp_path / "source" / lesson
    folder.mkdir(parents=True)
    (folder / f"{lesson}.ipynb").write_bytes(data(answer))
    blank.source = f"own_08 = {right!r}"
    for student in ("ada", "ben"):
        hand_in(tmp_path, student, lesson, answer)
    ada, ben = audit.audit(tmp_path, Gradebook(), 1)
    assert ada.earned == ada.points > ben.earned
    assert ada.marks[0].digest == ben.marks[0].digest
