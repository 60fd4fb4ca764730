"""Real byte-level vocabularies: our ids beside those of tiktoken and Hugging Face `tokenizers`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from subword_lab import vocabs
from subword_lab.text import from_printable
from subword_lab.views.comparison import Row
from subword_lab.views.vocabularies import COURSE, found, vocabulary

CACHE = "TIKTOKEN_CACHE_DIR"


def compare(text: str) -> list[Row]:
    """The ids of a text under each real vocabulary on this machine, by us and by the libraries.

    `LookupError` if there is none.
    """
    names = [name for name in found() if name != COURSE]
    if not names:
        vocabs.find("gpt2")  # says what there is instead
    rows = [
        Row(
            name, _shown(vocabulary(name).encode(text)), _shown(of_tiktoken(name, text)), "tiktoken"
        )
        for name in names
    ]
    if "gpt2" in names:
        ours, theirs = vocabulary("gpt2").encode(text), of_tokenizers(text)
        rows.insert(1, Row("gpt2", _shown(ours), _shown(theirs), "tokenizers"))
    return rows


def _shown(ids: list[int]) -> str:
    return " ".join(map(str, ids))


def of_tiktoken(name: str, text: str) -> list[int]:
    """The ids that tiktoken gives, every special token in the text taken as ordinary text."""
    ids: list[int] = encoding(name).encode_ordinary(text)
    return ids


@cache
def encoding(name: str) -> Any:
    """tiktoken's encoding of that name: its own pattern and engine, without a download."""
    import tiktoken
    from tiktoken_ext import openai_public

    if name == "gpt2":  # built from the vocabulary: the published file is not needed
        vocab = dict(vocabulary("gpt2").model.vocab)
        special = {token.text: token.id for token in vocabulary("gpt2").special_tokens}
        ranks = {from_printable(p): id for p, id in vocab.items() if p not in special}
        pattern = openai_public.r50k_pat_str
        return tiktoken.Encoding(
            name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special
        )
    with _cached_in(str(vocabs.find(name).paths[0].parent)):
        return tiktoken.get_encoding(f"{name}_base")


@contextmanager
def _cached_in(folder: str) -> Iterator[None]:
    """Let tiktoken look for its files in a folder."""
    before = os.environ.get(CACHE)
    os.environ[CACHE] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ[CACHE]
        else:
            os.environ[CACHE] = before


@cache
def library() -> Any:
    """The byte-level tokenizer of `tokenizers`, with GPT-2's files."""
    from tokenizers.implementations import ByteLevelBPETokenizer

    vocab, merges = vocabs.find("gpt2").paths
    return ByteLevelBPETokenizer(str(vocab), str(merges))


def of_tokenizers(text: str) -> list[int]:
    """The ids that `tokenizers` gives."""
    ids: list[int] = library().encode(text).ids
    return ids
