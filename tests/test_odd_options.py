"""Options nobody should pass to `Tokenizer.train`: refused with words that help, or taken."""

import numpy as np
import pytest

from subword_lab import Tokenizer
from subword_lab.recipes import RECIPES, options_of

TEXT = "hug pug pun bun hugs hug pug hugs pun"
SIZES = {"word": 5, "char": 9, "bpe": 12, "byte_bpe": 260, "wordpiece": 20}
SIZES |= {"unigram": 14, "sentencepiece": 16}
SWITCHES = [(r, name) for r in RECIPES for name, v in options_of(r).items() if isinstance(v, bool)]
WHOLES = [(r, name) for r in RECIPES for name, v in options_of(r).items() if type(v) is int]
SHARES = [(r, name) for r in RECIPES for name, v in options_of(r).items() if type(v) is float]
TEXTS = [(r, name) for r in RECIPES for name, v in options_of(r).items() if isinstance(v, str)]


def train(recipe, corpus=TEXT, **options):
    return Tokenizer.train(recipe, corpus, **{"vocab_size": SIZES[recipe], **options})


@pytest.mark.parametrize(("recipe", "option"), SWITCHES)
@pytest.mark.parametrize("value", ["no", 0, 1, None, [], np.True_])
def test_switches_are_true_or_false(recipe, option, value):
    with pytest.raises(TypeError, match=f"{option} must be a bool; .* write True or False"):
        train(recipe, **{option: value})


@pytest.mark.parametrize(("recipe", "option"), WHOLES)
@pytest.mark.parametrize("value", [2.5, "2", True, None])
def test_numbers_are_whole(recipe, option, value):
    with pytest.raises(TypeError, match=f"{option} must be a whole number"):
        train(recipe, **{option: value})


@pytest.mark.parametrize(("recipe", "option"), WHOLES)
def test_numbers_are_not_negative(recipe, option):
    with pytest.raises(ValueError, match=f"{option} must be [01] or more; got -1"):
        train(recipe, **{option: -1})


@pytest.mark.parametrize(("recipe", "option"), SHARES)
@pytest.mark.parametrize(
    ("value", "error"),
    [
        ("1", TypeError),
        (True, TypeError),
        (None, TypeError),
        (np.nan, ValueError),
        (-1, ValueError),
    ],
)
def test_shares_are_numbers_in_range(recipe, option, value, error):
    with pytest.raises(error, match=f"{option} must be"):
        train(recipe, **{option: value})


@pytest.mark.parametrize(("recipe", "option"), TEXTS)
@pytest.mark.parametrize("value", [3, ["bert"], b"bert", ("a", "b")])
def test_names_and_patterns_are_texts(recipe, option, value):
    with pytest.raises((TypeError, ValueError), match=f"{option} (must be a str|is)|unknown|got"):
        train(recipe, **{option: value})


@pytest.mark.parametrize("recipe", RECIPES)
@pytest.mark.parametrize("corpus", [TEXT, "", [], {}])
def test_unknown_options_and_names_are_refused_whatever_the_corpus(recipe, corpus):
    with pytest.raises(TypeError, match=f'the recipe "{recipe}" has no option .*; it has'):
        train(recipe, corpus, no_such_option=1)
    for option, value in options_of(recipe).items():
        if isinstance(value, str) and option != "unk":
            with pytest.raises(ValueError, match="unknown|nothing to train on|is 'unigram' or"):
                train(recipe, corpus, **{option: "nosuchname"})


@pytest.mark.parametrize("recipe", [None, 3, "", "BPE", b"bpe", ["bpe"], "byte-bpe"])
def test_recipes_that_are_not_known(recipe):
    with pytest.raises(ValueError, match="unknown recipe .*; known are word, char, bpe, byte_bpe"):
        Tokenizer.train(recipe, TEXT, 300)


@pytest.mark.parametrize("recipe", RECIPES)
def test_numpys_numbers_are_numbers(recipe):
    whole = {name: v for name, v in options_of(recipe).items() if type(v) is int}
    arrays = {name: np.int64(v) for name, v in whole.items()}
    plain = train(recipe, vocab_size=SIZES[recipe])
    assert train(recipe, vocab_size=np.int32(SIZES[recipe]), **arrays) == plain
    counts = {word: TEXT.split().count(word) for word in TEXT.split()}
    of_numpy = {word: np.int64(n) for word, n in counts.items()}
    assert train(recipe, of_numpy) == train(recipe, counts)


@pytest.mark.parametrize("recipe", RECIPES)
def test_special_tokens_from_a_generator_are_all_there(recipe):
    names = ["<a>", "<b>"]
    size = SIZES[recipe] + 2
    listed = train(recipe, vocab_size=size, special_tokens=names)
    assert {"<a>", "<b>"} <= set(listed.vocab)
    assert train(recipe, vocab_size=size, special_tokens=iter(names)) == listed
    with pytest.raises(TypeError, match="of type set"):  # ids would differ from run to run
        train(recipe, vocab_size=size, special_tokens=set(names))


@pytest.mark.parametrize("pattern", ["whitespace", "bert", "metaspace"])
def test_bytes_are_not_cut_by_what_loses_white_space(pattern):
    with pytest.raises(ValueError, match=f"pattern='{pattern}' drops or rewrites white space"):
        train("byte_bpe", pattern=pattern)


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", "none", "punctuation", r"\w+"])
def test_bytes_give_the_text_back_whatever_the_pattern(pattern):
    text = " the  cat\r\n\tsat! \x00 \u2028ﬁ 🤗 "
    tok = train("byte_bpe", pattern=pattern)
    assert tok.decode(tok.encode(text)) == text
