# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 03 on decoding: bytes first, characters last."""

import codecs
import contextlib
import random

from subword_lab.exercises.model import Args, Exercise

TEXTS = ("a", "b ", "é", "中", "🤗")

# --- repair a decoder ----------------------------------------------------------------------------


def decode(ids, vocab):
    """Return the text of a list of ids; vocab maps each id to the bytes of its token."""
    return "".join(vocab[token].decode("utf-8", errors="replace") for token in ids)


def decode_together(ids, vocab):
    """Return the text of a list of ids; vocab maps each id to the bytes of its token."""
    return b"".join(vocab[token] for token in ids).decode("utf-8", errors="replace")


def halves_dropped(ids, vocab):
    return "".join(vocab[token].decode("utf-8", errors="ignore") for token in ids)


def tokens_dropped(ids, vocab):
    text = ""
    for token in ids:
        with contextlib.suppress(UnicodeDecodeError):
            text += vocab[token].decode("utf-8")
    return text


def byte_by_byte(ids, vocab):
    return b"".join(vocab[token] for token in ids).decode("latin-1")


def strict_to_the_end(ids, vocab):
    return b"".join(vocab[token] for token in ids).decode("utf-8")


def rest_dropped(ids, vocab):
    return b"".join(vocab[token] for token in ids).decode("utf-8", errors="ignore")


def cut_up(rng: random.Random, most: int) -> list[bytes]:
    """Draw a text and cut its bytes anywhere; now and then the end is missing."""
    data = "".join(rng.choices(TEXTS, k=rng.randint(1, most))).encode()
    if rng.random() < 0.25:
        data = data[:-1] or data
    tokens = []
    while data:
        size = rng.randint(1, 3)
        tokens.append(data[:size])
        data = data[size:]
    return tokens


def random_ids_and_vocab(rng: random.Random) -> Args:
    """Draw a text whose characters are spread over tokens."""
    tokens = cut_up(rng, 4)
    vocab = dict(enumerate(sorted(set(tokens)), start=1))
    ids = {token: number for number, token in vocab.items()}
    return ([ids[token] for token in tokens], vocab)


DECODE = Exercise(
    id="bytes-decode",
    lesson="03_byte_level_bpe",
    kind="bug_hunt",
    points=2,
    starter=decode,
    reference=decode_together,
    wrong={
        "halves_dropped": halves_dropped,
        "tokens_dropped": tokens_dropped,
        "byte_by_byte": byte_by_byte,
        "strict_to_the_end": strict_to_the_end,
        "rest_dropped": rest_dropped,
    },
    examples=(
        ([1, 2, 3], {1: b"\xf0\x9f", 2: b"\xa4", 3: b"\x97"}),
        ([1, 2], {1: b"a\xc3", 2: b"\xa9"}),
        ([1], {1: b"a\xc3"}),
        ([], {1: b"a"}),
    ),
    random_case=random_ids_and_vocab,
    valid=lambda ids, vocab: set(ids) <= set(vocab),
)

# --- a streaming decoder -------------------------------------------------------------------------


def stream(tokens):
    """Return a list of texts: what can be shown after each token.

    tokens is a list of bytes that arrive one after another. Show every character as soon as its
    last byte is there, and none twice. An incomplete character waits: it is not shown.
    """
    shown = []
    waiting = b""
    for token in tokens:
        waiting += token
        for end in range(len(waiting), -1, -1):
            try:
                text = waiting[:end].decode("utf-8")
                break
            except UnicodeDecodeError:
                pass
        shown.append(text)
        waiting = waiting[end:]
    return shown


def each_on_its_own(tokens):
    return [token.decode("utf-8", errors="replace") for token in tokens]


def halves_thrown_away(tokens):
    return [token.decode("utf-8", errors="ignore") for token in tokens]


def whole_or_nothing(tokens):
    shown, waiting = [], b""
    for token in tokens:
        waiting += token
        try:
            shown.append(waiting.decode("utf-8"))
            waiting = b""
        except UnicodeDecodeError:
            shown.append("")
    return shown


def shown_again(tokens):
    return [b"".join(tokens[:end]).decode("utf-8", "ignore") for end in range(1, len(tokens) + 1)]


def all_at_the_end(tokens):
    if not tokens:
        return []
    return [""] * (len(tokens) - 1) + [b"".join(tokens).decode("utf-8", errors="ignore")]


def random_tokens(rng: random.Random) -> Args:
    """Draw a text cut up into tokens that end inside characters."""
    return (cut_up(rng, 5),)


def begins_a_text(tokens: list[bytes]) -> bool:
    """Whether the bytes are the beginning of some text."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(b"".join(tokens))
    except UnicodeDecodeError:
        return False
    return True


STREAM = Exercise(
    id="bytes-stream",
    lesson="03_byte_level_bpe",
    kind="function",
    points=3,
    reference=stream,
    wrong={
        "each_on_its_own": each_on_its_own,
        "halves_thrown_away": halves_thrown_away,
        "whole_or_nothing": whole_or_nothing,
        "shown_again": shown_again,
        "all_at_the_end": all_at_the_end,
    },
    examples=(
        ([b"\xf0\x9f", b"\xa4", b"\x97"],),
        ([b"a\xc3", b"\xa9b"],),
        ([b"a\xc3", b"\xa9\xc3", b"\xa9"],),
        ([b"hello", b" "],),
        ([],),
    ),
    random_case=random_tokens,
    valid=begins_a_text,
)
