"""A learner's function in a thread, where no process can be forked."""

import contextlib
import ctypes
import io
import threading
import time
from collections.abc import Callable
from typing import Any

from subword_lab.exercises import guard

PATIENCE = 0.2  # seconds a thread is given to stop after each request
LOOSER = 1.5  # what a thread has computed cannot be read everywhere: more time on the wall's clock


class Thread:
    """Calls a function in a thread; one that does not stop when asked is left behind."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._ended: guard.Outcome | None = None

    def call(self, args: tuple[Any, ...], seconds: float, until: float) -> guard.Outcome:
        """Call the function and wait somewhat longer than so many seconds."""
        if self._ended:
            return self._ended
        results: list[guard.Outcome] = []
        thread = threading.Thread(
            target=lambda: results.append(guard.call(self._function, args)), daemon=True
        )
        with contextlib.redirect_stdout(_Sink()), contextlib.redirect_stderr(_Sink()):
            thread.start()
            thread.join(max(min(LOOSER * seconds, until - time.monotonic()), 0))
            if thread.is_alive():
                self._ended = guard.Outcome("timed_out")
                _stop(thread)
        return self._ended or results[0]

    def close(self) -> None:
        """Nothing to release: a thread that has not stopped is a daemon."""


class _Sink(io.TextIOBase):
    """Takes any amount of text and keeps none."""

    def write(self, text: str) -> int:
        return len(text)


def _stop(thread: threading.Thread) -> None:
    """Raise `SystemExit` in the thread, a few times: the learner's code may catch it."""
    for _ in range(5):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit)
        )
        thread.join(PATIENCE)
        if not thread.is_alive():
            return
