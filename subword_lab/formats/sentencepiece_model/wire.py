"""Protocol Buffers' wire format, as much of it as a SentencePiece model needs.

A message is a row of fields: a number that says which field and how its value is written, then the
value. Whole numbers are "varints": seven bits a byte, the lowest first, the top bit says "more".
Source: the Protocol Buffers encoding guide.
"""

import struct
from collections.abc import Iterator

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
Value = int | float | bytes


def fields(message: bytes) -> Iterator[tuple[int, Value]]:
    r"""(field number, value) for each field: int, float (32 bits) or bytes.

    Raises `ValueError` where the message is cut off or is no such message.

    >>> list(fields(b"\x08\x96\x01\x12\x02hi"))
    [(1, 150), (2, b'hi')]
    """
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        number, kind = key >> 3, key & 7
        value: Value
        if kind == VARINT:
            value, at = _varint(message, at)
        elif kind == BYTES:
            size, at = _varint(message, at)
            value, at = _take(message, at, size)
        elif kind == FIXED32:
            raw, at = _take(message, at, 4)
            (value,) = struct.unpack("<f", raw)
        elif kind == FIXED64:
            value, at = _take(message, at, 8)
        else:
            raise ValueError(f"field {number} is written in the unknown way {kind} at byte {at}")
        yield number, value


def written(number: int, value: Value | str) -> bytes:
    r"""One field as `fields` reads it: whole numbers as varints, floats in 32 bits, text in UTF-8.

    Raises `ValueError` for a float beyond 32 bits.

    >>> written(1, 150) + written(2, "hi")
    b'\x08\x96\x01\x12\x02hi'
    """
    match value:
        case int():
            return _as_varint(number << 3 | VARINT) + _as_varint(value % 2**64)
        case float():
            try:
                return _as_varint(number << 3 | FIXED32) + struct.pack("<f", value)
            except OverflowError:
                raise ValueError(f"{value} is beyond what 32 bits can hold") from None
        case str():
            value = value.encode()
    return _as_varint(number << 3 | BYTES) + _as_varint(len(value)) + value


def _as_varint(value: int) -> bytes:
    groups = []
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*groups, value])


def _varint(message: bytes, at: int) -> tuple[int, int]:
    if at < len(message) and message[at] < 0x80:  # nearly all of them: large files are read faster
        return message[at], at + 1
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            break
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError(f"a number is cut off or too long at byte {at}")


def _take(message: bytes, at: int, size: int) -> tuple[bytes, int]:
    if size > len(message) - at:
        raise ValueError(f"{size} bytes are announced at byte {at}, {len(message) - at} are left")
    return message[at : at + size], at + size


def signed(value: Value) -> int:
    """A whole number that may be negative: varints hold 64 bits, two's complement.

    >>> signed(2**64 - 1)
    -1
    """
    if not isinstance(value, int):
        raise ValueError(f"a whole number is wanted, found {value!r}")
    return value - 2**64 if value >= 2**63 else value
