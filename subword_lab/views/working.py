"""Long work under a bar and a Stop button: it runs in a thread, while the kernel goes on listening.

Where no kernel listens, in a script or a test, nobody could press Stop: there the work is done at
once.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Any, Protocol

import ipywidgets

from subword_lab.i18n import t
from subword_lab.views.html import escape, style
from subword_lab.views.palette import live
from subword_lab.views.widgets import button, row

REDRAW = 0.1  # seconds between two states of the bar
Act = Callable[[], object]


class Report(Protocol):
    """What work calls to say how much of it is done, 0 to 1, and to show what it has found so far.

    Here it can be stopped: work that reports often stops soon.
    """

    def __call__(self, share: float, show: Act | None = None) -> None:
        """Raises `Stopped` if Stop was pressed."""


class Stopped(BaseException):
    """Stop was pressed, or the kernel has ended; no error, so that no work catches it as one."""


@dataclass(frozen=True)
class Task:
    """What is to be done: `work` in a thread; then one of the others, where widgets may change.

    `starter` is the control that began it: it gets the focus back from the Stop button. `failed`
    gets what went wrong in `work` or in `done`.
    """

    name: str
    starter: ipywidgets.DOMWidget
    work: Callable[[Report], Any]
    done: Callable[[Any], object]
    failed: Callable[[Exception], object]
    stopped: Act = lambda: None


@dataclass
class _Job:
    task: Task
    stop: bool = False
    drawn: float = 0.0  # when the bar was


class Working:
    """A bar and a Stop button, in sight while work is done; one task at a time."""

    def __init__(self) -> None:
        self.bar = ipywidgets.HTML()
        self.stopper = button(t("views.working.stop"), t("views.working.stop_tip"), self.stop)
        self.box = row(self.bar, self.stopper)
        self.job: _Job | None = None
        self._hide()

    @property
    def busy(self) -> bool:
        """Whether a task is being done."""
        return self.job is not None

    def start(self, task: Task) -> None:
        """Begin a task; while another one is being done, nothing happens."""
        if self.busy:
            return
        job = self.job = _Job(task)
        self._draw(task.name)
        self.box.layout.display = "flex"
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._do(job, lambda act: act())
            return

        def on_page(act: Act) -> None:
            async def acting() -> None:
                act()

            if loop.is_closed():
                raise Stopped
            asyncio.run_coroutine_threadsafe(acting(), loop).result()

        # in this context: what widgets send is then an answer to the click that began the work
        Thread(target=copy_context().run, args=(self._do, job, on_page), daemon=True).start()

    def stop(self) -> None:
        """Drop what is being done; where the work cannot be broken off, its result is not used."""
        if self.job is not None:
            job, self.job = self.job, None
            job.stop = True
            self._hide()
            job.task.starter.focus()
            job.task.stopped()

    def _do(self, job: _Job, on_page: Callable[[Act], object]) -> None:
        def report(share: float, show: Act | None = None) -> None:
            if show is not None or time.monotonic() - job.drawn > REDRAW:
                on_page(lambda: self._report(job, share, show))
                job.drawn = time.monotonic()
            if job.stop:
                raise Stopped

        with suppress(Stopped):
            try:
                end = partial(job.task.done, job.task.work(report))
            except Exception as error:  # in the thread nobody would see it
                end = partial(job.task.failed, error)
            on_page(lambda: self._end(job, end))

    def _report(self, job: _Job, share: float, show: Act | None) -> None:
        if job is self.job:
            self._draw(job.task.name, share)
            if show is not None:
                show()

    def _end(self, job: _Job, end: Act) -> None:
        if job is self.job:
            self.job = None
            self._hide()
            try:
                end()
            except Exception as error:  # the thread would get it, where nobody sees it
                job.task.failed(error)

    def _hide(self) -> None:
        self.box.layout.display = "none"

    def _draw(self, name: str, share: float | None = None) -> None:
        """Draw the bar; while nothing is known of its share it only moves."""
        value = "" if share is None else f' value="{share:.3f}"'
        look = style(accent_color="hot", width="200px", height="16px")
        self.bar.value = live(f'<progress aria-label="{escape(name)}" max="1"{value}{look}>')
