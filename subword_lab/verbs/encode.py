"""`subword-lab encode` and `decode`: texts to ids and back, in streams."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from subword_lab import i18n, sources
from subword_lab.decoding import Errors
from subword_lab.sources import Source
from subword_lab.tokenizer import Tokenizer
from subword_lab.verbs import inputs, output
from subword_lab.verbs.ids import read_ids, stored_as, write_ids
from subword_lab.verbs.streaming import parts

Array = NDArray[np.int32]


def encode(parser: argparse.ArgumentParser) -> inputs.Action:
    """Give the ids of texts, each document on a line of its own, or all of them in one file."""
    inputs.add_tokenizer(parser)
    inputs.add_texts(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help=i18n.t("encode.out"))
    parser.add_argument("--end", metavar="TOKEN", help=i18n.t("encode.end"))
    parser.add_argument("--special", action="store_true", help=i18n.t("encode.special"))
    parser.add_argument("--pieces", action="store_true", help=i18n.t("encode.pieces"))
    parser.add_argument("--json", action="store_true", help=i18n.t("encode.json"))

    def action(arguments: argparse.Namespace) -> int:
        tokenizer = inputs.tokenizer(arguments.tokenizer, arguments.pattern)
        if arguments.out and (arguments.pieces or arguments.json):
            raise ValueError(i18n.t("encode.one_way"))
        end = [] if arguments.end is None else [tokenizer.token_to_id(arguments.end)]
        found = sources.find(arguments.texts)
        arrays = _ids(tokenizer, output.progress(found, i18n.t("encode.title")), arguments, end)
        if arguments.out:
            written = write_ids(arguments.out, (array for _, array in arrays), tokenizer)
            kept, count = stored_as(arguments.out, tokenizer), f"{written:,}"
            key = "encode.written_as" if kept else "encode.written"
            print(i18n.t(key, count=count, path=arguments.out, dtype=kept), file=sys.stderr)
        elif arguments.json or arguments.pieces:
            for name, text in inputs.read_texts(arguments):
                print(_line(tokenizer, name, text, arguments))
        else:
            _print_ids(arrays)
        return 0

    return action


def _line(tokenizer: Tokenizer, name: str, text: str, arguments: argparse.Namespace) -> str:
    """A document as one line: JSON with ids and pieces, or the pieces."""
    ids = tokenizer.encode(text, add_special=arguments.special)
    pieces = [tokenizer.id_to_token(each) for each in ids]
    if arguments.json:
        return output.as_line({"name": name, "ids": ids, "pieces": pieces})
    return " ".join(pieces)


def _ids(
    tokenizer: Tokenizer, found: Iterable[Source], arguments: argparse.Namespace, end: list[int]
) -> Iterator[tuple[bool, Array]]:
    """Arrays of ids, and whether a document ends with each."""
    around = tokenizer.template.around([], tokenizer.token_to_id) if arguments.special else []
    whole = bool(around)  # the template wants a document at once
    for source in found:
        for last, text in parts(tokenizer, source, arguments, whole):
            if whole:
                ids = np.array(tokenizer.encode(text, add_special=True), np.int32)
            else:
                ids = tokenizer.encode_array(text)
            yield last, np.concatenate([ids, np.array(end if last else [], np.int32)])


def _print_ids(arrays: Iterable[tuple[bool, Array]]) -> None:
    """A line of numbers for each document."""
    first = True
    for last, array in arrays:
        if len(array):
            print("" if first else " ", " ".join(map(str, array.tolist())), sep="", end="")
            first = False
        if last:
            print()
            first = True


def decode(parser: argparse.ArgumentParser) -> inputs.Action:
    """Give the text of ids: numbers on standard input or in a file, .npy or .bin."""
    inputs.add_tokenizer(parser)
    parser.add_argument("ids", nargs="?", default="-", metavar="IDS", help=i18n.t("decode.ids"))
    parser.add_argument("--skip-special", action="store_true", help=i18n.t("decode.skip_special"))
    parser.add_argument("--strict", action="store_true", help=i18n.t("decode.strict"))

    def action(arguments: argparse.Namespace) -> int:
        tokenizer = inputs.tokenizer(arguments.tokenizer, arguments.pattern)
        errors: Errors = "strict" if arguments.strict else "replace"
        stream = tokenizer.decoder(skip_special=arguments.skip_special, errors=errors)
        for ids in read_ids(arguments.ids, tokenizer):
            sys.stdout.write("".join(map(stream.feed, ids)))
        sys.stdout.write(stream.flush())
        return 0

    return action
