"""Arguments that several verbs share: tokenizers by name or file, texts by path."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from subword_lab import i18n, sources, vocabs
from subword_lab.tokenizer import Tokenizer

Action = Callable[[argparse.Namespace], int]
UNITS = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def add_texts(parser: argparse.ArgumentParser, nargs: str = "+") -> None:
    """Texts by path, and how far to read them."""
    parser.add_argument("texts", nargs=nargs, metavar="TEXT", help=i18n.t("verbs.texts"))
    parser.add_argument("--field", default="text", help=i18n.t("verbs.field"))
    parser.add_argument("--max-bytes", type=size, default=sources.MOST, help=i18n.t("verbs.most"))


def size(text: str) -> int:
    """A number of bytes as the command line gives it.

    >>> size("2M"), size("4096")
    (2000000, 4096)
    """
    number, unit = (text[:-1], UNITS[text[-1]]) if text[-1:] in UNITS else (text, 1)
    if not (number.isascii() and number.isdigit() and int(number)):
        raise argparse.ArgumentTypeError(i18n.t("verbs.bad_size", seen=text))
    return int(number) * unit


def read_texts(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """(name, text) of each document; several in one file are numbered."""
    return of_paths(arguments.texts, arguments)


def of_paths(paths: list[str], arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """The documents of some paths, read as the arguments say."""
    for source in sources.find(paths):
        found = sources.documents(source, arguments.field, arguments.max_bytes)
        if sources.is_jsonl(source):
            for number, text in enumerate(found, 1):
                yield i18n.t("verbs.document", name=source.name, number=number), text
        else:
            yield from ((source.name, text) for text in found)


def add_tokenizer(parser: argparse.ArgumentParser, several: bool = False) -> None:
    """A tokenizer, or several, and what a file of ranks leaves open."""
    told = i18n.t("verbs.tokenizer")
    if several:
        flags = ("--tokenizers", "-t")
        parser.add_argument(*flags, nargs="+", required=True, metavar="TOKENIZER", help=told)
    else:
        parser.add_argument("tokenizer", metavar="TOKENIZER", help=told)
    parser.add_argument("--pattern", metavar="NAME", help=i18n.t("verbs.pattern"))


def tokenizer(name: str, pattern: str | None = None) -> Tokenizer:
    """A tokenizer by file or folder, or by the name of a vocabulary on this machine.

    `pattern` is for ranks of one's own, which do not say how text is split before them. Raises
    `KeyError` with the names there are.
    """
    if Path(name).exists():
        own_ranks = pattern is not None and Path(name).suffix == ".tiktoken"
        return Tokenizer.load(name, **({"pattern": pattern} if own_ranks else {}))
    if "/" in name or "\\" in name:
        raise FileNotFoundError(i18n.t("verbs.no_tokenizer", name=name))
    return vocabs.load(name)
