# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""A coding round: show text while its bytes still arrive."""

import codecs
import random

from subword_lab.exercises.model import Args, Exercise

BORDERS = "\x7f\x80\u07ff\u0800\ufffd\U00010000\U0010ffff"  # first and last of each length


def stream_text(chunks):
    """Return the text to show after each chunk of bytes, and one more for the end, as a list.

    The chunks together are UTF-8, but a chunk can end inside a character. Show each character as
    soon as it is complete, and nothing else. Where the last character never gets complete, the
    text for the end is one U+FFFD, else it is empty.
    """
    shown, rest = [], b""
    for chunk in chunks:
        rest += chunk
        end = len(rest)
        for back in range(1, min(3, len(rest)) + 1):
            byte = rest[-back]
            if byte >= 0xC0:  # the first byte of a character says how many it has
                size = 2 + (byte >= 0xE0) + (byte >= 0xF0)
                end -= back if size > back else 0
        shown.append(rest[:end].decode())
        rest = rest[end:]
    return [*shown, "\ufffd" if rest else ""]


def each_chunk_alone(chunks):
    return [*(chunk.decode(errors="replace") for chunk in chunks), ""]


def broken_bytes_dropped(chunks):
    return [*(chunk.decode(errors="ignore") for chunk in chunks), ""]


def all_at_the_end(chunks):
    return [*("" for _ in chunks), b"".join(chunks).decode(errors="replace")]


def waits_for_a_clean_end(chunks):
    shown, rest = [], b""
    for chunk in chunks:
        rest += chunk
        try:
            text, rest = rest.decode(), b""
        except UnicodeDecodeError:
            text = ""
        shown.append(text)
    return [*shown, rest.decode(errors="replace") if rest else ""]


def end_forgotten(chunks):
    return stream_text(chunks)[:-1]


def end_without_a_sign(chunks):
    return [*stream_text(chunks)[:-1], ""]


def all_so_far(chunks):
    return ["".join(stream_text(chunks)[: at + 1]) for at in range(len(chunks) + 1)]


def random_chunks(rng: random.Random) -> Args:
    """Draw a text of short and long characters, cut its bytes anywhere, sometimes lose the end."""
    data = "".join(rng.choice("ab é你🤗") for _ in range(rng.randint(1, 6))).encode()
    data = data[: len(data) - rng.choice((0, 0, 1))]
    places = sorted(rng.choices(range(len(data) + 1), k=rng.randint(0, 4)))
    ends = zip([0, *places], [*places, len(data)], strict=True)
    return ([data[start:end] for start, end in ends],)


def is_utf8_so_far(chunks):
    try:
        codecs.getincrementaldecoder("utf-8")().decode(b"".join(chunks))
    except UnicodeDecodeError:
        return False
    return True


STREAM_UTF8 = Exercise(
    id="coding-stream-utf8",
    lesson="08_interview",
    area="coding",
    kind="function",
    points=3,
    reference=stream_text,
    wrong={
        "each_chunk_alone": each_chunk_alone,
        "broken_bytes_dropped": broken_bytes_dropped,
        "all_at_the_end": all_at_the_end,
        "waits_for_a_clean_end": waits_for_a_clean_end,
        "end_forgotten": end_forgotten,
        "end_without_a_sign": end_without_a_sign,
        "all_so_far": all_so_far,
    },
    examples=(
        ([b"a", b"b"],),
        ([b"a\xc3", b"\xa9b"],),
        ([b"\xe4\xbd", b"\xa0\xe4", b"\xbd\xa0"],),
        ([b"\xf0", b"\x9f", b"\xa4", b"\x97"],),
        ([b"a\xf0\x9f\xa4"],),
        ([b"\xc3\xa9"],),
        ([b"", b"a"],),
        *(([ch.encode()[:at], ch.encode()[at:] + b"."],) for ch in BORDERS for at in (1, 2, 3)),
        ([],),
    ),
    random_case=random_chunks,
    valid=is_utf8_so_far,
)
