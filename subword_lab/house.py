"""The course's own tokenizers: one of each recipe, trained on the course's English text.

They are trained when first asked for and kept as long as Python runs, so that every lesson cuts
with the same seven.
"""

from functools import cache

from subword_lab import corpora
from subword_lab.tokenizer import Tokenizer

RECIPES = ("word", "char", "bpe", "byte_bpe", "wordpiece", "unigram", "sentencepiece")
VOCAB_SIZE = 2000


@cache
def tokenizer(recipe: str, vocab_size: int = VOCAB_SIZE) -> Tokenizer:
    """The house tokenizer of a recipe, with at most `vocab_size` entries.

    `ValueError` if there is no such recipe.

    >>> tokenizer("char").tokenize("low")
    ['l', 'o', 'w']
    """
    return Tokenizer.train(recipe, corpora.load("english"), vocab_size)
