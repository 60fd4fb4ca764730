"""The BPE model: pieces with ids, merges in their order, and how a word is spelled before them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from subword_lab.pairs import Symbols
from subword_lab.text.checks import check_text
from subword_lab.ties import Pair

END_OF_WORD = "</w>"

EndOfWord = Literal["separate", "glued"] | None


@dataclass(frozen=True)
class BpeModel:
    """A trained BPE model: pieces with ids, and merges in the order in which they were learned.

    A symbol that is not in `vocab` becomes `unk` when a word is encoded, or stays as it is where
    `unk` is None. `lookup` says how a merge is found: by its ``"pair"`` of symbols, or by the
    ``"joined"`` string whichever parts it is made of (tiktoken, SentencePiece); in that case
    `piece_ranks` may give the ranks where no list of merges is at hand.
    """

    vocab: dict[str, int]
    merges: list[Pair]
    end_of_word: EndOfWord = None
    unk: str | None = None
    lookup: Literal["pair", "joined"] = "pair"
    piece_ranks: Mapping[str, int] = field(default_factory=dict, repr=False)

    @cached_property
    def ranks(self) -> dict[Pair, int]:
        """The rank of each merge; where a list repeats a merge, its last place counts."""
        return {pair: rank for rank, pair in enumerate(self.merges)}

    @cached_property
    def joined_ranks(self) -> Mapping[str, int]:
        """The rank of each piece that a merge can make, for ``lookup="joined"``."""
        if self.piece_ranks:
            return self.piece_ranks
        return {left + right: rank for rank, (left, right) in enumerate(self.merges)}

    def rank(self, left: str, right: str) -> int | None:
        """The rank of merging two neighbors; None if they are never merged."""
        if self.lookup == "joined":
            return self.joined_ranks.get(left + right)
        return self.ranks.get((left, right))


def spell(word: str, end_of_word: EndOfWord = None) -> Symbols:
    """Split a word into its characters and add the end-of-word mark.

    ``"separate"`` makes the mark a symbol of its own (Sennrich et al. 2016), ``"glued"`` writes it
    onto the last character (subword-nmt from version 0.2 on).

    >>> spell("low", "separate"), spell("low", "glued")
    (('l', 'o', 'w', '</w>'), ('l', 'o', 'w</w>'))

    Raises `TypeError` for anything but a `str`, `ValueError` for a lone surrogate or another mark.
    """
    check_text(word, "a word")
    check_end_of_word(end_of_word)
    if not word or end_of_word is None:
        return tuple(word)
    if end_of_word == "separate":
        return (*word, END_OF_WORD)
    return (*word[:-1], word[-1] + END_OF_WORD)


def check_end_of_word(end_of_word: EndOfWord) -> None:
    """Raise `ValueError` for anything but the three ways to mark the end of a word.

    >>> check_end_of_word("glued")
    """
    if end_of_word not in (None, "separate", "glued"):
        raise ValueError(f"end_of_word must be None, 'separate' or 'glued'; got {end_of_word!r}")
