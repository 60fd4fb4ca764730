"""Training: our vocabularies beside the libraries', trained on the same text."""

import gettext
import io
import json
import pydoc_data.topics
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from typing import Any

import sentencepiece
import tokenizers
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import models, pre_tokenizers, trainers

import subword_lab as sl
from parity_page import Row
from subword_lab.text import PATTERNS

LONGEST = 4000  # bytes; SentencePiece leaves longer lines out of its training
RUNS = [
    *("-" * n for n in range(1, 70)),
    *("ab" * n + "a" * n for n in range(1, 30)),
    *("aaa b", "abcabcab cab", "\n\n\n \n", "    x   y", "!!!!!!?!?!?") * 5,
]


@cache
def corpora() -> dict[str, list[str]]:
    """Lines by name: the course's own texts, and longer ones that many machines have."""
    load = sl.corpora.load
    texts = {
        "English": load("english"),
        "code": load("code"),
        "21 languages": load("story"),
        "zh, ja, ko": "\n".join(map(load, ("story/zh", "story/ja", "story/ko"))),
        "pydoc topics": "\n".join(pydoc_data.topics.topics.values()),
        "Python's library": _library(1_000_000),
        "translations, 9 scripts": _translations("am ar el hi ka ru ta th zh_CN"),
        "translations, zh ja ko": _translations("zh_CN zh_TW ja ko"),
    }
    return {name: list(_lines(text)) for name, text in texts.items() if text}


def _library(most: int) -> str:
    """The source of Python's standard library, module after module, up to so many characters."""
    paths = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    return "".join(path.read_text("utf-8", errors="replace") for path in paths)[:most]


def _translations(languages: str, most: int = 300_000) -> str:
    """What programs of this system say in other languages; nothing where it has no catalogs."""
    said: dict[str, None] = {}
    for language in languages.split():
        texts = _catalogs(language)
        room = most // len(languages.split())
        while room > 0 and (text := next(texts, "")):
            said[text] = None
            room -= len(text)
    return "\n".join(said)


def _catalogs(language: str) -> Iterator[str]:
    for path in sorted(Path("/usr/share/locale").glob(f"{language}/LC_MESSAGES/*.mo")):
        with path.open("rb") as file:
            catalog = vars(gettext.GNUTranslations(file))["_catalog"]
        yield from (str(text) for key, text in catalog.items() if key and text)


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.strip() and len(line.encode()) <= LONGEST:
            yield line


def size(lines: Sequence[str]) -> str:
    """How much text it is."""
    return f"{sum(len(line.encode()) + 1 for line in lines) / 1000:,.0f} kB"


# Merges ------------------------------------------------------------------------------------------


def of_bytes() -> Iterator[Row]:
    """Byte-level BPE beside tokenizers, with three patterns, special tokens and min_frequency."""
    texts = {**corpora(), "made-up runs": RUNS}
    names = ["English", "code", "21 languages", "zh, ja, ko", "pydoc topics", "made-up runs"]
    options: list[dict[str, Any]] = [
        {"pattern": "gpt2"},
        {"pattern": "cl100k", "special_tokens": ["<|endoftext|>", "<|pad|>"]},
        {"pattern": "o200k", "min_frequency": 3},
    ]
    for name in names:
        for option in options:
            ours = sl.Tokenizer.train("byte_bpe", texts[name], vocab_size=2000, **option)
            merges, vocab = hugging_face(texts[name], 2000, **option)
            said = ", ".join(f"{key}={value}" for key, value in option.items())
            yield Row(
                f"byte-level BPE on {name}, {said}",
                f"tokenizers {version('tokenizers')}",
                "merges in order, ids",
                f"{size(texts[name])}, {len(merges):,} merges",
                unequal(ours.model.merges, merges) + unequal(ours.vocab.items(), vocab.items()),
            )


def hugging_face(
    texts: Sequence[str],
    vocab_size: int,
    pattern: str,
    special_tokens: Sequence[str] = (),
    min_frequency: int = 1,
) -> tuple[list[tuple[str, str]], dict[str, int]]:
    """Merges in order and ids of a byte-level BPE trained by tokenizers."""
    peer = tokenizers.Tokenizer(models.BPE())
    split = pre_tokenizers.Split(tokenizers.Regex(PATTERNS[pattern]), "isolated")
    to_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    peer.pre_tokenizer = pre_tokenizers.Sequence([split, to_bytes])
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        special_tokens=list(special_tokens),
        min_frequency=min_frequency,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    peer.train_from_iterator(texts, trainer)
    model = json.loads(peer.to_str())["model"]
    ids = dict(sorted(peer.get_vocab().items(), key=lambda entry: entry[1]))
    return [tuple(pair) for pair in model["merges"]], ids


def of_characters() -> Iterator[Row]:
    """Character BPE beside subword-nmt."""
    for name in ("English", "code", "21 languages"):
        counts = sl.text.count_words(corpora()[name])
        codes = io.StringIO()
        lines = io.StringIO("".join(f"{word} {count}\n" for word, count in counts.items()))
        learn_bpe(lines, codes, 2000, is_dict=True)
        merges = [tuple(line.split(" ")) for line in codes.getvalue().splitlines()[1:]]
        ours = sl.bpe.train(counts, None, 2000, "largest_pair", "glued", min_frequency=2)
        yield Row(
            f'character BPE on {name}, "glued" mark, largest pair first',
            f"subword-nmt {version('subword-nmt')}",
            "merges in order",
            f"{size(corpora()[name])}, {len(merges):,} merges",
            unequal(ours.merges, merges),
        )


# SentencePiece -----------------------------------------------------------------------------------


def of_sentencepiece() -> Iterator[Row]:
    """SentencePiece's two algorithms, its own options among them."""
    sizes = {"code": 500, "zh, ja, ko": 800, "English": 2000, "21 languages": 2000}
    for name, lines in corpora().items():
        wanted = sizes.get(name, 8000)
        yield beside_sentencepiece(name, lines, wanted, "unigram")
    for name in sizes:
        yield beside_sentencepiece(name, corpora()[name], sizes[name], "bpe")
    english = corpora()["English"]
    yield beside_sentencepiece("English", english, 8000, "bpe", split_digits=True)
    yield beside_sentencepiece("made-up runs, to the end", RUNS, 400, "bpe")
    for option in ({"split_by_whitespace": False}, {"split_digits": True},
                   {"character_coverage": 0.9995, "byte_fallback": True},
                   {"user_defined_symbols": ["the", " a"]}):  # fmt: skip
        yield beside_sentencepiece("English", english, 1500, "unigram", **option)


def beside_sentencepiece(
    name: str, lines: Sequence[str], vocab_size: int, model: str, **options: Any
) -> Row:
    """Train both; what differs is a piece, its place, or, for Unigram, a bit of its score."""
    ours = sl.Tokenizer.train("sentencepiece", lines, vocab_size, model=model, **options)
    theirs = peer_pieces(lines, vocab_size, model_type=model, **options)
    symbols = options.get("user_defined_symbols", ())  # a file has no score for them
    learned = getattr(ours.model, "log_probs", {})
    scores = {piece: score for piece, score in learned.items() if piece not in symbols}
    mine = [
        (piece, scores.get(piece, score))
        for piece, (_, score) in zip(ours.vocab, theirs, strict=False)
    ]
    said = "".join(f", {key}={value}" for key, value in options.items())
    return Row(
        f"SentencePiece {model} on {name}{said}",
        f"sentencepiece {version('sentencepiece')}",
        "pieces in order, scores" if scores else "pieces in order",
        f"{size(lines)}, {len(theirs):,} pieces",
        unequal(mine, theirs) + abs(len(ours.vocab) - len(theirs)),
    )


def peer_pieces(
    lines: Sequence[str], vocab_size: int, num_threads: int = 1, **options: Any
) -> list[tuple[str, float]]:
    """The pieces and scores that SentencePiece's own trainer finds."""
    data = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=data,
        vocab_size=vocab_size,
        hard_vocab_limit=False,
        num_threads=num_threads,
        minloglevel=2,
        **{"character_coverage": 1.0, **options},
    )
    peer = sentencepiece.SentencePieceProcessor(model_proto=data.getvalue())
    ids = range(peer.get_piece_size())
    return [(peer.id_to_piece(token_id), peer.get_score(token_id)) for token_id in ids]


def with_threads() -> str:
    """How many pieces SentencePiece itself finds again with its default number of threads."""
    found = []
    for name in ("English", "pydoc topics"):
        alone, together = (
            {piece for piece, _ in peer_pieces(corpora()[name], 1000, threads)}
            for threads in (1, 16)
        )
        found.append(f"{name}: {len(alone & together):,} of {len(alone):,} with 16")
    return ", ".join(found)


def unequal(ours: Any, theirs: Any) -> int:
    """At how many places two rows differ."""
    return sum(a != b for a, b in zip_longest(ours, theirs))


def rows() -> Iterator[Row]:
    """A row for each training."""
    yield from of_bytes()
    yield from of_characters()
    yield from of_sentencepiece()
