"""Special tokens: taken out of a text before any algorithm sees it, so that none is forged."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from subword_lab.text import check_text

Matching = Literal["allowed", "always", "never"]
Allowed = Collection[str] | Literal["all"]


@dataclass(frozen=True, slots=True)
class SpecialToken:
    """A token with an id of its own that no algorithm produces.

    `matching` says when its text is found in ordinary text: "allowed" only when the caller allows
    it (`[CLS]`, `<|endoftext|>`), "always" (SentencePiece's user-defined symbols, plain added
    tokens), "never" (SentencePiece's control symbols). `lstrip` and `rstrip` let it swallow white
    space beside it, `single_word` refuses a match inside a word, `normalized` looks for it in the
    normalized text, as in Hugging Face `tokenizers`.
    """

    text: str
    id: int
    matching: Matching = "allowed"
    lstrip: bool = False
    rstrip: bool = False
    single_word: bool = False
    normalized: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"a special token is a str, got {self.text!r}")
        if not self.text:
            raise ValueError("a special token cannot be the empty string")


class Segment(NamedTuple):
    """A stretch of text, ordinary (`token` is None) or a special token; offsets in code points."""

    text: str
    start: int
    end: int
    token: SpecialToken | None


def choose(tokens: Iterable[SpecialToken], allowed: Allowed) -> tuple[SpecialToken, ...]:
    """The special tokens that may be found in a text when `allowed` are allowed.

    >>> tokens = SpecialToken("<s>", 0), SpecialToken("<u>", 1, "always")
    >>> [token.text for token in choose(tokens, ())], [t.text for t in choose(tokens, "all")]
    (['<u>'], ['<s>', '<u>'])

    Raises `ValueError` for a name that is no special token or can never be written in text.
    Source: the `allowed_special` argument of tiktoken's `encode`.
    """
    tokens = tuple(tokens)
    if isinstance(allowed, str) and allowed == "all":
        return tuple(token for token in tokens if token.matching != "never")
    names = _names(allowed)
    known = {token.text: token for token in tokens}
    for name in sorted(names - set(known)):
        raise ValueError(
            f"allowed_special names {name!r}, which is not a special token here; "
            f"there are: {', '.join(map(repr, known)) or 'none'}"
        )
    for name in sorted(names):
        if known[name].matching == "never":
            raise ValueError(
                f"{name!r} is a control symbol and never matches text; "
                f"use add_special=True or put its id in place yourself"
            )
    return tuple(token for token in tokens if token.text in names or token.matching == "always")


def _names(allowed: Collection[str]) -> set[str]:
    if isinstance(allowed, str | bytes) or not isinstance(allowed, Iterable):
        raise TypeError(
            f'allowed_special is a collection of special tokens or "all"; got {allowed!r:.60} of '
            f"type {type(allowed).__name__}, write [{allowed!r:.60}] for one token and () for none"
        )
    return {check_text(name, "a name in allowed_special") for name in allowed}


def check_ids(tokens: Iterable[SpecialToken], vocab: Mapping[str, int]) -> None:
    """Raise `ValueError` where a special token and a piece, or two special tokens, share an id."""
    owners = {token_id: piece for piece, token_id in vocab.items()}
    ids = dict(vocab)
    for token in tokens:
        if owners.setdefault(token.id, token.text) != token.text:
            raise ValueError(
                f"the id {token.id} belongs to {owners[token.id]!r} and to the special token "
                f"{token.text!r}"
            )
        if ids.setdefault(token.text, token.id) != token.id:
            raise ValueError(
                f"the special token {token.text!r} has the ids {token.id} and {ids[token.text]}"
            )


def split(text: str, tokens: Iterable[SpecialToken]) -> list[Segment]:
    """Cut `text` at the given special tokens; where several begin together, the longest wins.

    Source: `AddedVocabulary` of Hugging Face `tokenizers` (leftmost match, longest first).

    >>> end, long = SpecialToken("<|end|>", 0), SpecialToken("<|end|><|end|>", 1)
    >>> [(s.text, s.token and s.token.id) for s in split("a<|end|><|end|><|end|>b", [end, long])]
    [('a', None), ('<|end|><|end|>', 1), ('<|end|>', 0), ('b', None)]
    """
    by_text = {token.text: token for token in tokens}
    if not by_text:
        return [Segment(text, 0, len(text), None)] if text else []
    segments: list[Segment] = []
    done = 0
    for match in _pattern(tuple(by_text)).finditer(text):
        token = by_text[match.group()]
        if token.single_word and _inside_word(text, match.start(), match.end()):
            continue
        start, end = _widen(text, token, max(match.start(), done), match.end(), done)
        if done < start:
            segments.append(Segment(text[done:start], done, start, None))
        segments.append(Segment(text[start:end], start, end, token))
        done = end
    if done < len(text):
        segments.append(Segment(text[done:], done, len(text), None))
    return segments


@lru_cache(maxsize=64)
def _pattern(texts: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(texts, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)))


def _inside_word(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    return bool(re.match(r"\w", before) or re.match(r"\w", after))


def _widen(text: str, token: SpecialToken, start: int, end: int, done: int) -> tuple[int, int]:
    if token.lstrip:
        while start > done and text[start - 1].isspace():
            start -= 1
    if token.rstrip:
        while end < len(text) and text[end].isspace():
            end += 1
    return start, end
