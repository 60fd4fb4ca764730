"""The recipes that merge pairs: BPE on characters, BPE on bytes, WordPiece."""

from collections.abc import Sequence
from dataclasses import replace

from subword_lab import bpe as bpe_model
from subword_lab import wordpiece as wordpiece_model
from subword_lab.bpe import BpeModel, EndOfWord
from subword_lab.cutting import Cutting
from subword_lab.decoding import Decoder
from subword_lab.encoding import BERT, PLAIN
from subword_lab.fast.bpe_training import train_bytes
from subword_lab.preparation import Preparation
from subword_lab.recipes.job import Job, pipeline, special
from subword_lab.text import BYTE_TO_CHAR, from_printable, to_printable
from subword_lab.text.checks import check_whole
from subword_lab.text.fast.counting import Counted
from subword_lab.tokenizer import Tokenizer

LOSING_SPACES = ("whitespace", "bert", "metaspace")
BERT_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def bpe(
    job: Job,
    *,
    unk: str | None = "<unk>",
    end_of_word: EndOfWord = None,
    tie_break: str = "smallest_ids",
    pretokenizer: str = "whitespace",
    lowercase: bool = False,
    min_frequency: int = 1,
) -> Tokenizer:
    """BPE on characters. Special tokens: `<unk>`; none with `unk=None`.

    With `end_of_word` ("separate" or "glued") decoding sets one space between words; without it
    nothing tells where a word ends, and the pieces are put side by side.
    """
    joined = Decoder("suffix", mark=bpe_model.END_OF_WORD) if end_of_word else Decoder("concat")
    preparation, decoder = pipeline(pretokenizer, lowercase, joined)
    names = job.names(unk)
    model = bpe_model.train(
        job.count(preparation, special(names)),
        job.vocab_size,
        job.merges,
        tie_break,
        end_of_word,
        special_tokens=names,
        unk=unk,
        min_frequency=min_frequency,
    )
    return Tokenizer("bpe", preparation, model, decoder, special(names), Cutting(unk))


def byte_bpe(
    job: Job,
    *,
    pattern: str = "gpt2",
    add_prefix_space: bool = False,
    tie_break: str = "smallest_ids",
    min_frequency: int = 1,
) -> Tokenizer:
    """BPE on the 256 bytes: nothing is unknown and decoding gives the text back. No special tokens.

    `pattern` is "gpt2", "cl100k", "o200k" or a regular expression; no merge crosses its borders.
    Ids: special tokens, bytes by their printable character, merges. Raises `ValueError` for a
    pattern that loses white space.
    """
    if pattern in LOSING_SPACES:
        raise ValueError(
            f"pattern={pattern!r} drops or rewrites white space, and byte-level BPE gives every "
            f"text back: use 'gpt2', 'cl100k', 'o200k', 'punctuation', 'none' or an expression"
        )
    preparation = Preparation((), (pattern,), byte_level=True, add_prefix_space=add_prefix_space)
    names = job.names(None)
    for name in names:
        if name in BYTE_TO_CHAR.values():
            raise ValueError(
                f"the special token {name!r} is also how a byte is printed; give it a longer name"
            )
    words = job.count_bytes(preparation, special(names))
    model = _learn_bytes(words, job, names, tie_break, min_frequency)
    return Tokenizer("byte_bpe", preparation, model, Decoder("bytes"), special(names))


def _learn_bytes(
    words: Counted, job: Job, names: Sequence[str], tie_break: str, min_frequency: int
) -> BpeModel:
    """Train on the bytes of words, in arrays where they know how."""
    if tie_break == "smallest_ids":
        try:
            return train_bytes(
                words, job.vocab_size, job.merges, special_tokens=names, min_frequency=min_frequency
            )
        except OverflowError:
            pass  # made-up counts that no array of 63 bits holds
    return bpe_model.train(
        {to_printable(word): n for word, n in zip(words.words, words.counts, strict=True)},
        job.vocab_size,
        job.merges,
        tie_break,
        special_tokens=names,
        alphabet=BYTE_TO_CHAR.values(),
        min_frequency=min_frequency,
        symbol_key=from_printable,
    )


def wordpiece(
    job: Job,
    *,
    score: str = "count",
    min_gain: float | None = None,
    tie_break: str = "smallest_ids",
    unk: str = "[UNK]",
    lowercase: bool = True,
    strip_accents: bool | None = None,
    max_chars: int = 100,
) -> Tokenizer:
    """BERT's pipeline: clean, split at punctuation, `##` pieces, longest match first.

    Special tokens: `[PAD] [UNK] [CLS] [SEP] [MASK]`; where `[CLS]` and `[SEP]` are, there is BERT's
    template. `strip_accents=None` follows `lowercase`. A word over `max_chars` characters is `unk`.
    """
    check_whole(max_chars, "max_chars", least=0)
    strip = lowercase if strip_accents is None else strip_accents
    preparation = Preparation(bert_normalizer(strip, lowercase), ("bert",))
    names = job.names(unk, BERT_TOKENS)
    counts = job.count(preparation, special(names))
    trained = wordpiece_model.train(
        counts, job.vocab_size, job.merges, score, tie_break, names, min_gain, unk=unk
    )
    model = replace(trained, max_chars=max_chars)
    return Tokenizer(
        "wordpiece",
        preparation,
        model,
        Decoder("wordpiece", mark=model.prefix, cleanup=True),
        special(names),
        Cutting(unk),
        BERT if {"[CLS]", "[SEP]"} <= set(names) else PLAIN,
    )


def bert_normalizer(strip_accents: bool, lowercase: bool) -> tuple[str, ...]:
    """BERT's cleaning steps in their order.

    >>> bert_normalizer(strip_accents=True, lowercase=True)
    ('bert_clean', 'bert_cjk', 'strip_accents', 'lowercase')
    """
    optional = {"strip_accents": strip_accents, "lowercase": lowercase}
    return ("bert_clean", "bert_cjk", *(step for step, wanted in optional.items() if wanted))
