"""Training byte-level BPE on English, from the file to the model, GPT-2's expression for all.

.venv/bin/python benchmarks/train_bpe.py [MEGABYTES ...]     # all rows and growth, or some rows

`tokenizers` and rustbpe are handed the documents of the text one by one: as a single one of 100 MB
it took `tokenizers` seven gigabytes. The blank lines between documents have nothing to merge.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

import corpora
import results
from race import Contestant, Growth, Row, growth, peak_memory, race  # before the contestants

import gigabpe  # isort: skip
import rustbpe  # isort: skip
import tokenizers  # isort: skip
from subword_lab import Tokenizer  # isort: skip
from subword_lab.text import PATTERNS  # isort: skip

Merges = list[tuple[str, str]]

WORK = "train byte-level BPE"
ROWS = {1: 8_000, 10: 32_000, 100: 32_000}  # megabytes -> vocabulary
RUNS = {100: 1}  # a round takes some minutes
SIZES = (1, 10, 100)
VOCABULARIES = (1_000, 4_000, 16_000, 32_000)


def ours(megabytes: str, vocab_size: str) -> Merges:
    """Train with this package; arguments are texts, for `peak_memory`."""
    path = corpora.path("english", int(megabytes))
    return Tokenizer.train("byte_bpe", path, int(vocab_size)).model.merges


def documents(megabytes: str) -> Iterator[str]:
    """The text in documents, without the blank lines between them."""
    with corpora.path("english", int(megabytes)).open(encoding="utf-8", newline="") as file:
        for blank, lines in groupby(file, lambda line: line == "\n"):
            if not blank:
                yield "".join(lines).removesuffix("\n")


def by_tokenizers(megabytes: str, vocab_size: str) -> Merges:
    """Train with Hugging Face's library."""
    trained = tokenizers.Tokenizer(tokenizers.models.BPE())
    trained.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=int(vocab_size),
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    trained.train_from_iterator(documents(megabytes), trainer)
    return [tuple(merge) for merge in json.loads(trained.to_str())["model"]["merges"]]


def by_rustbpe(megabytes: str, vocab_size: str) -> None:
    """Train with rustbpe, the trainer of nanochat."""
    trainer = rustbpe.Tokenizer()
    trainer.train_from_iterator(documents(megabytes), int(vocab_size), pattern=PATTERNS["gpt2"])


def by_gigabpe(megabytes: str, vocab_size: str) -> Merges:
    """Train with gigabpe."""
    path = corpora.path("english", int(megabytes))
    _, merges = gigabpe.train_bpe([str(path)], int(vocab_size), pretokenizer="bytelevel", threads=1)
    return merges


CONTESTANTS: dict[str, Callable[[str, str], object]] = {
    "ours": ours,
    "tokenizers": by_tokenizers,
    "rustbpe": by_rustbpe,
    "gigabpe": by_gigabpe,
}


def main(wanted: Sequence[int]) -> None:
    """Race each row, and store it at once; without arguments measure the growth too."""
    for megabytes in wanted or ROWS:
        results.store("train_bpe", [measured(megabytes, ROWS[megabytes])])
    if not wanted:
        results.store("train_bpe", grown())


def measured(megabytes: int, vocab_size: int) -> Row:
    """One row; where the merges are the same, the note says so."""
    arguments = str(megabytes), str(vocab_size)
    same = ours(*arguments) == by_tokenizers(*arguments) if megabytes < max(ROWS) else None
    return race(
        f"{WORK} {vocab_size // 1000}k",
        f"english {megabytes} MB",
        contestants(*arguments),
        runs=RUNS.get(megabytes, 5),
        warm_up=megabytes not in RUNS,
        peak={
            name: peak_memory(f"train_bpe:{run.__name__}", *arguments)
            for name, run in CONTESTANTS.items()
        },
        note="" if same is None else f"merges {'equal' if same else 'unlike'} those of tokenizers",
    )


def contestants(megabytes: str, vocab_size: str) -> list[Contestant]:
    """All of them at one task."""
    return [
        Contestant(name, partial(run, megabytes, vocab_size)) for name, run in CONTESTANTS.items()
    ]


def grown() -> list[Growth]:
    """How time grows with the text, and with the vocabulary."""
    with_text = growth(
        f"{WORK} 32k", "MB of text", SIZES[:2], lambda size: contestants(str(size), "32000"), runs=1
    )
    with_vocabulary = growth(
        f"{WORK}, 10 MB",
        "pieces",
        VOCABULARIES,
        lambda size: contestants("10", str(size)),
        runs=1,
    )
    return [with_text, with_vocabulary]


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]])
