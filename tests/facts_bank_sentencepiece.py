"""What the package and the library compute for the bank's questions on SentencePiece."""

from functools import cache
from io import BytesIO

import sentencepiece

from claims import holding
from subword_lab import Tokenizer, bpe, corpora, quiz, text, unigram

SENTENCES = ["the cat sat on the mat with two hats"] * 20


def library(**options):
    """A model of the library, trained in memory."""
    model = BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES), model_writer=model, minloglevel=4, **options
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())


@cache
def ours():
    return Tokenizer.train("sentencepiece", corpora.load("english/stories"), 300)


def accepted(model_type):
    try:
        library(model_type=model_type, vocab_size=20, hard_vocab_limit=False)
    except ValueError:
        return False
    return True


def model_types():
    options = quiz.get("sentencepiece-model-types").options
    return holding("sentencepiece-model-types", *(accepted(o.text.en) for o in options))


def default_normalizer():
    return library(vocab_size=20, hard_vocab_limit=False).normalize("①ﬁ").strip("▁")


def dummy_prefix():
    first, later = ours().tokenize("world"), ours().tokenize("hello world")
    without = Tokenizer.train(
        "sentencepiece", corpora.load("english/stories"), 300, add_dummy_prefix=False
    )
    helps = later[-len(first) :] == first
    needed = without.tokenize("hello world")[-len(first) :] != without.tokenize("world")
    return holding("sentencepiece-dummy-prefix", False, ours().tokenize("") != [], False,
                   helps and needed)  # fmt: skip


def unknown_shown():
    back = ours().decode(ours().encode("a☃b"))
    options = quiz.get("sentencepiece-unknown-shown").options
    given = [option.text.en.split(",")[0] for option in options]
    return holding("sentencepiece-unknown-shown", *(text == back for text in given))


def sampling_bpe():
    learned = library(model_type="bpe", vocab_size=25)
    drawn = {
        tuple(learned.encode("that", out_type=str, enable_sampling=True, alpha=1, nbest_size=-1))
        for _ in range(60)
    }
    usual = tuple(learned.encode("that", out_type=str))
    return holding(
        "sentencepiece-sampling-bpe", drawn == {usual}, len(drawn) > 1, drawn == {tuple("▁that")},
        not drawn,
    )  # fmt: skip


def coverage():
    counts = {"a": 60, "b": 30, "c": 9, "d": 1}
    (left_out,) = set(counts) - set(unigram.required_characters(counts, 0.99))
    return left_out


def control_symbols():
    learned = library(
        vocab_size=30,
        hard_vocab_limit=False,
        control_symbols=["<sep>"],
        user_defined_symbols=["<usr>"],
    )
    pieces = learned.encode("cat<sep>cat<usr>", out_type=str)
    whole = ("<sep>" in pieces, "<usr>" in pieces)
    cases = [(True, True), (False, False), (True, False), (False, True)]
    return holding("sentencepiece-control-symbols", *(whole == case for case in cases))


def one_pair_each():
    merges = [("c", "d"), ("b", "cd"), ("a", "bc"), ("abc", "d")]
    pieces = {piece: i for i, piece in enumerate(["a", "b", "c", "d", "cd", "bcd", "abc", "abcd"])}
    pieces["bc"] = len(pieces)
    joined = bpe.BpeModel(pieces, [("c", "d"), ("b", "cd"), ("ab", "c"), ("a", "bcd")])
    assert bpe.encode(joined, "abcd") == ("abcd",)
    return " ".join(bpe.encode(bpe.BpeModel(pieces, merges), "abcd"))


def pipeline():
    """Station by station: the library's normalizer does the first three."""
    plain = text.normalize("Ｈi  you", ("nfkc",))
    collapsed = " ".join(plain.split())
    marked = "".join(chunk.text for chunk in text.metaspace(collapsed))
    assert library(vocab_size=20, hard_vocab_limit=False).normalize("Ｈi  you") == marked
    given = [option.text.en for option in quiz.get("sentencepiece-pipeline").options]
    assert "".join(given[3].replace('"', "").split(", ")) == marked
    return [f'"{plain}"', f'"{collapsed}"', f'"{marked}"', given[3]]


QUESTIONS = {
    "sentencepiece-model-types": model_types,
    "sentencepiece-default-normalizer": default_normalizer,
    "sentencepiece-dummy-prefix": dummy_prefix,
    "sentencepiece-extra-spaces": lambda: len(ours().decode(ours().encode("  a   b "))),
    "sentencepiece-unknown-shown": unknown_shown,
    "sentencepiece-sampling-bpe": sampling_bpe,
    "sentencepiece-coverage": coverage,
    "sentencepiece-control-symbols": control_symbols,
    "sentencepiece-one-pair-each": one_pair_each,
    "sentencepiece-pipeline": pipeline,
}
