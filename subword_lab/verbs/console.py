"""A dialogue by lines: what is said, what is typed, and the words that do something everywhere."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, TypeVar

from subword_lab import i18n

Answer = TypeVar("Answer")
STOP = ("q", "quit")
LANGUAGES = ("en", "zh")


class Stopped(Exception):
    """The learner typed `q`, or there is nothing more to read."""


@dataclass(frozen=True, slots=True)
class Console:
    """Reads lines from one stream and writes to another; `clock` counts seconds."""

    typed: IO[str]
    shown: IO[str]
    clock: Callable[[], float]

    def say(self, text: str) -> None:
        """Write a text and end the line."""
        print(text, file=self.shown, flush=True)

    def ask(self, question: Callable[[], str], read: Callable[[str], Answer], how: str) -> Answer:
        """Ask until what is typed can be read; `zh` and `en` switch the language and ask again.

        `question` gives the text in the language in use, `how` names what is wanted. Raises
        `Stopped`.
        """
        self.say(question())
        while True:
            print(i18n.t("interview.ask.prompt"), end="", file=self.shown, flush=True)
            line = self.typed.readline()
            word = line.strip().lower()
            if not line or word in STOP:
                raise Stopped
            if word in LANGUAGES:
                i18n.set_language(word)
                self.say(f"\n{question()}")
                continue
            try:
                return read(line.strip())
            except (ValueError, TypeError):
                wanted = i18n.t(f"interview.how.{how}")
                self.say(i18n.t("interview.ask.not_so", how=wanted))
