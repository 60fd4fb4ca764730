"""A question, its options, and the mark an answer gets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

KINDS = ("single", "multiple", "numeric", "text", "order", "match", "open")
TOPICS = (
    "why-subwords",
    "bpe",
    "byte-level",
    "wordpiece",
    "unigram",
    "sentencepiece",
    "design",
    "real-models",
    "llm-behavior",
    "production",
)


@dataclass(frozen=True, slots=True)
class Text:
    """The same text in English and Chinese: `text.en` or `text["en"]`."""

    en: str
    zh: str

    def __getitem__(self, language: str) -> str:
        if language not in ("en", "zh"):
            raise KeyError(f"a question has no language {language!r}; it has en and zh")
        return self.en if language == "en" else self.zh

    def __iter__(self) -> Iterator[str]:
        return iter(("en", "zh"))

    def keys(self) -> tuple[str, str]:
        """Name the languages, so that `dict(text)` works."""
        return ("en", "zh")

    def format(self, **params: Any) -> "Text":
        """Fill the places in braces, in both languages."""
        return Text(self.en.format(**params), self.zh.format(**params))


@dataclass(frozen=True, slots=True)
class Option:
    """One choice, and why it is right or wrong.

    In an `order` question the options stand in the right order; in a `match` question `partner`
    is what belongs to the option's text.
    """

    text: Text
    why: Text
    correct: bool = False
    partner: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question in two languages, with a reason for every option.

    `answer` is the number of a `numeric` question, right within `tolerance`; `accepted` are the
    texts of a `text` question; `model_answer` and `rubric` belong to an `open` one. `generator`
    names the function that makes variants, of each of the `levels`; then `stem`, `why` and
    `reasons` are templates.
    `proof` is where the answer is shown: a notebook and the key of its cell, "02_bpe/train".
    """

    id: str
    kind: str
    stem: Text
    why: Text
    topic: str
    level: int
    source: str
    lesson: str | None = None
    proof: str | None = None
    version: int = 1
    code: str = ""
    options: tuple[Option, ...] = ()
    answer: float | None = None
    tolerance: float = 0.0
    accepted: tuple[str, ...] = ()
    model_answer: Text | None = None
    rubric: tuple[Text, ...] = ()
    computed: bool = False
    generator: str | None = None
    levels: tuple[int, ...] = ()
    reasons: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """What an answer is worth: `earned` of `points`, and the reason in both languages."""

    correct: bool
    earned: float
    points: int
    why: Text
