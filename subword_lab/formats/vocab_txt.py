"""BERT's `vocab.txt`: one piece a line, the line number is the id.

The file does not say whether text is lower-cased; a `tokenizer_config.json` beside it may, and else
a vocabulary without any capital letter means that it is.
"""

import json
from pathlib import Path

from subword_lab.cutting import Cutting
from subword_lab.decoding import Decoder
from subword_lab.encoding import BERT, PLAIN
from subword_lab.formats.checked import field, read_json, read_text
from subword_lab.formats.drafts import publish
from subword_lab.formats.faithful import check_ids, check_pipeline
from subword_lab.preparation import Preparation
from subword_lab.recipes.merging import BERT_TOKENS, bert_normalizer
from subword_lab.special import SpecialToken
from subword_lab.tokenizer import Tokenizer
from subword_lab.wordpiece import WordPieceModel

CONFIG = "tokenizer_config.json"


def load(path: Path) -> Tokenizer:
    """Read the file. Raises `ValueError` for empty or repeated lines and for want of `[UNK]`."""
    vocab: dict[str, int] = {}
    for token_id, line in enumerate(read_text(path).removesuffix("\n").split("\n")):
        piece = line.rstrip("\r")
        if not piece or piece in vocab:
            what = f"repeats {piece!r}" if piece else "is empty"
            raise ValueError(f"line {token_id + 1} of {path.name} {what}; ids would be unclear")
        vocab[piece] = token_id
    if "[UNK]" not in vocab:
        raise ValueError(f"{path.name} has no [UNK], so it is no vocabulary of BERT's kind")
    lowercase, strip_accents = _flags(path, vocab)
    special = tuple(SpecialToken(name, vocab[name]) for name in BERT_TOKENS if name in vocab)
    return Tokenizer(
        "wordpiece",
        Preparation(bert_normalizer(strip_accents, lowercase), ("bert",)),
        WordPieceModel(vocab),
        Decoder("wordpiece", mark="##", cleanup=True),
        special,
        Cutting("[UNK]"),
        BERT if {"[CLS]", "[SEP]"} <= vocab.keys() else PLAIN,
    )


def save(tokenizer: Tokenizer, path: Path) -> None:
    """Write the file, and `tokenizer_config.json` beside it where BERT's own switches don't fit.

    Raises `ValueError` for what the files cannot express, and for a `tokenizer_config.json` that is
    there already and says something else.
    """
    if not isinstance(tokenizer.model, WordPieceModel):
        raise ValueError(f"vocab.txt holds WordPiece, this is {tokenizer!r}; save tokenizer.json")
    vocab = tokenizer.vocab
    if list(vocab.values()) != list(range(len(vocab))):
        raise ValueError("in vocab.txt the line number is the id, so ids need to be 0, 1, 2, …")
    spaced = next((piece for piece in vocab if piece.split() != [piece]), None)
    if spaced is not None:
        raise ValueError(f"vocab.txt cannot hold the piece {spaced!r}: it has white space in it")
    files = {path.name: "".join(f"{piece}\n" for piece in vocab).encode()}
    normalizer = tokenizer.preparation.normalizer
    flags = ("lowercase" in normalizer, "strip_accents" in normalizer)
    config = path.with_name(CONFIG)
    if config.is_file():
        if _flags(path, vocab) != flags:
            raise ValueError(
                f"{config} says otherwise than do_lower_case={flags[0]}, strip_accents={flags[1]}; "
                f"change it or save into another folder"
            )
        files[CONFIG] = config.read_bytes()
    elif flags != (True, True) or _flags(path, vocab) != flags:
        files[CONFIG] = _config(*flags)
    publish(files, path.parent, lambda drafts: _check(tokenizer, load(drafts / path.name)))


def _config(lowercase: bool, strip_accents: bool) -> bytes:
    switches = {"do_lower_case": lowercase, "strip_accents": strip_accents}
    return json.dumps({"tokenizer_class": "BertTokenizer", **switches}, indent=2).encode() + b"\n"


def _check(tokenizer: Tokenizer, again: Tokenizer) -> None:
    check_ids(tokenizer, again, "vocab.txt")
    check_pipeline(tokenizer, again, "vocab.txt")


def _flags(path: Path, vocab: dict[str, int]) -> tuple[bool, bool]:
    """Whether to lower-case and whether to strip accents."""
    config_file = path.with_name(CONFIG)
    config = read_json(config_file) if config_file.is_file() else {}
    guess = not any("A" <= ch <= "Z" for word in vocab if word[0] != "[" for ch in word)
    lowercase = field(config, "do_lower_case", bool, guess)
    return lowercase, field(config, "strip_accents", bool, lowercase)
