"""The three tricks that make BPE fast, each of which can be switched off: what is left to read."""

import time
from collections.abc import Mapping

import ipywidgets

from subword_lab.effort import training_effort
from subword_lab.i18n import t
from subword_lab.pairs import IndexedPairs, RecountPairs
from subword_lab.stations import Memory
from subword_lab.text import count_words, pretokenize
from subword_lab.training import spelled
from subword_lab.views.html import Html, card
from subword_lab.views.tables import Bar, bars, stacked
from subword_lab.views.widgets import NAMED, Panel, button, heading, message, plainly, row, spoken
from subword_lab.views.working import Report, Task, Working

MERGES = 200
TIMED_MERGES = 20  # all four ways are run, so that the slow ones stay bearable
SWITCHES = ((False, False), (True, False), (False, True), (True, True))
MEMORIES = (0, 10, 100, 1_000, 10_000)


def tricks(text: str) -> Panel:
    """Show what training and encoding read on a text, with each trick on or off.

    The numbers are operations, the same on every machine; seconds appear after a button alone.
    `TypeError` if `text` is no string.
    """
    words = count_words(text, "gpt2")
    running = [chunk.text for chunk in pretokenize(text, "gpt2")]
    title = t("views_production.tricks.title")
    count, index, memory = _switch("count"), _switch("index"), _memories()
    efforts, hits = _efforts(words), _hits(running)
    shown, timed, working = ipywidgets.HTML(), ipywidgets.HTML(), Working()

    def picture() -> Html:
        return _picture(efforts, hits, (count.value, index.value), memory.value)

    def show(_: object = None) -> None:
        shown.value = spoken(picture(), title)

    for control in (count, index, memory):
        control.observe(show, "value")

    def say(line: str, tone: str = "hot") -> None:
        timed.value = message(line, tone)

    def measure() -> None:
        way = count.value, index.value
        task = Task(
            t("views_production.tricks.time"),
            run,
            lambda report: _timed(words, *way, report),
            say,
            failed=lambda error: say(plainly(error), "bad"),
            stopped=lambda: say(t("views.working.stopped"), "dim"),
        )
        working.start(task)

    run = button(t("views_production.tricks.time"), t("views_production.tricks.time_tip"), measure)
    show()
    controls = row(count, index, memory, run, working.box)
    children = [ipywidgets.HTML(heading(title)), controls, shown, timed]
    return Panel(children, picture)


def _switch(name: str) -> ipywidgets.Checkbox:
    return ipywidgets.Checkbox(
        True,
        description=t(f"views_production.tricks.{name}"),
        indent=False,
        layout={"width": "auto"},
    )


def _memories() -> ipywidgets.Dropdown:
    return ipywidgets.Dropdown(
        options=[(f"{size:,}", size) for size in MEMORIES],
        value=1_000,
        description=t("views_production.tricks.memory"),
        style=NAMED,
    )


def _efforts(words: Mapping[str, int]) -> dict[tuple[bool, bool], int]:
    return {
        (count, index): training_effort(words, MERGES, count_words=count, index=index).pairs
        for count, index in SWITCHES
    }


def _hits(running: list[str]) -> dict[int, float]:
    """For each memory the share of the words that it knows."""
    shares = {}
    for size in MEMORIES:
        memory = Memory(size)
        for word in running:
            if memory.recall(word) is None:
                memory.keep(word, ())
        shares[size] = memory.hits / len(running)
    return shares


def _picture(
    efforts: Mapping[tuple[bool, bool], int],
    hits: Mapping[int, float],
    chosen: tuple[bool, bool],
    size: int,
) -> Html:
    mark = t("views_production.tricks.chosen")
    ways = [
        Bar(_plain(_named(way)), pairs, f"{pairs:,}", mark if way == chosen else "", way == chosen)
        for way, pairs in efforts.items()
    ]
    known = [
        Bar(_plain(f"{room:,}"), share, f"{share:.0%}", mark if room == size else "", room == size)
        for room, share in hits.items()
    ]
    drawn = stacked(
        bars(t("views_production.tricks.training", merges=MERGES), ways),
        bars(t("views_production.tricks.encoding"), known),
    )
    return Html(card(drawn.markup), drawn.text)


def _named(way: tuple[bool, bool]) -> str:
    names = [name for name, on in zip(("count", "index"), way, strict=True) if on]
    said = (t(f"views_production.tricks.{name}") for name in names)
    return " + ".join(said) or t("views_production.tricks.none")


def _plain(text: str) -> Html:
    return Html(text, text)


def _timed(words: Mapping[str, int], count: bool, index: bool, report: Report) -> str:
    """Train a little with the chosen tricks, and say how long it took here."""
    symbols = spelled(words, tuple)
    if not count:
        symbols = [(word, 1) for word, times in symbols for _ in range(times)]
    started = time.process_time()
    table = (IndexedPairs if index else RecountPairs)(symbols, order=lambda pair: pair)
    for done in range(TIMED_MERGES):
        report(done / TIMED_MERGES)
        best = table.best()
        if best is None:
            break
        table.merge(best[0], "".join(best[0]))
    seconds = time.process_time() - started
    named = _named((count, index))
    return t("views_production.tricks.took", way=named, merges=TIMED_MERGES, s=f"{seconds:.2f}")
