"""Variants about who cuts like this: pieces as the field prints them."""

import random
from functools import cache

from subword_lab.quiz.variants import Generator, Variant, distinct, redrawn
from subword_lab.tokenizer import Tokenizer

WORDS = ("lower", "newest", "widest", "slowest", "newer", "lowest", "wider", "slower")
NAMES = {
    "wordpiece": "WordPiece (BERT)",
    "byte_bpe": "byte-level BPE (GPT-2)",
    "sentencepiece": "SentencePiece (T5)",
    "bpe": "BPE with </w> (subword-nmt)",
}
MARKS = {"wordpiece": "##", "byte_bpe": "Ġ", "sentencepiece": "▁", "bpe": "</w>"}


@redrawn()
def which_library(rng: random.Random, level: int) -> Variant | None:
    """Ask which kind of tokenizer gave some pieces."""
    text = " ".join(rng.sample(WORDS, 1 + level))
    recipe = rng.choice(sorted(NAMES))
    pieces = " ".join(_tokenizer(recipe).tokenize(text))
    if MARKS[recipe] not in pieces:
        return None
    wrong = [(NAMES[name], name) for name in NAMES if name != recipe]
    options = distinct((NAMES[recipe], "right"), *wrong)
    params = {"text": text, "pieces": pieces, "mark": MARKS[recipe]}
    return Variant(params, options=options, drawn={"text": text, "pieces": pieces})


GENERATORS: dict[str, Generator] = {"which_library": which_library}


@cache
def _tokenizer(recipe: str) -> Tokenizer:
    counts = {word: at + 2 for at, word in enumerate(WORDS)}
    if recipe == "sentencepiece":
        return Tokenizer.train(recipe, counts, merges=14, model="bpe")
    if recipe == "bpe":
        return Tokenizer.train(recipe, counts, merges=14, end_of_word="glued")
    return Tokenizer.train(recipe, counts, merges=14)
