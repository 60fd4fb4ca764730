"""Answers compared as texts: is it still the stub, is it somebody else's, does it use the package.

Nothing is run or even parsed: a source is its tokens, without comments, docstrings and layout.
"""

import hashlib
import io
import re
import tokenize
from collections.abc import Iterable
from typing import Any

from subword_lab.exercises import Exercise, plain

LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
IMPORT = re.compile(r"^\s*(?:from|import)\s+(subword_lab[\w.]*)", re.MULTILINE)
USE = re.compile(r"\bsl\.\w+|\bsubword_lab\.\w+")


def digest(sources: Iterable[str], stub: str) -> str:
    """Return a short text that is the same for the same code, or "" where all is still the stub.

    >>> stub = 'def f(text):\\n    "What to do."\\n    # your code here'
    >>> digest(["def f(text):\\n    pass"], stub)
    ''
    >>> digest(["def f(text): return 1"], stub) == digest(["def f(text):\\n  return 1 # one"], stub)
    True
    """
    blank = tokens(stub)
    written = [found for source in sources if (found := tokens(source)) != blank]
    return _short(repr(written)) if written else ""


def digest_of_value(value: Any) -> str:
    """Return a short text that is the same for the same value."""
    return _short(plain.dumps(value))


def tokens(source: str) -> tuple[str, ...]:
    """Return what a source says, token by token."""
    kept: list[str] = []
    statement: list[tuple[int, str]] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NEWLINE:
                kept += _said(statement)
                statement = []
            elif token.type not in LAYOUT:
                statement.append((token.type, token.string))
                if token.string == ":" and statement[0][1] == "def" and _closed(statement):
                    kept += _said(statement)
                    statement = []
    except (tokenize.TokenError, SyntaxError, ValueError):
        return tuple(source.split())
    return (*kept, *_said(statement))


def uses_package(sources: Iterable[str], exercise: Exercise) -> bool:
    """Whether an answer that should be one's own code leans on the course's package."""
    allowed = set(IMPORT.findall(exercise.stub))
    text = "\n".join(sources)
    imported = set(IMPORT.findall(text)) - allowed - {"subword_lab"}
    return exercise.is_code and bool(imported or USE.search(IMPORT.sub("", text)))


def _said(statement: list[tuple[int, str]]) -> list[str]:
    """A statement's tokens; none of an import, a text that stands alone, of pass and of dots."""
    words = [word for _, word in statement]
    alone = all(kind == tokenize.STRING for kind, _ in statement)
    return [] if alone or words[0] in ("import", "from", "pass", "...") else words


def _closed(statement: list[tuple[int, str]]) -> bool:
    """Whether no bracket is open, so that a colon ends the head of a function."""
    words = [word for _, word in statement]
    return all(words.count(a) == words.count(b) for a, b in ("()", "[]", "{}"))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
