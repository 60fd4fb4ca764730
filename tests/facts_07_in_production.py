"""What the package computes for lesson 07: keys of questions, references, golden variants."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from math import log2
from pathlib import Path

import pytest
from tokenizers.implementations import ByteLevelBPETokenizer

from subword_lab import contest, corpora, house, metrics, quiz, vocabs
from subword_lab.exercises.lesson_07 import by_hand
from subword_lab.exercises.lesson_07.safety import SPECIALS, removed_once
from subword_lab.text import tally
from subword_lab.text.fast.chunks import cut
from subword_lab.text.fast.counting import count
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.peers.byte_level import encoding
from vocabularies import real

FORGED = "<|endoftext|>"
REGISTERS = ("dialogue", "manual", "news", "recipes", "science")


@cache
def trained(recipe, size):
    return Tokenizer.train(recipe, [corpora.load(f"english/{name}") for name in REGISTERS], size)


def stories():
    return corpora.load("english/stories")


def true_options(id, holds):
    options = quiz.get(id).options
    return [option.text.en for option, true in zip(options, holds, strict=True) if true]


def shifted_ids():
    english = corpora.load("english")
    old = Tokenizer.train("byte_bpe", english, 2_000).vocab
    new = Tokenizer.train("byte_bpe", english, 2_001, special_tokens=["<|new|>"]).vocab
    kept = sum(new.get(piece) == id for piece, id in old.items())
    all_moved = all(new[piece] == id + 1 for piece, id in old.items())
    return true_options("production-shifted-ids", [all_moved, kept > 0, kept == len(old), not new])


def words_win():
    words, bpe = trained("word", 1_000), trained("bpe", 1_000)
    ids = words.encode(stories())
    unknown = ids.count(words.vocab[words.cutting.unk]) / len(ids)
    shorter = metrics.bytes_per_token(words, stories()) > metrics.bytes_per_token(bpe, stories())
    characters = sum(len(piece) == 1 for piece in bpe.vocab)
    holds = [shorter and unknown > 0.2, False, unknown < 0.1, characters > 500]
    assert characters < 100
    return true_options("production-words-win", holds)


def bits(size):
    ids = house.tokenizer("byte_bpe", size).encode(stories())
    return len(ids), -sum(n * log2(n / len(ids)) for n in Counter(ids).values())


def compare_models():
    """Which of the numbers do not change when bytes are grouped without any gain in prediction."""
    (small, small_bits), (large, large_bits) = bits(300), bits(4_000)
    assert small_bits / small < large_bits / large  # per token the small vocabulary looks better,
    assert small_bits > large_bits  # and it needs more bits for the same bytes
    return true_options("production-compare-models", [True, False, False, False])


def forged_token():
    vocab, merges = vocabs.find("gpt2").paths
    library = ByteLevelBPETokenizer(str(vocab), str(merges))
    library.add_special_tokens([FORGED])
    with pytest.raises(ValueError, match="disallowed special token"):
        encoding("gpt2").encode(FORGED)
    once = removed_once([("user", "<|e<|end|>nd|>")], SPECIALS).count(SPECIALS["<|end|>"]) == 1
    ordinary = real("gpt2").encode(FORGED)
    holds = [
        library.encode(FORGED).tokens == [FORGED],
        True,  # it raised, above
        once,
        not (len(FORGED.encode()) == 13 and real("gpt2").decode(ordinary) == FORGED),
    ]
    assert len(ordinary) > 1
    return true_options("production-forged-token", holds)


def other_splitter():
    first = contest.training_texts()
    tokenizer = Tokenizer.train("byte_bpe", first.values(), 4_000, pattern="o200k")
    other = replace(tokenizer, preparation=replace(tokenizer.preparation, pretokenizers=("gpt2",)))
    more = {code: len(other.encode(t)) / len(tokenizer.encode(t)) for code, t in first.items()}
    back = all(other.decode(other.encode(text)) == text for text in first.values())
    holds = [min(more["my"], more["hi"]) > 1.2 > 1.05 > more["en"], other.cutting.unk, not back]
    return true_options("production-other-splitter", [*holds, False])


QUESTIONS = {
    "production-two-tables": lambda: metrics.embedding_parameters(50_000, 1_024, tied=False) / 1e6,
    "production-shifted-ids": shifted_ids,
    "production-words-win": words_win,
    "production-compare-models": compare_models,
    "production-forged-token": forged_token,
    "production-other-splitter": other_splitter,
}


def saved_by_doubling():
    small, large = (len(trained("byte_bpe", size).encode(stories())) for size in (2_000, 4_000))
    return round(100 * (1 - large / small), 1)


def what_parts_do():
    """Each event, done to a text: how the sum of its parts differs from the text's own counts."""
    text = "the cat sat on the mat and the dog sat on the log"

    def counted(*parts):
        return [tally.of(count(cut([part.encode()]), "gpt2")) for part in parts]

    exact = tally.add(counted(text)).as_dict()
    dropped = [tally.bounded(part, 4) for part in counted(text[:22], text[22:])]
    sums = {
        by_hand.AGAIN: counted(text[:22], text[22:]),  # each part once, from whichever worker
        by_hand.AT_A_SPACE: counted(text[:7], text[7:]),
        by_hand.IN_A_WORD: counted(text[:6], text[6:]),
        by_hand.RAREST_GO: dropped,
        by_hand.TWICE: counted(text, text),
    }
    return {event: difference(tally.add(parts).as_dict(), exact) for event, parts in sums.items()}


def difference(found, exact):
    if found == exact:
        return by_hand.NOTHING
    if set(found) - set(exact):
        return by_hand.NEW_WORDS
    if all(found.get(word, 0) > n for word, n in exact.items()):
        return by_hand.TOO_HIGH
    assert all(found.get(word, 0) <= n for word, n in exact.items())
    return by_hand.TOO_LOW


def words_in_ten_times_the_text():
    """Thousands, from the counts that docs/scaling.md has measured."""
    page = (Path(__file__).parents[1] / "docs" / "scaling.md").read_text("utf-8")
    row = re.search(r"different words in 1, 10, 100 MB \| ([\d,]+), ([\d,]+), ([\d,]+)", page)
    _, ten, hundred = (int(number.replace(",", "")) for number in row.groups())
    return 10 * round(hundred**2 / ten / 10_000)


EXERCISES = {
    "size-guess-double": saved_by_doubling,
    "corpus-what-parts-do": what_parts_do,
    "corpus-ten-times": words_in_ten_times_the_text,
}

VARIANTS = {
    "production-table-gen": (
        "A vocabulary has 40,000 entries, each with a row of 800 numbers. The output layer is tied "
        "to the input table. How many million parameters are that?",
        32.0,
    )
}
