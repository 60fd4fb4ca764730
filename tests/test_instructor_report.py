"""The report on a class, from results made by hand: every number can be counted."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from submitted import hand_in, notebook
from subword_lab import exercises, i18n
from subword_lab.cli import main
from subword_lab.exercises import own
from subword_lab.instructor import audit, cells, classroom, commands, report, submissions
from subword_lab.instructor.audit import Audited
from subword_lab.instructor.gradebooks import Gradebook, Student
from subword_lab.instructor.regrading import Mark

LESSON = "02_bpe"
MERGE, BEST, NEXT = "bpe-merge-word", "bpe-best-pair", "bpe-next-merge"
KNOWN = next(iter(exercises.get(MERGE).wrong))


def mark(id, share=1.0, misconception="", digest="", outcome=None):
    points = exercises.get(id).points
    reached = outcome or ("correct" if share == 1 else "partial")
    return Mark(id, share * points, points, reached, "", misconception, digest)


def result(student, *marks, status="graded", attempts=None):
    return Audited(student, LESSON, LESSON, status, marks, attempts=attempts, version="0.1.0")


BLANK = mark(MERGE, 0.0, outcome="not_attempted")
CLASS = [
    result("ada", mark(MERGE, digest="a"), mark(BEST, digest="b"), mark(NEXT, digest="v"),
           attempts={MERGE: 1, BEST: 4}),
    result("ben", mark(MERGE, digest="a"), mark(BEST, digest="b"), mark(NEXT, digest="v"),
           attempts={MERGE: 5}),
    result("cyd", mark(MERGE, 0.5, KNOWN, "c"), mark(BEST, digest="b"), mark(NEXT, 0.0)),
    result("dan", mark(MERGE, 0.0, KNOWN, "d"), BLANK),
    result("eve", BLANK),
    result("fay", status="unreadable"),
    result("<script>alert(1)</script>", status="no_notebook"),
]  # fmt: skip
BOOK = Gradebook(students={"gus": Student("gus"), "ada": Student("ada")})


def test_numbers_of_an_exercise():
    found = {e.id: e for e in classroom.by_exercise(CLASS)}
    merge = found[MERGE]
    assert (merge.tried, merge.blank, merge.right) == (4, 2, 2)
    assert merge.share == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert (merge.attempts, found[BEST].attempts, found[NEXT].attempts) == (3, 4, None)
    assert merge.misconceptions == ((KNOWN, 2),)


def test_the_hardest_come_first_and_those_that_all_solved_do_not():
    assert [e.id for e in classroom.hardest(classroom.by_exercise(CLASS))] == [MERGE, NEXT]
    assert len(classroom.hardest(classroom.by_exercise(CLASS), 1)) == 1


def test_who_has_not_started():
    ((assignment, students),) = classroom.not_started(CLASS, BOOK)
    assert (assignment, students) == (LESSON, ["<script>alert(1)</script>", "eve", "gus"])


def test_groups_with_the_same_code_are_found_values_aside():
    groups = [(group.students, group.exercises) for group in classroom.alike(CLASS)]
    assert groups == [(("ada", "ben"), (MERGE,)), (("ada", "ben", "cyd"), (BEST,))]


class Reader(HTMLParser):
    """Collects what a page is made of."""

    def __init__(self):
        super().__init__()
        self.tags, self.addresses = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href")]


def test_the_page_stands_alone_and_is_escaped(tmp_path):
    page, *tables = report.write(CLASS, BOOK, tmp_path)
    text = page.read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(text)
    assert "script" not in reader.tags and reader.addresses == [] and "url(" not in text
    assert "&lt;script&gt;alert(1)" in text
    assert reader.tags.count("h1") == 1 and reader.tags.count("table") == 6
    assert i18n.t("instructor_audit.report.alike.title") in text
    with open(tmp_path / "report-misconceptions.csv", encoding="utf-8", newline="") as file:
        head, row = csv.reader(file)
    assert row == [MERGE, KNOWN, "2", exercises.get(MERGE).wrong_message(KNOWN)]
    assert len(head) == len(row) and len(tables) == 6


def test_a_class_without_results_has_a_report_too(tmp_path):
    page, *_ = report.write([], Gradebook(), tmp_path)
    assert i18n.t("instructor_audit.report.nothing") in page.read_text(encoding="utf-8")


@pytest.fixture
def course(tmp_path):
    """Two students, one of whom hands in what the kernel remembered; two versions."""
    found = notebook(LESSON, only=(MERGE, BEST))
    event = {"v": 1, "id": "1", "at": "2026", "verb": "attempted", "object": MERGE, "result": {}}
    lines = [json.dumps(event), json.dumps({**event, "verb": "hinted"}), "no event", "[]"]
    hand_in(tmp_path, "ada", LESSON, found, {"progress.jsonl": "\n".join(lines)})
    other = notebook(LESSON, only=(MERGE, BEST))
    for cell in other.cells:
        if "subword_lab" in cell.metadata:
            cell.metadata["subword_lab"]["version"] = "9.9"
    hand_in(tmp_path, "ben", LESSON, other)
    return tmp_path


def test_the_command_after_an_audit(course, capsys):
    assert main(["instructor", "report", str(course)]) == 2
    assert "instructor audit" in capsys.readouterr().err
    assert main(["instructor", "audit", str(course)]) == 0
    printed = capsys.readouterr().out
    assert "several versions" in printed and "9.9 (1)" in printed
    assert main(["instructor", "report", str(course)]) == 0
    assert "report.html" in capsys.readouterr().out
    ada, _ = audit.load(course / "audit" / "audit.json")
    assert ada.attempts == {MERGE: 1}
    assert "ada, ben" in (course / "audit" / "report.html").read_text(encoding="utf-8")


def test_the_version_that_ran_goes_before_the_one_that_made():
    from subword_lab.instructor import reading

    ours = {"subword_lab": {"role": "edition", "version": "1.0"}}
    cell = {"cell_type": "code", "source": "", "metadata": ours, "outputs": []}
    ran = [{"output_type": "execute_result", "data": {"text/plain": "'2.0.1'"}}]
    for outputs, wanted in (([], "1.0"), (ran, "2.0.1")):
        data = json.dumps({"cells": [{**cell, "outputs": outputs}]}).encode()
        assert submissions.version(reading.parse(data)) == wanted


def points_table():
    """The rows of the table in the teacher's page, as the exercises say they should be."""
    for lesson in dict.fromkeys(exercise.lesson for exercise in exercises.all()):
        found = exercises.of_lesson(lesson)
        points = sum(exercise.points for exercise in found)
        has_own = f"own-{lesson[:2]}" in own.tasks.TASKS
        more = (own.POINTS, cells.EXPLAIN_POINTS) if has_own else (0, 0)
        row = (lesson, len(found), points, *more, points + sum(more))
        yield f"| {' | '.join(map(str, row))} |"


def test_the_points_of_the_teacher_s_page_are_those_of_the_exercises():
    page = Path(__file__).parents[1] / "docs" / "teaching.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("| 0")] == list(points_table())


def test_the_teacher_s_page_names_commands_that_exist():
    text = (Path(__file__).parents[1] / "docs" / "teaching.md").read_text(encoding="utf-8")
    verbs = set(re.findall(r"subword-lab instructor (\w+)", text))
    assert verbs == set(commands.VERBS)
