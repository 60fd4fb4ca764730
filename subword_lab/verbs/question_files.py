"""`subword-lab questions`: the bank for other programs, and own files checked."""

import argparse
import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from subword_lab import i18n, quiz
from subword_lab.quiz import exchange, loader, own
from subword_lab.quiz.model import TOPICS
from subword_lab.verbs import inputs
from subword_lab.verbs.output import as_json, table, whole

SHOWN = 8  # ids in one line of the report
TRIED = 20  # variants of a generator, on each level


def verb(parser: argparse.ArgumentParser) -> inputs.Action:
    """Export questions with a report of what is lost, or check an own file."""
    wishes = parser.add_subparsers(required=True, metavar="export | check")
    _add_export(wishes.add_parser("export", help=i18n.t("questions.export")))
    _add_check(wishes.add_parser("check", help=i18n.t("questions.check")))

    def action(arguments: argparse.Namespace) -> int:
        wish: inputs.Action = arguments.wish
        return wish(arguments)

    return action


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("format", choices=exchange.FORMATS, help=i18n.t("questions.format"))
    parser.add_argument("file", type=Path, metavar="FILE", help=i18n.t("questions.file"))
    parser.add_argument("--topic", choices=TOPICS, help=i18n.t("questions.topic"))
    parser.add_argument("--lesson", help=i18n.t("questions.lesson"))
    parser.add_argument("--level", type=int, help=i18n.t("questions.level"))
    languages = exchange.LANGUAGES
    parser.add_argument(
        "--language", choices=languages, default="both", help=i18n.t("questions.language")
    )
    parser.add_argument("--variants", type=int, default=0, help=i18n.t("questions.variants"))
    parser.add_argument("--json", action="store_true", help=i18n.t("questions.json"))
    parser.set_defaults(wish=_export)


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, metavar="FILE", help=i18n.t("questions.own"))
    parser.set_defaults(wish=_check)


def _export(arguments: argparse.Namespace) -> int:
    """Write the file, then say what is in it and what is not."""
    chosen = exchange.choose(arguments.topic, arguments.lesson, arguments.level, arguments.variants)
    exported = exchange.export(chosen, arguments.format, arguments.language)
    with whole(arguments.file) as file:
        file.write(exported.data)
    if arguments.json:
        losses = [asdict(loss) for loss in exported.losses]
        print(as_json({"file": str(arguments.file), "count": exported.count, "losses": losses}))
        return 0
    print(i18n.t("questions.written", count=exported.count, path=arguments.file))
    if exported.losses:
        print(i18n.t("questions.losses"))
    for (field, reason), ids in _grouped(exported.losses).items():
        said = i18n.t(f"questions.lost.{reason}")
        print(i18n.t("questions.loss", field=field, said=said, count=len(ids)))
        print(textwrap.indent(_some(ids), "    "))
    return 0


def _grouped(losses: Iterable[exchange.Loss]) -> dict[tuple[str, str], list[str]]:
    """The questions that lose the same field in the same way."""
    found: dict[tuple[str, str], list[str]] = {}
    for loss in losses:
        found.setdefault((loss.field, loss.reason), []).append(loss.question)
    return found


def _some(ids: list[str]) -> str:
    more = len(ids) - SHOWN
    shown = ", ".join(ids[:SHOWN])
    return shown if more <= 0 else i18n.t("questions.more", shown=shown, more=more)


def _check(arguments: argparse.Namespace) -> int:
    """Read own files as the bank would, alone and beside it, and draw variants of generators."""
    found = loader.load(own.files_of(arguments.path))
    quiz.add(arguments.path)
    for question in found:
        for level in question.levels or (question.level,):
            for seed in range(TRIED):
                quiz.generate(question.id, seed, level)
    kinds = Counter(question.kind for question in found)
    print(i18n.t("questions.fine", count=len(found), path=arguments.path))
    print(table([[kind, str(count)] for kind, count in kinds.items()], right=[1]))
    return 0
