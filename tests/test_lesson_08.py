"""Lesson 08: links lead to cells, rounds keep what was done, and the numbers are the libraries'."""

import re
from itertools import pairwise

import ipywidgets
import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build import NOTEBOOKS, parse, sources
from subword_lab import bpe, exercises, house, progress, quiz, views
from subword_lab.exercises import cases
from subword_lab.exercises.lesson_08.encoding import LONG, encode_long
from subword_lab.quiz import design, incidents, proofs
from subword_lab.views import links
from subword_lab.views.panels import report
from subword_lab.views.peers import interview

ALL = quiz.questions()


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch):
    """Progress of a test lives in an empty folder of its own."""
    monkeypatch.setenv("SUBWORD_LAB_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SUBWORD_LAB_STATE", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress.answers, "_memory", {})


def verbs():
    return [event.verb for event in progress.events()]


# Links -------------------------------------------------------------------------------------------


def cell_ids():
    """The ids of all cells, by notebook: as the lessons have them."""
    return {f"{path.stem}.ipynb": {cell.id for cell in parse(path).cells} for path in sources()}


def links_of_the_lesson():
    lesson = nbformat.read(NOTEBOOKS / "08_interview.ipynb", as_version=nbformat.NO_CONVERT)
    text = "\n".join(cell.source for cell in lesson.cells if cell.cell_type == "markdown")
    return re.findall(r"\]\(([^)]*)\)", text)


def test_every_link_leads_to_a_cell():
    there = cell_ids()
    addresses = links_of_the_lesson()
    addresses += [proofs.address(proofs.proof_of(question)) for question in ALL]
    addresses += map(proofs.address, proofs.TOPIC_CELLS.values())
    assert len(addresses) > 40
    for address in addresses:
        notebook, _, cell = address.partition("#cell-id=")
        assert notebook in there and (not cell or cell in there[notebook]), address


def test_every_answer_of_the_lesson_names_its_proof():
    prefixes = ("classic-", "interview-", "aloud-", "design-")
    own = [question for question in ALL if question.id.startswith(prefixes)]
    assert len([q for q in own if q.id.startswith("classic-")]) == 10
    assert [question.id for question in own if question.proof is None] == []


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        ("02_bpe/watch", "02_bpe.ipynb, section “Watch”"),
        ("08_interview/bits-said", "08_interview.ipynb, section “Break: an incident round”"),
        ("08_interview/mock-intro", "08_interview.ipynb, section “Deeper: a mock interview”"),
        ("99_none/x", "99_none.ipynb"),
        ("02_bpe/nowhere", "02_bpe.ipynb"),
    ],
)
def test_a_link_names_the_section(proof, said, monkeypatch):
    monkeypatch.chdir(NOTEBOOKS)
    links.section.cache_clear()
    assert links.cell_link(proof).text == said
    links.section.cache_clear()


def test_a_broken_notebook_is_no_obstacle(tmp_path):
    (tmp_path / "02_bpe.ipynb").write_text("{")
    assert links.section(tmp_path / "02_bpe.ipynb", "02-watch") == ""


# Coding ------------------------------------------------------------------------------------------


def by_hand(word, merges):
    """Join the pair learned first at its leftmost place, looking at everything again each time."""
    symbols = list(word)
    while True:
        found = [
            (merges.index(pair), at) for at, pair in enumerate(pairwise(symbols)) if pair in merges
        ]
        if not found:
            return symbols
        _, at = min(found)
        symbols[at : at + 2] = ["".join(symbols[at : at + 2])]


@given(st.dictionaries(st.text("abc", min_size=1, max_size=8), st.integers(1, 9), min_size=1),
       st.text("abc", max_size=20))  # fmt: skip
@settings(max_examples=60)
def test_the_heap_gives_what_the_engine_gives(words, word):
    model = bpe.train(words, merges=12)
    pieces = encode_long(word, model.merges)
    assert pieces == by_hand(word, model.merges)
    if set(word) <= set(model.vocab):
        assert tuple(pieces) == bpe.encode(model, word)


def test_the_longest_case_is_far_too_long_for_a_slow_answer():
    """Each join of the slow answer looks at all pairs left: they are counted, nothing is run."""
    word, merges = cases.generate(exercises.get("interview-encode-long"), "practice")[-1]
    joins = len(word) - len(encode_long(word, merges))
    looked_at = sum(LONG - 1 - done for done in range(joins))
    assert len(word) == LONG and looked_at > 40_000_000


def test_a_right_but_slow_answer_is_told_so():
    task = exercises.get("interview-encode-long")
    found = exercises.check(task.id, task.wrong[task.slow])
    assert (found.outcome, found.misconception, found.earned) == ("timed_out", task.slow, 2.0)


def test_a_loop_that_never_ends_is_not_called_slow_but_right():
    def endless(word, merges):
        while True:
            pass

    found = exercises.check("interview-encode-long", endless)
    assert (found.outcome, found.misconception) == ("timed_out", None)


# Aloud, whiteboard, incidents --------------------------------------------------------------------


def test_an_answer_given_aloud_is_rated_and_kept():
    panel = views.two_minutes("aloud-bpe")
    question = quiz.get("aloud-bpe")
    assert question.stem.en in repr(panel) and question.model_answer.en not in repr(panel)
    panel.buttons["start"].click()
    panel.clock.ticking.value = 70
    panel.buttons["done"].click()
    assert question.model_answer.en in repr(panel)
    panel.rubric.children[0].value = panel.rubric.children[2].value = True
    panel.buttons["keep"].click()
    (event,) = progress.events("aloud-bpe")
    assert (event.verb, dict(event.result)) == ("rated", {"met": 2, "of": 4, "seconds": 70})
    panel.buttons["other"].click()
    assert question.stem.en not in repr(panel) and not panel.rubric.children


def test_a_design_is_rated_by_twelve_points():
    panel = views.design_round()
    panel.done()
    assert len(panel.rubric.children) == 12
    assert all(isinstance(box, ipywidgets.Checkbox) for box in panel.rubric.children)
    alone, *mixed = design.candidates()
    assert f"{alone.most:,} ({alone.worst})" in repr(panel) and "0.52" in repr(panel)
    assert "gpt2 1234567, cl100k 123 | 456 | 7" in repr(panel)


def test_a_mixed_text_serves_the_worst_language_and_a_larger_table_serves_all():
    alone, *mixed = design.candidates()
    assert all(one.most < alone.most and one.english > alone.english for one in mixed)
    sizes, most = ([getattr(one, name) for one in mixed] for name in ("size", "most"))
    assert sizes == sorted(sizes) and most == sorted(most, reverse=True)
    assert all(one.worst == "ta" for one in mixed)


def test_there_is_no_such_answer():
    with pytest.raises(KeyError, match="aloud-bpe"):
        views.two_minutes("classic-gpt")


def test_the_clock_says_when_time_is_over():
    panel = views.two_minutes("aloud-bpe")
    assert panel.clock.ticking.layout.visibility == "hidden"  # or Tab stops at nameless buttons
    face = panel.clock.box.children[0]
    assert "0:00 of 2:00" in face.value
    panel.clock.ticking.value = 121
    assert "2:01 of 2:00" in face.value and "Time is over" in face.value
    panel.clock.start()
    assert panel.clock.seconds == 0


def test_a_whiteboard_stops_its_clock_and_reminds():
    panel = views.whiteboard("interview-count-disjoint", 10)
    assert exercises.get("interview-count-disjoint").prompt in repr(panel)
    done = panel.children[2].children[1]
    done.click()
    assert "say aloud" in panel.children[3].value and verbs() == ["timed"]


def test_an_incident_marks_what_differs():
    text = repr(views.incident("D", "to be"))
    before, after = (line.partition(": ")[2].split() for line in text.splitlines()[1:])
    assert after == ["[0]", *before]
    with pytest.raises(KeyError, match="there are A, B"):
        views.incident("Z", "to be")
    with pytest.raises(ValueError, match="surrogate"):
        views.incident("A", "\ud800")


@pytest.mark.parametrize("name", incidents.names())
def test_no_incident_raises_and_each_changes_ids(name):
    found = incidents.get(name)
    for text in ("The ferry DIDN'T wait: 12345 people, said Anna.", "Ünïcode 🤗\n\n  x", ""):
        incidents.dump(found.after, text)
    probe = "The ferry DIDN'T wait: 12345 people, said Anna."
    assert incidents.dump(found.before, probe) != incidents.dump(found.after, probe)


# For real and the report -------------------------------------------------------------------------


def test_the_numbers_interviewers_like_are_the_libraries(missing):
    rows = interview.compare("Tokenizers cut unfamiliar words: 12345, don't!")
    labels = {row.label: row for row in rows}
    if len(rows) < 10:
        missing("a real vocabulary")
    assert [row.label for row in rows if not row.same] == []
    assert labels["GPT-2's vocabulary: 256 bytes, 50,000 merges, 1 special token"].ours == "50,257"
    assert (labels["BERT's id of ing"].ours, labels["BERT's id of ##ing"].ours) == ("13749", "2075")


def test_the_report_counts_what_was_done(monkeypatch):
    monkeypatch.setattr(house, "RECIPES", ("char", "bpe"))  # the others take longer to train
    monkeypatch.setattr(report, "REAL", ("gpt2",))
    still = repr(views.report_panel())
    assert still.startswith("Your report") and "\n" not in still
    for task in exercises.of_lesson("02_bpe"):
        exercises.check(task.id, task.reference)
    progress.bets.place("x", 1, 1)
    progress.profile.save(name="Ada")
    text = report.report_picture().text
    everything = len(exercises.of_lesson("02_bpe"))
    assert "02_bpe" in report.built().text and f"{everything} / {everything}" in text
    assert "✓" in next(line for line in text.splitlines() if "02_bpe" in line)
    assert "Bets won: 1 of 1." in text
    cost = next(
        line for line in report.costs(progress.profile.get()).text.splitlines() if "char" in line
    )
    assert "3" in cost.split()


def test_without_real_vocabularies_the_report_says_so(monkeypatch):
    def nothing(text):
        raise LookupError("no vocabulary here")

    monkeypatch.setattr(interview, "compare", nothing)
    assert "no vocabulary here" in report.equal("to be").text
