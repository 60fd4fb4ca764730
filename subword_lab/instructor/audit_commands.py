"""The verbs of `subword-lab instructor` that deal with what a class handed in."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from subword_lab import i18n

Action = Callable[[argparse.Namespace], int]
Verb = Callable[[argparse.ArgumentParser], Action]
FOLDER = "audit"  # of a course, where results are kept
KEPT = "audit.json"
SHOWN = 40  # disagreements on the screen; all are in the file


def say(key: str, **params: object) -> None:
    """Print one of this module's texts; what came with a file cannot steer the terminal."""
    shown = {name: _printable(value) if isinstance(value, str) else value
             for name, value in params.items()}  # fmt: skip
    print(i18n.t(f"instructor_audit.{key}", **shown))


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "�" for c in text)


def audit(parser: argparse.ArgumentParser) -> Action:
    """Grade every submission anew in isolated processes, and compare with the gradebook."""
    _course(parser)
    default = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    parser.add_argument(
        "--workers", type=_workers, default=default, help=i18n.t("instructor_audit.workers")
    )

    def action(arguments: argparse.Namespace) -> int:
        from subword_lab.instructor import exports, keys
        from subword_lab.instructor.audit import audit, disagreements, save

        book = _gradebook(arguments)
        results = audit(arguments.course, book, arguments.workers, _progress)
        differing = list(disagreements(results, book)) if book.scores else []
        folder = arguments.course / FOLDER
        save(results, folder / KEPT)
        exports.write(folder / "marks.csv", exports.marks(results, book, differing))
        exports.write(folder / "exercises.csv", exports.by_exercise(results, book))
        _summary(results)
        if not (secret := arguments.course / keys.FILE).exists():
            say("no_secret", path=secret)
        for each in differing[:SHOWN]:
            there = "-" if each.there is None else f"{each.there:g}"
            say(f"differs.{each.why}", here=f"{each.here:g}", there=there, student=each.student,
                assignment=each.assignment, exercise=each.exercise)  # fmt: skip
        say("differing" if book.scores else "no_gradebook", count=len(differing))
        say("written", folder=folder)
        return 0

    return action


def export(parser: argparse.ArgumentParser) -> Action:
    """Write the marks of the last audit for a learning management system."""
    from subword_lab.instructor.exports import FORMATS

    _course(parser)
    parser.add_argument("--format", choices=FORMATS, default="csv")
    parser.add_argument("--out", type=Path, help=i18n.t("instructor_audit.out"))

    def action(arguments: argparse.Namespace) -> int:
        from subword_lab.instructor import exports

        book = _gradebook(arguments)
        rows = FORMATS[arguments.format](_kept(arguments.course), book)
        path = arguments.out or arguments.course / FOLDER / f"marks-{arguments.format}.csv"
        exports.write(path, rows)
        say("exported", path=path)
        if count := exports.waiting(book):
            say("waiting", count=count)
        return 0

    return action


def doctor(parser: argparse.ArgumentParser) -> Action:
    """Say what is wrong with a submitted notebook."""
    _file(parser)

    def action(arguments: argparse.Namespace) -> int:
        from subword_lab.instructor.doctor import examine

        found = examine(arguments.file, arguments.course)
        for problem in found:
            say(f"problem.{problem.name}", about=problem.about)
        if not found:
            say("sound", path=arguments.file)
        return 1 if found else 0

    return action


def repair(parser: argparse.ArgumentParser) -> Action:
    """Write a mended copy of a submitted notebook."""
    _file(parser)
    parser.add_argument("--out", type=Path, help=i18n.t("instructor_audit.repaired"))

    def action(arguments: argparse.Namespace) -> int:
        from subword_lab.instructor.doctor import examine
        from subword_lab.instructor.repair import repair

        place = repair(arguments.file, arguments.out, arguments.course)
        left = examine(place, arguments.course or _above(arguments.file))
        say("mended", path=place)
        for problem in left:
            say(f"problem.{problem.name}", about=problem.about)
        return 0

    return action


def report(parser: argparse.ArgumentParser) -> Action:
    """Write what the last audit says about the class, as a page and as tables."""
    _course(parser)

    def action(arguments: argparse.Namespace) -> int:
        from subword_lab.instructor.report import write

        results = _kept(arguments.course)
        for path in write(results, _gradebook(arguments), arguments.course / FOLDER):
            say("report.written", path=path)
        return 0

    return action


VERBS: Mapping[str, Verb] = {
    "audit": audit,
    "report": report,
    "export": export,
    "doctor": doctor,
    "repair": repair,
}


def _file(parser: argparse.ArgumentParser) -> None:
    """What every verb about one notebook takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help=i18n.t("instructor_audit.file"))
    parser.add_argument("--course", type=Path, help=i18n.t("instructor_audit.of_course"))


def _above(path: Path) -> Path:
    from subword_lab.instructor.doctor import course_above

    return course_above(path)


def _course(parser: argparse.ArgumentParser) -> None:
    """What every verb about a class takes."""
    parser.add_argument("course", type=Path, metavar="DIR", help=i18n.t("instructor_audit.course"))
    parser.add_argument("--gradebook", type=Path, help=i18n.t("instructor_audit.gradebook"))
    parser.add_argument("--deadlines", type=Path, help=i18n.t("instructor_audit.deadlines"))


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 256):
        raise argparse.ArgumentTypeError(i18n.t("instructor_audit.bad_workers", seen=text))
    return int(text)


def _gradebook(arguments: argparse.Namespace):  # type: ignore[no-untyped-def]
    """The gradebook and the deadlines: those named, else those in the course, else none."""
    from subword_lab.instructor import gradebooks

    beside = {"gradebook": "gradebook.db", "deadlines": "deadlines.csv"}
    found = [
        getattr(arguments, name) or (path if (path := arguments.course / file).exists() else None)
        for name, file in beside.items()
    ]
    return gradebooks.read(*found)


def _kept(course: Path):  # type: ignore[no-untyped-def]
    from subword_lab.instructor.audit import load

    path = course / FOLDER / KEPT
    if not path.exists():
        raise FileNotFoundError(i18n.t("instructor_audit.no_audit", path=path, course=course))
    return load(path)


def _progress(done: int, of: int) -> None:
    """Say on the error stream how far it is, where somebody watches."""
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{done}/{of}", end=end, file=sys.stderr, flush=True)


def _summary(results: Sequence) -> None:  # type: ignore[type-arg]
    """Count what came in and went out; name what needs a person's eyes."""
    statuses = Counter(result.status for result in results)
    said = ", ".join(f"{i18n.t(f'instructor_audit.status.{s}')} {n}" for s, n in statuses.items())
    say("counted", count=len(results), statuses=said)
    for result in results:
        if result.status != "graded" or result.problems:
            say("look_at", student=result.student, assignment=result.assignment,
                status=i18n.t(f"instructor_audit.status.{result.status}"),
                problems=", ".join(result.problems))  # fmt: skip
    _warnings([result for result in results if result.status == "graded"])


def _warnings(graded: Iterable) -> None:  # type: ignore[type-arg]
    graded = list(graded)
    versions = Counter(result.version for result in graded if result.version)
    if len(versions) > 1:
        say("mix", versions=", ".join(f"{v} ({n})" for v, n in versions.most_common()))
    if any(set(result.walls) != {"files", "calls"} for result in graded):
        say("no_walls")
    late = [result for result in graded if result.late]
    if late:
        say("late", count=len(late))
