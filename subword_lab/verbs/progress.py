"""`subword-lab progress`: where the learner stands; a copy, a new beginning, or nothing left."""

import argparse
from pathlib import Path

from subword_lab import exercises, i18n, progress
from subword_lab.progress import store
from subword_lab.verbs import inputs
from subword_lab.verbs.output import table

REFUSED = 1  # exit code


def verb(parser: argparse.ArgumentParser) -> inputs.Action:
    """Show points, attempts, bets and what to do next; or export, reset or delete them."""
    wish = parser.add_mutually_exclusive_group()
    wish.add_argument("--export", type=Path, metavar="FILE", help=i18n.t("progress.verb.export"))
    wish.add_argument("--reset", action="store_true", help=i18n.t("progress.verb.reset"))
    wish.add_argument("--delete", action="store_true", help=i18n.t("progress.verb.delete"))
    parser.add_argument("--yes", action="store_true", help=i18n.t("progress.verb.yes"))

    def action(arguments: argparse.Namespace) -> int:
        if arguments.delete and not arguments.yes:
            print(i18n.t("progress.verb.sure", count=len(progress.events()), folder=_folder()))
            return REFUSED
        print(_carried_out(arguments))
        return 0

    return action


def _carried_out(arguments: argparse.Namespace) -> str:
    """Do what was asked for, and say so."""
    if arguments.export:
        count = progress.export(arguments.export)
        return i18n.t("progress.verb.exported", count=count, path=arguments.export)
    if arguments.reset:
        aside = progress.reset()
        return i18n.t("progress.verb.was_reset" if aside else "progress.verb.nothing", folder=aside)
    if arguments.delete:
        progress.delete()
        return i18n.t("progress.verb.deleted", folder=_folder())
    return report()


def report() -> str:
    """Where the learner stands, as text."""
    now = exercises.standing()
    rows = [i18n.texts("progress.verb.columns")]
    for one in now.lessons:
        points, solved = f"{one.earned:g} / {one.points}", f"{one.passed} / {one.exercises}"
        rows.append([one.lesson, points, solved, str(one.attempts)])
    return "\n".join(
        [
            table(rows, right=(1, 2, 3)),
            *exercises.said(now),
            i18n.t("progress.verb.kept", folder=_folder()),
            *progress.problems(),
        ]
    )


def _folder() -> str:
    return str(store.folder() or i18n.t("progress.verb.memory"))
