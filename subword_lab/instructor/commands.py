"""The verbs of `subword-lab instructor …`, made like those of `subword_lab.cli`."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from subword_lab import i18n
from subword_lab.instructor import audit_commands

Action = Callable[[argparse.Namespace], int]
Verb = Callable[[argparse.ArgumentParser], Action]


def start_course(parser: argparse.ArgumentParser) -> Action:
    """Write an nbgrader course, or bring one up to date; what was edited is kept."""
    parser.add_argument("course", type=Path, metavar="DIR", help=i18n.t("instructor.init.course"))
    parser.add_argument("--students", type=Path, help=i18n.t("instructor.init.students"))
    parser.add_argument("--lessons", nargs="+", help=i18n.t("instructor.init.lessons"))
    parser.add_argument("--quiz", type=int, default=0, metavar="N",
                        help=i18n.t("instructor.init.quiz"))  # fmt: skip

    def action(arguments: argparse.Namespace) -> int:
        from subword_lab.instructor import course

        asked = arguments.students, arguments.lessons, arguments.quiz
        done = course.init(arguments.course, *asked)
        for one in done:
            print(i18n.t(f"instructor.init.{one.action}", path=one.path))
        print(i18n.t("instructor.init.next", course=arguments.course))
        return 0

    return action


VERBS: Mapping[str, Verb] = {"init": start_course, **audit_commands.VERBS}
