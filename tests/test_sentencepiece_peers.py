"""The recipe "sentencepiece" beside the library: the same pieces, places and scores, any option."""

from random import Random

import pytest

import subword_lab as sl
from parity_training import RUNS, beside_sentencepiece, peer_pieces
from subword_lab.preparation import MARKED_WORDS, Preparation
from subword_lab.recipes.job import Job
from subword_lab.recipes.lines import read
from subword_lab.recipes.piece_rules import PieceRules
from subword_lab.spaces import Spaces

NAMES = {  # of options that the library calls otherwise
    "max_piece_length": "max_sentencepiece_length",
    "shrink": "shrinking_factor",
    "em_rounds": "num_sub_iterations",
    "normalization": "normalization_rule_name",
}
ALPHABETS = [
    "ab",
    "abc ",
    "aаб12 ",
    "abcdefgh   ",
    "ab１2漢かー ",
    "the cat in hat  ",
    "éèab \u0301",
    "ab▁ ",
]
OPTIONS = {
    "split_digits": [True],
    "split_by_number": [False],
    "split_by_whitespace": [False],
    "split_by_unicode_script": [False],
    "allow_whitespace_only_pieces": [True],
    "add_dummy_prefix": [False],
    "remove_extra_whitespaces": [False],
    "character_coverage": [0.98, 0.9995],
    "max_piece_length": [2, 4, 8],
    "byte_fallback": [True],
    "user_defined_symbols": [["ab"], ["<x>", "a"], ["a b"]],
    "normalization": ["identity", "nfkc"],
}
OF_UNIGRAM = {"shrink": [0.5, 0.8, 0.9], "em_rounds": [1, 3]}


@pytest.fixture(scope="module")
def lines():
    return [line for line in sl.corpora.load("english").splitlines() if line.strip()]


@pytest.mark.parametrize("model", ["unigram", "bpe"])
@pytest.mark.parametrize("size", [1000, 2000])
def test_training_on_english_gives_the_pieces_of_sentencepiece(lines, size, model):
    row = beside_sentencepiece("English", lines, size, model)
    assert row.differences == 0


@pytest.mark.parametrize(
    "name", ["code", "story/zh", "story/ja", "story/ar", "story/hi", "story/th"]
)
def test_training_on_other_texts_gives_the_pieces_of_sentencepiece(name):
    lines = [line for line in sl.corpora.load(name).splitlines() if line.strip()]
    assert beside_sentencepiece(name, lines, 400, "unigram").differences == 0
    assert beside_sentencepiece(name, lines, 600, "bpe").differences == 0


def test_bpe_goes_on_with_pairs_that_are_no_more(lines):
    """Where no pair is left, the trainer takes pairs that have been there, shortest first."""
    assert beside_sentencepiece("runs", RUNS, 400, "bpe").differences == 0
    ours = sl.Tokenizer.train("sentencepiece", ["abc abc"], vocab_size=50, model="bpe")
    assert list(ours.vocab)[3:] == [*("ab", "abc", "▁abc"), *("bc", "▁a", "▁ab"), *"abc▁"]
    assert ours.model.merges == [("a", "b"), ("ab", "c"), ("▁", "abc")]


def made_up(seed, model):
    """A small corpus, a size and some options, drawn at random."""
    rng = Random(seed)
    alphabet = rng.choice(ALPHABETS) + rng.choice(["", " "])
    longest = rng.choice([6, 15, 40])
    lines = [
        "".join(rng.choices(alphabet, k=rng.randint(0, longest))) for _ in range(rng.randint(1, 40))
    ]
    choices = OPTIONS | (OF_UNIGRAM if model == "unigram" else {})
    options = {key: rng.choice(some) for key, some in choices.items() if rng.random() < 0.25}
    return lines, rng.randint(20, 90) + 256 * ("byte_fallback" in options), options


@pytest.mark.parametrize("model", ["unigram", "bpe"])
def test_any_options_on_made_up_lines(model):
    compared = 0
    for seed in range(80):
        lines, size, options = made_up(seed, model)
        theirs_too = {NAMES.get(key, key): value for key, value in options.items()}
        try:
            theirs = peer_pieces(lines, size, model_type=model, **theirs_too)
        except (RuntimeError, OSError):  # nothing to train on, or too small a size
            with pytest.raises(ValueError):
                sl.Tokenizer.train("sentencepiece", lines, size, model=model, **options)
            continue
        ours = sl.Tokenizer.train("sentencepiece", lines, size, model=model, **options)
        assert list(ours.vocab) == [piece for piece, _ in theirs], (seed, options)
        if model == "unigram":
            learned = set(ours.vocab) - {token.text for token in ours.special_tokens}
            scores = {piece: ours.model.log_probs.get(piece) for piece in learned}
            assert {p: s for p, s in theirs if scores.get(p) is not None} == {
                piece: score for piece, score in scores.items() if score is not None
            }, (seed, options)
        compared += 1
    assert compared > 50


@pytest.mark.parametrize("corpus", [["ab ac", "ab", ""], {"ab ac": 1, "ab": 1}])
def test_the_last_word_of_each_document_is_counted(corpus):
    preparation = Preparation((), (MARKED_WORDS,), Spaces())
    lines = read(Job(corpus), preparation, (), PieceRules())
    assert lines.words == Job(corpus).count(preparation, ()) == {"▁ab": 2, "▁ac": 1}
    assert lines.line_ends == {"▁ac": 1, "▁ab": 1}


def test_what_ends_lines_before_different_beginnings_is_counted_twice():
    preparation = Preparation((), (MARKED_WORDS,), Spaces(prefix="never"))
    lines = read(Job(["xab", "yab", "yab"]), preparation, (), PieceRules())
    assert lines.counted_twice == {"ab": 3, "yab": 2}
    marked = Preparation((), (MARKED_WORDS,), Spaces())
    assert read(Job(["ab", "ab", "b"]), marked, (), PieceRules()).counted_twice == {}


def test_rare_characters_and_symbols_are_borders():
    preparation = Preparation((), (MARKED_WORDS,), Spaces())
    symbols = sl.recipes.job.special(["<x>"])
    lines = read(Job(["a a<x>ab " + "a" * 90]), preparation, symbols, PieceRules(), 0.985)
    assert lines.words == {"▁a": 1, "▁a▅a▅": 1, "▁" + "a" * 90: 1}
