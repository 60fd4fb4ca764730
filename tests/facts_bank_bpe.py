"""What the package computes for the bank's questions on BPE."""

import random
import re
from dataclasses import replace

from claims import holding, partners
from subword_lab import Tokenizer, bpe, corpora, effort, pairs, resizing, text
from vocabularies import real

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def model_of(merges):
    characters = sorted({ch for pair in merges for part in pair for ch in part})
    entries = dict.fromkeys([*characters, *("".join(pair) for pair in merges)])
    return bpe.BpeModel(vocab={piece: i for i, piece in enumerate(entries)}, merges=merges)


def tie_rules():
    rules = dict(
        zip(
            ["first pair seen", "largest pair in dictionary order", "smallest pair of ids"],
            ["first_seen", "largest_pair", "smallest_ids"],
            strict=True,
        )
    )
    words = {"cd": 1, "ef": 1, "ab": 1}
    return partners(
        "bpe-tie-rules",
        lambda name: " ".join(bpe.train(words, merges=1, tie_break=rules[name]).merges[0]),
    )


def one_pass():
    merges = [("ab", "c"), ("a", "b")]
    symbols = tuple("abc")
    for pair in merges:
        symbols = pairs.merge_word(symbols, pair, "".join(pair))
    assert bpe.encode(model_of(merges), "abc") == ("abc",)
    return " ".join(symbols)


def windows():
    words = [(tuple("aaaaaa"), 1)]
    return pairs.count_pairs(words)["a", "a"] - pairs.count_replacements(words, ("a", "a"))


def one_letter_more():
    model = model_of([("c", "b"), ("a", "cb")])
    assert len(bpe.encode(model, "aac")) == 3
    return len(bpe.encode(model, "aacb"))


def faster():
    """Less is read with each trick; a tenth of the text, or ten merges at once, learns others."""
    slow = effort.training_effort(HUG, 3, count_words=False, index=False)
    counted = effort.training_effort(HUG, 3, count_words=True, index=False)
    indexed = effort.training_effort(HUG, 3, count_words=False, index=True)
    lines = str(corpora.load("english")).splitlines()
    whole, tenth = (
        bpe.train(text.count_words(part), merges=200).merges for part in (lines, lines[::10])
    )
    counts = pairs.count_pairs([(tuple(word), n) for word, n in HUG.items()])
    at_once = sorted(counts, key=counts.get, reverse=True)[:3]
    return holding(
        "bpe-faster",
        tenth == whole,
        counted.words < slow.words and counted.pairs < slow.pairs,
        indexed.words < slow.words,
        at_once == bpe.train(HUG, merges=3).merges,
    )


def of_the():
    gpt2, english = real("gpt2"), str(corpora.load("english"))
    assert english.count("of the") > english.count("water")
    assert " the" in [chunk.text for chunk in text.pretokenize("of the", "gpt2")]
    crossing = [piece for piece in gpt2.vocab if re.search(r"[a-z]Ġ[a-z]", piece)]
    return holding(
        "bpe-of-the",
        max(len(p) for p in gpt2.vocab if p.isalpha() and p.isascii()) < len("of the"),
        "Ġthemselves" not in gpt2.vocab and "Ġthem" in gpt2.vocab,
        not crossing,
        "Ġthe" not in gpt2.vocab,
    )


def end_mark():
    merges = [("t", "</w>"), ("s", "t</w>"), ("e", "st</w>")]
    entries = [*"adeinstw", "</w>", "t</w>", "st</w>", "est</w>"]
    model = bpe.BpeModel({piece: i for i, piece in enumerate(entries)}, merges, "separate")
    used = {w: "est</w>" in bpe.encode(model, w) for w in ("newest", "estate", "est")}
    assert used == {"newest": True, "estate": False, "est": True}
    return holding("bpe-end-mark", used["estate"], used["estate"], used["newest"], False)


def dropout_share():
    model = model_of([("a", "b"), ("ab", "c")])
    return bpe.dropout_shares(model, "abc", 0.5)[("abc",)]


def half_the_size():
    english = corpora.load("english")
    large, small = (Tokenizer.train("byte_bpe", english, size) for size in (2_000, 1_000))
    early = list(large.vocab)[:1_000]
    shortest = sorted(large.vocab, key=len)[:1_000]
    used = {piece for piece in large.tokenize(str(corpora.load("english/stories")))}
    wanted = set(small.vocab)
    return holding(
        "bpe-half-the-size",
        not wanted & set(early),
        used == wanted,
        set(shortest) == wanted,
        resizing.first_entries(large, 1_000).model == small.model,
    )


def stepping_stone():
    model = bpe.train({"abc": 5}, merges=2, tie_break="smallest_pair")
    made = [left + right for left, right in model.merges]
    (unused,) = set(made) - set(bpe.encode(model, "abc"))
    return unused


def decoding_needs():
    """A model without merges, pattern or counts decodes the ids of the one that has them."""
    gpt2 = real("gpt2")
    ids = gpt2.encode("The new ferry")
    pieces = {id: piece for piece, id in gpt2.vocab.items()}
    joined = b"".join(text.from_printable(pieces[id]) for id in ids).decode()
    return holding("bpe-decoding-needs", False, joined == gpt2.decode(ids), False, False)


def by_one_pass(model, word):
    symbols = tuple(word)
    for pair in model.merges:
        symbols = pairs.merge_word(symbols, pair, "".join(pair))
    return symbols


def all_agree():
    """Encode in three ways with tables that training made, with ties and without, and by hand."""
    rng = random.Random(3)

    def agree(model):
        joined = replace(model, lookup="joined")
        words = ["".join(rng.choices("abc", k=rng.randint(1, 9))) for _ in range(40)]
        return all(
            by_one_pass(model, word) == bpe.encode(model, word) == bpe.encode(joined, word)
            for word in words
        )

    def trained():
        words = {
            "".join(rng.choices("abc", k=rng.randint(2, 8))): rng.randint(1, 3) for _ in "1234"
        }
        return bpe.train({**words, "abc": 1}, merges=12)

    exact = all(agree(trained()) for _ in range(60))
    by_hand = model_of([("ab", "c"), ("a", "b")])
    assert by_one_pass(by_hand, "abc") != bpe.encode(by_hand, "abc")
    return holding("bpe-all-agree", False, exact, not exact, False)


QUESTIONS = {
    "bpe-all-agree": all_agree,
    "bpe-tie-rules": tie_rules,
    "bpe-one-pass": one_pass,
    "bpe-windows": windows,
    "bpe-one-letter-more": one_letter_more,
    "bpe-faster": faster,
    "bpe-of-the": of_the,
    "bpe-end-mark": end_mark,
    "bpe-runs-out": lambda: len(bpe.train({"hug": 10, "hugs": 5}, vocab_size=1_000).vocab),
    "bpe-dropout-share": dropout_share,
    "bpe-half-the-size": half_the_size,
    "bpe-stepping-stone": stepping_stone,
    "bpe-decoding-needs": decoding_needs,
}
