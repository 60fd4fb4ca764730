# ruff: noqa: D103 - a wrong answer's name says what it does
# mypy: allow-untyped-defs, no-check-untyped-defs, allow-untyped-calls
"""The exercises of lesson 06 on byte fallback: unknown characters as bytes, and back."""

import random
import re

from subword_lab.exercises.model import Args, Exercise

# --- spell what is unknown -----------------------------------------------------------------------


def spell_unknown(pieces, vocab):
    """Return the list of pieces, with every piece that is not in vocab spelled in bytes.

    A byte is written <0xNN>: two digits of its hexadecimal number, in capitals. The bytes are those
    of the piece in UTF-8.
    """
    spelled = []
    for piece in pieces:
        if piece in vocab:
            spelled.append(piece)
        else:
            spelled.extend(f"<0x{byte:02X}>" for byte in piece.encode("utf-8"))
    return spelled


def each_unknown(pieces, vocab, spell):
    return [part for piece in pieces for part in ([piece] if piece in vocab else spell(piece))]


def code_points(pieces, vocab):
    return each_unknown(pieces, vocab, lambda piece: [f"<0x{ord(ch):02X}>" for ch in piece])


def small_letters(pieces, vocab):
    return each_unknown(pieces, vocab, lambda piece: [f"<0x{byte:02x}>" for byte in piece.encode()])


def one_digit(pieces, vocab):
    return each_unknown(pieces, vocab, lambda piece: [f"<0x{byte:X}>" for byte in piece.encode()])


def still_unknown(pieces, vocab):
    return each_unknown(pieces, vocab, lambda piece: ["<unk>"])


def in_one_text(pieces, vocab):
    return ["".join(spell_unknown([piece], vocab)) for piece in pieces]


def a_list_in_the_list(pieces, vocab):
    return [piece if piece in vocab else spell_unknown([piece], vocab) for piece in pieces]


def bare_numbers(pieces, vocab):
    return each_unknown(pieces, vocab, lambda piece: list(piece.encode()))


def everything_in_bytes(pieces, vocab):
    return spell_unknown(pieces, ())


def first_byte_only(pieces, vocab):
    return each_unknown(pieces, vocab, lambda piece: [f"<0x{piece.encode()[0]:02X}>"])


def utf_16(pieces, vocab):
    return each_unknown(
        pieces, vocab, lambda piece: [f"<0x{byte:02X}>" for byte in piece.encode("utf-16-be")]
    )


def random_pieces_and_vocab(rng: random.Random) -> Args:
    """Draw pieces of one or two characters; about half of them are known."""
    known = ["▁", "a", "é", "京", "▁a"]
    vocab = rng.sample(known, rng.randint(1, len(known)))
    pool = [*known, "\t", "😀", "\n"]
    return ([rng.choice(pool) for _ in range(rng.randint(1, 5))], vocab)


SPELL_UNKNOWN = Exercise(
    id="sp-spell-unknown",
    lesson="06_sentencepiece",
    kind="function",
    points=2,
    reference=spell_unknown,
    wrong={
        "code_points": code_points,
        "small_letters": small_letters,
        "one_digit": one_digit,
        "still_unknown": still_unknown,
        "in_one_text": in_one_text,
        "a_list_in_the_list": a_list_in_the_list,
        "bare_numbers": bare_numbers,
        "everything_in_bytes": everything_in_bytes,
        "first_byte_only": first_byte_only,
        "utf_16": utf_16,
    },
    examples=(
        (["▁", "京"], ["▁"]),
        (["▁", "京"], ["▁", "京"]),
        (["a", "\t"], ["a"]),
        (["😀"], ["a"]),
        ([], ["a"]),
    ),
    random_case=random_pieces_and_vocab,
    valid=lambda pieces, vocab: all(pieces) and all(vocab),
)

# --- read bytes back -----------------------------------------------------------------------------


def read_bytes(pieces):
    """Return the text that a list of pieces spells, byte pieces such as <0xE4> among them.

    Byte pieces side by side make characters together, in UTF-8. Bytes that make no character
    become �, as bytes.decode(errors="replace") writes them. Every ▁ stays as it is.
    """
    data = b""
    for piece in pieces:
        if re.fullmatch("<0x[0-9A-F]{2}>", piece):
            data += bytes([int(piece[3:5], 16)])
        else:
            data += piece.encode("utf-8")
    return data.decode("utf-8", errors="replace")


def value_of(piece):
    """The number of a byte piece; None for an ordinary piece."""
    return int(piece[3:5], 16) if re.fullmatch("<0x[0-9A-F]{2}>", piece) else None


def each_byte_alone(pieces):
    values = [(piece, value_of(piece)) for piece in pieces]
    return "".join(p if n is None else bytes([n]).decode(errors="replace") for p, n in values)


def bytes_as_characters(pieces):
    values = [(piece, value_of(piece)) for piece in pieces]
    return "".join(piece if number is None else chr(number) for piece, number in values)


def left_as_written(pieces):
    return "".join(pieces)


def broken_bytes_dropped(pieces):
    data = b"".join(p.encode() if value_of(p) is None else bytes([value_of(p)]) for p in pieces)
    return data.decode(errors="ignore")


def bytes_at_the_end(pieces):
    text = "".join(piece for piece in pieces if value_of(piece) is None)
    data = bytes(value_of(piece) for piece in pieces if value_of(piece) is not None)
    return text + data.decode(errors="replace")


def marks_as_spaces(pieces):
    return read_bytes(pieces).replace("▁", " ")


def bytes_backwards(pieces):
    text, data = "", b""
    for piece in pieces:
        number = value_of(piece)
        if number is None:
            text, data = text + data.decode(errors="replace") + piece, b""
        else:
            data = bytes([number]) + data
    return text + data.decode(errors="replace")


def random_byte_pieces(rng: random.Random) -> Args:
    """Spell some characters in bytes; now and then a byte is missing."""
    pieces = []
    for _ in range(rng.randint(1, 3)):
        ch = rng.choice(["▁a", "▁", "京", "é", "😀"])
        spelled = [f"<0x{byte:02X}>" for byte in ch.encode()] if ord(ch[0]) != 0x2581 else [ch]
        if len(spelled) > 1 and rng.random() < 0.2:
            del spelled[rng.randrange(len(spelled))]
        pieces += spelled
    return (pieces,)


def is_whole(piece):
    """Whether a piece is not what is left of the name of a byte piece."""
    return value_of(piece) is not None or (piece != "" and not set(piece) & set("<0x>"))


READ_BYTES = Exercise(
    id="sp-read-bytes",
    lesson="06_sentencepiece",
    kind="function",
    points=2,
    reference=read_bytes,
    imports=("import re",),
    wrong={
        "each_byte_alone": each_byte_alone,
        "bytes_as_characters": bytes_as_characters,
        "left_as_written": left_as_written,
        "broken_bytes_dropped": broken_bytes_dropped,
        "bytes_at_the_end": bytes_at_the_end,
        "bytes_backwards": bytes_backwards,
        "marks_as_spaces": marks_as_spaces,
    },
    examples=(
        (["▁", "<0xE4>", "<0xBA>", "<0xAC>"],),
        (["<0xC3>", "<0xA9>", "t", "<0xC3>", "<0xA9>"],),
        (["<0xE4>", "<0xBA>", "▁a"],),
        (["▁to", "▁be"],),
        ([],),
    ),
    random_case=random_byte_pieces,
    valid=lambda pieces: all(map(is_whole, pieces)),
)
