"""The harness of the benchmarks: its arithmetic, its files, its page. No time is asserted."""

import gzip
import json
import os
from itertools import count

import pytest

import corpora
import documents
import imports
import race
import report
import results
import steppers
from loads import Load, percentiles
from race import Contestant, Growth, Row
from targets import TARGETS, Target, Verdict, judge, verdicts

OURS, THEIRS = (1.0, 2.0, 9.0, 2.0, 1.0), (4.0, 4.0, 9.0, 8.0, 3.0)
TRAIN = "train byte-level BPE 32k"


def row(work="work", text="text", peak=None, note="", **seconds):
    return Row(
        work, text, seconds, peak or {}, note, "2026-01-02", {"processor": "P", "load": "1.5"}
    )


def test_a_row_gives_medians_ratios_and_the_spread_of_single_rounds():
    raced = row(ours=OURS, theirs=THEIRS)
    assert (raced.ours, raced.median("ours"), raced.median("theirs")) == ("ours", 2.0, 4.0)
    assert raced.ratio("theirs") == 2.0
    assert raced.spread("theirs") == (1.0, 4.0)


def test_contestants_run_in_turn_after_a_round_that_is_not_timed(monkeypatch):
    log, clock = [], count(step=0.5)
    monkeypatch.setattr(race, "spent", lambda: next(clock))
    contestants = [
        Contestant("a", lambda: log.append("a"), before=lambda: log.append("forget")),
        Contestant("b", lambda: log.append("b")),
    ]
    raced = race.race("work", "text", contestants, runs=2)
    assert log == ["forget", "a", "b"] * 3
    assert raced.seconds == {"a": [0.5, 0.5], "b": [0.5, 0.5]}


def test_growth_races_every_size_and_fits_the_exponent(monkeypatch):
    now = [0.0]

    def work(seconds):
        now[0] += seconds

    monkeypatch.setattr(race, "spent", lambda: now[0])
    squares = race.growth(
        "work", "bytes", [1, 2, 4], lambda n: [Contestant("ours", lambda: work(n * n))], runs=1
    )
    assert squares.seconds == {"ours": [1, 4, 16]}
    assert squares.exponent("ours") == pytest.approx(2)


def test_time_of_finished_children_is_counted():
    used = race.cpu_seconds(imports.started("sum(range(10**6))"))
    assert used > 0


def test_peak_memory_is_that_of_a_process_of_its_own():
    held = bytearray(100_000_000)  # here, and so not there
    assert 1_000_000 < race.peak_memory("json:loads", "[]") < len(held)


def test_one_thread_is_allowed_to_every_contestant():
    assert {os.environ[name] for name in race.THREADS} == {"1"}


def test_results_come_back_and_take_the_place_of_older_ones(tmp_path):
    first = row(ours=OURS, theirs=THEIRS, peak={"ours": 10}, note="noise")
    other = row(text="another", ours=OURS)
    growth = Growth("work", "bytes", (1, 2), {"ours": (1.0, 2.0)}, "2026-01-02")
    results.store("some", [first, other, growth], tmp_path)
    newer = row(ours=(5.0,))
    path = results.store("some", [newer], tmp_path)
    loaded = results.load(path)
    assert [each.text for each in loaded if isinstance(each, Row)] == ["text", "another"]
    assert loaded[0].seconds == {"ours": [5.0]}
    assert loaded[2].exponent("ours") == pytest.approx(1)
    assert results.load_all(tmp_path) == loaded
    assert json.loads(path.read_text())[0]["kind"] == "row"


def test_a_load_is_kept_beside_rows_and_leaves_the_page_alone(tmp_path):
    found = Load("one", "text", {"ours": [9.0]}, {"ours": [0.1]}, {"ours": percentiles([1, 3])})
    path = results.store("some", [found, row(ours=OURS), found], tmp_path)
    kept, raced = results.load(path)
    assert kept == found and raced.text == "text"
    assert found.latency["ours"] == [2, 2.9, 2.98]
    assert Load("", "", {"a": [30, 10]}, {"a": [1, 3]}, {}).cpu_of("a") == 1.5
    assert report.page([found, row(ours=OURS)]) == report.page([row(ours=OURS)])


@pytest.mark.parametrize(
    ("ours", "outcome"),
    [(0.5, "aim reached"), (1.0, "reached"), (2.5, "not reached")],
)
def test_a_ratio_is_held_against_its_target(ours, outcome):
    target = Target("work", "text", "theirs", least=2, aim=6)
    assert judge(row(ours=(ours,), theirs=(4.0,)), target).outcome == outcome


def test_limits_are_upper_limits():
    time, memory = Target("w", "", "", 0.06, 0.03), Target("w", "", "", 6e8, 3e8, of_peak=True)
    assert judge(row(ours=(0.05,)), time).outcome == "reached"
    assert judge(row(ours=(0.07,)), time).outcome == "not reached"
    assert judge(row(ours=(1.0,), peak={"ours": 200_000_000}), memory).outcome == "aim reached"


def test_every_target_is_on_the_page_measured_or_not():
    found = list(verdicts([row(TRAIN, "english 10 MB", ours=(1.0,), tokenizers=(4.0,))]))
    assert {verdict.target for verdict in found} == set(TARGETS)
    assert [verdict.outcome for verdict in found if verdict.row] == ["reached"]
    assert {verdict.outcome for verdict in found if not verdict.row} == {"not measured"}


def test_an_aim_alone_is_reached_or_not():
    target = Target("w", "", "gigabpe", None, 1)
    assert Verdict(target, None, 0.9, None).outcome == "below the aim"
    assert Verdict(target, None, 1.1, None).outcome == "aim reached"


def test_the_page_shows_figures_obstacles_growth_and_machine():
    growth = Growth(TRAIN, "bytes", (10, 100), {"ours": (1.0, 10.0), "rustbpe": (2.0, 2.0)})
    page = report.page(
        [
            row(TRAIN, "english 10 MB", ours=OURS, tokenizers=THEIRS, note="The merge loop."),
            row("import subword_lab", "a new interpreter", ours=(0.0312,)),
            row(TRAIN, "english 100 MB", ours=(1.0,), gigabpe=(0.5,), peak={"ours": 310_000_000}),
            growth,
        ]
    )
    for shown in (
        "| english 10 MB | tokenizers | 3x | 5x | **2x** | 1x–4x | not reached |",
        "**31.2 ms**",
        "**0.5x**",
        "**0.31 GB**",
        "(english 10 MB): The merge loop.",
        "processor P; load 1.5 to 1.5",
        "| 10, 100 | ours | 1, 10 | 1.00 |",
        "| rustbpe | 2, 2 | 0.00 |",
    ):
        assert shown in page


def test_import_time_is_the_difference_of_each_round():
    both = row(with_it=(0.5, 0.7), without=(0.4, 0.4))
    assert imports.difference(both).seconds["ours"] == pytest.approx([0.1, 0.3])


def test_p95_of_many_and_of_few_steps():
    assert steppers.p95([3.0, 1.0, 2.0]) == 3.0
    assert steppers.p95([float(n) for n in range(100)]) == pytest.approx(94.95)


def test_a_page_gives_its_prose_and_nothing_else():
    markup = "<html><head><title>Nothing of this</title></head><body><nav>Home</nav>"
    markup += "<p>Words &amp; signs in <b>one</b> paragraph,\nof two lines.</p>"
    markup += "<pre>not = code</pre><ul><li>A list entry that is long enough</ul>"
    expected = ["Words & signs in one paragraph, of two lines.", "A list entry that is long enough"]
    assert documents.of_html(markup).splitlines() == expected


def test_files_are_read_by_their_names(tmp_path):
    long = "One paragraph of plain text that goes on. " * 6
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(long.encode()))
    (tmp_path / "b.html").write_text(f"<p>{long}</p>")
    (tmp_path / "c.1").write_text(f".SH NAME\n{long}\n")
    (tmp_path / "d.png").write_text(long)
    (tmp_path / "e.txt").write_text("Too short to be a document.")
    found = list(documents.documents(sorted(tmp_path.iterdir())))
    assert found == [long.strip()] * 3


def test_a_paragraph_is_kept_once_and_in_the_wanted_script():
    texts = ["same\nfirst\nsame", "same\n東京の天気", "same"]
    assert list(corpora.kept(texts, only_cjk=False)) == ["same\nfirst", "東京の天気"]
    assert list(corpora.kept(texts, only_cjk=True)) == ["東京の天気"]


def test_texts_are_taken_up_to_a_limit():
    assert list(corpora.up_to(5, ["abc", "def", "ghi"])) == ["abc", "def"]


def test_smaller_texts_are_beginnings_of_larger_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "FOLDER", tmp_path)
    monkeypatch.setattr(corpora, "MEGA", 100)
    monkeypatch.setattr(
        corpora,
        "of_package",
        lambda archive, part: (f"{archive}{part} line {n}" for n in range(99)),
    )
    corpora.build("tiny", corpora.Text(("p", "q:/en/"), (1, 2)), {"p": "P", "q": "Q"})
    small, large = corpora.text("tiny", 1), corpora.text("tiny", 2)
    assert large.startswith(small)
    assert 80 < len(small) <= 100 < len(large) <= 200
    assert small.endswith("\n")
    assert corpora.path("tiny", 1).read_text() == small
    with pytest.raises(SystemExit, match="too few for 100 MB"):
        corpora.build("tiny", corpora.Text(("p",), (100,)), {"p": "P"})


def test_a_missing_text_says_what_builds_it(tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "FOLDER", tmp_path)
    with pytest.raises(FileNotFoundError, match="make texts"):
        corpora.text("english", 1)


def test_elsewhere_than_on_debian_it_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "FOLDER", tmp_path)
    monkeypatch.setattr(corpora.shutil, "which", lambda tool: None)
    with pytest.raises(SystemExit, match="Debian"):
        corpora.fetched("some-doc")
