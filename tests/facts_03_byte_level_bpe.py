"""What the package computes for lesson 03: keys of questions, references, golden variants."""

from subword_lab import corpora, metrics, quiz
from subword_lab.exercises.lesson_03.alphabet import TEXTS
from subword_lab.text import pretokenize
from subword_lab.tokenizer import Tokenizer
from vocabularies import real


def chunks(text, pattern):
    return [chunk.text for chunk in pretokenize(text, pattern)]


def why_replacement():
    """Of the four explanations, the one that makes � while all ids are right."""
    gpt2 = real("gpt2")
    ids = gpt2.encode("你好")
    holds = [
        "�" in "".join(gpt2.decode([id]) for id in ids) and gpt2.decode(ids) == "你好",
        "�" in gpt2.decode(ids),
        "�" in gpt2.vocab,
        len({*gpt2.vocab} & set(map(chr, range(0x100, 0x144)))) != 68,
    ]
    return true_options("bytes-why-replacement", holds)


def true_statements():
    english = Tokenizer.train("byte_bpe", {"a": 1, "the": 2}, merges=2)
    gpt2 = real("gpt2")
    capped = Tokenizer.train("byte_bpe", "123456789 " * 9, merges=20, pattern="cl100k")
    holds = [
        english.decode(english.encode("你好")) == "你好",
        "123456789" not in capped.vocab
        and "123456789" in Tokenizer.train("byte_bpe", "123456789 " * 9, merges=20).vocab,
        gpt2.vocab["!"] == ord("!"),
        len(gpt2.encode("🤗")) <= len("🤗"),
    ]
    return true_options("bytes-what-is-true", holds)


def true_options(id, holds):
    options = quiz.get(id).options
    return [option.text.en for option, true in zip(options, holds, strict=True) if true]


def merges_in_a_thousand():
    special = ["<|a|>", "<|b|>", "<|c|>"]
    english = corpora.load("english")
    tokenizer = Tokenizer.train("byte_bpe", english, vocab_size=1_000, special_tokens=special)
    return len(tokenizer.model.merges)


QUESTIONS = {
    "bytes-how-many-merges": merges_in_a_thousand,
    "bytes-start-symbols": lambda: len("café 🤗".encode()),
    "bytes-hows": lambda: [" | ".join(chunks("HOW'S", "gpt2"))],
    "bytes-why-replacement": why_replacement,
    "bytes-what-is-true": true_statements,
}


def tokens_in_gpt2():
    gpt2 = real("gpt2")
    return {text: str(len(gpt2.encode(text.replace("␣", " ")))) for text in TEXTS}


def hindi_cost():
    stories = (corpora.load(f"story/{language}") for language in ("hi", "en"))
    return round(metrics.premium(real("gpt2"), *stories), 2)


EXERCISES = {
    "bytes-guess-tokens": tokens_in_gpt2,
    "bytes-digits": lambda: chunks("1234567", "cl100k"),
    "bytes-hindi-cost": hindi_cost,
}

VARIANTS = {"bytes-count-gen": ("How many bytes does aनka have in UTF-8?", 6.0)}
