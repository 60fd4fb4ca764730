"""What a SentencePiece `.model` file says: pieces with scores and types, and the flags beside them.

Source: `sentencepiece_model.proto` of SentencePiece 0.2.3; the numbers are its field numbers.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from math import isfinite
from typing import NamedTuple

from subword_lab.formats.sentencepiece_model.wire import Value, fields, signed, written


class Kind(IntEnum):
    """What a piece is for."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


KINDS = {int(kind): kind for kind in Kind}


class Piece(NamedTuple):
    """A piece; its place in the list is its id."""

    text: str
    score: float
    kind: Kind


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file: the flags have SentencePiece's own names and defaults."""

    pieces: tuple[Piece, ...] = ()
    model_type: int = 1
    byte_fallback: bool = False
    treat_whitespace_as_suffix: bool = False
    unk_id: int = 0
    bos_id: int = 1
    eos_id: int = 2
    unk_surface: str = " ⁇ "
    unk_piece: str = "<unk>"
    bos_piece: str = "<s>"
    eos_piece: str = "</s>"
    normalization: str = ""
    precompiled_charsmap: bytes = b""
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True


PIECES, TRAINER, NORMALIZER = 1, 2, 3
VOCAB_SIZE = 4  # of the trainer's fields; said again by the number of pieces
TRAINER_FLAGS = {
    3: "model_type",
    24: "treat_whitespace_as_suffix",
    35: "byte_fallback",
    40: "unk_id",
    41: "bos_id",
    42: "eos_id",
    44: "unk_surface",
    45: "unk_piece",
    46: "bos_piece",
    47: "eos_piece",
}
NORMALIZER_FLAGS = {
    1: "normalization",
    2: "precompiled_charsmap",
    3: "add_dummy_prefix",
    4: "remove_extra_whitespaces",
    5: "escape_whitespaces",
}


def parse(data: bytes) -> ModelFile:
    """Read a model file. Raises `ValueError` where it is broken."""
    pieces: list[Piece] = []
    model = ModelFile()
    for number, value in fields(data):
        if number == PIECES:
            pieces.append(_piece(_message(value), len(pieces)))
        elif number == TRAINER:
            model = _with_flags(model, _message(value), TRAINER_FLAGS)
        elif number == NORMALIZER:
            model = _with_flags(model, _message(value), NORMALIZER_FLAGS)
    if not pieces:
        raise ValueError("it holds no pieces")
    return replace(model, pieces=tuple(pieces))


def dump(model: ModelFile) -> bytes:
    """The bytes of a model file; `parse` gives the same back.

    >>> model = ModelFile((Piece("<unk>", 0.0, Kind.UNKNOWN), Piece("a", -1.5, Kind.NORMAL)))
    >>> parse(dump(model)) == model
    True
    """
    pieces = (
        written(1, piece.text) + written(2, piece.score) + written(3, int(piece.kind))
        for piece in model.pieces
    )
    size = written(VOCAB_SIZE, len(model.pieces))
    return b"".join(
        (
            *(written(PIECES, piece) for piece in pieces),
            written(TRAINER, size + _flags(model, TRAINER_FLAGS)),
            written(NORMALIZER, _flags(model, NORMALIZER_FLAGS)),
        )
    )


def _flags(model: ModelFile, names: dict[int, str]) -> bytes:
    return b"".join(written(number, getattr(model, name)) for number, name in names.items())


def _message(value: Value) -> bytes:
    if not isinstance(value, bytes):
        raise ValueError(f"a message is wanted, found {value!r}")
    return value


def _piece(message: bytes, at: int) -> Piece:
    text, score, kind = "", 0.0, int(Kind.NORMAL)
    for number, value in fields(message):
        if number == 1:
            text = _text(value)
        elif number == 2 and isinstance(value, float):
            score = value
        elif number == 3:
            kind = signed(value)
    if not text or not isfinite(score):
        raise ValueError(f"piece {at} is {text!r} with the score {score}")
    if kind not in KINDS:
        raise ValueError(f"piece {at} ({text!r}) has the unknown type {kind}")
    return Piece(text, score, KINDS[kind])


def _with_flags(model: ModelFile, message: bytes, names: dict[int, str]) -> ModelFile:
    flags: dict[str, object] = {}
    for number, value in fields(message):
        name = names.get(number)
        if name is None:
            continue
        default = getattr(model, name)
        if isinstance(default, bool):
            flags[name] = bool(signed(value))
        elif isinstance(default, int):
            flags[name] = signed(value)
        elif isinstance(default, str):
            flags[name] = _text(value)
        else:
            flags[name] = _message(value)
    return replace(model, **flags)  # type: ignore[arg-type]


def _text(value: Value) -> str:
    try:
        return _message(value).decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"a string is not UTF-8: {value!r}") from error
