"""Numbers that compare tokenizers: what is unknown, how long the result is, what a table costs.

Every metric takes anything with `encode`: our `Tokenizer`, or one of `tokenizers`, `tiktoken` or
`sentencepiece`. Texts are a corpus as everywhere: a `str` is one document, an iterable holds one
document per item.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sized
from pathlib import Path
from typing import Literal, Protocol

from subword_lab.text import count_words, documents
from subword_lab.text.checks import check_kind, check_real, check_whole


class Encodes(Protocol):
    """Anything that turns text into tokens which can be counted."""

    def encode(self, text: str, /) -> Sized:
        """Give the tokens of `text`."""


Texts = str | Path | Iterable[str | Path]
"""Documents, as `text.documents` reads them."""

Words = Iterable[str] | Mapping[str, int]
"""Running words, or how often each one occurs."""


def oov_rate(
    vocab: Collection[str], words: Words, per: Literal["token", "type"] = "token"
) -> float:
    """Share of the words that are out of the vocabulary, from 0 to 1.

    `per="token"` counts every occurrence, `per="type"` every distinct word once. Mixing the two
    (distinct unknown words over all occurrences) gives a third number that is neither.

    >>> words = "the cat sat sat mat".split()
    >>> oov_rate({"the", "cat"}, words), oov_rate({"the", "cat"}, words, per="type")
    (0.6, 0.5)

    Raises `ValueError` for no words and for an unknown `per`, `TypeError` for a `str` of words.
    Source: Jurafsky and Martin, *Speech and Language Processing*, chapter on n-gram models.
    """
    if per not in ("token", "type"):
        raise ValueError(f'per must be "token" or "type", not {per!r}')
    if isinstance(vocab, str | bytes) or not isinstance(vocab, Collection):
        raise TypeError(f"vocab must be a collection of words; got {vocab!r:.60}")
    known = frozenset(vocab)
    counts = _word_counts(words)
    weights = {word: n if per == "token" else 1 for word, n in counts.items() if n}
    return sum(n for word, n in weights.items() if word not in known) / sum(weights.values())


def fertility(tokenizer: Encodes, texts: Texts) -> float:
    """Tokens per word: how many tokens a word costs on average. A word is what white space cuts.

    Each text is encoded whole, so that a word meets the tokenizer with the space before it.

    >>> from types import SimpleNamespace
    >>> characters = SimpleNamespace(encode=list)
    >>> fertility(characters, "to be or not")
    3.0

    Raises `ValueError` for texts without a word.
    Source: Rust et al. 2021, "How Good is Your Tokenizer?", subword fertility.
    """
    read = list(documents(texts))
    words = sum(count_words(read).values())
    return _ratio(_tokens(tokenizer, read), words, "the texts hold no word")


def bytes_per_token(tokenizer: Encodes, texts: Texts) -> float:
    """UTF-8 bytes that one token stands for on average: the compression, higher is shorter.

    >>> from types import SimpleNamespace
    >>> bytes_per_token(SimpleNamespace(encode=list), "né中🤗")
    2.5

    Raises `ValueError` for texts that give no token.
    Source: tiktoken's README, which gives about 4 bytes per token for English.
    """
    read = list(documents(texts))
    size = sum(len(text.encode()) for text in read)
    return _ratio(size, _tokens(tokenizer, read), "the texts give no token")


def continued_share(tokenizer: Encodes, words: Words) -> float:
    """Share of the words that are split in two or more tokens, from 0 to 1.

    `words` are running words or a mapping from word to count; each one is encoded alone, as it is
    written there (GPT-2's " word" and "word" are two words). An unknown word that becomes one
    [UNK] does not count as split.

    >>> from types import SimpleNamespace
    >>> continued_share(SimpleNamespace(encode=list), {"a": 3, "to": 1})
    0.25

    Raises `ValueError` for no words, `TypeError` for a `str` of words.
    Source: Rust et al. 2021, "proportion of continued words".
    """
    counts = _word_counts(words)
    lengths = zip(counts.values(), _lengths(tokenizer, counts), strict=True)
    return sum(n for n, length in lengths if length > 1) / sum(counts.values())


def premium(tokenizer: Encodes, text: Texts, reference: Texts) -> float:
    """How many times the tokens of the reference a text costs; both must say the same. Parity is 1.

    >>> from types import SimpleNamespace
    >>> premium(SimpleNamespace(encode=str.encode), "猫", "cat")
    1.0

    Raises `ValueError` if the reference gives no token.
    Source: Petrov et al. 2023, "Language Model Tokenizers Introduce Unfairness Between Languages".
    """
    tokens, base = (_tokens(tokenizer, documents(texts)) for texts in (text, reference))
    return _ratio(tokens, base, "the reference gives no token")


def coverage(alphabet: Collection[str], texts: Texts) -> float:
    """Share of the characters of the texts that are in `alphabet`, from 0 to 1.

    >>> coverage("abc", "abacus")
    0.6666666666666666

    Raises `ValueError` for texts without a character.
    Source: the `character_coverage` option of SentencePiece (Kudo and Richardson 2018).
    """
    check_kind(alphabet, "alphabet", Collection, "give the characters, such as 'abc'")
    known = frozenset(alphabet)
    covered = total = 0
    for text in documents(texts):
        covered += sum(ch in known for ch in text)
        total += len(text)
    return _ratio(covered, total, "the texts hold no character")


def embedding_parameters(vocab_size: int, dim: int, tied: bool = True) -> int:
    """Parameters that a vocabulary costs: one vector of `dim` numbers for each piece.

    `tied=True` is one table for input and output; `tied=False` counts two.

    >>> embedding_parameters(30522, 768)
    23440896

    Raises `ValueError` for a negative size, `TypeError` for anything but whole numbers.
    Source: Press and Wolf 2017, "Using the Output Embedding to Improve Language Models" (tying).
    """
    entries = check_whole(vocab_size, "vocab_size", least=0)
    return entries * check_whole(dim, "dim", least=0) * (1 if tied else 2)


def renyi_efficiency(counts: Mapping[str, int] | Iterable[int], order: float = 2.5) -> float:
    """How evenly a vocabulary is used, from 0 to 1: Rényi entropy over its largest possible value.

    `counts` says how often each piece occurs; a piece that never occurs (0) still belongs to the
    vocabulary. `order` 1 is Shannon's entropy, `math.inf` looks at the commonest piece only.

    >>> renyi_efficiency({"a": 5, "b": 5, "c": 5, "d": 5})
    1.0
    >>> round(renyi_efficiency([8, 1, 1]), 3)
    0.332

    Raises `ValueError` for fewer than two pieces, for a negative count, for counts that are all 0
    and for a negative order; `TypeError` for what is no number.
    Source: Zouhar et al. 2023, "Tokenization and the Noiseless Channel", which finds 2.5 best.
    """
    values = counts.values() if isinstance(counts, Mapping) else counts
    check_kind(values, "counts", Iterable, "give the count of each piece")
    numbers = [check_whole(count, "a count", least=0) for count in values]
    if len(numbers) < 2 or not any(numbers):
        raise ValueError(
            "renyi_efficiency compares at least two pieces, with counts that are not all 0; it got "
            f"{len(numbers)} counts, {numbers[:5]}"
        )
    order = check_real(order, "order", least=0)
    total = sum(numbers)
    shares = [n / total for n in numbers if n]
    efficiency = _renyi_entropy(shares, order) / math.log(len(numbers))
    return min(max(0.0, efficiency), 1.0)  # rounding may leave the range by a hair


def _renyi_entropy(shares: list[float], order: float) -> float:
    """Entropy in nats; orders 1 and infinity are the limits of the general formula."""
    if order == 1:
        return -math.fsum(p * math.log(p) for p in shares)
    if order == math.inf:
        return -math.log(max(shares))
    top = max(shares)  # taken out of the sum, so that no power becomes 0
    power_sum = math.fsum((p / top) ** order for p in shares)
    return (order * math.log(top) + math.log(power_sum)) / (1 - order)


def spellings(pieces: Collection[str], text: str) -> int:
    """In how many ways `text` can be cut into the pieces; a tokenizer uses one of them.

    For a byte-level vocabulary give the text in its alphabet, `text.to_printable(text.encode())`.

    >>> spellings({"h", "u", "g", "hu", "ug", "hug"}, "hug")
    4

    Raises `TypeError` for pieces in one str.
    Source: counting paths by dynamic programming; each end adds up the ways to its beginnings.
    """
    if isinstance(pieces, str):
        raise TypeError("pieces is a collection of pieces; a str would be one of characters")
    known, longest = frozenset(pieces), max(map(len, pieces), default=0)
    ways = [1]  # one way to spell nothing
    for end in range(1, len(text) + 1):
        starts = range(max(0, end - longest), end)
        ways.append(sum(ways[start] for start in starts if text[start:end] in known))
    return ways[-1]


def _word_counts(words: Words) -> Mapping[str, int]:
    """Count the words, checked; at least one of them."""
    if isinstance(words, str):
        raise TypeError("words is one str: give the words one by one, words.split()")
    counts = count_words(words, pretokenizer="none")
    if not any(counts.values()):
        raise ValueError("there are no words to count: a share of nothing is undefined")
    return counts


def _tokens(tokenizer: Encodes, texts: Iterable[str]) -> int:
    return sum(_lengths(tokenizer, texts))


def _lengths(tokenizer: Encodes, texts: Iterable[str]) -> Iterator[int]:
    if isinstance(tokenizer, str) or not hasattr(tokenizer, "encode"):
        raise TypeError(
            f"tokenizer must have a method encode(text); got {tokenizer!r:.60} of type "
            f"{type(tokenizer).__name__}"
        )
    return (len(tokenizer.encode(text)) for text in texts)


def _ratio(number: int, base: int, problem: str) -> float:
    if base == 0:
        raise ValueError(f"{problem}: the ratio is undefined")
    return number / base
