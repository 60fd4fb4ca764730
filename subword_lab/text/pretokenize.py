"""Cut normalized text into pre-tokens: the chunks that no merge may cross."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import regex

from subword_lab.text.checks import check_text
from subword_lab.text.patterns import PATTERNS, SIMPLE

METASPACE = "▁"
PRETOKENIZERS = (*SIMPLE, *PATTERNS, "metaspace")

# An expression from outside may backtrack for ever. The published ones need about a second for a
# million characters; ten times that is a hang.
_SECONDS = 5.0
_SECONDS_PER_CHARACTER = 10e-6


class PreToken(NamedTuple):
    """A chunk of text and where it stands: half-open, in code points of the text that was cut.

    The place of a pre-token in the list is its word id: all tokens made from it share that number.
    """

    text: str
    start: int
    end: int


def pretokenize(text: str, how: str) -> list[PreToken]:
    """Cut `text` into pre-tokens, by name or by a regular expression.

    "none" keeps the text whole; "whitespace" cuts at white space and drops it; "punctuation" sets
    each punctuation character alone and keeps white space; "bert" cuts at both and drops white
    space; "gpt2", "cl100k" and "o200k" are the published expressions; "metaspace" writes spaces as
    ▁ (see `metaspace`). Any other string is a regular expression: its matches are pre-tokens, and
    so are the gaps between them: nothing is lost (as with Hugging Face's `Split(..., "isolated")`).

    >>> [piece.text for piece in pretokenize("Don't stop", "bert")]
    ['Don', "'", 't', 'stop']
    >>> [piece.text for piece in pretokenize("Don't stop", "gpt2")]
    ['Don', "'t", ' stop']
    >>> pretokenize("to be", "whitespace")[1]
    PreToken(text='be', start=3, end=5)

    Raises `ValueError` for an unknown name, for an expression that does not compile or runs too
    long, and for lone surrogates; `TypeError` for anything but a `str`.
    """
    check_text(text)
    check_text(how, "a pre-tokenizer")
    if how == "metaspace":
        return metaspace(text)
    return [PreToken(text[start:end], start, end) for start, end in _spans(text, how)]


def metaspace(text: str, add_dummy_prefix: bool = True, split: bool = True) -> list[PreToken]:
    """Write each space as ▁ (U+2581) and cut in front of each one, so that ▁ starts a word.

    `add_dummy_prefix` puts one more ▁ in front of a text that is not empty: "Hello" at the start
    then looks like " Hello" in the middle. It stands for no character, so it widens no offset.
    `split=False` leaves one pre-token.

    >>> [piece.text for piece in metaspace("Hello  world")]
    ['▁Hello', '▁', '▁world']
    >>> metaspace("Hello")
    [PreToken(text='▁Hello', start=0, end=5)]

    Source: Kudo and Richardson 2018 on lossless tokenization. The prefix is added before a leading
    space too, as SentencePiece does; Hugging Face's `Metaspace` then leaves it out.
    """
    check_text(text)
    if not text:
        return []
    prefix = METASPACE if add_dummy_prefix else ""
    marked = prefix + text.replace(" ", METASPACE)
    pattern = f"{METASPACE}?[^{METASPACE}]+|{METASPACE}" if split else SIMPLE["none"]
    shift = len(prefix)
    return [
        PreToken(match[0], max(match.start() - shift, 0), match.end() - shift)
        for match in _compile(pattern).finditer(marked)
    ]


def _spans(text: str, how: str) -> Iterable[tuple[int, int]]:
    """Where the pre-tokens stand."""
    known = PATTERNS.get(how) or SIMPLE.get(how)
    if known:
        return (match.span() for match in _compile(known).finditer(text))
    return _spans_and_gaps(text, check_pattern(how))


def check_pattern(how: str) -> "regex.Pattern[str]":
    """Compile a regular expression that a user or a file gave.

    >>> check_pattern("whitespaces")
    Traceback (most recent call last):
    ...
    ValueError: unknown pre-tokenizer 'whitespaces'; known: none, whitespace, punctuation, bert, \
gpt2, cl100k, o200k, metaspace. For a regular expression that is a plain word, write \
'(?:whitespaces)'
    """
    check_text(how, "a pre-tokenizer")
    if regex.fullmatch(r"(?:\w[\w -]*)?", how):  # a plain word: far more often a typing error
        raise ValueError(
            f"unknown pre-tokenizer {how!r}; known: {', '.join(PRETOKENIZERS)}. "
            f"For a regular expression that is a plain word, write '(?:{how})'"
        )
    try:
        return _compile(how)
    except regex.error as error:
        raise ValueError(
            f"the pattern {how!r} is no regular expression: {error}. Write it in the syntax of the "
            "`regex` package"
        ) from error


@lru_cache(maxsize=64)
def _compile(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern)


def _spans_and_gaps(text: str, pattern: "regex.Pattern[str]") -> Iterator[tuple[int, int]]:
    """Matches and what lies between them; a match of nothing is no pre-token."""
    seconds = _SECONDS + _SECONDS_PER_CHARACTER * len(text)
    end = 0
    try:
        for match in pattern.finditer(text, timeout=seconds):
            if match.start() > end:
                yield end, match.start()
            if match.end() > match.start():
                yield match.span()
            end = match.end()
    except TimeoutError:
        raise ValueError(
            f"the pattern {pattern.pattern!r} ran longer than {seconds:.0f} s on a text of "
            f"{len(text)} characters: it backtracks too much. Make its repeats possessive (++, *+) "
            "or its alternatives exclusive"
        ) from None
    if end < len(text):
        yield end, len(text)
