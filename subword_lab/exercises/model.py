"""An exercise, a typical wrong answer, and the report on an answer."""

import ast
import inspect
import random
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from subword_lab import i18n
from subword_lab.exercises.forms import Form

Args = tuple[Any, ...]

KINDS = (
    "function",
    "predict",
    "cut",
    "order",
    "estimate",
    "match",
    "bug_hunt",
    "counter_example",
)


@dataclass(frozen=True)
class WrongAnswer:
    """An answer that shows a known misconception, and the message that names it."""

    answer: Any
    message: str
    name: str


@dataclass(frozen=True)
class Report:
    """What a check found; its `repr` depends on the answer alone and is made for reading.

    `outcome` is "correct", "partial", "wrong", "raised", "timed_out", "not_attempted" or "kept".
    `case`, `expected`, `got` and `difference` are texts, or None where they say nothing.
    `misconception` is the name of the wrong answer that this answer behaves like.
    """

    outcome: str
    earned: float
    points: int
    message: str
    case: str | None = None
    expected: str | None = None
    got: str | None = None
    difference: str | None = None
    misconception: str | None = None

    def __repr__(self) -> str:
        if self.outcome == "kept":  # no points are said before it is marked
            return self.message
        headline = i18n.t(
            "exercises.headline",
            outcome=i18n.t(f"exercises.outcome.{self.outcome}"),
            earned=f"{round(self.earned, 2):g}",
            points=self.points,
        )
        details = [
            f"  {i18n.t(f'exercises.label.{name}')}: {text}"
            for name in ("case", "expected", "got", "difference")
            if (text := getattr(self, name)) is not None
        ]
        return "\n".join([headline, self.message, *details])


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One exercise as data; its texts live in the catalogue `lesson_NN` under its id.

    `reference` is what a learner would hand in: a function, or the plain value of a form.
    `wrong` maps the name of a misconception to an answer that shows it.
    """

    id: str
    lesson: str
    kind: str
    points: int
    reference: Any
    wrong: Mapping[str, Any]
    version: int = 1
    area: str = ""  # the catalogue of its texts, where it is not the lesson's
    text_key: str = ""  # where its texts stand, if not under its own id
    withheld: bool = False  # a class's edition: recorded cases, no reference behind them

    # functions: the arguments to try, small ones by hand and the rest drawn from a seed
    examples: tuple[Args, ...] = ()
    random_case: Callable[[random.Random], Args] | None = None
    valid: Callable[..., bool] = field(default=lambda *args: True)
    imports: tuple[str, ...] = ()
    starter: Callable[..., Any] | None = None
    slow: str | None = None  # the wrong answer that is right, but too slow for the longest case

    # values: what the panel shows, and how the answer is graded
    form: Form | None = None
    partial: Mapping[str, float] = field(default_factory=dict)
    within: float = 1.25
    objection: Callable[[Any], str | None] | None = None

    # a first hint computed from the last report: parameters of the catalogue's text `clue`
    clue: Callable[[Report], Mapping[str, object] | None] | None = None

    @property
    def key(self) -> str:
        """Where the texts of this exercise stand in the catalogue."""
        return self.text_key or f"{self.area or f'lesson_{self.lesson[:2]}'}.{self.id}"

    @property
    def title(self) -> str:
        """A few words to list the exercise by."""
        return i18n.t(f"{self.key}.title")

    @property
    def prompt(self) -> str:
        """What the learner is asked to do."""
        return i18n.t(f"{self.key}.prompt")

    @property
    def hints(self) -> tuple[str, ...]:
        """Three hints: what to look at, the plan in words, code with one gap."""
        return tuple(i18n.texts(f"{self.key}.hints"))

    @property
    def right(self) -> str:
        """What is said to a right answer."""
        return i18n.t(f"{self.key}.right")

    @property
    def wrong_answers(self) -> tuple[WrongAnswer, ...]:
        """The typical wrong answers, each with its own message."""
        return tuple(
            WrongAnswer(answer, self.wrong_message(name), name)
            for name, answer in self.wrong.items()
        )

    def wrong_message(self, name: str) -> str:
        """What is said to the misconception of that name."""
        return i18n.t(f"{self.key}.wrong.{name}")

    @property
    def is_code(self) -> bool:
        """Whether the answer is a function."""
        return callable(self.reference)

    @property
    def name(self) -> str:
        """The name under which the learner's answer goes."""
        if not self.is_code:
            return self.id.replace("-", "_")
        return str((self.starter or self.reference).__name__)

    @property
    def stub(self) -> str:
        """What the learner starts from: the broken function, or a signature and its docstring."""
        if not self.is_code:
            return f"{self.name} = None"
        if self.starter is not None:
            return under_imports(self.imports, source(self.starter))
        text = source(self.reference)
        documented = ast.parse(text).body[0].body[0]  # type: ignore[attr-defined]
        head = text.splitlines()[: documented.end_lineno]
        return under_imports(self.imports, "\n".join(head))


def under_imports(imports: tuple[str, ...], code: str) -> str:
    """Put import lines above a function's code, as in a notebook cell."""
    return "\n".join([*imports, "", code] if imports else [code])


def source(function: Callable[..., Any]) -> str:
    """Return a function's source, without indentation or a trailing line end."""
    return textwrap.dedent(inspect.getsource(function)).rstrip()
