"""Several tokenizers on the same texts: how long, how honest, how alike."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from subword_lab.text import check_text, count_words
from subword_lab.tokenizer import Tokenizer


class Row(NamedTuple):
    """One tokenizer on one text: counts, and whether the text comes back from its ids.

    `bytes` are UTF-8, `words` what white space cuts; `unknown` counts unknown tokens. A text that a
    tokenizer cannot encode at all has None for `tokens`.
    """

    tokenizer: str
    text: str
    bytes: int
    words: int
    tokens: int | None
    unknown: int
    survives: bool

    @property
    def bytes_per_token(self) -> float | None:
        """The compression; None where there are no tokens."""
        return self.bytes / self.tokens if self.tokens else None

    @property
    def fertility(self) -> float | None:
        """Tokens per word; None where there are no words or no tokens."""
        return self.tokens / self.words if self.tokens and self.words else None


def compare(tokenizers: Mapping[str, Tokenizer], texts: Iterable[tuple[str, str]]) -> list[Row]:
    """A row for each text and tokenizer; `texts` are (name, text).

    >>> toks = {"char": Tokenizer.train("char", "low law"), "word": Tokenizer.train("word", "low")}
    >>> [(row.tokenizer, row.tokens, row.unknown) for row in compare(toks, [("a", "low law")])]
    [('char', 7, 0), ('word', 2, 1)]
    """
    return [
        _row(name, tokenizer, title, check_text(text, title))
        for title, text in texts
        for name, tokenizer in tokenizers.items()
    ]


def _row(name: str, tokenizer: Tokenizer, title: str, text: str) -> Row:
    size, words = len(text.encode()), sum(count_words(text).values())
    try:
        ids = tokenizer.encode(text)
    except KeyError:
        return Row(name, title, size, words, None, 0, False)
    unk = tokenizer.cutting.unk
    unknown = ids.count(tokenizer.token_to_id(unk)) if unk is not None else 0
    return Row(name, title, size, words, len(ids), unknown, tokenizer.decode(ids) == text)


def agreement(a: Tokenizer, b: Tokenizer, texts: Iterable[str]) -> float:
    """How far two tokenizers cut at the same places, from 0 to 1.

    The places inside the texts, in code points, where both cut, over those where either does (the
    Jaccard index); 1 where neither cuts.

    >>> words, chars = Tokenizer.train("word", "to be"), Tokenizer.train("char", "to be")
    >>> agreement(words, chars, ["to be"])
    0.5

    Raises `KeyError` for a text that one of them cannot encode.
    """
    both = either = 0
    for text in texts:
        mine, other = borders(a, text), borders(b, text)
        both += len(mine & other)
        either += len(mine | other)
    return both / either if either else 1.0


def borders(tokenizer: Tokenizer, text: str) -> frozenset[int]:
    """The places inside a text where a token begins or ends, in code points.

    >>> sorted(borders(Tokenizer.train("word", "to be"), "to be"))
    [2, 3]
    """
    places = tokenizer.encode_offsets(text)
    return frozenset(at for _, *place in places for at in place if 0 < at < len(text))


def agreements(
    tokenizers: Mapping[str, Tokenizer], texts: Iterable[str]
) -> dict[tuple[str, str], float | None]:
    """The agreement of each two; None where one of them cannot encode a text."""
    read = list(texts)
    found: dict[tuple[str, str], float | None] = {}
    for first, second in combinations(tokenizers, 2):
        try:
            found[first, second] = agreement(tokenizers[first], tokenizers[second], read)
        except KeyError:
            found[first, second] = None
    return found
