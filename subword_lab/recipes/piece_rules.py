"""Which strings SentencePiece's trainer makes pieces of, beside how often they occur."""

import re
from dataclasses import dataclass

from subword_lab.spaces import METASPACE
from subword_lab.text.checks import check_whole
from subword_lab.unigram import one_script

UNKNOWN = "▅"  # what SentencePiece writes for a character that is too rare, or for a border
BORDER = "\x1f"  # what it writes first where a special symbol stood
RESERVED = {UNKNOWN, BORDER, "\0", " "}
DIGITS = "[0-9０-９]"


@dataclass(frozen=True, slots=True)
class PieceRules:
    """The rules by the names that SentencePiece's trainer has for them.

    - `split_by_unicode_script`: no piece mixes two writing systems.
    - `split_by_number`: digits are a writing system of their own; else they go with any.
    - `split_digits`: a digit is always a piece by itself.
    - `split_by_whitespace`: a ▁ only begins a piece; else it may stand inside, not at the end.
    - `allow_whitespace_only_pieces`: several ▁ may be a piece.

    Raises `ValueError` for a `max_piece_length` below 1.
    """

    max_piece_length: int = 16
    split_by_unicode_script: bool = True
    split_by_number: bool = True
    split_by_whitespace: bool = True
    split_digits: bool = False
    allow_whitespace_only_pieces: bool = False

    def __post_init__(self) -> None:
        check_whole(self.max_piece_length, "max_piece_length", least=1)

    def allow(self, piece: str) -> bool:
        """Tell whether `piece` may be one.

        >>> PieceRules().allow("▁to"), PieceRules().allow("to▁be"), PieceRules().allow("a1")
        (True, False, False)
        """
        return (
            len(piece) <= self.max_piece_length
            and RESERVED.isdisjoint(piece)
            and self._allows_spaces(piece)
            and not (self.split_digits and len(piece) > 1 and re.search(DIGITS, piece))
            and self._allows_scripts(piece)
        )

    def _allows_spaces(self, piece: str) -> bool:
        if self.allow_whitespace_only_pieces and not piece.strip(METASPACE):
            return True
        return METASPACE not in (piece[1:] if self.split_by_whitespace else piece[1:][-1:])

    def _allows_scripts(self, piece: str) -> bool:
        if not self.split_by_unicode_script:
            return True
        return all(map(one_script, [piece] if self.split_by_number else re.split(DIGITS, piece)))

    @property
    def words(self) -> str:
        """How a line is cut into words that no piece crosses: a pattern, or "none"."""
        if not self.split_by_whitespace:
            return "none"
        begin = "▁+" if self.allow_whitespace_only_pieces else "▁"
        return f"{begin}[^▁]*|[^▁]+"
