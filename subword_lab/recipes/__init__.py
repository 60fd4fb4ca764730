"""Recipes: how a name and a few options become a whole trained tokenizer, one function for each.

A recipe counts words with its own preparation, trains one model, and says how to decode and which
special tokens there are; those have the first ids.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, get_args

from subword_lab.recipes.baselines import char, word
from subword_lab.recipes.job import Job
from subword_lab.recipes.merging import bpe, byte_bpe, wordpiece
from subword_lab.recipes.raw_text import sentencepiece, unigram
from subword_lab.text import Corpus
from subword_lab.text.checks import check_kind, check_name, check_real, check_text, check_whole
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
    check_name(recipe, "recipe", RECIPES)
    known = _options(recipe)
    for name, value in options.items():
        if name not in known:
            raise TypeError(
                f'the recipe "{recipe}" has no option {name!r}; '
                f"it has {', '.join(f'{key}={each.default!r}' for key, each in known.items())}"
            )
        _check_option(name, value, known[name].annotation)
    return RECIPES[recipe](Job(corpus, vocab_size, merges, special_tokens), **options)


def options_of(recipe: str) -> dict[str, Any]:
    """The options of a recipe with their defaults.

    >>> options_of("byte_bpe")["pattern"]
    'gpt2'
    """
    return {name: each.default for name, each in _options(recipe).items()}


def _options(recipe: str) -> dict[str, Parameter]:
    parameters = signature(RECIPES[recipe]).parameters
    return {name: each for name, each in parameters.items() if each.kind is each.KEYWORD_ONLY}


def _check_option(name: str, value: object, annotation: Any) -> None:
    """Raise `TypeError` for a switch that is no bool, a text that is no str, and so on."""
    kinds = get_args(annotation) if isinstance(annotation, UnionType) else (annotation,)
    if value is None and NoneType in kinds:
        return
    if bool in kinds:
        check_kind(value, name, bool, "write True or False")
    elif str in kinds:
        check_text(value, name)
    elif int in kinds:
        check_whole(value, name)
    elif float in kinds:
        check_real(value, name)
