"""The checks that arguments pass on their way in; each one says what was seen and wanted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from math import inf
from numbers import Real
from operator import index


def check_text(text: object, what: str = "text") -> str:
    """Return `text` if it is a `str` that UTF-8 can write.

    >>> check_text("héllo")
    'héllo'
    >>> check_text("ab" + chr(0xD83D))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: text holds half a surrogate pair, U+D83D, at position 2: ...

    Raises `TypeError` for anything but a `str`, `ValueError` for a lone surrogate. `what` names the
    argument in the message.
    """
    if isinstance(text, str) and text.isascii():
        return text
    if isinstance(text, bytes | bytearray | memoryview):
        raise TypeError(f"{what} is {type(text).__name__}, not str: decode it first, as UTF-8")
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}: {text!r:.60}")
    try:
        text.encode()  # faster than to look for them
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{what} holds half a surrogate pair, U+{ord(text[error.start]):04X}, at position "
            f"{error.start}: UTF-8 cannot write it. Decode the bytes with the right encoding, "
            'or replace it: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")'
        ) from None
    return text


def check_utf8(data: bytes, source: object, start: int = 0) -> str:
    """Return the text that bytes spell; they stand at byte `start` of a file, or the like.

    >>> check_utf8("é".encode(), "a file")
    'é'

    Raises `ValueError` that names the `source` for what is not UTF-8.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{source} is not UTF-8: {error.reason} at byte {start + error.start}. "
            "Read it with the right encoding and give the text"
        ) from error


def check_whole(value: object, what: str, least: int | None = None) -> int:
    """Return `value` as an int, be it Python's or numpy's; `True`, `3.0` and `"3"` are none.

    >>> check_whole(3, "merges", least=0)
    3

    Raises `TypeError` for what is no whole number, `ValueError` for one below `least`.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            f"{what} must be a whole number; got {value!r:.60} of type {type(value).__name__}"
        ) from None
    if least is not None and number < least:
        raise ValueError(f"{what} must be {least} or more; got {number}")
    return number


def check_real(value: object, what: str, least: float = -inf, most: float = inf) -> float:
    """Return `value` if it is a number from `least` to `most`, both included; nan never is.

    >>> check_real(0.5, "dropout", least=0, most=1)
    0.5

    Raises `TypeError` for what is no number, `ValueError` for one out of range.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(
            f"{what} must be a number; got {value!r:.60} of type {type(value).__name__}"
        )
    try:
        number = float(value)
    except OverflowError:  # a whole number of more than 300 digits
        number = inf
    if not least <= number <= most:
        raise ValueError(f"{what} must be from {least} to {most}; got {value}")
    return number


def check_name(value: object, what: str, known: Iterable[str]) -> str:
    """Return `value` if it is one of the known names.

    >>> check_name("gain", "score", ("count", "gain"))
    'gain'

    Raises `ValueError` with all the names that are known.
    """
    names = tuple(known)
    if not isinstance(value, str) or value not in names:
        raise ValueError(f"unknown {what} {value!r:.60}; known are {', '.join(names)}")
    return value


def check_kind(value: object, what: str, kind: type, advice: str) -> None:
    """Raise a `TypeError` with the advice if `value` is not of the kind wanted.

    >>> check_kind({"h": 0.5}, "probabilities", dict, "write {'h': 0.5}")
    """
    if not isinstance(value, kind):
        raise TypeError(
            f"{what} must be a {kind.__name__}; got {value!r:.60} of type {type(value).__name__}: "
            f"{advice}"
        )


def check_tokens(values: object, what: str) -> tuple[str, ...]:
    """Return the names of tokens as a tuple: texts, none empty and none twice.

    >>> check_tokens(["<unk>", "<s>"], "special_tokens")
    ('<unk>', '<s>')

    Raises `TypeError` for what is no list of `str`, such as a single one or a set, which has no
    order; else `ValueError`.
    """
    if isinstance(values, str | bytes | Set) or not isinstance(values, Iterable):
        raise TypeError(
            f"{what} must be a list of tokens; got {values!r:.60} of type {type(values).__name__}"
        )
    names = tuple(check_text(name, f"a token in {what}") for name in values)
    if "" in names:
        raise ValueError(f"{what} must not hold the empty string")
    for name, times in Counter(names).items():
        if times > 1:
            raise ValueError(f"{what} must hold each token once; {name!r} is there {times} times")
    return names


def check_counts(word_counts: object) -> dict[str, int]:
    """Return a mapping from word to count as a plain dict with plain numbers.

    >>> check_counts({"hug": 10})
    {'hug': 10}

    Raises `TypeError` for what is no mapping of `str` to whole numbers; `ValueError` for negative
    counts and lone surrogates.
    """
    if not isinstance(word_counts, Mapping):
        raise TypeError(
            "word_counts must map words to counts, such as {'hug': 10}; got a "
            f"{type(word_counts).__name__}. subword_lab.text.count_words makes one from a text"
        )
    return {
        check_text(word, "word"): check_whole(count, f"the count of {word!r}", least=0)
        for word, count in word_counts.items()
    }
