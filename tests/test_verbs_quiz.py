"""`subword-lab quiz`: answers come from standard input, the report goes to standard output."""

import io
import json
import re
import tomllib
from pathlib import Path

import pytest

from subword_lab import cli, i18n, progress, quiz
from subword_lab.quiz import interview, lettering, review
from subword_lab.quiz.interview import Plan
from subword_lab.verbs import questions
from test_quiz import right_answer

FOUR = ["quiz", "--topic", "bpe", "--count", "4", "--seed", "4"]


@pytest.fixture(autouse=True)
def english():
    yield
    i18n.set_language(None)


@pytest.fixture
def typed(monkeypatch, capsys):
    """Run the command with these lines as what is typed; gives code, output and error output."""

    def run(command, *lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = cli.main(command)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


class Interrupted(io.StringIO):
    """What is typed until Ctrl-C."""

    def readline(self, *args):
        line = super().readline(*args)
        if not line:
            raise KeyboardInterrupt
        return line


def lines_for(plan):
    """What somebody types who knows everything and holds on."""
    now, lines = interview.begin(plan), []
    while now.stage != "over":
        question = now.question
        if now.stage == "doubt":
            lines.append("y")
            now = interview.reply(now, True)
        elif now.stage == "rate":
            lines.append("1 2")
            now = interview.rate(now, 2)
        elif question.kind == "open":
            lines.append("said aloud")
            now = interview.answer(now, "said aloud")
        else:
            lines.append(typed_answer(question))
            now = interview.answer(now, right_answer(question))
    return lines


def typed_answer(question):
    if question.kind == "match":
        names = lettering.partners(question)
        order = zip(lettering.LETTERS, lettering.shuffled(question), strict=False)
        return " ".join(f"{x}{names.index(question.options[at].partner) + 1}" for x, at in order)
    written = lettering.write(question)
    return "".join(written) if isinstance(written, list) else str(written)


@pytest.mark.parametrize("seed", ["1", "2", "week"])
def test_everything_right_gives_all_points(typed, seed):
    lines = lines_for(Plan(seed=seed, count=12))
    code, out, err = typed(["quiz", "--count", "12", "--seed", seed, "--json"], *lines)
    found = json.loads(out)
    assert code == 0 and "── 12 of 12" in err
    assert all(row["earned"] == row["asked"] and row["cells"] == [] for row in found["topics"])
    assert len(found["answers"]) == 12 and found["doubted"] == found["held"] == lines.count("y")
    assert {event.object for event in progress.events()} == {
        row["question"] for row in found["answers"]
    }


def test_the_report_leads_to_the_cells_and_plans_the_days(typed):
    code, out, _ = typed([*FOUR, "--days", "2"], "?", "?", "?", "?")
    assert code == 0 and "Your score: 0 of 4" in out
    assert re.search(r"0 / 4  BPE\n +02_bpe\.ipynb#cell-id=02-", out)
    assert "A plan for 2 days" in out and "day 2: rehearse" in out


def test_a_slip_is_asked_again_and_costs_nothing(typed):
    first = interview.begin(Plan(seed="4", topics=("bpe",), count=4)).question
    _, out, _ = typed(FOUR, "", "zz top", typed_answer(first), "n?", "y", "q")
    assert out.count("Not understood") >= 2 and "Your score: 1 of 1" in out


def test_giving_in_costs_the_point(typed):
    plan = next(
        plan
        for plan in (Plan(seed=str(n), topics=("bpe",), count=1) for n in range(99))
        if "y" in lines_for(plan)
    )
    command = ["quiz", "--topic", "bpe", "--count", "1", "--seed", plan.seed]
    right, _ = lines_for(plan)
    _, out, _ = typed(command, right, "n")
    assert "Are you sure?" in out and "You gave in" in out and "Your score: 0 of 1" in out
    _, out, _ = typed(command, right, "y")
    assert "You held on" in out and "Your score: 1 of 1" in out


def test_the_language_switches_live_and_the_question_stays(typed):
    first = interview.begin(Plan(seed="4", topics=("bpe",), count=4)).question
    _, out, _ = typed(FOUR, "zh", "en", "zh", "?")
    assert out.count(first.stem.en) == 2 and out.count(first.stem.zh) == 2
    assert "得分：0 / 1" in out and "Your score" not in out
    _, out, _ = typed([*FOUR, "--language", "zh"], "?")
    assert first.stem.zh in out and first.stem.en not in out


def test_ctrl_c_keeps_what_was_answered(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", Interrupted("?\n?\n"))
    assert cli.main(FOUR) == 130
    assert "Your score: 0 of 2" in capsys.readouterr().out
    assert [event.verb for event in progress.events()] == ["answered"] * 2


def test_a_terminal_without_input_or_with_few_signs(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", None)
    assert cli.main(FOUR) == 0
    assert "1 of 4" in capsys.readouterr().out
    shown = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n?\n"), encoding="utf-8"))
    monkeypatch.setattr("sys.stdout", shown)
    assert cli.main(FOUR) == 0
    shown.flush()
    assert b"?? 2 of 4" in shown.buffer.getvalue()


def test_answers_that_cannot_be_kept_are_said(typed, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path / "file"))
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)
    code, _, said = typed(FOUR, "?")
    assert code == 0 and "could not be kept" in said and "file" in said


@pytest.mark.parametrize("letter", ["b)", "Ｂ", "(b)", " B. "])
def test_a_letter_is_read_as_people_type_it(letter):
    question = quiz.get("classic-merged-by")
    assert question.kind == "single"
    assert lettering.read(question, letter) == lettering.read(question, "B")


def test_nothing_typed_is_nothing_reported(typed):
    code, out, _ = typed(FOUR)
    assert code == 0 and "Nothing was answered" in out and progress.events() == ()


def test_time_ends_it(typed, monkeypatch):
    ticks = iter(range(0, 10_000, 45))
    monkeypatch.setattr("subword_lab.verbs.quiz.monotonic", lambda: next(ticks))
    code, out, _ = typed([*FOUR, "--timed", "1"], "?", "?", "?", "?")
    assert "You have 1 minutes." in out and "Your score: 0 of 2" in out and "1 min 30 s" in out
    _, out, _ = typed([*FOUR, "--timed"])
    assert "You have 8 minutes." in out


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--topic", "bpo"], "there is no topic 'bpo'"),
        (["--level", "9"], "level is a whole number from 1 to 5; got 9"),
        (["--count", "0"], "count is a whole number from 1"),
        (["--timed", "-3"], "minutes are more than 0"),
        (["--days", "0"], "a plan is for 1 to 60 days"),
        (["--review", "--count", "0"], "a review has 1 to 200 questions"),
        (["--review", "--topic", "bpo"], "there is no topic 'bpo'"),
    ],
)
def test_what_cannot_be_asked_is_said_before_any_question(typed, wrong, said):
    code, out, err = typed(["quiz", *wrong])
    assert code == 2 and said in err and "──" not in out


# Review -------------------------------------------------------------------------------------------


def test_a_review_rates_each_question(typed):
    asked = review.session("5", 3)
    lines = [typed_answer(asked[0]), "e", "?", typed_answer(asked[2]), ""]
    code, out, _ = typed(["quiz", "--review", "--count", "3", "--seed", "5"], *lines)
    assert code == 0 and "0 due, 3 new" in out and "Reviewed: 2 of 3 right." in out
    ratings = {event.object: event.result["rating"] for event in progress.events()}
    assert ratings == dict(zip((q.id for q in asked), ("easy", "again", "good"), strict=True))
    assert re.search(r"The next one is due on \d{4}-\d\d-\d\d", out)


def test_a_review_broken_off_keeps_the_last_answer(monkeypatch, capsys):
    asked = review.session("5", 2)
    monkeypatch.setattr("sys.stdin", Interrupted(f"{typed_answer(asked[0])}\n"))
    assert cli.main(["quiz", "--review", "--count", "2", "--seed", "5", "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert found["answers"] == {asked[0].id: True} and found["next"]
    assert [event.result["rating"] for event in progress.events()] == ["good"]


def test_a_review_of_nothing_says_so(typed):
    for question in quiz.questions():
        if question.kind != "open":
            review.rate(question, True)
    _, out, _ = typed(["quiz", "--review"])
    assert "Nothing is due." in out


# Texts --------------------------------------------------------------------------------------------


def test_chinese_has_every_text_with_the_same_places():
    folder = Path(i18n.__file__).parent

    def leaves(table, path=()):
        for name, value in table.items():
            yield from (
                leaves(value, (*path, name))
                if isinstance(value, dict)
                else (((*path, name), sorted(re.findall(r"\{\w+\}", value))),)
            )

    en, zh = (
        dict(leaves(tomllib.loads((folder / name / "interview.toml").read_text("utf-8"))))
        for name in ("en", "zh")
    )
    assert en == zh


@pytest.mark.parametrize("question", quiz.questions(), ids=lambda question: question.id)
def test_what_is_said_to_be_right_is_right(question):
    question = quiz.generate(question.id, 1)
    i18n.set_language("zh")
    assert question.stem.zh in questions.asked(question)
    if question.kind != "open":
        said = questions.explained(question, quiz.mark(question, None), known=False)
        told = re.search("正确答案：(.*)\n", said)[1]
        assert quiz.mark(question, lettering.read(question, told)).correct
        assert all(option.why.zh in said for option in question.options)
