"""Byte-level BPE encoding against tiktoken, with vocabularies trained on the texts.

    .venv/bin/python benchmarks/encode_bpe.py           # all rows, some minutes
    .venv/bin/python benchmarks/encode_bpe.py words     # some of: texts lines cjk words growth

*Warm*: the text was encoded before, its words are remembered. *Cold*: nothing is remembered, but
the model is in arrays, as tiktoken's is in tables once its encoding is made.
"""

import random
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import tiktoken
import tokenizers
from tokenizers import models, pre_tokenizers, trainers

import corpora
import race
import results
from race import Contestant, Growth, Row, growth
from subword_lab import Tokenizer
from subword_lab.text import PATTERNS, from_printable

WORK = "encode byte-level BPE"
MEGABYTE = 1_000_000
PANIC = "tiktoken does not encode it: its regular expression runs out of stack"


def main(chosen: list[str]) -> None:
    """Run the races that are named, or all, and store the rows."""
    for name in chosen or RACES:
        for row in RACES[name]():
            results.store("encode_bpe", [row])


# Contestants -------------------------------------------------------------------------------------


@cache
def vocabulary(text: str, size: int) -> Path:
    """A tokenizer.json trained on 10 MB of a text, made where it is not there yet."""
    path = corpora.FOLDER / f"{text}-{size}.json"
    if not path.exists():
        trained = tokenizers.Tokenizer(models.BPE())
        trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            vocab_size=size, initial_alphabet=alphabet, show_progress=False
        )
        trained.train_from_iterator([corpora.text(text, 10)], trainer)
        trained.save(str(path))
    return path


@cache
def ours(text: str, size: int) -> Tokenizer:
    """The tokenizer here."""
    return Tokenizer.load(vocabulary(text, size))


@cache
def theirs(text: str, size: int) -> tiktoken.Encoding:
    """The same one as tiktoken's."""
    ranks = {from_printable(piece): id for piece, id in ours(text, size).vocab.items()}
    return tiktoken.Encoding(
        text, pat_str=PATTERNS["gpt2"], mergeable_ranks=ranks, special_tokens={}
    )


def forgetful(
    tokenizer: Tokenizer, encode: Callable[[Tokenizer], object], in_arrays: bool = True
) -> Contestant:
    """A contestant that has nothing remembered; its model is in arrays or not even that."""
    fresh = [tokenizer]

    def before() -> None:
        fresh[0] = Tokenizer(
            **{part: getattr(tokenizer, part) for part in Tokenizer.__dataclass_fields__}
        )
        if in_arrays:
            _ = fresh[0]._encoder._short.arrays

    return Contestant("ours", lambda: encode(fresh[0]), before)


def same(tokenizer: Tokenizer, peer: tiktoken.Encoding, text: str) -> None:
    """Stop where the two give other ids: then there is nothing to race."""
    if tokenizer.encode_array(text).tolist() != peer.encode_ordinary(text):
        sys.exit("the ids are not those of tiktoken")


# Races -------------------------------------------------------------------------------------------


def texts() -> Iterable[Row]:
    """10 MB of English in every way."""
    tokenizer, peer, text = ours("english", 32_000), theirs("english", 32_000), english(10)
    same(tokenizer, peer, text)
    ordinary = Contestant("tiktoken", lambda: peer.encode_ordinary(text))
    numpy = Contestant("tiktoken, to array", lambda: peer.encode_to_numpy(text))
    name = "english 10 MB"
    yield race.race(
        f"{WORK}, warm, to array",
        name,
        [Contestant("ours", lambda: tokenizer.encode_array(text)), ordinary, numpy],
    )
    yield race.race(
        f"{WORK}, warm, to list",
        name,
        [Contestant("ours", lambda: tokenizer.encode(text)), ordinary],
    )
    cold = forgetful(tokenizer, lambda fresh: fresh.encode_array(text))
    yield race.race(f"{WORK}, cold", name, [cold, ordinary])
    first = forgetful(tokenizer, lambda fresh: fresh.encode_array(text), in_arrays=False)
    yield race.race(f"{WORK}, first call, the model put into arrays too", name, [first, ordinary])


def lines() -> Iterable[Row]:
    """Many short texts, one at a time and all together."""
    tokenizer, peer = ours("english", 32_000), theirs("english", 32_000)
    short = [
        line[at : at + 100]
        for line in english(1).splitlines()
        for at in range(0, len(line) - 99, 100)
    ]
    name = f"english 1 MB, {len(short):,} lines"
    yield race.race(
        f"{WORK}, lines of 100 characters, warm",
        name,
        [
            Contestant("ours", lambda: [tokenizer.encode(line) for line in short]),
            Contestant("tiktoken", lambda: [peer.encode_ordinary(line) for line in short]),
        ],
    )
    yield race.race(
        f"{WORK}, lines of 100 characters, warm, as a batch",
        name,
        [
            Contestant("ours", lambda: tokenizer.encode_batch(short)),
            Contestant("tiktoken", lambda: peer.encode_ordinary_batch(short, num_threads=1)),
        ],
    )


def cjk() -> Iterable[Row]:
    """10 MB of Chinese, Japanese and Korean, with vocabularies trained on them."""
    text = corpora.text("cjk", 10)
    for size in (32_000, 4_000):
        tokenizer, peer = ours("cjk", size), theirs("cjk", size)
        same(tokenizer, peer, text)
        ordinary = Contestant("tiktoken", lambda peer=peer: peer.encode_ordinary(text))
        cold = forgetful(tokenizer, lambda fresh: fresh.encode_array(text))
        warm = Contestant("ours", lambda tokenizer=tokenizer: tokenizer.encode_array(text))
        name = f"cjk 10 MB, {size // 1000}k pieces"
        yield race.race(f"{WORK} trained on CJK, cold", name, [cold, ordinary])
        yield race.race(f"{WORK} trained on CJK, warm", name, [warm, ordinary])


def words() -> Iterable[Row]:
    """One word of a megabyte."""
    tokenizer, peer = ours("english", 32_000), theirs("english", 32_000)
    for name, word in long_words(MEGABYTE).items():
        here = Contestant("ours", lambda word=word: tokenizer.encode_array(word))
        there = Contestant("tiktoken", lambda word=word: peer.encode_ordinary(word))
        if name == "spaces":
            yield race.race(f"{WORK}, one word", f"1 MB of {name}", [here], note=PANIC)
            fewer = word[:300_000]
            here = Contestant("ours", lambda fewer=fewer: tokenizer.encode_array(fewer))
            there = Contestant("tiktoken", lambda fewer=fewer: peer.encode_ordinary(fewer))
            yield race.race(f"{WORK}, one word", f"0.3 MB of {name}", [here, there])
        else:
            same(tokenizer, peer, word)
            yield race.race(f"{WORK}, one word", f"1 MB of {name}", [here, there])


def long_words(size: int) -> dict[str, str]:
    """Words of this many bytes, by what they are made of."""
    rng = random.Random(1)
    prose = "".join(ch for ch in english(10)[: 2 * size] if ch.isascii() and ch.isalpha())
    return {
        "random letters": "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=size)),
        "English without spaces": prose[:size],
        "CJK": "".join(chr(rng.randrange(0x4E00, 0x9FA0)) for _ in range(size // 3)),
        "one letter": "a" * size,
        "spaces": " " * size,
    }


def growths() -> Iterable[Growth]:
    """How time grows with the length of a text, and with that of a word."""
    tokenizer, peer = ours("english", 32_000), theirs("english", 32_000)

    def against(text: str) -> list[Contestant]:
        return [
            forgetful(tokenizer, lambda fresh: fresh.encode_array(text)),
            Contestant("tiktoken", lambda: peer.encode_ordinary(text)),
        ]

    prose = english(10)
    yield growth(
        f"{WORK}, cold",
        "characters of a text",
        (100_000, MEGABYTE, 9 * MEGABYTE),
        lambda size: against(prose[:size]),
    )
    for name in ("random letters", "one letter"):
        letters = long_words(MEGABYTE)[name]
        yield growth(
            f"{WORK}, one word of {name}",
            f"characters of a word of {name}",
            (10_000, 100_000, MEGABYTE),
            lambda size, letters=letters: against(letters[:size]),
        )


@cache
def english(megabytes: int) -> str:
    """The English text."""
    return corpora.text("english", megabytes)


RACES = {"texts": texts, "lines": lines, "cjk": cjk, "words": words, "growth": growths}

if __name__ == "__main__":
    main(sys.argv[1:])
