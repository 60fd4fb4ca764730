r"""Regular expressions for two engines: `regex` here, Oniguruma in Hugging Face `tokenizers`.

Most of the syntax is the same. Some signs mean another thing: `{1,3}+` is a possessive repeat here
and "one to three, or more" there; `$` and `^` stand at every line there; `\w` holds a zero-width
joiner here and, outside of brackets, ² there. `neutral` rewrites what is read so that both engines
match the same. What is written must be neutral already. (Where a pattern matches nothing, the next
match may begin at the same place here and not there; that is left as it is.)

Source: Oniguruma's `doc/RE` (Ruby syntax); sets of characters were compared one by one.
"""

import regex

from subword_lab.text import PATTERNS

TOKENS = regex.compile(
    r"""(?P<escape> \\ (?: [pP]\{\^?\w+\} | x[0-9A-Fa-f]{2} | u[0-9A-Fa-f]{4} | . ) )
      | (?P<set> \[ \^? \]? (?: \\. | \[:\^?\w+:\] | [^\]\\] )* \] )
      | (?P<flags> \(\?-?i\) )
      | (?P<open> \( (?: \? (?: <?[=!] | [>:] | -?i: | <\w+> ) | (?!\?) ) )
      | (?P<close> \) )
      | (?P<repeat> (?: [*+?] | \{ (?: \d+,?\d* | ,\d+ ) \} ) [+?]? )
      | (?P<other> . )""",
    regex.VERBOSE | regex.DOTALL,
)
WORD_IN_SET = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
WORD = WORD_IN_SET + "²³¹¼½¾"
NEUTRAL = {
    r"\w": f"[{WORD}]",
    r"\W": f"[^{WORD}]",
    r"\b": f"(?:(?<=[{WORD}])(?![{WORD}])|(?<![{WORD}])(?=[{WORD}]))",
    r"\B": f"(?:(?<=[{WORD}])(?=[{WORD}])|(?<![{WORD}])(?![{WORD}]))",
    r"\h": "[0-9A-Fa-f]",
    r"\Z": r"(?=\n?\z)",
    "$": r"(?=\n|\z)",
    "^": r"(?:\A|(?<=\n)(?!\z))",
}
NEUTRAL_IN_SET = {r"\w": WORD_IN_SET, r"\h": "0-9A-Fa-f"}
ALIKE = "pPdDsSAzxutnrfvaRX123456789"  # what means the same behind a backslash
ALIKE_IN_SET = "pPdDsSxutnrfva"
ADVICE = r"write it with \p{...}, (?:...), (?=\n|\z) and the like, which mean the same everywhere"


def neutral(pattern: str) -> str:
    r"""Rewrite a pattern of Oniguruma's so that `regex`, and Oniguruma again, match the same.

    >>> neutral(r"\p{N}{1,3}+|\s+$")
    '(?:\\p{N}{1,3})+|\\s+(?=\\n|\\z)'

    Raises `ValueError` for what has no such form here.
    """
    if pattern in PATTERNS.values():  # these match the same as they are
        return pattern
    written: list[str] = []
    groups: list[int] = []  # where the open groups begin
    last = 0  # where what a repeat would repeat begins
    for match in TOKENS.finditer(pattern):
        kind, text = match.lastgroup, match[0]
        if kind == "repeat":
            _write_repeat(written, last, text)
            continue
        last = groups.pop() if kind == "close" and groups else len(written)
        if kind == "open":
            groups.append(last)
        if kind == "set":
            written.append(_neutral_set(text))
        elif (
            (
                kind == "escape"
                and text[1].isalnum()
                and text not in NEUTRAL
                and text[1] not in ALIKE
            )
            or (kind == "other" and text in ("{", "[", "("))
            or (kind == "flags" and match.start())  # here flags hold for all of the pattern
        ):
            raise _refused(pattern[match.start() : match.end() + 3])
        else:
            written.append(NEUTRAL.get(text, text))
    return "".join(written)


def check_neutral(pattern: str) -> str:
    r"""Return a pattern that both engines read alike.

    >>> check_neutral(r"\p{N}{1,3}")
    '\\p{N}{1,3}'

    Raises `ValueError` for any other, with what it would mean to `tokenizers`.
    """
    alike = neutral(pattern)
    if alike != pattern:
        raise ValueError(
            f"the pattern {pattern!r} would mean {alike!r} to `tokenizers`, and means something "
            f"else here; {ADVICE}"
        )
    return pattern


def _write_repeat(written: list[str], last: int, text: str) -> None:
    """Write a repeat; `+` behind braces, and `?` behind one number, repeat the whole once more."""
    if regex.fullmatch(r"\{.*\}\+|\{\d+\}\?", text):
        written[last:] = ["(?:", *written[last:], text[:-1], ")", text[-1]]
    else:
        written.append(text)


def _neutral_set(text: str) -> str:
    inside = regex.sub(r"\\.|\[:\^?(alpha|space|upper|xdigit):\]", "", text[1:-1])
    if "[" in inside or "&&" in inside:  # a set in a set, or what two sets share
        raise _refused(text)
    for escape in regex.findall(r"\\\w", text):
        if escape not in NEUTRAL_IN_SET and escape[1] not in ALIKE_IN_SET:
            raise _refused(text)
    return str(regex.sub(r"\\.", lambda found: NEUTRAL_IN_SET.get(found[0], found[0]), text))


def _refused(text: str) -> ValueError:
    return ValueError(f"{text!r} in a pattern is not supported; {ADVICE}")
