"""The auditor's end of the line to a process that runs a learner's code (`answering`).

Only lines of JSON come back, of bounded length, in bounded time; a line that is no reply ends the
process. Time is the processor time of that process, so that a busy machine fails nobody, with a
longer limit on the wall's clock for one that only sleeps.
"""

import contextlib
import queue
import subprocess
import sys
import threading
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from subword_lab.exercises import plain
from subword_lab.exercises.guard import Outcome

MEMORY = 1 << 30  # bytes
PROCESSOR_SECONDS = 120  # for all of a notebook
LONGEST_REPLY = 1 << 23
LONGEST_NOTE = 300  # characters of an error's text
PATIENCE = 4  # the wall's clock may show so many times the seconds a call may compute
SCRIPT = Path(__file__).with_name("answering.py")
LIBRARIES = ("subword_lab", "numpy", "regex")


class Gone(Exception):
    """The process answers no more; `kind` is "timed_out" or "crashed"."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Isolated:
    """A fresh interpreter with nothing in it but a learner's cells."""

    def __init__(self, seconds: float = 20) -> None:
        bounds = (str(MEMORY), str(PROCESSOR_SECONDS))
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(SCRIPT), *bounds],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=SCRIPT.anchor,
            env={},
            start_new_session=True,
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue(maxsize=2)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.ended: Gone | None = None
        self._asked = 0
        self.at = 0
        self.walls: list[str] = self._ask(["libraries", _libraries()], seconds)[1]

    def run(
        self, source: str, definitions: bool, seconds: float, stop: int | None = None
    ) -> str | None:
        """Run a cell, or only what it defines; return the error that ended it. Raises `Gone`.

        `at` tells later which statement was run last; a cell is ended before the statement `stop`.
        """
        self.at = 0
        kind, steps, *_ = self._ask(["read", source, definitions], seconds)
        if kind != "read" or not isinstance(steps, int):
            return str(steps)[:LONGEST_NOTE]
        until = self.computed() + seconds
        for self.at in range(steps if stop is None else min(steps, stop)):
            error = self._ask(["step"], max(until - self.computed(), 0.01))[1]
            if error is not None:
                return str(error)[:LONGEST_NOTE]
        return None

    def look(self, name: str, parameters: int, seconds: float) -> tuple[str, Any]:
        """Return what goes by a name: "function" and whether it fits, "value" and it, "missing"."""
        kind, value, *_ = self._ask(["look", name, parameters], seconds)
        return str(kind), value

    def call(self, args: tuple[Any, ...], seconds: float, until: float = 0.0) -> Outcome:
        """Call what was looked at last; `until` is the kernel's concern, not that of an audit."""
        try:
            kind, value, changed, error, detail = self._ask(["call", *args], seconds)
            told = (str(error)[:LONGEST_NOTE], str(detail)[:LONGEST_NOTE])
            return Outcome(str(kind), value, tuple(changed), *told)
        except Gone as gone:
            return Outcome(gone.kind)
        except (ValueError, TypeError):
            self._end("crashed")
            return Outcome("crashed")

    def waits(self) -> bool:
        """Whether the process is there and says nothing, as it should between two questions."""
        return not self.ended and self._lines.empty() and self._process.poll() is None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        with contextlib.suppress(OSError):
            self._process.kill()
        while self._listener.is_alive():  # it may wait for room
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()
        self._process.wait()

    def _listen(self) -> None:
        """Put each line into the queue, and None after the last."""
        pipe = self._process.stdout
        while pipe and (line := pipe.readline(LONGEST_REPLY)).endswith(b"\n"):
            self._lines.put(line)
        self._lines.put(None)

    def _ask(self, request: list[Any], seconds: float) -> list[Any]:
        if self.ended:
            raise self.ended
        self._asked += 1
        try:
            if self._process.stdin:
                self._process.stdin.write(plain.to_bytes([self._asked, *request]))
                self._process.stdin.flush()
            line = self._wait(seconds)
            reply = plain.from_bytes(line) if line else None
        except TimeoutError:
            raise self._end("timed_out") from None
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            raise self._end("crashed") from None
        if not isinstance(reply, list) or len(reply) < 3 or reply[0] != self._asked:
            raise self._end("crashed")
        return reply[1:]

    def _end(self, kind: str) -> Gone:
        self.ended = Gone(kind)
        self._process.kill()
        return self.ended

    def _wait(self, seconds: float) -> bytes | None:
        """Wait for a line until the process has computed so long, or slept much longer."""
        began, computed = time.monotonic(), self.computed()
        while time.monotonic() - began < PATIENCE * seconds:
            used = self.computed() - computed
            if used >= seconds:
                break
            with contextlib.suppress(queue.Empty):
                return self._lines.get(timeout=max(seconds - used, 0.01))
        raise TimeoutError

    def computed(self) -> float:
        """Processor seconds the process has used; on systems that do not say, the wall's clock."""
        if sys.platform != "linux":
            return time.monotonic()
        with contextlib.suppress(OSError):
            return time.clock_gettime((~self._process.pid << 3) | 2)  # another process's clock
        return 0.0  # it has ended: the queue knows


@cache
def _libraries() -> dict[str, str]:
    """The folders of the packages that a learner's code can import."""
    specs = {name: find_spec(name) for name in LIBRARIES}
    return {name: str(Path(s.origin).parent) for name, s in specs.items() if s and s.origin}
