"""`subword-lab inspect`: what a vocabulary is made of."""

import argparse
from dataclasses import asdict

from subword_lab import i18n
from subword_lab.inspection import Inspection, inspect
from subword_lab.verbs import inputs
from subword_lab.verbs.output import as_json, plain, table
from subword_lab.views.html import visible

MOST_SCRIPTS = 12  # rows


def verb(parser: argparse.ArgumentParser) -> inputs.Action:
    """Show composition, scripts, longest and unreachable pieces, digits and white space."""
    inputs.add_tokenizer(parser)
    inputs.add_texts(parser, nargs="*")
    parser.add_argument("--json", action="store_true", help=i18n.t("verbs.json"))

    def action(arguments: argparse.Namespace) -> int:
        tokenizer = inputs.tokenizer(arguments.tokenizer, arguments.pattern)
        seen = inspect(tokenizer, list(inputs.read_texts(arguments)))
        print(as_json(asdict(seen)) if arguments.json else report(seen))
        return 0

    return action


def report(seen: Inspection) -> str:
    """An inspection in words and tables."""
    parts = [i18n.t("inspect.head", model=seen.model, size=plain(seen.size))]
    parts.append(_shares(i18n.t("inspect.kinds"), seen.kinds, seen.size))
    scripts = dict(list(seen.scripts.items())[:MOST_SCRIPTS])
    parts.append(_shares(i18n.t("inspect.scripts"), scripts, seen.size))
    parts.append(i18n.t("inspect.longest", pieces="  ".join(map(visible, seen.longest))))
    parts.append(i18n.t("inspect.digits", policy=seen.digits))
    spaces = [[visible(text), "  ".join(map(visible, cut))] for text, cut in seen.spaces.items()]
    parts.append(i18n.t("inspect.spaces") + "\n" + table(spaces))
    for finding in seen.unreachable:
        shown = ", ".join(visible(example.seen) for example in finding.examples)
        key = finding.name.replace(" ", "_")
        parts.append(i18n.t(f"inspect.{key}", count=plain(finding.count), shown=shown))
    if not seen.unreachable:
        parts.append(i18n.t("inspect.all_reachable"))
    if seen.never_used is not None:
        shown = ", ".join(map(visible, seen.never_used[:10]))
        parts.append(i18n.t("inspect.never_used", count=plain(len(seen.never_used)), shown=shown))
    return "\n\n".join(parts)


def _shares(title: str, counts: dict[str, int], total: int) -> str:
    rows = [[name, plain(count), f"{count / total:.1%}"] for name, count in counts.items()]
    return f"{title}\n{table(rows, right=(1, 2))}" if rows else title
