"""Hugging Face's tokenizer.json, read and written.

What the format cannot express, and what this package does not have, is an error that names it. Two
things of SentencePiece are lost without one, because every reader of such files does without: that
control symbols never match text, and that an unknown piece shows as ⁇.
Settings of a single call, "truncation" and "padding", are not read: give them to the call.
"""

import json
from pathlib import Path
from typing import Any

from subword_lab.bpe import BpeModel
from subword_lab.cutting import Model
from subword_lab.formats.checked import MAX_ID, field, read_json
from subword_lab.formats.drafts import publish
from subword_lab.formats.tokenizer_json import after, before, model
from subword_lab.special import SpecialToken
from subword_lab.tokenizer import Tokenizer
from subword_lab.unigram import UnigramModel
from subword_lab.wordpiece import WordPieceModel

Node = dict[str, Any]


def load(path: Path) -> Tokenizer:
    """Read a file; `ValueError` names the file and what is wrong with it."""
    try:
        return from_dict(read_json(path))
    except RecursionError:
        raise ValueError(f"{path.name} cannot be read: it is nested too deep") from None
    except ValueError as error:
        raise ValueError(f"{path.name} cannot be read as tokenizer.json: {error}") from error


def save(tokenizer: Tokenizer, path: Path) -> None:
    """Write a file; `ValueError` for what the format cannot express."""
    text = json.dumps(to_dict(tokenizer), ensure_ascii=False, indent=2)
    publish({path.name: f"{text}\n".encode()}, path.parent)


def to_dict(tokenizer: Tokenizer) -> Node:
    """The contents of tokenizer.json as plain values."""
    _check_symbols(tokenizer)
    normalizer, pretokenizer = before.write(tokenizer.preparation)
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_write_token(token) for token in tokenizer.special_tokens],
        "normalizer": normalizer,
        "pre_tokenizer": pretokenizer,
        "post_processor": after.write_template(tokenizer.template, tokenizer.vocab),
        "decoder": after.write_decoder(tokenizer.decoding),
        "model": model.write(tokenizer.model, tokenizer.cutting, tokenizer.vocab),
    }


def _check_symbols(tokenizer: Tokenizer) -> None:
    """Around a symbol in the text, SentencePiece treats spaces as `tokenizers` cannot."""
    spaces = tokenizer.preparation.spaces
    symbols = [token.text for token in tokenizer.special_tokens if token.matching == "always"]
    if spaces and spaces.doubled and symbols and (spaces.collapse or spaces.prefix == "text"):
        raise ValueError(
            f"tokenizer.json cannot express user-defined symbols such as {symbols[0]!r} together "
            f"with a dummy prefix or the removal of extra white space"
        )


def _write_token(token: SpecialToken) -> Node:
    return {
        "id": token.id,
        "content": token.text,
        "single_word": token.single_word,
        "lstrip": token.lstrip,
        "rstrip": token.rstrip,
        "normalized": token.normalized,
        "special": token.matching != "always",
    }


def from_dict(node: Node) -> Tokenizer:
    """A tokenizer from the contents of tokenizer.json."""
    tokens = tuple(_read_token(each) for each in field(node, "added_tokens", list, []))
    read, cutting = model.read(field(node, "model", dict), frozenset(t.text for t in tokens))
    parts = (field(node, name, dict, None) for name in ("normalizer", "pre_tokenizer"))
    preparation = before.read(*parts)
    return Tokenizer(
        _recipe(read, preparation.byte_level),
        preparation,
        read,
        after.read_decoder(field(node, "decoder", dict, None)),
        tokens,
        cutting,
        after.read_template(field(node, "post_processor", dict, None)),
    )


def _read_token(node: object) -> SpecialToken:
    if not isinstance(node, dict):
        raise ValueError(f"an added token is {node!r}, wanted an object")
    token_id = field(node, "id", int)
    if not 0 <= token_id <= MAX_ID:
        raise ValueError(f"the id of an added token is {token_id}, wanted 0 to {MAX_ID}")
    special = field(node, "special", bool, False)
    flags = {name: field(node, name, bool, False) for name in ("lstrip", "rstrip", "single_word")}
    return SpecialToken(
        field(node, "content", str),
        token_id,
        "allowed" if special else "always",
        normalized=field(node, "normalized", bool, not special),
        **flags,
    )


def _recipe(read: Model, byte_level: bool) -> str:
    match read:
        case BpeModel():
            return "byte_bpe" if byte_level else "bpe"
        case WordPieceModel():
            return "wordpiece"
        case UnigramModel():
            return "unigram"
    return "word"
