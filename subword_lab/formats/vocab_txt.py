"""BERT's `vocab.txt`: one piece a line, the line number is the id.

The file does not say whether text is lower-cased; a `tokenizer_config.json` beside it may, and else
a vocabulary without any capital letter means that it is.
"""

from pathlib import Path

from subword_lab.cutting import Cutting
from subword_lab.decoding import Decoder
from subword_lab.encoding import BERT, PLAIN
from subword_lab.formats.checked import field, read_json, read_text
from subword_lab.preparation import Preparation
from subword_lab.recipes.merging import BERT_TOKENS, bert_normalizer
from subword_lab.special import SpecialToken
from subword_lab.tokenizer import Tokenizer
from subword_lab.wordpiece import WordPieceModel


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


def _flags(path: Path, vocab: dict[str, int]) -> tuple[bool, bool]:
    """Whether to lower-case and whether to strip accents."""
    config_file = path.with_name("tokenizer_config.json")
    config = read_json(config_file) if config_file.is_file() else {}
    guess = not any("A" <= ch <= "Z" for word in vocab if word[0] != "[" for ch in word)
    lowercase = field(config, "do_lower_case", bool, guess)
    return lowercase, field(config, "strip_accents", bool, lowercase)
