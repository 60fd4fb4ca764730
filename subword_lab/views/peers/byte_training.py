"""Byte-level training beside Hugging Face `tokenizers`."""

import json

from subword_lab.i18n import t
from subword_lab.text import BYTE_TO_CHAR
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.comparison import Row


def compare(corpus: str, merges: int = 100) -> list[Row]:
    """Learn the same number of merges from the same text, with GPT-2's splitter."""
    ours = Tokenizer.train("byte_bpe", corpus, merges=merges).model.merges
    label = t("views_bytes.peer.merges", count=merges)
    return [Row(label, _shown(ours), _shown(of_tokenizers(corpus, merges)), "tokenizers")]


def _shown(merges: list[tuple[str, str]]) -> str:
    return "  ".join("+".join(pair) for pair in merges)


def of_tokenizers(corpus: str, merges: int) -> list[tuple[str, str]]:
    """The merges that `tokenizers` learns, with all 256 bytes in its alphabet."""
    from tokenizers import Tokenizer as Theirs
    from tokenizers import models, pre_tokenizers, trainers

    tokenizer = Theirs(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=256 + merges,
        initial_alphabet=sorted(BYTE_TO_CHAR.values()),
        show_progress=False,
    )
    tokenizer.train_from_iterator([corpus], trainer)
    return [tuple(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]
