"""Variants about bytes: how many, how they are printed, and how they come out of a stream."""

import random
from functools import cache

from subword_lab.quiz.variants import Generator, Variant, distinct, numbers, redrawn
from subword_lab.text import BYTE_TO_CHAR, to_printable
from subword_lab.tokenizer import Tokenizer

CHARACTERS = ("a", "k", "7", "é", "ж", "你", "न", "🤗")
LONG = "éñßüøåçžğжшщюяЖЩΩλπאש你我中文字水山नमकกข가나€√∞→🤗🎉🚀🐍"


def utf8_bytes(rng: random.Random, level: int) -> Variant:
    """Ask for the number of bytes of a few characters."""
    drawn = rng.choices(CHARACTERS, k=3 + level)
    sizes = [len(ch.encode()) for ch in drawn]
    text = "".join(drawn)
    params = {"text": text, "sum": " + ".join(map(str, sizes)), "count": sum(sizes)}
    return Variant(params, answer=float(sum(sizes)), drawn={"text": text})


@redrawn()
def printed_bytes(rng: random.Random, level: int) -> Variant:
    """Ask how GPT-2's alphabet prints the bytes of a character."""
    text = "".join(rng.sample(LONG, 1 + (level > 2)))
    text = f" {text}" if level > 1 else text
    data = text.encode()
    shown = text.replace(" ", "␣")
    options = distinct(
        (to_printable(data), "right"),
        (text.replace(" ", "Ġ"), "character"),
        (to_printable(data[::-1]), "backwards"),
        (to_printable(text.encode("utf-16-be")), "utf16"),
        ("".join(f"<0x{byte:02X}>" for byte in data), "fallback"),
    )
    params = {"text": shown, "hex": data.hex(" ").upper(), "right": options[0][0]}
    return Variant(params, options=options, drawn={"text": text})


@redrawn()
def streamed(rng: random.Random, level: int) -> Variant | None:
    """Ask what a streaming decoder has given after some tokens of one byte each."""
    text = "".join(rng.choice(CHARACTERS) for _ in range(3 + level))
    data = text.encode()
    after = rng.randint(3, len(data) - 1)
    decoder = _bytes_alone().decoder()
    given = "".join(decoder.feed(id) for id in _bytes_alone().encode(text)[:after])
    broken = data[:after].decode(errors="replace")
    begun = next(n for n in range(len(text) + 1) if len(text[:n].encode()) >= after)
    if not given or "\ufffd" not in broken:
        return None
    options = distinct(
        (given, "right"),
        (broken, "replaced"),
        (text[:begun], "too_early"),
        (text[:after], "characters"),
        (given[:-1] or given, "too_late"),
    )
    params = {"text": text, "after": after, "bytes": data.hex(" ").upper(), "right": given}
    return Variant(params, options=options, drawn={"text": text, "after": after})


@redrawn()
def byte_merges(rng: random.Random, level: int) -> Variant:
    """Ask how many merges a byte-level vocabulary of some size has."""
    special = rng.randint(2, 4 + 10 * level)
    merges = rng.choice(range(1_000, 10_000 * level + 1, 500)) + rng.randint(0, level - 1)
    size = len(BYTE_TO_CHAR) + merges + special
    options = numbers(
        merges,
        no_special=merges + special,
        no_bytes=merges + len(BYTE_TO_CHAR),
        all_of_them=size,
        twice=merges - special,
    )
    params = {"size": f"{size:,}", "special": special, "right": f"{merges:,}"}
    return Variant(params, options=options, drawn={"size": size, "special": special})


GENERATORS: dict[str, Generator] = {
    "utf8_bytes": utf8_bytes,
    "printed_bytes": printed_bytes,
    "streamed": streamed,
    "byte_merges": byte_merges,
}


@cache
def _bytes_alone() -> Tokenizer:
    return Tokenizer.train("byte_bpe", {"a": 1}, merges=0)
