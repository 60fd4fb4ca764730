"""Hints in three rungs, then the solution: each new attempt opens the next one."""

from dataclasses import dataclass
from typing import Any

from subword_lab import i18n, progress
from subword_lab.exercises import clues
from subword_lab.exercises.model import Exercise, Report, source, under_imports

RUNGS = 3
_last: dict[str, tuple[Report, Any]] = {}  # in this kernel, for hints that look at the own output


@dataclass(frozen=True)
class Hint:
    """One rung of help: 1 to 3, or 4 for the solution; `more` says how the next one opens."""

    rung: int
    text: str
    more: str

    def __repr__(self) -> str:
        name = "solution" if self.rung > RUNGS else "hint"
        headline = i18n.t(f"exercises.{name}_headline", rung=self.rung, rungs=RUNGS)
        return "\n".join(filter(None, [headline, self.text, self.more]))


def remember(exercise: Exercise, report: Report, answer: Any) -> None:
    """Keep the last answer to an exercise and its report, for a hint that looks at them."""
    _last[exercise.id] = (report, answer)


def open_rung(exercise: Exercise) -> int:
    """Return the highest rung that is open: a new attempt after reading it opens the next one.

    An answer that was already tried is no new attempt. All is open once the exercise is solved.
    """
    rung, read = 1, 0
    tried: set[object] = set()
    for event in progress.events(exercise.id):
        if event.verb == "passed":
            return RUNGS + 1
        if event.verb == "hinted":
            read = event.result.get("rung", 0)
        if event.verb == "attempted" and event.result.get("digest") not in tried:
            tried.add(event.result.get("digest"))
            rung += read == rung
    return min(rung, RUNGS + 1)


def take(exercise: Exercise) -> Hint:
    """Return the highest open rung, and record that it was read."""
    rung = open_rung(exercise)
    progress.record("hinted" if rung <= RUNGS else "revealed", exercise.id, rung=rung)
    if rung > RUNGS:
        return Hint(rung, solution(exercise), "")
    text = exercise.hints[rung - 1]
    if rung == 1 and exercise.id in _last and (clue := clues.clue(exercise, *_last[exercise.id])):
        text = f"{clue}\n{text}"
    more = "exercises.more_hints" if rung < RUNGS else "exercises.more_solution"
    return Hint(rung, text, i18n.t(more))


def solution(exercise: Exercise) -> str:
    """Return the code of the reference, or its value as the learner would type it."""
    if exercise.withheld:
        return i18n.t("exercises.withheld")
    if exercise.is_code:
        code = source(exercise.reference)
        renamed = code.replace(f"def {exercise.reference.__name__}(", f"def {exercise.name}(", 1)
        return under_imports(exercise.imports, renamed)
    return f"{exercise.name} = {exercise.reference!r}"
