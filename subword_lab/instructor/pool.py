"""Many tasks over a few processes, where each task gets an answer whatever becomes of its process.

A process that ends or takes too long costs the task it had and no other; a new one replaces it.
"""

import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

_START = "fork" if sys.platform == "linux" else "spawn"
CONTEXT: Any = multiprocessing.get_context(_START)


@dataclass(frozen=True, slots=True)
class Lost:
    """The answer to a task that got none: "ended", "timed_out", or what was raised."""

    why: str


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    task: int
    until: float


def each(
    function: Callable[[Any], Any], tasks: Sequence[Any], workers: int, seconds: float
) -> Iterator[tuple[int, Any]]:
    """Yield each task's number with what the function gave, or `Lost`, as they are done.

    An error that the function raises is `Lost` too.
    """
    waiting = list(enumerate(tasks))[::-1]
    busy: list[_Worker] = []
    idle: list[_Worker] = []
    try:
        while waiting or busy:
            while waiting and len(busy) < workers:
                worker = idle.pop() if idle else _begin(function)
                busy.append(worker)
                worker.task, task = waiting.pop()
                worker.until = time.monotonic() + seconds
                worker.line.send(task)
            for worker in _ready(busy):
                busy.remove(worker)
                answer = _answer(worker)
                if worker.process.is_alive():
                    idle.append(worker)
                yield worker.task, answer
    finally:
        for worker in [*busy, *idle]:
            _end(worker)


def _ready(busy: list[_Worker]) -> list[_Worker]:
    """Wait for workers that have answered, ended, or run out of time."""
    left = max(min(worker.until for worker in busy) - time.monotonic(), 0)
    heard = wait([worker.line for worker in busy], timeout=left)
    now = time.monotonic()
    return [worker for worker in busy if worker.line in heard or worker.until <= now]


def _answer(worker: _Worker) -> Any:
    if not worker.line.poll():
        _end(worker)
        return Lost("timed_out")
    try:
        return worker.line.recv()
    except (EOFError, OSError):
        _end(worker)
        return Lost("ended")


def _begin(function: Callable[[Any], Any]) -> _Worker:
    ours, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_work, args=(function, theirs), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours, -1, 0.0)


def _work(function: Callable[[Any], Any], line: Connection) -> None:
    while True:
        try:
            task = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            line.send(function(task))
        except Exception as error:
            line.send(Lost(repr(error)[:200]))


def _end(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.line.close()
