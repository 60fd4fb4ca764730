"""GPT-2's printable alphabet: one visible character for each of the 256 bytes."""

from subword_lab.text.checks import check_text


def _printable_bytes() -> dict[int, str]:
    """Visible Latin-1 characters stand for themselves; the other 68 bytes move to U+0100 and up."""
    visible = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1)}
    visible |= set(range(ord("®"), ord("ÿ") + 1))
    moved = (b for b in range(256) if b not in visible)
    stand_ins = {b: chr(256 + i) for i, b in enumerate(moved)}
    return {b: stand_ins.get(b, chr(b)) for b in range(256)}


BYTE_TO_CHAR: dict[int, str] = _printable_bytes()
"""Byte -> printable character: 32 (the space) -> "Ġ". Source: Radford et al. 2019, `encoder.py`."""

_CHAR_TO_BYTE = {ch: b for b, ch in BYTE_TO_CHAR.items()}
_LATIN1_TO_CHAR = str.maketrans({chr(b): ch for b, ch in BYTE_TO_CHAR.items()})


def to_printable(data: bytes) -> str:
    """Write each byte as one printable character, so that no token ever shows as white space.

    >>> to_printable(" é".encode())
    'ĠÃ©'

    Raises `TypeError` for anything but bytes. Source: `bytes_to_unicode` in GPT-2's `encoder.py`.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(
            f"to_printable takes bytes, not {type(data).__name__}: encode text first, "
            'text.encode("utf-8")'
        )
    return str(data, "latin-1").translate(_LATIN1_TO_CHAR)


def from_printable(printable: str) -> bytes:
    """Give back the bytes that `to_printable` wrote.

    >>> from_printable("ĠÃ©").decode()
    ' é'

    Raises `ValueError` for a character that stands for no byte, such as an ordinary space.
    """
    check_text(printable, "printable")
    try:
        return bytes(_CHAR_TO_BYTE[ch] for ch in printable)
    except KeyError as missing:
        raise ValueError(
            f"{missing.args[0]!r} at position {printable.index(missing.args[0])} of {printable!r} "
            "stands for no byte: from_printable reads only what to_printable writes"
        ) from None
