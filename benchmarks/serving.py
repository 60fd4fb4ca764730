"""The example service under load, with us, `tiktoken` and `tokenizers` behind it.

    python benchmarks/serving.py            # needs the texts: make texts

Clients on the same machine ask again as soon as they are answered. Servers take turns in short
rounds. Writes docs/serving.md and results/serving.json; takes about half a minute.
"""

import asyncio
import json
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, cycle
from pathlib import Path

import aiohttp
import psutil

import corpora
import machine
import results
from loads import Load, percentiles
from report import table

FRAME = Path(__file__).with_name("serving_frame.md")
PAGE = Path(__file__).resolve().parents[1] / "docs" / "serving.md"
ENGINES = Path(__file__).with_name("serving_engines.py")
CLIENTS = 8
SECONDS, ROUNDS = 0.15, 7
LINE = 80  # characters: what is shorter is a heading
BATCHES = (1, 16, 128)
LIBRARIES = ("ours", "tiktoken", "tokenizers")
MEMORIES = ("ours", "ours_answers", "readable", "readable_memory")
Bodies = Callable[[], Iterator[bytes]]


@dataclass(frozen=True)
class Server:
    """A server that runs: its engine, its address, its processes."""

    name: str
    address: str
    process: psutil.Process

    def cpu(self) -> float:
        """CPU seconds that it has used, all processes together."""
        times = [p.cpu_times() for p in (self.process, *self.process.children(recursive=True))]
        return sum(each.user + each.system for each in times)


@contextmanager
def running(name: str) -> Iterator[Server]:
    """A server with an engine, once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen([sys.executable, str(ENGINES), name, str(port)]) as process:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until and process.poll() is None:
                with socket.socket() as line:
                    if line.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield Server(name, f"http://127.0.0.1:{port}/encode", psutil.Process(process.pid))
        finally:
            process.terminate()


def load(work: str, text: str, servers: Sequence[Server], bodies: Bodies) -> Load:
    """Ask the servers in turn; each time the bodies begin anew. Raises where answers differ."""
    first = next(bodies())
    if len({asyncio.run(answered(server.address, first)) for server in servers}) != 1:
        raise ValueError(f"{work}: the servers do not give the same ids")
    found = Load(work, text, *({server.name: [] for server in servers} for _ in range(3)))
    waits: dict[str, list[float]] = {server.name: [] for server in servers}
    for timed in [False] + [True] * ROUNDS:  # the first round fills the memories
        for server in servers:
            before, started = server.cpu(), time.perf_counter()
            seen = asyncio.run(ask(server.address, bodies()))
            if timed:
                found.rate[server.name].append(len(seen) / (time.perf_counter() - started))
                found.cpu[server.name].append((server.cpu() - before) / len(seen))
                waits[server.name] += seen
    found.latency.update({name: percentiles(seen) for name, seen in waits.items()})
    return found


async def answered(address: str, body: bytes) -> bytes:
    """One answer."""
    async with (
        aiohttp.ClientSession(raise_for_status=True) as session,
        session.post(address, data=body) as answer,
    ):
        return await answer.read()


async def ask(address: str, bodies: Iterator[bytes]) -> list[float]:
    """The seconds that each answer took, of several clients who do not pause."""
    waits: list[float] = []
    until = time.perf_counter() + SECONDS

    async def client(session: aiohttp.ClientSession) -> None:
        while (asked := time.perf_counter()) < until:
            async with session.post(address, data=next(bodies)) as answer:
                await answer.read()
            waits.append(time.perf_counter() - asked)

    async with aiohttp.ClientSession(raise_for_status=True) as session:
        await asyncio.gather(*(client(session) for _ in range(CLIENTS)))
    return waits


def in_batches(texts: Sequence[str], size: int) -> Iterator[bytes]:
    """Requests of `size` texts each, without end."""
    around = cycle(texts)
    while True:
        yield json.dumps({"texts": [next(around) for _ in range(size)]}).encode()


def by_zipf(texts: Sequence[str]) -> Iterator[bytes]:
    """Requests of one text, the n-th most frequent asked for 1/n times as often as the first."""
    rng = random.Random(0)
    weights = list(accumulate(1 / rank for rank in range(1, len(texts) + 1)))
    while True:
        (text,) = rng.choices(texts, cum_weights=weights)
        yield json.dumps({"texts": [text]}).encode()


def main() -> None:
    """Load the servers, keep the figures, write the page."""
    texts = [line for line in corpora.text("english", 1).splitlines() if len(line) > LINE]
    random.Random(0).shuffle(texts)
    size = statistics.mean(len(text.encode()) for text in texts)
    said = f"paragraphs of {size:.0f} bytes on average"
    with ExitStack() as stack:
        names = dict.fromkeys(LIBRARIES + MEMORIES)
        servers = {name: stack.enter_context(running(name)) for name in names}
        three = [servers[name] for name in LIBRARIES]
        batches = [
            load(f"{n} a request", said, three, partial(in_batches, texts, n)) for n in BATCHES
        ]
        four = [servers[name] for name in MEMORIES]
        often = load("1 a request, often the same", said, four, partial(by_zipf, texts))
    results.store("serving", [*batches, often])
    PAGE.write_text(page(batches, often), encoding="utf-8")
    print(PAGE)


def page(batches: Sequence[Load], often: Load) -> str:
    """The whole page."""
    ours = [each.cpu_of("ours") for each in batches]
    per_text = [cpu / size for cpu, size in zip(ours, BATCHES, strict=True)]
    cpu = {name: often.cpu_of(name) for name in often.cpu}
    return FRAME.read_text("utf-8").format(
        today=batches[0].when,
        machine=", ".join(f"{name} {value}" for name, value in machine.described().items()),
        text=batches[0].text,
        clients=CLIENTS,
        batches=lines(batches),
        often=lines([often]),
        alone=f"{1e6 * per_text[0]:,.0f}",
        together=f"{1e6 * per_text[-1]:,.0f}",
        most=BATCHES[-1],
        ours=f"{1000 * cpu['ours']:.2f}",
        answers=f"{1000 * cpu['ours_answers']:.2f}",
        words=f"{cpu['readable'] / cpu['readable_memory']:.1f}",
    )


def lines(loads: Sequence[Load]) -> str:
    """One line for each load and engine."""
    header = ("texts", "engine", "requests/s", "p50 ms", "p95 ms", "p99 ms", "CPU ms a request")
    rows = []
    for each in loads:
        for name in each.rate:
            waits = [f"{1000 * wait:.1f}" for wait in each.latency[name]]
            rate, cpu = statistics.median(each.rate[name]), each.cpu_of(name)
            shown = name.replace("_", ", ")
            rows.append([each.work, shown, f"{rate:,.0f}", *waits, f"{1000 * cpu:.2f}"])
    return table(header, rows)


if __name__ == "__main__":
    main()
