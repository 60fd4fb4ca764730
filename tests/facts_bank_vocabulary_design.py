"""What the package computes for the bank's questions on the design of vocabularies."""

from math import log2

import numpy as np

from claims import holding
from subword_lab import Tokenizer, bpe, corpora, house, metrics, quiz, text
from vocabularies import real


def fertility():
    learned = Tokenizer.train("bpe", {"hug": 9, "un": 5, "p": 1, "b": 1}, merges=3)
    assert learned.tokenize("hug pun bun") == ["hug", "p", "un", "b", "un"]
    return round(metrics.fertility(learned, "hug pun bun"), 2)


def bytes_per_token():
    sample = "café time"
    gpt2 = real("gpt2")
    assert (len(sample), len(gpt2.encode(sample))) == (9, 4)
    return metrics.bytes_per_token(gpt2, sample)


def sixteen_bits():
    largest = np.iinfo(np.uint16).max
    names = ("deepseek", "gpt2", "tekken-240911", "mistral-v1")
    fits = [max(real(name).vocab.values()) <= largest for name in names]
    return holding("design-sixteen-bits", *fits)


def lower_perplexity():
    a, b = log2(20) / 4.5, log2(12) / 3.2
    assert (round(a, 2), round(b, 2)) == (0.96, 1.12)
    return holding("design-lower-perplexity", b < a, b < a, a < b, False)


def row_without():
    """The id a library gives a token that is added to GPT-2's vocabulary."""
    from tokenizers import Tokenizer as Library
    from tokenizers import models

    gpt2 = real("gpt2")
    library = Library(models.BPE(dict(gpt2.vocab), []))
    library.add_tokens(["ketch"])
    table = np.zeros((gpt2.vocab_size, 1))
    assert library.token_to_id("ketch") == len(table)
    return library.token_to_id("ketch")


def share_of_tables():
    return round(100 * metrics.embedding_parameters(128_000, 2_048, tied=False) / 1.1e9)


def rounded_up():
    return -real("gpt2").vocab_size % 64


def evenness():
    used = [option.text.en for option in quiz.get("design-evenness").options]
    counts = {listed: [int(n) for n in listed.split(", ")] for listed in used}
    return sorted(reversed(used), key=lambda listed: metrics.renyi_efficiency(counts[listed]))


def each_doubling():
    stories = corpora.load("english/stories")
    lengths = [len(house.tokenizer("byte_bpe", n).encode(stories)) for n in (500, 1000, 2000, 4000)]
    saved = [1 - after / before for before, after in zip(lengths, lengths[1:], strict=False)]
    assert [round(100 * share) for share in saved] == [23, 18, 13]
    falls = saved == sorted(saved, reverse=True)
    return holding(
        "design-each-doubling", min(saved) >= 0.5, not falls, falls, len(set(saved)) == 1
    )


def shorter_attention():
    """Count the pairs of positions of a text and of one that is a fifth shorter."""
    before, after = (np.ones((n, n)).sum() for n in (100, 80))
    return 100 * (1 - after / before)


def flattened_mix():
    shares = np.array([0.9, 0.1]) ** 0.5
    return round(100 * (shares / shares.sum())[1])


def digits_from_right():
    pattern = r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))"
    return " ".join(chunk.text for chunk in text.pretokenize("1234567", pattern))


def tied():
    one, two = (metrics.embedding_parameters(1_000, 64, each) for each in (True, False))
    same = bpe.train({"hello": 3, "Hello": 3}, vocab_size=50).vocab
    return holding(
        "design-tied", False, same["hello"] == same["Hello"], two == 2 * one == 128_000, False
    )


def compute_of_a_text():
    def per_token(vocab_size):
        return 1e9 + metrics.embedding_parameters(vocab_size, 2_048)

    return round(100 * (per_token(128_000) * 0.88 / per_token(32_000) - 1), 1)


QUESTIONS = {
    "design-compute-of-a-text": compute_of_a_text,
    "design-fertility": fertility,
    "design-bytes-per-token": bytes_per_token,
    "design-sixteen-bits": sixteen_bits,
    "design-lower-perplexity": lower_perplexity,
    "design-row-without": row_without,
    "design-share-of-tables": share_of_tables,
    "design-rounded-up": rounded_up,
    "design-evenness": evenness,
    "design-each-doubling": each_doubling,
    "design-shorter-attention": shorter_attention,
    "design-flattened-mix": flattened_mix,
    "design-digits-from-right": digits_from_right,
    "design-tied": tied,
}
