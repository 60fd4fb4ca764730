"""Byte-pair encoding: merge the most frequent pair of neighbors, again and again.

The symbols are characters; byte-level BPE is the same algorithm on the 256 printable stand-ins for
bytes (`subword_lab.text.to_printable`).

Source: Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with Subword
Units", Algorithm 1. Ids and ties as in Hugging Face `tokenizers`, or as `tie_break` says.
"""

import random
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any, Literal

from subword_lab.pairs import Allowed, Merged, Symbols, Words, replay
from subword_lab.ties import Pair
from subword_lab.trace import drain
from subword_lab.training import TIES_SHOWN, first_ids, pair_table, spelled

END_OF_WORD = "</w>"

EndOfWord = Literal["separate", "glued"] | None


@dataclass(frozen=True, slots=True)
class Joined:
    """An encoding step: the symbols `left` and `right` became `new`.

    `rank` is the place of the merge in the learned order, 0 first; `at` counts the initial symbols
    in front of `left`, so it does not shift while the word is being encoded.
    """

    left: str
    right: str
    new: str
    rank: int
    at: int


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
    """
    if not isinstance(word, str):
        raise TypeError(f"a word is a str; got {type(word).__name__}: {word!r}")
    if not word or end_of_word is None:
        return tuple(word)
    if end_of_word == "separate":
        return (*word, END_OF_WORD)
    if end_of_word == "glued":
        return (*word[:-1], word[-1] + END_OF_WORD)
    raise ValueError(f"end_of_word must be None, 'separate' or 'glued'; got {end_of_word!r}")


# Training ----------------------------------------------------------------------------------------


def train_steps(
    word_counts: Mapping[str, int],
    vocab_size: int | None = None,
    merges: int | None = None,
    tie_break: str = "smallest_ids",
    end_of_word: EndOfWord = None,
    *,
    special_tokens: Sequence[str] = (),
    unk: str | None = None,
    alphabet: Iterable[str] = (),
    min_frequency: int = 1,
    symbol_key: Callable[[str], Sequence[int]] | None = None,
    table: str = "indexed",
    ties_shown: int = TIES_SHOWN,
    allowed: Allowed | None = None,
) -> Generator[Merged, None, BpeModel]:
    """Train BPE, one `Merged` step at a time; the parameters are those of `train`."""
    words = spelled(word_counts, lambda word: spell(word, end_of_word))
    if unk is not None and unk not in special_tokens:
        special_tokens = (unk, *special_tokens)
    seen = (symbol for symbols, _ in words for symbol in symbols)
    vocab = first_ids(special_tokens, (*alphabet, *seen), vocab_size, merges)
    pairs = pair_table(table, words, tie_break, vocab, symbol_key, allowed)
    learned: list[Pair] = []

    while (merges is None or len(learned) < merges) and (
        vocab_size is None or len(vocab) < vocab_size
    ):
        best = pairs.best()
        if best is None or best[1] < min_frequency:
            break
        (left, right), count = best
        tied = pairs.tied(ties_shown) if ties_shown else ()
        new = left + right
        vocab.setdefault(new, len(vocab))  # a special token of that name keeps its id
        pairs.merge((left, right), new)
        learned.append((left, right))
        yield Merged(left, right, new, count, tied=tied)

    return BpeModel(vocab, learned, end_of_word, unk)


def train(
    word_counts: Mapping[str, int],
    vocab_size: int | None = None,
    merges: int | None = None,
    tie_break: str = "smallest_ids",
    end_of_word: EndOfWord = None,
    **options: Any,
) -> BpeModel:
    """Learn a BPE model from word counts, up to a vocabulary size or a number of merges.

    Ids are given to the special tokens first, then to the alphabet by code point, then to the
    merges; `vocab_size` counts all three. Training stops early when no pair is left, so the model
    may be smaller than asked for; from no words at all comes a model without merges.

    `tie_break` is one of `ties.TIE_BREAKS`; ``"first_seen"`` depends on the order of the words, so
    it recounts them after each merge, which is slow on a large corpus. `end_of_word` is None,
    ``"separate"`` or ``"glued"`` (see `spell`). Options by keyword: `special_tokens`; `unk`, the
    token for unknown symbols; `alphabet`, symbols to have even if the words lack them;
    `min_frequency`, the count under which no pair is merged; `symbol_key`, what dictionary order
    compares in place of code points; `table`, ``"indexed"`` or ``"recount"``, which differ only
    in speed; `allowed`, which says of a piece whether it may be made (SentencePiece: of one
    script, of 16 characters at most).

    `ValueError`: not exactly one of `vocab_size` and `merges`, a vocabulary smaller than the
    alphabet, a negative count, an unknown name. `TypeError`: `word_counts` is not a mapping.

    >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> model = train(corpus, merges=3)
    >>> model.merges
    [('u', 'g'), ('u', 'n'), ('h', 'ug')]
    >>> list(model.vocab)
    ['b', 'g', 'h', 'n', 'p', 's', 'u', 'ug', 'un', 'hug']
    """
    steps = train_steps(
        word_counts, vocab_size, merges, tie_break, end_of_word, ties_shown=0, **options
    )
    return drain(steps)


def words_after(
    word_counts: Mapping[str, int], steps: Iterable[Merged], end_of_word: EndOfWord = None
) -> Words:
    """Give the words of a corpus as they stood after some recorded training steps.

    >>> words_after({"hugs": 5}, [Merged("u", "g", "ug", 20)])
    [(('h', 'ug', 's'), 5)]
    """
    return replay(spelled(word_counts, lambda word: spell(word, end_of_word)), steps)


# Encoding ----------------------------------------------------------------------------------------


def encode_steps(
    model: BpeModel, word: str, dropout: float = 0.0, rng: random.Random | None = None
) -> Generator[Joined, None, Symbols]:
    """Encode one word, one `Joined` step at a time; the parameters are those of `encode`."""
    if not 0 <= dropout <= 1:
        raise ValueError(f"dropout is a probability from 0 to 1; got {dropout}")
    rng = rng or random.Random()
    symbols = list(spell(word, model.end_of_word))  # "" where a symbol went into its left neighbor
    end = len(symbols)
    following, preceding = list(range(1, end + 1)), list(range(-1, end - 1))

    def merge_at(at: int) -> list[tuple[int, int]]:
        """What may be merged at this place: [(rank, at)], or [] if nothing."""
        if at < 0 or not symbols[at] or following[at] == end:
            return []
        rank = model.rank(symbols[at], symbols[following[at]])
        return [] if rank is None else [(rank, at)]

    waiting = [merge for at in range(end) for merge in merge_at(at)]
    heapify(waiting)
    dropped: list[tuple[int, int]] = []
    while waiting:
        merge = rank, at = heappop(waiting)
        if merge not in merge_at(at):  # one of its symbols has been merged with another since
            continue
        if dropout and rng.random() < dropout:
            dropped.append(merge)
            continue
        left, right = symbols[at], symbols[following[at]]
        symbols[at], symbols[following[at]] = left + right, ""
        following[at] = following[following[at]]
        if following[at] < end:
            preceding[following[at]] = at
        for candidate in (*dropped, *merge_at(preceding[at]), *merge_at(at)):
            heappush(waiting, candidate)
        dropped.clear()  # a dropped merge has another chance at the next step
        yield Joined(left, right, left + right, rank, at)

    pieces = (symbol for symbol in symbols if symbol)
    if model.unk is None:
        return tuple(pieces)
    return tuple(piece if piece in model.vocab else model.unk for piece in pieces)


def encode(
    model: BpeModel, word: str, dropout: float = 0.0, rng: random.Random | None = None
) -> Symbols:
    """Encode one word: of the merges that apply, take the one learned first; repeat.

    The model's own end-of-word mark is added. Time grows with n log n for a word of n characters.
    With `dropout` p, each merge that applies is passed over with probability p at every step:
    0 is plain BPE, 1 gives characters. Pass a seeded `rng` to have the same result again.
    `ValueError` if `dropout` is no probability.

    Source: BPE-dropout is Provilkov, Emelianenko and Voita 2020, Algorithm 1; of equal merges the
    leftmost is taken first, as in Hugging Face `tokenizers`.

    >>> model = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, merges=3)
    >>> encode(model, "unhug"), encode(model, "hug", dropout=1)
    (('un', 'hug'), ('h', 'u', 'g'))
    """
    return drain(encode_steps(model, word, dropout, rng))


def dropout_shares(model: BpeModel, word: str, dropout: float) -> dict[Symbols, float]:
    """Give every segmentation of a short word under BPE-dropout, with its exact probability.

    >>> dropout_shares(train({"hug": 1}, merges=2), "hug", 0.5)
    {('h', 'u', 'g'): 0.5, ('hu', 'g'): 0.25, ('hug',): 0.25}
    """
    shares: dict[Symbols, float] = {}
    waiting = {spell(word, model.end_of_word): 1.0}
    while waiting:
        symbols = max(waiting, key=len)  # nothing that still waits can lead to it
        share = waiting.pop(symbols)
        ranks = ((model.rank(*pair), at) for at, pair in enumerate(pairwise(symbols)))
        for _, at in sorted((rank, at) for rank, at in ranks if rank is not None):
            new = (*symbols[:at], symbols[at] + symbols[at + 1], *symbols[at + 2 :])
            waiting[new] = waiting.get(new, 0.0) + share * (1 - dropout)
            share *= dropout  # passed over: the next best has its chance
        shares |= {symbols: share} if share else {}
    return shares


def symbols_after(word: str, steps: Iterable[Joined], end_of_word: EndOfWord = None) -> Symbols:
    """Give the symbols of a word as they stood after some recorded encoding steps.

    >>> symbols_after("hugs", [Joined("u", "g", "ug", 0, at=1)])
    ('h', 'ug', 's')
    """
    symbols = dict(enumerate(spell(word, end_of_word)))
    for step in steps:
        symbols[step.at] = step.new
        del symbols[min(at for at in symbols if at > step.at)]
    return tuple(symbols.values())


def decode(model: BpeModel, pieces: Iterable[str]) -> str:
    """Join the pieces of one word and take its end-of-word mark off.

    >>> decode(BpeModel({}, [], end_of_word="separate"), ["low", "est</w>"])
    'lowest'
    """
    word = "".join(pieces)
    return word.removesuffix(END_OF_WORD) if model.end_of_word else word
