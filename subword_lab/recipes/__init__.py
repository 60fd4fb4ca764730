"""Recipes: how a name and a few options become a whole trained tokenizer, one function for each.

A recipe counts words with its own preparation, trains one model, and says how to decode and which
special tokens there are; those have the first ids.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any

from subword_lab.recipes.baselines import char, word
from subword_lab.recipes.job import Job
from subword_lab.recipes.merging import bpe, byte_bpe, wordpiece
from subword_lab.recipes.raw_text import sentencepiece, unigram
from subword_lab.text import Corpus
from subword_lab.tokenizer import Tokenizer

RECIPES: dict[str, Callable[..., Tokenizer]] = {
    "word": word,
    "char": char,
    "bpe": bpe,
    "byte_bpe": byte_bpe,
    "wordpiece": wordpiece,
    "unigram": unigram,
    "sentencepiece": sentencepiece,
}


def train(
    recipe: str,
    corpus: Corpus,
    vocab_size: int | None,
    merges: int | None,
    special_tokens: Sequence[str],
    options: Mapping[str, Any],
) -> Tokenizer:
    """What `Tokenizer.train` does; see there."""
    if recipe not in RECIPES:
        raise ValueError(f"unknown recipe {recipe!r}; known are {', '.join(RECIPES)}")
    known = options_of(recipe)
    for name in options:
        if name not in known:
            raise TypeError(
                f'the recipe "{recipe}" has no option {name!r}; '
                f"it has {', '.join(f'{key}={value!r}' for key, value in known.items())}"
            )
    return RECIPES[recipe](Job(corpus, vocab_size, merges, special_tokens), **options)


def options_of(recipe: str) -> dict[str, Any]:
    """The options of a recipe with their defaults.

    >>> options_of("byte_bpe")["pattern"]
    'gpt2'
    """
    parameters = signature(RECIPES[recipe]).parameters.values()
    return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}
