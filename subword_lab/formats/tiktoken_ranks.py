"""tiktoken's rank files: one token a line, its bytes in base64 and its rank, which is its id.

Pattern and special tokens are not in the file, they are in tiktoken's source. Here they are told
by the number of ranks, or by the caller. There are no merges: two neighbors are joined if their
joined bytes are a token, the lowest rank first.
"""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from subword_lab.bpe import BpeModel
from subword_lab.cutting import Cutting
from subword_lab.decoding import Decoder
from subword_lab.formats.checked import MAX_ID, read_bytes
from subword_lab.formats.drafts import publish
from subword_lab.formats.faithful import check_ids, check_pipeline
from subword_lab.formats.joined import piece_ranks
from subword_lab.preparation import Preparation
from subword_lab.special import SpecialToken
from subword_lab.text import from_printable, pretokenize, to_printable
from subword_lab.tokenizer import Tokenizer


class Published(NamedTuple):
    """What tiktoken's source says of a rank file."""

    pattern: str
    special_tokens: dict[str, int]


END = "<|endoftext|>"
PUBLISHED = {
    50_256: Published("gpt2", {END: 50_256}),  # r50k_base
    50_280: Published("gpt2", {END: 50_256}),  # p50k_base
    100_256: Published(
        "cl100k",
        {
            END: 100_257,
            "<|fim_prefix|>": 100_258,
            "<|fim_middle|>": 100_259,
            "<|fim_suffix|>": 100_260,
            "<|endofprompt|>": 100_276,
        },
    ),
    199_998: Published("o200k", {END: 199_999, "<|endofprompt|>": 200_018}),
}
"""Number of ranks -> the rest. Source: `openai_public.py` of tiktoken 0.14.0."""


def load(
    path: Path, pattern: str | None = None, special_tokens: Mapping[str, int] | None = None
) -> Tokenizer:
    """Read the file. Without `pattern` its number of ranks has to be that of a published one.

    Raises `ValueError` for broken lines and for an unknown number of ranks.
    """
    ranks = read_ranks(path)
    if pattern is not None:
        return tokenizer(ranks, pattern, dict(special_tokens or {}))
    if special_tokens is not None:
        raise ValueError("special_tokens of ranks want a pattern beside them, such as 'gpt2'")
    if len(ranks) not in PUBLISHED:
        known = ", ".join(f"{number:,}" for number in PUBLISHED)
        raise ValueError(
            f"{path.name} holds {len(ranks):,} ranks, and only the patterns of files with {known} "
            f'are known; say load(path, pattern="gpt2", special_tokens={{text: id, …}})'
        )
    return tokenizer(ranks, *PUBLISHED[len(ranks)])


def save(tokenizer: Tokenizer, path: Path) -> None:
    """Write the ranks of byte-level BPE; pattern and special tokens stay with the caller.

    Raises `ValueError` where tiktoken would give other ids.
    """
    model, (pattern, *more) = tokenizer.model, (*tokenizer.preparation.pretokenizers, None)
    if not isinstance(model, BpeModel) or not tokenizer.preparation.byte_level:
        raise ValueError(f"tiktoken's ranks hold byte-level BPE, this is {tokenizer!r}")
    if len(more) != 1 or not isinstance(pattern, str):
        raise ValueError(
            f"tiktoken has one pattern, here are {tokenizer.preparation.pretokenizers}"
        )
    special = {token.text: token.id for token in tokenizer.special_tokens}
    ranks = {piece: id for piece, id in tokenizer.vocab.items() if piece not in special}
    _check_order(model, ranks)
    told = PUBLISHED.get(len(ranks))
    if told and told != (pattern, special):
        raise ValueError(
            f"a file of {len(ranks):,} ranks is read with the pattern and the special tokens that "
            f"tiktoken has for it, and these are others"
        )
    lines = (b"%s %d\n" % (b64encode(from_printable(piece)), id) for piece, id in ranks.items())
    publish(
        {path.name: b"".join(lines)},
        path.parent,
        lambda drafts: _check(tokenizer, load(drafts / path.name, pattern, special)),
    )


def _check_order(model: BpeModel, ids: dict[str, int]) -> None:
    """The id of a piece has to be its rank, and finding pieces joined has to change nothing."""
    ranks = piece_ranks(model, ids, "tiktoken")
    by_id, by_rank = sorted(ranks, key=ids.__getitem__), sorted(ranks, key=ranks.__getitem__)
    for first, second in zip(by_id, by_rank, strict=True):
        if first != second:
            raise ValueError(
                f"in tiktoken the smaller id is merged first: {first!r} would be merged before "
                f"{second!r}"
            )


def _check(wanted: Tokenizer, again: Tokenizer) -> None:
    check_ids(wanted, again, "tiktoken's ranks")
    # a whole word that is a piece is one token by the merges, too: that was checked with the order
    wanted = replace(wanted, cutting=replace(wanted.cutting, whole_words=True))
    check_pipeline(wanted, again, "tiktoken's ranks")


def read_ranks(path: Path) -> dict[bytes, int]:
    """Token bytes -> rank, in the order of the file."""
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(read_bytes(path).splitlines(), start=1):
        if not line:
            continue
        try:
            token, rank = line.split()
            spelled = b64decode(token, validate=True)
            if spelled in ranks:
                raise ValueError("the token is in the file twice")
            ranks[spelled] = int(rank)
        except (ValueError, binascii.Error) as error:
            raise ValueError(f"line {number} of {path.name} is {line[:60]!r}: {error}") from error
    return ranks


def tokenizer(ranks: dict[bytes, int], pattern: str, special_tokens: dict[str, int]) -> Tokenizer:
    """Byte-level BPE from ranks. Raises `ValueError` where a byte or an id is missing or taken.

    >>> ranks = {bytes([b]): b for b in range(256)} | {b"ab": 256, b"abc": 257}
    >>> tokenizer(ranks, "gpt2", {"<|end|>": 258}).encode("abcab")
    [257, 256]
    """
    pretokenize("", pattern)  # refuses what is no pattern
    if b"" in ranks:
        raise ValueError("a rank is given to no bytes at all")
    missing = [b for b in range(256) if bytes([b]) not in ranks]
    if missing:
        raise ValueError(f"the ranks lack {len(missing)} of the 256 bytes, {missing[0]} first")
    ids = [*ranks.values(), *special_tokens.values()]
    if len(set(ids)) < len(ids) or not all(0 <= each <= MAX_ID for each in ids):
        raise ValueError(f"ranks and special tokens must have their own ids from 0 to {MAX_ID}")
    vocab = {to_printable(token): rank for token, rank in ranks.items()}
    joined = {piece: rank for piece, rank in vocab.items() if len(piece) > 1}
    return Tokenizer(
        "byte_bpe",
        Preparation((), (pattern,), byte_level=True),
        BpeModel(vocab, [], lookup="joined", piece_ranks=joined),
        Decoder("bytes"),
        tuple(SpecialToken(text, token_id) for text, token_id in special_tokens.items()),
        Cutting(whole_words=True),
    )
