"""Variants about SentencePiece: what becomes of spaces, and of characters it does not know."""

import random
from functools import cache

from subword_lab.quiz.variants import Generator, Variant, distinct, redrawn
from subword_lab.spaces import Part, Spaces
from subword_lab.text import to_printable
from subword_lab.tokenizer import Tokenizer

WORDS = ("the", "cat", "sat", "on", "mat")
UNKNOWN = "éñßüøжшщюяΩλπ你我中文字水山नमकกข가나€√∞→🤗🎉🚀🐍"


@redrawn()
def marked_spaces(rng: random.Random, level: int) -> Variant:
    """Ask how a text looks once its spaces are written as ▁."""
    words = rng.sample(WORDS, 1 + level)
    gaps = [rng.choice((" ", "  ", "   ")) for _ in words[1:]]
    first, last = rng.choice(("", " ", "  ")), rng.choice(("", " "))
    body = "".join(word + gap for word, gap in zip(words, [*gaps, ""], strict=True))
    text = first + body + last
    options = distinct(
        (marked(text, Spaces(collapse=True)), "right"),
        (marked(text, Spaces(collapse=True, prefix="never")), "no_prefix"),
        (marked(text, Spaces(collapse=False)), "kept"),
        (marked(text, Spaces(collapse=True, prefix="end")), "behind"),
        (marked(text, Spaces(collapse=True)).replace("▁", "Ġ"), "other_mark"),
    )
    params = {"text": text.replace(" ", "␣"), "right": options[0][0]}
    return Variant(params, options=options, drawn={"text": text})


@redrawn()
def byte_fallback(rng: random.Random, level: int) -> Variant:
    """Ask what an unknown character becomes with byte fallback."""
    text = "".join(rng.sample(UNKNOWN, 1 + (level > 1)))
    pieces = _with_fallback().tokenize(text)
    right = " ".join(piece for piece in pieces if piece != "▁")
    data = text.encode()
    options = distinct(
        (right, "right"),
        (" ".join("<unk>" for _ in text), "unknown"),
        (" ".join(to_printable(bytes([byte])) for byte in data), "byte_level"),
        (" ".join(f"<0x{ord(ch):X}>" for ch in text), "code_point"),
        (" ".join(f"<0x{byte:02X}>" for byte in text.encode("utf-16-be")), "utf16"),
    )
    params = {"text": text, "right": right}
    return Variant(params, options=options, drawn={"text": text})


GENERATORS: dict[str, Generator] = {
    "marked_spaces": marked_spaces,
    "byte_fallback": byte_fallback,
}


def marked(text: str, spaces: Spaces) -> str:
    """Write the spaces of a text as ▁.

    >>> marked(" a  b", Spaces(collapse=True))
    '▁a▁b'
    """
    return "".join(part.text for part in spaces.mark([Part(text, None)]))


@cache
def _with_fallback() -> Tokenizer:
    corpus = {"cat": 3, "sat": 2}
    return Tokenizer.train("sentencepiece", corpus, merges=1, model="bpe", byte_fallback=True)
