"""GPT-2's real vocabulary: what its ids weigh, how often it could spell, who trusts users' text."""

import zlib
from collections.abc import Collection

from subword_lab import metrics, vocabs
from subword_lab.i18n import t
from subword_lab.text import to_printable
from subword_lab.views.comparison import Row
from subword_lab.views.peers.byte_level import encoding, of_tiktoken
from subword_lab.views.vocabularies import vocabulary


def compare(text: str) -> list[Row]:
    """Weigh the ids of a text, count the spellings of a sentence, encode a forged special token.

    `LookupError` if GPT-2's vocabulary is not on this machine.
    """
    vocabs.find("gpt2")
    gpt2 = vocabulary("gpt2")
    data = text.encode()
    weight = t("for_real.weight", bytes=f"{len(data):,}", zlib=f"{len(zlib.compress(data, 9)):,}")
    ours, theirs = weight_of(gpt2.encode(text)), weight_of(of_tiktoken("gpt2", text))
    pangram, forged = t("for_real.pangram"), t("for_real.forged")
    printable = to_printable(pangram.encode())
    ways = metrics.spellings(gpt2.model.vocab.keys(), printable)
    return [
        Row(weight, f"{ours:,}", f"{theirs:,}", "tiktoken"),
        Row(t("for_real.spellings", text=pangram), f"{ways:,}", f"{_ways(pangram):,}", "tiktoken"),
        Row(t("for_real.trusting"), _shown(gpt2.encode(forged, allowed_special="all")),
            _shown(trusting(forged)), "tokenizers"),
        Row(t("for_real.careful"), _shown(gpt2.encode(forged)),
            _shown(of_tiktoken("gpt2", forged)), "tiktoken"),
    ]  # fmt: skip


def weight_of(ids: Collection[int]) -> int:
    """The bytes that ids below 65,536 take, two each."""
    if ids and max(ids) >= 1 << 16:
        raise ValueError(f"id {max(ids)} does not fit into two bytes")
    return 2 * len(ids)


def trusting(text: str) -> list[int]:
    """The ids that `tokenizers` gives by default: special tokens are looked for in any text."""
    from tokenizers.implementations import ByteLevelBPETokenizer

    vocab, merges = vocabs.find("gpt2").paths
    library = ByteLevelBPETokenizer(str(vocab), str(merges))
    library.add_special_tokens([token.text for token in vocabulary("gpt2").special_tokens])
    ids: list[int] = library.encode(text).ids
    return ids


def _ways(sentence: str) -> int:
    """The same count over the tokens that tiktoken holds, as bytes written one character each."""
    tokens = {token.decode("latin-1") for token in encoding("gpt2").token_byte_values()}
    return metrics.spellings(tokens, sentence.encode().decode("latin-1"))


def _shown(ids: Collection[int]) -> str:
    return " ".join(map(str, ids))
