"""A learner's function in a forked child process (Linux)."""

import builtins
import contextlib
import gc
import io
import os
import resource
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from subword_lab.exercises import guard, plain

MORE_MEMORY = 1 << 29  # bytes a learner's function may use beyond what the kernel has
LONGEST_REPLY = 1 << 26


class Child:
    """A forked process that answers calls; a call that is late or kills it ends it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        request_reader, self._requests = os.pipe()
        self._replies, reply_writer = os.pipe()
        with warnings.catch_warnings():
            # Python 3.12 warns that other threads are not copied; the child never needs them
            warnings.simplefilter("ignore", DeprecationWarning)
            self._pid = os.fork()
        if self._pid == 0:
            os.close(self._requests)
            os.close(self._replies)
            _serve(function, request_reader, reply_writer)
        os.close(request_reader)
        os.close(reply_writer)
        self._ended: guard.Outcome | None = None

    def call(self, args: tuple[Any, ...], seconds: float, until: float) -> guard.Outcome:
        """Call the function in the child, for so many seconds of its computing time at most."""
        if self._ended:
            return self._ended
        try:
            os.write(self._requests, plain.to_bytes(args))
            line = self._read_line(self._computed() + seconds, until)
            kind, value, changed, error, detail = plain.from_bytes(line)
        except TimeoutError:
            self._ended = guard.Outcome("timed_out")
        except Exception:  # it is gone, or what came through the pipe is no reply
            self._ended = guard.Outcome("crashed")
        return self._ended or guard.Outcome(kind, value, changed, error, detail)

    def close(self) -> None:
        """End the child and what it may have started, whatever they are doing."""
        with contextlib.suppress(ProcessLookupError):  # it never came to have its own group
            os.killpg(self._pid, signal.SIGKILL)
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._requests)
        os.close(self._replies)

    def _computed(self) -> float:
        """Seconds of computing the child has used, all its threads together."""
        return time.clock_gettime((~self._pid << 3) | 2)  # Linux's clock of another process

    def _read_line(self, computed: float, until: float) -> bytes:
        """Read one line; `TimeoutError` once the child has computed so long, or at that time."""
        received = bytearray()
        while not received.endswith(b"\n"):
            left = min(computed - self._computed(), until - time.monotonic())
            if left <= 0:
                raise TimeoutError
            if not select.select([self._replies], [], [], left)[0]:
                continue
            part = os.read(self._replies, 1 << 16)
            if not part or len(received) > LONGEST_REPLY:
                raise EOFError
            received += part
        return bytes(received)


def _serve(function: Callable[..., Any], requests: int, replies: int) -> NoReturn:
    """Answer calls until the pipe closes, then leave without the kernel's exit handlers."""
    try:
        _isolate(requests, replies)
        with os.fdopen(requests, "rb") as lines:
            for line in lines:
                outcome = guard.call(function, plain.from_bytes(line))
                if outcome.error == "MemoryError":
                    outcome = replace(outcome, detail="MemoryError")
                _write(replies, _fields(outcome))
    finally:
        os._exit(0)


def _isolate(requests: int, replies: int) -> None:
    """Cut the child off from the kernel's output, input, signals and objects."""
    os.setpgid(0, 0)  # whatever it starts ends with it
    sys.addaudithook(_refuse_processes)
    gc.freeze()  # the kernel's sockets must not be collected, and so closed, in here
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 2 * guard.TOTAL_SECONDS)  # should the parent have died
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    sys.stdin = io.StringIO()
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8", errors="replace")  # noqa: SIM115
    builtins.input = _no_input
    warnings.simplefilter("ignore")
    with open("/proc/self/statm", encoding="ascii") as sizes:
        used = int(sizes.read().split()[0]) * resource.getpagesize()
    limit = used + MORE_MEMORY
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


_PROCESSES = ("os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system", "subprocess.Popen")


def _refuse_processes(event: str, args: tuple[Any, ...]) -> None:
    """Keep a learner's function from starting processes, and from ending any but its own."""
    if event in _PROCESSES:
        raise PermissionError("an exercise starts no other process")
    if event in ("os.kill", "os.killpg") and args[0] != os.getpid():
        raise PermissionError("an exercise ends no other process")


def _no_input(*prompt: object) -> str:
    raise EOFError("input() cannot be used in an exercise: take what you need from the arguments")


def _fields(outcome: guard.Outcome) -> list[Any]:
    return [outcome.kind, outcome.value, outcome.changed, outcome.error, outcome.detail]


def _write(descriptor: int, value: Any) -> None:
    data = plain.to_bytes(value)
    while data:
        data = data[os.write(descriptor, data) :]
