"""The command line: `subword-lab VERB …`.

A verb is one function. It receives the verb's own parser, declares its arguments and gives back
what to do with them: a function from the parsed arguments to an exit code. To add one, write it,
name it in VERBS, and put its one-line help into the texts as `cli.NAME.help`.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from subword_lab import __version__, i18n, lab, verbs, vocabs
from subword_lab.progress import store
from subword_lab.vocabs.hub import KNOWN

COULD_NOT, STOPPED = 2, 130  # exit codes
Arguments = argparse.Namespace
Action = Callable[[Arguments], int]
Verb = Callable[[argparse.ArgumentParser], Action]


def open_lab(parser: argparse.ArgumentParser) -> Action:
    """Copy the notebooks to the learner's folder and open JupyterLab there."""
    parser.add_argument("--folder", type=Path, default=Path("work"), help=i18n.t("cli.lab.folder"))
    parser.add_argument("--port", type=port_number, default=8888, help=i18n.t("cli.lab.port"))
    parser.add_argument("--no-browser", action="store_true", help=i18n.t("cli.lab.no_browser"))
    parser.add_argument("jupyter", nargs="*", help=i18n.t("cli.lab.jupyter"))

    def action(arguments: Arguments) -> int:
        if find_spec("jupyterlab") is None:
            raise ValueError(i18n.t("cli.lab.missing"))
        placed = lab.place(lab.shipped_notebooks(), arguments.folder)
        lab.trust(one.path for one in placed if one.action != "kept")
        for one in placed:
            if one.action == "beside":
                print(i18n.t("cli.lab.beside", name=one.path.name))
        browser = lab.has_display() and not arguments.no_browser
        key = "cli.lab.opening" if browser else "cli.lab.address"
        print(i18n.t(key, folder=arguments.folder), flush=True)
        print(where_progress_is(), flush=True)
        options = lab.jupyter_options(arguments.folder, arguments.port, browser)
        lab.start_jupyter(arguments.folder, [*options, *arguments.jupyter])
        return 0

    return action


def where_progress_is() -> str:
    """A line for the learner: the folder of points and bets, outside of the notebooks."""
    folder = store.folder()
    return i18n.t("cli.lab.progress", folder=folder) if folder else i18n.t("cli.lab.no_progress")


def port_number(text: str) -> int:
    """A port as the command line gives it."""
    if not (text.isascii() and text.isdigit() and int(text) < 2**16):
        raise argparse.ArgumentTypeError(i18n.t("cli.lab.bad_port", seen=text))
    return int(text)


def list_vocabs(parser: argparse.ArgumentParser) -> Action:
    """List the real vocabularies found on this machine, or fetch one more."""
    wanted = parser.add_subparsers(title=i18n.t("cli.vocabs.actions"), metavar="get")
    get = wanted.add_parser("get", help=i18n.t("cli.vocabs.get"))
    get.add_argument("name", help=", ".join(KNOWN))

    def action(arguments: Arguments) -> int:
        if "name" in arguments:
            found = vocabs.get(arguments.name)
            print(i18n.t("cli.vocabs.here", name=found.name, where=found.where))
            return 0
        rows = [i18n.texts("cli.vocabs.columns")]
        for f in vocabs.available():
            rows.append([f.name, f.kind, f"{f.size_bytes / 1e6:.1f} MB", f.licence, f.where])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            print("  ".join(map(str.ljust, row, widths)).rstrip())
        print(i18n.t("cli.vocabs.folder", folder=vocabs.folder()))
        print(i18n.t("cli.vocabs.known", names=", ".join(KNOWN)))
        return 0

    return action


def teach(parser: argparse.ArgumentParser) -> Action:
    """What an instructor does with a class, each a verb of its own."""
    from subword_lab.instructor.commands import VERBS

    return add_verbs(parser, VERBS, "instructor")


VERBS: dict[str, Verb] = {"lab": open_lab, "vocabs": list_vocabs, **verbs.VERBS}
if find_spec("subword_lab.instructor"):  # a class's edition of the package has none
    VERBS["instructor"] = teach


def add_verbs(parser: argparse.ArgumentParser, verbs: Mapping[str, Verb], area: str) -> Action:
    """Give a parser verbs; each has its help in the texts as `AREA.NAME.help`."""
    added = parser.add_subparsers(required=True, metavar="VERB", title=i18n.t("cli.verbs"))
    for name, verb in verbs.items():
        help_text = i18n.t(f"{area}.{name}.help")
        examples = i18n.table(area)[name].get("examples", "")
        own = added.add_parser(
            name,
            help=help_text,
            description=help_text,
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        own.set_defaults(action=verb(own))
    return lambda arguments: 0


def build_parser() -> argparse.ArgumentParser:
    """The parser of all verbs."""
    parser = argparse.ArgumentParser(prog="subword-lab", description=i18n.t("cli.description"))
    parser.add_argument("--version", action="version", version=__version__)
    add_verbs(parser, VERBS, "cli")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; an error that says what to do is printed without a traceback.

    The exit code is 0 where all went well, 1 where the verb says so (a doctor who finds a fault),
    2 where it could not be done, 130 where it was stopped.
    """
    arguments = build_parser().parse_args(argv)
    try:
        action: Action = arguments.action
        return action(arguments)
    except BrokenPipeError:  # whoever reads has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(i18n.t("cli.stopped"), file=sys.stderr)
        return STOPPED
    except (ValueError, TypeError, KeyError, OSError, ModuleNotFoundError) as error:
        message = _message(error)
        print(i18n.t("cli.error", message=message), file=sys.stderr)
        return COULD_NOT


def _message(error: Exception) -> object:
    """What an error says; of a package that nobody has named yet, what brings it."""
    if isinstance(error, KeyError):
        return error.args[0]
    if isinstance(error, ModuleNotFoundError) and error.name:  # ours have no name and say it all
        return i18n.t("cli.no_package", name=error.name)
    return error
