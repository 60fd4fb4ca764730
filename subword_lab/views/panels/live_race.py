"""A race on this machine: us, us without a trick, and the libraries, in turn in one process."""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from statistics import median

import ipywidgets

from subword_lab import house
from subword_lab.i18n import t
from subword_lab.text import check_text
from subword_lab.views.html import Html, card, style
from subword_lab.views.peers.racing import LIBRARIES, Contestant, encoding, missing, training
from subword_lab.views.tables import stacked, table
from subword_lab.views.widgets import Panel, button, heading, message, plainly, row, spoken
from subword_lab.views.working import Report, Task, Working

VOCAB_SIZE = 2_000
BAR_WIDTH = 200  # pixels of the slowest
RUNS = 5  # after one that is not timed


@dataclass(frozen=True)
class Lap:
    """A contestant's processor seconds, and whether its result is the first contestant's."""

    name: str
    seconds: float
    same: bool


def live_race(text: str, vocab_size: int = VOCAB_SIZE, runs: int = RUNS) -> Panel:
    """Train on a text and encode it, against `tokenizers` and `tiktoken`, on the press of a button.

    `TypeError` if `text` is no string, `ValueError` if there is nothing in it.
    """
    if not check_text(text).strip():
        raise ValueError("there is nothing to race on: give a text")
    title = t("views_production.race.title")
    shown, said, working = ipywidgets.HTML(), ipywidgets.HTML(), Working()
    still = _announced(text, vocab_size)

    def work(report: Report) -> None:
        drawn: list[Html] = []
        for number, (caption, contestants) in enumerate(_events(text, vocab_size)):
            report(number / 2, partial(say, t("views_production.race.running", work=caption)))
            laps = race(contestants, runs, lambda share, done=number: report((done + share) / 2))
            drawn.append(_table(caption, laps))
            report((number + 1) / 2, partial(show, stacked(*drawn)))

    def say(line: str, tone: str = "hot") -> None:
        said.value = message(line, tone)

    def show(picture: Html) -> None:
        shown.value = spoken(picture, title)

    def start() -> None:
        task = Task(
            title,
            run,
            work,
            done=lambda _: say(_closing(runs)),
            failed=lambda error: say(plainly(error), "bad"),
            stopped=lambda: say(t("views.working.stopped"), "dim"),
        )
        working.start(task)

    run = button(
        t("views_production.race.start"), t("views_production.race.start_tip"), start, main=True
    )
    show(still)
    children = [ipywidgets.HTML(heading(title)), row(run, working.box), shown, said]
    return Panel(children, lambda: still)


def _events(text: str, vocab_size: int) -> Iterator[tuple[str, list[Contestant]]]:
    yield _caption("training", text, vocab_size), training(text, vocab_size)
    tokenizer = house.tokenizer("byte_bpe", vocab_size)
    yield _caption("encoding", text, vocab_size), encoding(tokenizer, text)


def _caption(event: str, text: str, vocab_size: int) -> str:
    size = f"{len(text.encode()):,}"
    return t(f"views_production.race.{event}", size=size, entries=f"{vocab_size:,}")


def race(
    contestants: Sequence[Contestant],
    runs: int,
    report: Callable[[float], object] = lambda share: None,
) -> list[Lap]:
    """Run all in turn, `runs` times after one untimed round; give medians.

    The seconds are those of the processor, of all threads together: what other programs do at the
    same time counts for little, what this one does is counted in. `report` is called before each
    run with the share that is done.
    """
    done, total = count(), (runs + 1) * len(contestants)
    results = []
    for each in contestants:
        report(next(done) / total)
        results.append(each.run())
    seconds: list[list[float]] = [[] for _ in contestants]
    for _ in range(runs):
        for each, spent in zip(contestants, seconds, strict=True):
            report(next(done) / total)
            gc.collect()
            started = time.process_time()
            each.run()
            spent.append(time.process_time() - started)
    return [
        Lap(each.name, median(spent), result == results[0])
        for each, spent, result in zip(contestants, seconds, results, strict=True)
    ]


def _announced(text: str, vocab_size: int) -> Html:
    """What will be raced: nothing has been timed yet, and nothing depends on what is installed."""
    lines = [_caption(event, text, vocab_size) for event in ("training", "encoding")]
    said = t("views_production.race.still", work="; ".join(lines))
    return Html(card(said), said)


def _table(caption: str, laps: Sequence[Lap]) -> Html:
    header = [t(f"views_production.race.{name}") for name in ("who", "seconds", "times", "same")]
    first = laps[0].seconds or 1e-9
    slowest = max(lap.seconds for lap in laps) or 1e-9
    lines = [
        [
            _named(lap.name),
            _barred(lap.seconds, slowest),
            f"{lap.seconds / first:.1f}",
            t(f"views_production.race.{'yes' if lap.same else 'no'}"),
        ]
        for lap in laps
    ]
    drawn = table(caption, header, lines)
    return Html(card(drawn.markup), drawn.text)


def _barred(seconds: float, slowest: float) -> Html:
    """The seconds behind a bar: the shorter, the faster."""
    look = style(
        display="inline-block",
        width=f"{BAR_WIDTH * seconds / slowest:.0f}px",
        min_width="2px",
        height="12px",
        margin="0 8px 0 0",
        border_radius="3px",
        background_color="bar",
        vertical_align="middle",
    )
    return Html(f"<span{look}></span>{seconds:.3f}", f"{seconds:.3f}")


def _named(name: str) -> str:
    return name if name in LIBRARIES else t(f"views_production.race.way.{name}")


def _closing(runs: int) -> str:
    said = t("views_production.race.done", runs=runs)
    absent = missing()
    lacks = t("views_production.race.missing", names=", ".join(absent)) if absent else ""
    return f"{said} {lacks}".rstrip()
