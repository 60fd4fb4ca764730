"""What the package computes for lesson 06: keys of questions, references of exercises."""

from functools import cache
from importlib import import_module

import subword_lab as sl
from subword_lab import quiz
from subword_lab.exercises.lesson_06.bets import CHANGED, SAME, SENTENCE, TEXTS

CAREFUL = {
    "byte_fallback": True,
    "normalization": "identity",
    "remove_extra_whitespaces": False,
}
MODULES = {"LLaMA 2": "llama", "Gemma": "gemma", "T5": "t5", "XLNet": "xlnet"}


@cache
def trained(vocab_size=1000, **options):
    names = ("english/stories", "english/recipes")
    lines = [line for name in names for line in sl.corpora.load(name).splitlines()]
    return sl.Tokenizer.train("sentencepiece", lines, vocab_size=vocab_size, **options)


def careful():
    return trained(1256, model="bpe", **CAREFUL)


def comes_back():
    """As lesson 06 trains it: default settings, 1,000 pieces, a line at a time."""
    tokenizer = trained()
    texts = {text: text.replace("␣", " ") for text in TEXTS}
    return {
        name: SAME if tokenizer.decode(tokenizer.encode(text)) == text else CHANGED
        for name, text in texts.items()
    }


def option_texts(id, holds):
    options = quiz.get(id).options
    return [option.text.en for option, true in zip(options, holds, strict=True) if true]


def can_train(model):
    try:
        sl.Tokenizer.train("sentencepiece", ["to be"] * 3, vocab_size=12, model=model)
    except ValueError as error:
        assert "model is" in str(error)
        return False
    return True


def traits():
    space = sl.Tokenizer.train("sentencepiece", ["to be"], vocab_size=12, model="bpe")
    chinese = sl.Tokenizer.train(
        "sentencepiece", sl.corpora.load("story/zh").splitlines(), vocab_size=500, model="bpe"
    )
    return option_texts(
        "sp-traits",
        [
            "▁" in space.vocab,
            can_train("unigram") and can_train("bpe"),
            can_train("wordpiece"),
            "面包" not in chinese.vocab,
        ],
    )


def still_lost():
    texts = [o.text.en.partition(" (")[0].replace("␣", " ") for o in
             quiz.get("sp-still-lost").options]  # fmt: skip
    tokenizer = careful()
    return option_texts(
        "sp-still-lost", [tokenizer.decode(tokenizer.encode(text)) != text for text in texts]
    )


def decoded_length():
    pieces = ["▁", "▁if", "▁", "▁x"]
    words = {piece: 9 for piece in pieces}
    model = sl.bpe.BpeModel({piece: id for id, piece in enumerate(words)}, [])
    tokenizer = sl.Tokenizer(
        "sentencepiece", careful().preparation, model, decoding=careful().decoding
    )
    return len(tokenizer.decode([model.vocab[piece] for piece in pieces]))


def which_is_bpe():
    from tokenizers.models import BPE

    def is_bpe(name):
        module = import_module(f"transformers.models.{name}.tokenization_{name}")
        classes = [c for n, c in vars(module).items() if n.lower() == f"{name}tokenizer"]
        return classes[0].model is BPE

    names = [option.text.en for option in quiz.get("sp-which-is-bpe").options]
    return option_texts("sp-which-is-bpe", [is_bpe(MODULES[name]) for name in names])


def join_by_score():
    pieces = [*"abcd", "cd", "bcd", "abc", "abcd"]
    model = sl.bpe.BpeModel(
        {piece: id for id, piece in enumerate(pieces)},
        [],
        lookup="joined",
        piece_ranks={"cd": 0, "bcd": 1, "abc": 2, "abcd": 3},
    )
    return [" ".join(sl.bpe.encode(model, "abcd"))]


def alpha_zero():
    from random import Random

    merging, pieces = trained(model="bpe").model, trained().model
    rng = Random(1)
    bpe_cuts = {sl.bpe.encode(merging, "▁baker", 0.0, rng) for _ in range(500)}
    unigram_cuts = {sl.unigram.sample(pieces, "▁baker", 0.0, rng) for _ in range(500)}
    one = [len(unigram_cuts) == 1, len(bpe_cuts) == 1]
    kinds = {
        (True, True): "Always the usual cut, for both kinds of model.",
        (False, True): "Unigram: all sorts of cuts. BPE: always the usual cut.",
        (False, False): "All sorts of cuts, for both kinds of model.",
    }
    return [kinds[tuple(one)]]


QUESTIONS = {
    "sp-traits": traits,
    "sp-still-lost": still_lost,
    "sp-decode-length": decoded_length,
    "sp-fallback-ids": lambda: len(careful().encode("🤗")),
    "sp-which-is-bpe": which_is_bpe,
    "sp-join-by-score": join_by_score,
    "sp-alpha": alpha_zero,
}

EXERCISES = {
    "sp-comes-back": comes_back,
    "sp-fallback-cost": lambda: len(careful().encode(SENTENCE)),
}

VARIANTS = {}
