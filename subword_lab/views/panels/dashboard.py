"""Text flows through a tokenizer's four stations; the time of each is measured on request."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import ipywidgets

from subword_lab import corpora, house
from subword_lab.i18n import t
from subword_lab.stations import Memory, Stations
from subword_lab.views.html import Html, card
from subword_lab.views.tables import Bar, bars, table
from subword_lab.views.widgets import NAMED, Panel, button, heading, message, plainly, row, spoken
from subword_lab.views.working import Report, Task, Working

STATIONS = ("normalize", "pretokenize", "model", "post_process")
BATCHES = (1, 8, 64)
MEMORIES = (0, 100, 10_000)
PASSES = 3  # over all documents
ROLLING = 40  # batches that the present speed is taken from
REDRAW = 0.1  # seconds between two pictures


@dataclass
class Run:
    """What a run has measured so far: seconds at each station, and of each batch."""

    recipe: str
    batch: int
    memory: Memory
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STATIONS, 0.0))
    batches: list[tuple[float, int, int]] = field(default_factory=list)  # seconds, tokens, texts

    @property
    def tokens(self) -> int:
        """All tokens made."""
        return sum(tokens for _, tokens, _ in self.batches)

    @property
    def speed(self) -> float:
        """Tokens a second, over the last batches."""
        last = self.batches[-ROLLING:]
        return sum(tokens for _, tokens, _ in last) / (sum(each[0] for each in last) or 1)

    def latency(self, share: float) -> float:
        """Milliseconds within which that share of the texts came back, each with its batch."""
        waits = sorted(s for s, _, texts in self.batches for _ in range(texts))
        return 1_000 * waits[min(len(waits) - 1, int(share * len(waits)))]


def dashboard() -> Panel:
    """Choose a recipe, a batch and a memory, run, and compare; nothing is timed before.

    What is stored counts what passes each station for one paragraph, without a clock.
    """
    title = t("views_production.dashboard.title")
    recipe = _menu("recipe", [(name, name) for name in house.RECIPES], "wordpiece")
    batch = _menu("batch", [(str(size), size) for size in BATCHES], 1)
    memory = _menu("memory", [(_room(size), size) for size in MEMORIES], 0)
    flow, compared, working = ipywidgets.HTML(), ipywidgets.HTML(), Working()
    runs: list[Run] = []

    def idle(_: object = None) -> None:
        flow.value = spoken(_passing(recipe.value), title)

    def start() -> None:
        run = Run(recipe.value, batch.value, Memory(memory.value))

        def draw() -> None:
            flow.value = spoken(_measured(run), title)

        def keep(_: object) -> None:
            runs.append(run)
            compared.value = spoken(_table(runs), title)

        def fail(error: Exception) -> None:
            flow.value = message(plainly(error), "bad")

        def work(report: Report) -> None:
            measure(run, documents(), lambda share: report(share, draw))

        working.start(Task(title, run_button, work, keep, fail, idle))

    def clear() -> None:
        runs.clear()
        compared.value = ""

    recipe.observe(idle, "value")
    idle()
    run_button, clear_button = _button("run", start, True), _button("clear", clear)
    controls = row(recipe, batch, memory, run_button, clear_button, working.box)
    children = [ipywidgets.HTML(heading(title)), controls, flow, compared]
    return Panel(children, lambda: _passing(recipe.value))


def documents() -> list[str]:
    """The paragraphs of the course's English text."""
    return [line for line in str(corpora.load("english")).splitlines() if line]


def measure(run: Run, texts: Sequence[str], report: Callable[[float], object]) -> None:
    """Send the texts through the stations in batches; `report` the share done now and then."""
    tokenizer = house.tokenizer(run.recipe)
    line = Stations(tokenizer, run.memory if run.memory.size else None)
    stops = (line.normalize, line.pretokenize, line.cut, line.post_process)
    queue = [*texts] * PASSES
    shown = time.perf_counter()
    for start in range(0, len(queue), run.batch):
        values: list = queue[start : start + run.batch]
        texts_here, began = len(values), time.perf_counter()
        for name, stop in zip(STATIONS, stops, strict=True):
            entered = time.perf_counter()
            values = [stop(value) for value in values]
            run.seconds[name] += time.perf_counter() - entered
        run.batches.append((time.perf_counter() - began, sum(map(len, values)), texts_here))
        if time.perf_counter() - shown > REDRAW:
            report(start / len(queue))
            shown = time.perf_counter()
    report(1)


def _menu(name: str, options: list, value: object) -> ipywidgets.Dropdown:
    return ipywidgets.Dropdown(
        options=options,
        value=value,
        description=t(f"views_production.dashboard.{name}"),
        layout={"width": "auto"},
        style=NAMED,
    )


def _button(name: str, act: Callable[[], object], main: bool = False) -> ipywidgets.Button:
    said, tip = (t(f"views_production.dashboard.{key}") for key in (name, f"{name}_tip"))
    return button(said, tip, act, main)


def _room(size: int) -> str:
    return f"{size:,}" if size else t("views_production.dashboard.no_memory")


def _passing(recipe: str) -> Html:
    """What passes each station for one paragraph: numbers without a clock."""
    text = max(documents()[:20], key=len)
    line = Stations(house.tokenizer(recipe))
    parts = line.normalize(text)
    words = line.pretokenize(parts)
    pieces = line.cut(words)
    counts = (
        sum(len(part.text) for part in parts),
        len(words),
        len(pieces),
        len(line.post_process(pieces)),
    )
    rows = [
        (t(f"views_production.dashboard.{name}"),
         t(f"views_production.dashboard.unit.{name}", count=count))
        for name, count in zip(STATIONS, counts, strict=True)
    ]  # fmt: skip
    header = [t(f"views_production.dashboard.{name}") for name in ("station", "gives")]
    caption = t("views_production.dashboard.passing", recipe=recipe, count=len(text))
    drawn = table(caption, header, rows)
    return Html(card(drawn.markup), drawn.text)


def _measured(run: Run) -> Html:
    rows = []
    for name, seconds in run.seconds.items():
        label = t(f"views_production.dashboard.{name}")
        rows.append(
            Bar(
                Html(label, label),
                seconds,
                t("views_production.dashboard.ms", ms=f"{1_000 * seconds:,.0f}"),
            )
        )
    caption = t(
        "views_production.dashboard.measured",
        tokens=f"{run.tokens:,}",
        speed=f"{run.speed:,.0f}",
        p50=f"{run.latency(0.5):.2f}",
        p95=f"{run.latency(0.95):.2f}",
    )
    drawn = bars(caption, rows)
    return Html(card(drawn.markup), drawn.text)


def _table(runs: Sequence[Run]) -> Html:
    columns = ("recipe", "batch", "memory", "hits", "speed", "p50", "p95")
    header = [t(f"views_production.dashboard.{name}") for name in columns]
    rows = []
    for run in runs:
        asked = run.memory.hits + run.memory.misses
        total = sum(seconds for seconds, _, _ in run.batches)
        rows.append((
            run.recipe,
            str(run.batch),
            _room(run.memory.size),
            f"{run.memory.hits / asked:.0%}" if asked else "–",
            f"{run.tokens / total:,.0f}",
            f"{run.latency(0.5):.2f}",
            f"{run.latency(0.95):.2f}",
        ))  # fmt: skip
    drawn = table(t("views_production.dashboard.compared"), header, rows)
    return Html(card(drawn.markup), drawn.text)
