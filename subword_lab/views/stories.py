"""What a stepper tells: frames, how one is drawn, and what can be predicted about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from subword_lab.views.html import Html

LONGEST_OPTION = 120  # characters
ASKED = 20  # frames that are tried to find out whether a story asks anything


@dataclass(frozen=True)
class Question:
    """What can be predicted about a frame: `hidden` is its picture without the answer.

    `tied` are options that would have been as good, had the tie been broken otherwise; `why` is
    said with the answer.
    """

    text: str
    options: tuple[str, ...]
    answer: str
    hidden: Html
    tied: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Story:
    """What a stepper tells: frames, how one is drawn, and what may be asked before it is shown.

    A frame is drawn only when it is looked at. The first line of a picture's text is its caption.
    """

    title: str
    frames: Sequence[Any]
    draw: Callable[[Any], Html]
    ask: Callable[[Any], Question | None] = lambda frame: None

    def question(self, at: int) -> Question | None:
        """What is asked about frame `at`, if there is a choice that fits into a list."""
        question = self.ask(self.frames[at])
        options = question.options if question else ()
        readable = all(0 < len(option) <= LONGEST_OPTION for option in options)
        return question if len(options) > 1 and readable else None

    @property
    def asks(self) -> bool:
        """Whether predicting is worth offering: one of the first frames asks something."""
        first = range(min(len(self.frames), ASKED))
        return any(self.question(at) is not None for at in first)
