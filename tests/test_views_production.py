"""Views of lesson 07: a vocabulary that grows, three tricks, the dashboard, the capstone."""

import html
import re

import pytest

from subword_lab import contest, corpora, house, views
from subword_lab.doctor import examine
from subword_lab.stations import Memory
from subword_lab.text import count_words
from subword_lab.tokenizer import Tokenizer
from subword_lab.verbs import doctor
from subword_lab.views.panels import dashboard as board
from subword_lab.views.panels import live_race
from subword_lab.views.panels import tricks as tricks_panel
from subword_lab.views.peers import racing


def find(panel, kind, name):
    """The widget of a panel with that description."""
    todo = list(panel.children)
    while todo:
        widget = todo.pop(0)
        if type(widget).__name__ == kind and widget.description == name:
            return widget
        todo += getattr(widget, "children", ())
    raise LookupError(f"no {kind} {name!r}")


# The doctor --------------------------------------------------------------------------------------


def test_findings_are_a_table_whose_twin_is_what_the_command_line_prints():
    tok = Tokenizer.train("sentencepiece", corpora.load("english/manual"), 400)
    found = examine(tok, ["a  b\n<€>"])
    picture = views.findings(found)
    assert {finding.grade for finding in found} == {"fault", "warning"}
    assert picture.text == doctor.report(found)
    for said in map(doctor.words, found):
        for words in (said.grade, said.says, said.remedy, *said.examples):
            assert words in html.unescape(picture.markup)
    assert "<unk>" not in picture.markup and "&lt;unk&gt;" in picture.markup


def test_a_healthy_tokenizer_has_one_line():
    picture = views.findings(())
    assert picture.text.startswith("Nothing found") and picture.text in picture.markup


@pytest.mark.parametrize("found", ["text", [None], [("fault", "unknown")]])
def test_what_is_no_finding_is_refused(found):
    with pytest.raises(TypeError, match=r"findings draws what doctor\.examine gives"):
        views.findings(found)


# A vocabulary that grows -------------------------------------------------------------------------


def test_each_step_shows_the_tokens_of_that_size():
    view = views.vocabulary_sizes("the letter", sizes=(256, 300, 2_000))
    for at, size in enumerate((256, 300, 2_000)):
        view.slider.value = at
        tokens = len(house.tokenizer("byte_bpe", size).encode("the letter"))
        assert f"{size:,} entries: {tokens} tokens" in repr(view)
        assert f"{size * 768:,}" in repr(view)


def test_the_number_of_tokens_can_be_predicted():
    view = views.vocabulary_sizes("the letter", sizes=(256, 2_000), predict=True)
    assert "256 entries: 10 tokens" not in repr(view)
    view.choice.value = "10"
    view.guess()
    assert view.points == {0: 1.0} and "256 entries: 10 tokens" in repr(view)


def test_another_text_can_be_typed():
    view = views.vocabulary_sizes("the letter")
    view.typed.value = "né"
    assert "256 entries: 3 tokens" in repr(view)
    view.typed.value = ""
    assert "Type between 1 and" in view.status.value


@pytest.mark.parametrize("sizes", [(300, 256), (256, 256)])
def test_sizes_must_grow(sizes):
    with pytest.raises(ValueError, match="must grow"):
        views.vocabulary_sizes("the", sizes=sizes)


def test_no_text_is_a_type_error():
    with pytest.raises(TypeError):
        views.vocabulary_sizes(3)


# Tricks ------------------------------------------------------------------------------------------


def test_switches_choose_a_row_and_only_the_button_takes_time():
    panel = views.tricks(corpora.load("english/recipes")[:3_000])
    assert re.search(r"count words first \+ index of pairs +[\d,]+ +chosen", repr(panel))
    find(panel, "Checkbox", "index of pairs").value = False
    assert re.search(r"count words first +[\d,]+ +chosen", repr(panel))
    find(panel, "Dropdown", "Words remembered").value = 10
    assert re.search(r"^ +10 +\d+% +chosen", repr(panel), re.MULTILINE)
    assert " s on this machine" not in panel.children[-1].value
    find(panel, "Button", "Time it").click()
    assert "count words first: 20 merges took" in panel.children[-1].value


def test_each_trick_saves_reading():
    efforts = tricks_panel._efforts(count_words(corpora.load("english/recipes")))
    assert efforts[True, True] < efforts[True, False] < efforts[False, False]
    assert efforts[True, True] < efforts[False, True] < efforts[False, False]


# The race ----------------------------------------------------------------------------------------


def test_a_race_says_what_it_will_run_and_times_nothing_before():
    panel = views.live_race(corpora.load("english/recipes")[:3_000], 300)
    announced = repr(panel)
    assert "300 entries" in announced and "Nothing has been timed" in announced
    find(panel, "Button", "Race").click()
    assert repr(panel) == announced  # what is stored never holds a second
    drawn = panel.children[-2].value
    for name in ("tokenizers", "tiktoken", "merges one by one", "nothing remembered", "no memory"):
        assert name in drawn
    assert drawn.count(">yes<") == 8 and ">NO<" not in drawn
    assert "median of 5 rounds" in panel.children[-1].value


def test_contestants_take_turns_and_another_result_is_said():
    log = []

    def contestant(name, result):
        return racing.Contestant(name, lambda: log.append(name) or result)

    laps = live_race.race([contestant("a", [1]), contestant("b", [1]), contestant("c", [2])], 2)
    assert log == ["a", "b", "c"] * 3
    assert [lap.same for lap in laps] == [True, True, False]
    assert "NO" in repr(live_race._table("work", [live_race.Lap("tiktoken", 0.0, False)]))


def test_a_library_that_is_missing_is_said_and_not_raced(monkeypatch):
    monkeypatch.setattr(racing, "find_spec", lambda name: None if name == "tiktoken" else name)
    names = [each.name for each in racing.encoding(house.tokenizer("byte_bpe"), "the cat")]
    assert names == ["ours", "first_time", "no_memory", "tokenizers"]
    assert live_race._closing(5).endswith("Not installed here, and so not raced: tiktoken.")


@pytest.mark.parametrize(("text", "error"), [("", ValueError), (" ", ValueError), (3, TypeError)])
def test_a_race_needs_a_text(text, error):
    with pytest.raises(error):
        views.live_race(text)


# The dashboard -----------------------------------------------------------------------------------


def test_what_is_stored_of_the_dashboard_has_no_clock():
    shown = repr(views.dashboard())
    assert "1 normalize" in shown and "ids" in shown and " ms" not in shown


@pytest.mark.parametrize("batch", [1, 3, 64])
def test_a_run_sends_every_text_through_every_station(batch):
    run, shown = board.Run("wordpiece", batch, Memory(100)), []
    board.measure(run, ["The cat.", "A dog!", "It is."], lambda share: shown.append(run.tokens))
    tokens = [
        len(house.tokenizer("wordpiece").encode(text, add_special=True))
        for text in ("The cat.", "A dog!", "It is.")
    ]
    assert run.tokens == board.PASSES * sum(tokens) == shown[-1]
    assert sum(texts for _, _, texts in run.batches) == board.PASSES * 3
    assert all(seconds > 0 for seconds in run.seconds.values())
    assert 0 < run.latency(0.5) <= run.latency(0.95)
    assert run.memory.hits > run.memory.misses > 0


def test_latencies_are_those_of_the_texts_and_not_of_the_batches():
    run = board.Run("char", 9, Memory(0), batches=[(0.001, 5, 9), (0.5, 5, 1)])
    assert run.latency(0.5) == 1.0 and run.latency(0.95) == 500.0
    assert round(run.speed, 3) == round(10 / 0.501, 3)


def test_runs_are_compared_in_a_table(monkeypatch):
    monkeypatch.setattr(board, "documents", lambda: ["The cat sat.", "A dog ran."])
    panel = views.dashboard()
    find(panel, "Button", "Run").click()
    find(panel, "Dropdown", "Words remembered").value = 100
    find(panel, "Dropdown", "Recipe").value = "byte_bpe"
    find(panel, "Button", "Run").click()
    assert "tokens so far" in panel.children[-2].value
    table = panel.children[-1].value
    assert table.count("<tr") == 3 and "wordpiece" in table and "71%" in table  # 17 of 24
    find(panel, "Button", "Clear table").click()
    assert panel.children[-1].value == ""


# The capstone ------------------------------------------------------------------------------------


def test_an_entry_stands_beside_the_rivals():
    panel = views.capstone(seed=3)
    assert repr(panel).count("(rival)") == 12
    line = find(panel, "Text", "Entry")
    find(panel, "Dropdown", "Settings to start from").value = contest.EXAMPLES[2]
    assert line.value == contest.EXAMPLES[2] == contest.RIVALS["course"]
    find(panel, "Button", "Train and judge").click()
    verdict = contest.rivals(3)["course"]
    assert f"{verdict.premium:.2f} times the tokens of English" in panel.children[4].value
    assert "Behind you: words (rival), plain BPE (rival)." in panel.children[4].value
    assert repr(panel).count(contest.EXAMPLES[2]) == 4


@pytest.mark.parametrize("entry", ["", "gpt2", "byte_bpe boost=xx", "<b>", "unigram shrink=x"])
def test_an_entry_that_cannot_be_is_named(entry):
    panel = views.capstone()
    find(panel, "Text", "Entry").value = entry
    find(panel, "Button", "Train and judge").click()
    said = panel.children[4].value
    assert said and "<b>" not in said and entry not in repr(panel).split("\n")[1:2]


def test_another_seed_gives_other_numbers():
    panel = views.capstone(seed=1)
    before = repr(panel)
    find(panel, "BoundedIntText", "Seed").value = 2
    assert repr(panel) != before


@pytest.mark.parametrize("entry", contest.EXAMPLES)
def test_every_example_can_be_entered(entry):
    assert contest.judge(contest.enter(entry), 1).vocab_size <= contest.BUDGET
