"""The WordPiece model: pieces with ids, and how a word is spelled before the first merge."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from subword_lab.pairs import Symbols
from subword_lab.text.checks import check_tokens, check_whole
from subword_lab.ties import Pair

PREFIX = "##"
UNK = "[UNK]"


@dataclass(frozen=True)
class WordPieceModel:
    """A WordPiece model: pieces with ids; `merges` tell how they were learned and encode nothing.

    Pieces that start with `prefix` continue a word. A word of more than `max_chars` characters is
    `unk` without being looked at.
    """

    vocab: dict[str, int]
    merges: list[Pair] = field(default_factory=list)
    unk: str = UNK
    prefix: str = PREFIX
    max_chars: int = 100

    @classmethod
    def from_vocab(
        cls,
        pieces: Mapping[str, int] | Iterable[str],
        unk: str = UNK,
        prefix: str = PREFIX,
        max_chars: int = 100,
    ) -> "WordPieceModel":
        """Make a model from a ready vocabulary: pieces with their ids, or pieces in id order.

        `ValueError` if a piece or an id is there twice or a piece is empty, `TypeError` if a piece
        is no `str` or an id no whole number.

        >>> WordPieceModel.from_vocab(["[UNK]", "play", "##ing"]).vocab
        {'[UNK]': 0, 'play': 1, '##ing': 2}
        """
        names = check_tokens(pieces, "pieces")
        ids: Iterable[int] = range(len(names))
        if isinstance(pieces, Mapping):
            ids = [check_whole(pieces[name], f"the id of {name!r}", least=0) for name in names]
            if len(set(ids)) < len(names):
                raise ValueError("two pieces of the vocabulary have the same id")
        return cls(dict(zip(names, ids, strict=True)), [], unk, prefix, max_chars)

    @cached_property
    def longest(self) -> int:
        """The length of the longest piece: no match is longer."""
        return max(map(len, self.vocab), default=0)


def spell(word: str) -> Symbols:
    """Split a word into characters, all but the first marked as inside a word.

    >>> spell("hugs")
    ('h', '##u', '##g', '##s')
    """
    return tuple(PREFIX + ch if at else ch for at, ch in enumerate(word))


def join(left: str, right: str) -> str:
    """Name the piece made of two neighbors: the mark between them is dropped.

    >>> join("h", "##ug"), join("##g", "##s")
    ('hug', '##gs')
    """
    return left + right.removeprefix(PREFIX)
