"""A submission's cells in an isolated process, which is begun anew whenever it is gone."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from subword_lab.exercises import guard
from subword_lab.exercises.guard import TOTAL_SECONDS, Outcome
from subword_lab.instructor.isolated import Gone, Isolated
from subword_lab.instructor.plans import Run

CELL_SECONDS = 10.0  # of computing; nbgrader gives a cell 30 on the wall's clock
LOOK_SECONDS = 2.0
ALL_SECONDS = 240.0  # on the wall's clock, for a notebook


class Rerun:
    """What a notebook has defined so far, kept alive.

    A statement that ends or outlives its process ends its cell, like one that raises: the process
    is begun again without it. So it costs no other cell. `errors` says what each cell raised.
    """

    def __init__(self, steps: list[Run] | None = None) -> None:
        self.errors: dict[int, str] = {}
        self._steps: list[Run | None] = [*(steps or ())]
        self._until = time.monotonic() + ALL_SECONDS
        self._process: Isolated | None = None
        self._done = 0
        self.walls: tuple[str, ...] = ()

    def run(self, step: Run) -> None:
        """Run one more cell."""
        self._steps.append(step)
        try:
            self._caught_up()
        except Gone:  # time is over; whoever looks for an answer is told
            self.errors[step.number] = "timed_out"

    def look(self, name: str, parameters: int) -> tuple[str, Any]:
        """Return what goes by a name now. Raises `Gone`."""
        try:
            return self._caught_up().look(name, parameters, LOOK_SECONDS)
        except Gone:
            self.close()
            raise

    def worker(self, name: str, parameters: int) -> Callable[[], guard.Worker]:
        """Return what opens a line for calls: first to this process, then to fresh ones like it."""
        opened: list[guard.Worker] = []

        def open_line() -> guard.Worker:
            opened.append(Lent(self) if not opened else self._another(name, parameters))
            return opened[-1]

        return open_line

    def live(self) -> Isolated:
        """Return the process with all cells run. Raises `Gone` when time is over."""
        return self._caught_up()

    def close(self) -> None:
        """End the process; the next question begins another."""
        if self._process:
            self._process.close()
        self._process, self._done = None, 0

    def _another(self, name: str, parameters: int) -> guard.Worker:
        again = Rerun([step for step in self._steps if step])
        try:
            process = again.live()
            process.look(name, parameters, LOOK_SECONDS)
        except Gone:
            again.close()
            return Silent()
        return process

    def _caught_up(self) -> Isolated:
        while True:
            if time.monotonic() > self._until:
                self.close()
                raise Gone("timed_out")
            if self._process and not self._process.waits():
                self.close()  # it ended or spoke since: the cell that comes next is not to blame
            try:
                if self._process is None:
                    self._process = Isolated()
                    self.walls = tuple(self._process.walls)
                return self._catch_up(self._process)
            except Gone as gone:
                self._blame(self._process, gone.kind)
                self.close()

    def _catch_up(self, process: Isolated) -> Isolated:
        while self._done < len(self._steps):
            step = self._steps[self._done]
            if step is not None:
                error = process.run(step.source, step.definitions, CELL_SECONDS, step.stop)
                if error:
                    self.errors[step.number] = error
            self._done += 1
        return process

    def _blame(self, process: Isolated | None, kind: str) -> None:
        """End the cell that the process did not survive before the statement that it was at."""
        step = self._steps[self._done] if self._done < len(self._steps) else None
        if step and process:
            self.errors[step.number] = kind
            self._steps[self._done] = replace(step, stop=process.at) if process.at else None


class Silent:
    """Stands for a process that could not be begun again."""

    def call(self, args: tuple[Any, ...], seconds: float, until: float) -> Outcome:
        """Say that there is no answer."""
        return Outcome("timed_out")

    def close(self) -> None:
        """Do nothing: there is no process."""


class Lent:
    """Calls to the process of a notebook, which goes on to live; all have one limit of time."""

    def __init__(self, notebook: Rerun) -> None:
        self._notebook = notebook
        self._process = notebook.live()
        self._left = TOTAL_SECONDS

    def call(self, args: tuple[Any, ...], seconds: float, until: float) -> Outcome:
        """Call what was looked at last; `until` is the kernel's limit on the wall's clock."""
        before = self._process.computed()
        outcome = self._process.call(args, min(seconds, self._left), until)
        self._left = max(self._left - (self._process.computed() - before), 0.0)
        return outcome

    def close(self) -> None:
        """End the process if it answers no more."""
        if not self._process.waits():
            self._notebook.close()
