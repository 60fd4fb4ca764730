"""Decoding: from ids back to text, one id at a time, without ever showing half a character.

There is one decoder, the streaming one; decoding a whole list feeds it all and flushes.
"""

import codecs
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from subword_lab.special import SpecialToken
from subword_lab.text import from_printable
from subword_lab.text.checks import check_whole

Joining = Literal["concat", "words", "wordpiece", "suffix", "bytes", "metaspace"]
Drop = Literal["none", "one", "all", "first piece"]
Errors = Literal["replace", "strict", "ignore"]
Surface = str | bytes

METASPACE = "▁"
_BYTE_PIECE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_SPACE_BEFORE = (" .", " ?", " !", " ,", " n't", " 'm", " 's", " 've", " 're")


@dataclass(frozen=True, slots=True)
class Decoder:
    """How pieces become text again.

    - "concat": put side by side; "words": one space between.
    - "wordpiece": `mark` (`##`) glues a piece to the last one, else a space; with `cleanup` no
      space stands before punctuation.
    - "suffix": `mark` (`</w>`) ends a word.
    - "bytes": pieces are GPT-2's printable bytes.
    - "metaspace": `▁` is a space. `drop` says which spaces at the start are not part of the text:
      "none", "one" (the dummy prefix), "all", or all of the "first piece" (Hugging Face).
      `byte_pieces` reads `<0xNN>` as a byte; `unknown` is how SentencePiece's unknown piece shows.
    """

    joining: Joining = "concat"
    mark: str = ""
    cleanup: bool = False
    drop: Drop = "none"
    byte_pieces: bool = False
    unknown: str = " ⁇ "


def byte_of(piece: str) -> bytes | None:
    """The byte that a SentencePiece byte piece stands for, or None.

    >>> byte_of("<0xE4>"), byte_of("the")
    (b'\\xe4', None)
    """
    match = _BYTE_PIECE.fullmatch(piece)
    return bytes([int(match[1], 16)]) if match else None


class StreamDecoder:
    """Feed ids, get text as soon as its characters are whole.

    After any number of ids, all text given so far and `flush()` together equal decoding these ids
    at once. `surfaces` maps an id to its text, or to bytes; ids in `skip` give nothing.
    """

    def __init__(
        self,
        decoder: Decoder,
        surfaces: Mapping[int, Surface],
        *,
        skip: frozenset[int] = frozenset(),
        errors: Errors = "replace",
    ) -> None:
        if errors not in ("replace", "strict", "ignore"):
            raise ValueError(f"errors is 'replace', 'strict' or 'ignore', got {errors!r}")
        self._decoder = decoder
        self._surfaces = surfaces
        self._skip = skip
        self._errors = errors
        self._start_over()

    def _start_over(self) -> None:
        by_byte = self._errors == "replace" and self._decoder.joining == "metaspace"
        make = codecs.getincrementaldecoder("utf-8")
        self._utf8 = make("subword_lab.by_byte" if by_byte else self._errors)
        self._empty = True  # nothing shown yet
        self._gap = ""  # a space that waits for its next word

    def feed(self, token_id: int) -> str:
        """The text that is certain after `token_id`; "" while a character is incomplete.

        Raises `TypeError` when it is no integer, `ValueError` when it is no id of the vocabulary.
        """
        token_id = check_whole(token_id, "an id")
        surface = self._surfaces.get(token_id)
        if surface is None:
            raise ValueError(
                f"id {token_id} is not in the vocabulary of {len(self._surfaces)} tokens "
                f"(ids {min(self._surfaces, default=0)} to {max(self._surfaces, default=0)})"
            )
        if token_id in self._skip:
            return ""
        if isinstance(surface, bytes):
            self._empty = False
            return self._whole(surface, final=False)
        before = self._whole(b"", final=True)
        shown = self._join(surface)
        self._empty = self._empty and not before + shown
        return before + shown

    def flush(self) -> str:
        """What is left at the end: half a character, as `errors` says. The decoder starts anew."""
        rest = self._whole(b"", final=True)
        self._start_over()
        return rest

    def _whole(self, data: bytes, final: bool) -> str:
        try:
            return self._utf8.decode(data, final)
        except UnicodeDecodeError as error:
            raise ValueError(
                f"the bytes {error.object!r} are no whole UTF-8 characters ({error.reason}); "
                f"use errors='replace' to see � in their place"
            ) from error

    def _join(self, piece: str) -> str:
        match self._decoder.joining:
            case "words":
                return piece if self._empty else f" {piece}"
            case "wordpiece":
                return self._join_wordpiece(piece)
            case "suffix":
                return self._join_suffix(piece)
            case "metaspace":
                return self._join_metaspace(piece)
        return piece

    def _join_wordpiece(self, piece: str) -> str:
        if not self._empty:
            glued = piece.startswith(self._decoder.mark)
            piece = piece.removeprefix(self._decoder.mark) if glued else f" {piece}"
        if self._decoder.cleanup:
            for spaced in _SPACE_BEFORE:
                piece = piece.replace(spaced, spaced[1:])
        return piece

    def _join_suffix(self, piece: str) -> str:
        shown = self._gap + piece.removesuffix(self._decoder.mark)
        self._gap = " " if piece.endswith(self._decoder.mark) else ""
        return shown

    def _join_metaspace(self, piece: str) -> str:
        if self._empty and self._decoder.drop == "first piece":
            self._empty = False
            return piece.replace(METASPACE, "")
        if self._empty and self._decoder.drop != "none" and piece.startswith(METASPACE):
            piece = piece[1:]
            # subtle: a lone dummy prefix is used up even though nothing was shown
            self._empty = self._decoder.drop == "all"
        return piece.replace(METASPACE, " ")


def surfaces(
    decoder: Decoder,
    pieces: Mapping[int, str],
    special: Iterable[SpecialToken],
    unk: str | None,
) -> dict[int, Surface]:
    """What each id shows: bytes where pieces spell bytes, else text.

    SentencePiece's control symbols show nothing, but for its unknown piece.
    """
    table: dict[int, Surface] = dict(pieces)
    named = {token.id: token for token in special}
    for token_id, piece in pieces.items():
        if token_id in named:
            hidden = named[token_id].matching == "never"
            table[token_id] = (decoder.unknown if piece == unk else "") if hidden else piece
        elif decoder.joining == "bytes":
            table[token_id] = from_printable(piece)
        elif decoder.byte_pieces:
            table[token_id] = byte_of(piece) or piece
    return table


def decode(stream: StreamDecoder, ids: Iterable[int]) -> str:
    """All the text of `ids`: feed each, then flush."""
    if isinstance(ids, str | bytes) or not isinstance(ids, Iterable):
        raise TypeError(f"decode takes a list of ids; got {ids!r:.60}. To get ids use encode")
    return "".join([*map(stream.feed, ids), stream.flush()])


def _by_byte(error: UnicodeError) -> tuple[str, int]:
    """One � for each byte that fits nowhere, as in SentencePiece; Python would group them."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\ufffd" * (error.end - error.start), error.end


codecs.register_error("subword_lab.by_byte", _by_byte)
