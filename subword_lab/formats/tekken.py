"""Mistral's `tekken.json`: byte-level ranks like tiktoken's, with the pattern in the file.

Ids are ranks shifted by the number of special tokens, which come first. Early files do not name
those; they are then `<unk>`, `<s>`, `</s>` and `<SPECIAL_n>`.
"""

import binascii
from base64 import b64decode
from pathlib import Path
from typing import Any

from subword_lab.formats.checked import field, read_json
from subword_lab.formats.steps import compiled
from subword_lab.formats.tiktoken_ranks import tokenizer
from subword_lab.tokenizer import Tokenizer

FIRST = ("<unk>", "<s>", "</s>")
MAX_SPECIAL = 100_000


def load(path: Path) -> Tokenizer:
    """Read the file. Raises `ValueError` that names what is wrong."""
    try:
        return _from_dict(read_json(path))
    except (ValueError, binascii.Error) as error:
        raise ValueError(f"{path.name} cannot be read as tekken.json: {error}") from error


def _from_dict(node: dict[str, Any]) -> Tokenizer:
    config = field(node, "config", dict)
    pattern = compiled(field(config, "pattern", str)).pattern
    shift = field(config, "default_num_special_tokens", int)
    size = field(config, "default_vocab_size", int)
    rows = field(node, "vocab", list)
    if not 0 <= shift <= min(size, MAX_SPECIAL):
        raise ValueError(f"{shift} special tokens in a vocabulary of {size} are not plausible")
    ranks: dict[bytes, int] = {}
    for row in rows[: size - shift]:
        if not isinstance(row, dict):
            raise ValueError(f"the vocabulary holds {row!r}, wanted an object")
        token = b64decode(field(row, "token_bytes", str), validate=True)
        if token in ranks:
            raise ValueError(f"the token {token!r} is in it twice")
        ranks[token] = field(row, "rank", int) + shift
    names = {token_id: f"<SPECIAL_{token_id}>" for token_id in range(shift)}
    names |= {token_id: name for token_id, name in enumerate(FIRST) if token_id < shift}
    for row in field(node, "special_tokens", list, []):
        if not isinstance(row, dict):
            raise ValueError(f"the special tokens hold {row!r}, wanted an object")
        names[field(row, "rank", int)] = field(row, "token_str", str)
    return tokenizer(ranks, pattern, {name: token_id for token_id, name in names.items()})
