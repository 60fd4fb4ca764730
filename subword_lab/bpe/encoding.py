"""Encoding a word with learned merges, with dropout if wanted, and decoding it."""

import random
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise

from subword_lab.bpe.model import END_OF_WORD, BpeModel, EndOfWord, spell
from subword_lab.pairs import Symbols
from subword_lab.text.checks import check_kind, check_real
from subword_lab.trace import drain

MADE_BY = "bpe.train makes one; that of a Tokenizer is its .model"


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


def encode_steps(
    model: BpeModel, word: str, dropout: float = 0.0, rng: random.Random | None = None
) -> Generator[Joined, None, Symbols]:
    """Encode one word, one `Joined` step at a time; the parameters are those of `encode`."""
    check_kind(model, "model", BpeModel, MADE_BY)
    dropout = check_real(dropout, "dropout", least=0, most=1)
    rng = random.Random() if rng is None else rng
    check_kind(rng, "rng", random.Random, "give a seeded generator, random.Random(1)")
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
    `ValueError` if `dropout` is no probability, `TypeError` for what is no model, word or rng.

    Source: BPE-dropout is Provilkov, Emelianenko and Voita 2020, Algorithm 1; of equal merges the
    leftmost is taken first, as in Hugging Face `tokenizers`.

    >>> from subword_lab.bpe import train
    >>> model = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, merges=3)
    >>> encode(model, "unhug"), encode(model, "hug", dropout=1)
    (('un', 'hug'), ('h', 'u', 'g'))
    """
    return drain(encode_steps(model, word, dropout, rng))


def dropout_shares(model: BpeModel, word: str, dropout: float) -> dict[Symbols, float]:
    """Give every segmentation of a short word under BPE-dropout, with its exact probability.

    >>> from subword_lab.bpe import train
    >>> dropout_shares(train({"hug": 1}, merges=2), "hug", 0.5)
    {('h', 'u', 'g'): 0.5, ('hu', 'g'): 0.25, ('hug',): 0.25}
    """
    check_kind(model, "model", BpeModel, MADE_BY)
    dropout = check_real(dropout, "dropout", least=0, most=1)
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
