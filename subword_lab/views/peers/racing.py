"""The same work by us, by us without a trick, and by the libraries that are here: for a race."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from typing import Any

from subword_lab import bpe
from subword_lab.stations import Stations
from subword_lab.text import BYTE_TO_CHAR, PATTERNS, count_words, from_printable, to_printable
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.peers.byte_training import of_tokenizers

LIBRARIES = ("tokenizers", "tiktoken")


@dataclass(frozen=True)
class Contestant:
    """`run` is timed and gives what must be equal; `name` is a library's, or a key of the texts."""

    name: str
    run: Callable[[], object]


def missing() -> tuple[str, ...]:
    """The libraries that are not installed."""
    return tuple(name for name in LIBRARIES if find_spec(name) is None)


def training(text: str, vocab_size: int) -> list[Contestant]:
    """Learn a byte-level vocabulary; each gives its merges."""
    merges = vocab_size - len(BYTE_TO_CHAR)
    return _here(
        Contestant("ours", lambda: Tokenizer.train("byte_bpe", text, vocab_size).model.merges),
        Contestant("one_by_one", lambda: _one_by_one(text, merges)),
        Contestant("tokenizers", lambda: of_tokenizers(text, merges)),
    )


def _one_by_one(text: str, merges: int) -> list[tuple[str, str]]:
    """The readable training: words counted, pairs indexed, one merge after the other."""
    counts = count_words(text, "gpt2")
    words = {to_printable(word.encode()): count for word, count in counts.items()}
    return bpe.train(words, merges=merges, alphabet=tuple(BYTE_TO_CHAR.values())).merges


def encoding(tokenizer: Tokenizer, text: str) -> list[Contestant]:
    """Encode a text with a byte-level vocabulary; each gives its ids."""
    tiktoken = cache(lambda: as_tiktoken(tokenizer.vocab))
    tokenizers = cache(lambda: as_tokenizers(tokenizer))
    return _here(
        Contestant("ours", lambda: tokenizer.encode(text)),
        Contestant("first_time", lambda: replace(tokenizer).encode(text)),
        Contestant("no_memory", lambda: Stations(tokenizer).encode(text)),
        Contestant("tiktoken", lambda: tiktoken().encode_ordinary(text)),
        Contestant("tokenizers", lambda: tokenizers().encode(text).ids),
    )


def _here(*contestants: Contestant) -> list[Contestant]:
    return [each for each in contestants if each.name not in missing()]


def as_tiktoken(vocab: Mapping[str, int]) -> Any:
    """The same vocabulary in tiktoken."""
    import tiktoken

    ranks = {from_printable(piece): id for piece, id in vocab.items()}
    return tiktoken.Encoding(
        "race", pat_str=PATTERNS["gpt2"], mergeable_ranks=ranks, special_tokens={}
    )


def as_tokenizers(tokenizer: Tokenizer) -> Any:
    """The same vocabulary in `tokenizers`."""
    from tokenizers import Tokenizer as Theirs
    from tokenizers import models, pre_tokenizers

    model = tokenizer.model
    theirs = Theirs(models.BPE(dict(model.vocab), list(model.merges)))
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return theirs
