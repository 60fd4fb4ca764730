"""`subword-lab train`: a tokenizer from files, in any format the engine writes."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from subword_lab import i18n, recipes
from subword_lab.files import Files, Unit
from subword_lab.files.store import Store
from subword_lab.formats import format_to_write
from subword_lab.tokenizer import Tokenizer
from subword_lab.verbs import inputs
from subword_lab.verbs.output import as_json, check_place, plain, progress


def verb(parser: argparse.ArgumentParser) -> inputs.Action:
    """Count the words of files, learn a vocabulary, write it."""
    parser.add_argument("recipe", choices=list(recipes.RECIPES), help=i18n.t("train.recipe"))
    inputs.add_texts(parser)
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--size", type=int, metavar="N", help=i18n.t("train.size"))
    size.add_argument("--merges", type=int, metavar="N", help=i18n.t("train.merges"))
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help=i18n.t("train.out"))
    parser.add_argument("--format", metavar="NAME", help=i18n.t("train.format"))
    parser.add_argument("--special", nargs="+", default=[], metavar="TOKEN",
                        help=i18n.t("train.special"))  # fmt: skip
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=VALUE", dest="options",
                        help=i18n.t("train.set"))  # fmt: skip
    parser.add_argument("--lines", action="store_true", help=i18n.t("train.lines"))
    parser.add_argument("--max-words", type=int, metavar="N", help=i18n.t("train.max_words"))
    parser.add_argument("--skip-damaged", action="store_true", help=i18n.t("train.skip_damaged"))
    parser.add_argument("--resume", action="store_true", help=i18n.t("train.resume"))
    parser.add_argument("--dask", metavar="ADDRESS", help=i18n.t("train.dask"))
    parser.add_argument("--json", action="store_true", help=i18n.t("verbs.json"))
    return train


def train(arguments: argparse.Namespace) -> int:
    """Train and say what was done."""
    format_to_write(arguments.out, arguments.format)  # now, not after hours of work
    check_place(arguments.out)
    store = Store(arguments.out.with_name(f".{arguments.out.name}.counts"))
    if not arguments.resume:
        store.clear()
    options = given(arguments.recipe, arguments.options)
    try:
        with cluster(arguments.dask) as client:
            files = Files(
                arguments.texts,
                arguments.field,
                arguments.max_bytes,
                arguments.lines,
                arguments.max_words,
                None if client else store.folder,
                "skip" if arguments.skip_damaged else "stop",
                client,
                watch,
            )
            tokenizer = Tokenizer.train(
                arguments.recipe, files, arguments.size, arguments.merges, arguments.special,
                **options,
            )  # fmt: skip
    except KeyboardInterrupt:
        if store.folder.is_dir():
            print(i18n.t("train.kept", folder=store.folder), file=sys.stderr)
        raise
    tokenizer.save(arguments.out, arguments.format)
    store.clear()
    for message in files.damage:
        print(i18n.t("train.left_out", message=message), file=sys.stderr)
    done = summary(arguments.out, tokenizer, files) | {"asked": arguments.size}
    if arguments.json:
        print(as_json(done))
    else:
        print(said(done))
    return 0


def given(recipe: str, options: Sequence[str]) -> dict[str, Any]:
    """Options as the command line gives them: NAME=VALUE, the value as JSON or else as a text.

    >>> given("byte_bpe", ["pattern=cl100k", "min_frequency=2", "add_prefix_space=true"])
    {'pattern': 'cl100k', 'min_frequency': 2, 'add_prefix_space': True}
    """
    known, found = recipes.options_of(recipe), {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or name not in known:
            listed = ", ".join(f"{key}={json.dumps(default)}" for key, default in known.items())
            raise ValueError(i18n.t("train.no_option", seen=option, recipe=recipe, known=listed))
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


@contextmanager
def cluster(address: str | None) -> Iterator[Any]:
    """A client of the Dask cluster at an address; None without one."""
    if address is None:
        yield None
        return
    if not find_spec("distributed"):
        raise ModuleNotFoundError(i18n.t("train.no_dask"))
    connect: Any = import_module("distributed").Client
    with connect(address, timeout=20) as client:
        yield client


def watch(units: Iterable[Unit]) -> Iterable[Unit]:
    """The units, with a bar on a terminal."""
    listed = list(units)
    return progress(listed, i18n.t("train.title"), len(listed))


def summary(path: Path, tokenizer: Tokenizer, files: Files) -> dict[str, Any]:
    """What was done, in numbers; words are None where a recipe reads whole texts."""
    tally = files.tallies[-1] if files.tallies else None
    return {
        "out": str(path),
        "tokens": tokenizer.vocab_size,
        "files": len(files.sources),
        "words": tally and len(tally.words),
        "occurrences": tally and sum(tally.counts) + tally.dropped,
        "dropped": tally and tally.dropped,
        "error": tally and tally.error,
        "left_out": files.damage,
    }


def said(done: Mapping[str, Any]) -> str:
    """The same in words."""
    shown = {name: plain(value) for name, value in done.items() if isinstance(value, int)}
    lines = [i18n.t("train.done", path=done["out"], tokens=shown["tokens"])]
    if done["tokens"] < (done["asked"] or 0):
        lines.append(i18n.t("train.fewer", **shown))
    if done["words"] is not None:
        lines.append(i18n.t("train.counted", **shown))
    if done["error"]:
        lines.append(i18n.t("train.bounded", **shown))
    return "\n".join(lines)
