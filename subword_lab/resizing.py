"""A smaller vocabulary out of a larger one, without training again."""

from dataclasses import replace

from subword_lab.bpe import BpeModel
from subword_lab.tokenizer import Tokenizer


def first_entries(tokenizer: Tokenizer, vocab_size: int) -> Tokenizer:
    """The tokenizer that the same BPE training gives when it stops at a smaller size.

    BPE learns one entry after another, so the first entries of a large vocabulary are the small
    one. Raises `TypeError` for a model that has no merges (Unigram's small vocabulary is no part of
    its large one), `ValueError` for a size without room for what no merge has made, and for a
    vocabulary where one entry was reached by two merges, which has no such order.

    >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> large = Tokenizer.train("bpe", corpus, merges=7)
    >>> first_entries(large, 10).model == Tokenizer.train("bpe", corpus, vocab_size=10).model
    True
    """
    model = tokenizer.model
    if not isinstance(model, BpeModel):
        raise TypeError(f"only BPE learns in order; this is a {type(model).__name__}")
    made = {left + right for left, right in model.merges}
    if len(made) < len(model.merges):
        raise ValueError("an entry of this vocabulary was reached by two merges; train again")
    least = len(model.vocab) - len(made)
    if vocab_size < least:
        raise ValueError(f"vocab_size is {vocab_size}, but {least} entries are not made by a merge")
    vocab = {piece: id for piece, id in model.vocab.items() if id < vocab_size}
    smaller = replace(model, vocab=vocab, merges=model.merges[: vocab_size - least])
    return replace(tokenizer, model=smaller)
