"""What the package and its peers compute for the bank's questions on production."""

import os
from dataclasses import replace
from functools import cache

import numpy as np
from tokenizers import Tokenizer as Library
from tokenizers import models, normalizers, pre_tokenizers, processors

from claims import holding
from subword_lab import Tokenizer, corpora, text
from subword_lab.encoding import Template
from subword_lab.quiz import incidents
from vocabularies import real

LETTERS = "a b c d e f g h i j k l m n"
END = "<|endoftext|>"


@cache
def bert_like():
    return Tokenizer.train("wordpiece", LETTERS, merges=0)


@cache
def words():
    """A library's tokenizer of single words, with BERT's template."""
    vocab = {name: i for i, name in enumerate(["[UNK]", "[CLS]", "[SEP]", *LETTERS.split()])}
    library = Library(models.WordLevel(vocab, unk_token="[UNK]"))
    library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    library.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    return library


def double_begin():
    learned = Tokenizer.train("byte_bpe", "hello there", merges=5, special_tokens=("<s>",))
    begins = replace(learned, template=Template(single=(("<s>", 0), ("$A", 0))))
    ids = begins("<s>hello", allowed_special="all").ids
    count = ids.count(begins.token_to_id("<s>"))
    assert begins.decode(ids, skip_special=True) == "hello"
    return holding("prod-double-begin", count == 1, count == 0, False, count == 2)


def pair_length():
    question, passage = "a b c d e", "f g h i"
    length = len(bert_like()(question, passage))
    assert length == len(words().encode(question, passage))
    return length


def last_positions(side):
    batch = bert_like()(["a b", "a b c d"], padding=True, side=side, add_special=False)
    return [encoding.tokens[-1] for encoding in batch]


def padding_side():
    right, left = map(last_positions, ("right", "left"))
    return holding(
        "prod-padding-side",
        "[PAD]" not in right,
        False,
        left == ["b", "d"],
        right == left,
    )


def longest_first():
    first, second = "a b c d e f g h i j", "k l m n"
    ours = bert_like()(first, second, max_length=11).type_ids.count(0) - 2
    library = words()
    library.enable_truncation(11, strategy="longest_first")
    theirs = sum(token in first.split() for token in library.encode(first, second).tokens)
    library.no_truncation()
    assert ours == theirs
    return ours


def lost_question():
    chat = "a b c d e f g h"  # a is the system message, h the last question
    kept = bert_like()(chat, max_length=5, add_special=False).tokens
    return holding(
        "prod-lost-question",
        "a" not in kept,
        "h" not in kept,
        len(kept) == 8,
        kept == chat.split()[::2],
    )


def offsets():
    gpt2 = real("gpt2")
    assert len(gpt2.encode("hi 🤗")) == 4
    _, start, end = gpt2.encode_offsets("hi 🤗")[-1]
    return f"{start} {end}"


def word_ids():
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hug", "pun", "##s"]
    library = Library(
        models.WordPiece({piece: i for i, piece in enumerate(pieces)}, unk_token="[UNK]")
    )
    library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    library.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    encoded = library.encode("hugs pun")
    assert encoded.tokens == ["[CLS]", "hug", "##s", "pun", "[SEP]"]
    return " ".join(map(str, encoded.word_ids))


def broken_cache():
    fixed, gpt2 = "You are a helpful assistant. Answer briefly. " * 20, real("gpt2")
    times = [f"It is 14:03:{second}. " for second in (27, 41)]

    def shared(prompts):
        one, other = map(gpt2.encode, prompts)
        return len(os.path.commonprefix([one, other])) / len(one)

    first, last = shared([time + fixed for time in times]), shared([fixed + time for time in times])
    few = len(gpt2.encode(times[0])) < 20
    return holding("prod-broken-cache", not few, first > 0.9, last < 0.1, first < 0.1 < 0.9 < last)


def added_or_special():
    library = Library(models.WordLevel({"a": 0, "[UNK]": 1}, unk_token="[UNK]"))
    library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    library.normalizer = normalizers.Lowercase()
    library.add_tokens(["NEWWORD"])
    library.add_special_tokens(["<END>"])

    def ids(sample):
        return library.encode(sample).ids

    return holding(
        "prod-added-or-special",
        ids("NEWWORD <END>") == [2, 3],
        ids("newword") == [2],
        ids("<end>") == [3],
        library.decode([2, 3], skip_special_tokens=True) == "",
    )


def terabyte():
    tokens = 10**12 / 4
    return tokens / 10**6 * 0.10


def stored_ids():
    smallest = np.min_scalar_type(128_000 - 1)
    return 100 * 10**9 * smallest.itemsize / 10**9


def what_to_pin():
    """Upgrades of the incidents room that keep the vocabulary, and two that change nothing."""
    probe = "The ferry DIDN'T wait: 12345 people, said Anna."

    def alters(name):
        incident = incidents.get(name)
        assert incident.before.vocab == incident.after.vocab
        return incidents.dump(incident.before, probe) != incidents.dump(incident.after, probe)

    gpt2, library = real("gpt2"), faithful()
    sample = [probe] * 8
    in_threads = [encoded.ids for encoded in library.encode_batch(sample)]
    return holding(
        "prod-what-to-pin",
        alters("A"),
        alters("C"),
        in_threads != [library.encode(probe).ids] * 8,
        alters("F"),
        library.encode(probe).ids != gpt2.encode(probe),
    )


@cache
def faithful():
    """GPT-2's files in Hugging Face tokenizers."""
    model = real("gpt2").model
    library = Library(models.BPE(dict(model.vocab), list(model.merges)))
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return library


def cut_in_chunks():
    """Cut a text at every place, and look where the ids of both parts are those of the whole."""
    gpt2, sample = real("gpt2"), "hello there, 1234 old friends"
    whole = gpt2.encode(sample)
    places = range(1, len(sample))
    same = {at for at in places if gpt2.encode(sample[:at]) + gpt2.encode(sample[at:]) == whole}
    cuts = {chunk.start for chunk in text.pretokenize(sample, "gpt2")} - {0}
    return holding(
        "prod-cut-in-chunks", same == {*places}, same == {*places}, cuts <= same, not same
    )


def two_accents():
    gpt2 = real("gpt2")
    composed, decomposed = (text.normalize("café", (form,)) for form in ("nfc", "nfd"))
    counts = len(gpt2.encode(composed)), len(gpt2.encode(decomposed))
    return holding(
        "prod-two-accents",
        "café".encode("utf-16").decode("utf-16") != "café",
        False,
        gpt2.encode(composed) != gpt2.encode(composed),
        counts == (3, 4),
    )


def wrong_counter():
    story = corpora.load("story/zh")
    counted, true = (len(real(name).encode(story)) for name in ("gpt2", "deepseek"))
    assert (counted, true) == (1_607, 461)
    return holding("prod-wrong-counter", counted == true, counted > 3 * true, counted < true, False)


def windows():
    library = words()
    library.enable_truncation(256, stride=56)
    encoded = library.encode("a " * 1_000, add_special_tokens=False)
    library.no_truncation()
    return 1 + len(encoded.overflowing)


def ones_in_mask():
    batch = bert_like()(["a b c", "a b c d e f g"], padding=True, add_special=False)
    return sum(sum(encoding.attention_mask) for encoding in batch)


def pad_is_end():
    """Labels as a collator makes them that ignores padding by its id."""
    gpt2 = real("gpt2")
    end = gpt2.token_to_id(END)
    rows = [[*gpt2.encode(answer), end] for answer in ("Yes.", "No, the ferry was late.")]
    longest = max(map(len, rows))
    padded = [row + [end] * (longest - len(row)) for row in rows]
    labels = [[-100 if id == end else id for id in row] for row in padded]
    ends_left = sum(row.count(end) for row in labels)
    return holding("prod-pad-is-end", ends_left > len(rows), False, ends_left == 0, ends_left == 2)


def hold_back():
    """The longest end of the text that the stop string may go on from."""
    stop, so_far = "</answer>", "The result is 7</ans"
    return max(size for size in range(len(stop)) if so_far.endswith(stop[:size]))


QUESTIONS = {
    "prod-hold-back": hold_back,
    "prod-double-begin": double_begin,
    "prod-pair-length": pair_length,
    "prod-padding-side": padding_side,
    "prod-longest-first": longest_first,
    "prod-lost-question": lost_question,
    "prod-offsets": offsets,
    "prod-word-ids": word_ids,
    "prod-broken-cache": broken_cache,
    "prod-added-or-special": added_or_special,
    "prod-terabyte": terabyte,
    "prod-stored-ids": stored_ids,
    "prod-what-to-pin": what_to_pin,
    "prod-cut-in-chunks": cut_in_chunks,
    "prod-two-accents": two_accents,
    "prod-wrong-counter": wrong_counter,
    "prod-windows": windows,
    "prod-ones-in-mask": ones_in_mask,
    "prod-pad-is-end": pad_is_end,
}
