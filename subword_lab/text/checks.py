"""The one check that every text passes on its way in."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


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
    if isinstance(text, bytes | bytearray | memoryview):
        raise TypeError(
            f'{what} is {type(text).__name__}, not str: decode it first, {what}.decode("utf-8")'
        )
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    lone = None if text.isascii() else _SURROGATE.search(text)
    if lone:
        raise ValueError(
            f"{what} holds half a surrogate pair, U+{ord(lone[0]):04X}, at position "
            f"{lone.start()}: UTF-8 cannot write it. Decode the bytes with the right encoding, "
            'or replace it: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")'
        )
    return text
