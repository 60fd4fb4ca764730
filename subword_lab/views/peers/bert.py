"""BERT's real vocabulary: our whole pipeline beside Hugging Face `tokenizers`."""

from typing import Any

from subword_lab import vocabs
from subword_lab.i18n import t
from subword_lab.views.comparison import Row

NAME = "bert-base-uncased"
LIBRARY = "tokenizers"


def found() -> vocabs.Found:
    """The vocabulary on this machine; `LookupError` that says how to get it, if it is not there."""
    names = (each.name for each in vocabs.available() if each.name.endswith(NAME))
    name = next(names, None)
    if name is None:
        raise LookupError(t("views_wordpiece.peer.no_bert", name=NAME))
    return vocabs.find(name)


def library() -> Any:
    """The library's own BERT tokenizer, with the same vocabulary."""
    from tokenizers import Tokenizer
    from tokenizers.implementations import BertWordPieceTokenizer

    files = found()
    path = str(files.paths[0])
    return (
        Tokenizer.from_file(path)
        if files.kind == "tokenizer.json"
        else BertWordPieceTokenizer(path)
    )


def compare(text: str) -> list[Row]:
    """Tokens, ids with ``[CLS]`` and ``[SEP]``, offsets, and the text that decoding gives back."""
    tokenizer, theirs = vocabs.load(found().name), library()
    ours, other = tokenizer(text), theirs.encode(text)
    pairs = {
        "tokens": (" ".join(ours.tokens), " ".join(other.tokens)),
        "ids": (str(ours.ids), str(other.ids)),
        "offsets": (str(ours.offsets), str(other.offsets)),
        "words": (str(ours.word_ids), str(other.word_ids)),
        "decoded": (
            tokenizer.decode(ours.ids, skip_special=True),
            theirs.decode(other.ids, skip_special_tokens=True),
        ),
    }
    return [
        Row(t(f"views_wordpiece.peer.{name}"), mine, given, LIBRARY)
        for name, (mine, given) in pairs.items()
    ]
