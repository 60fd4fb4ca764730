"""`subword-lab doctor`: what is wrong with a tokenizer, with examples and what to do."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from subword_lab import corpora, i18n
from subword_lab.doctor import Finding, examine
from subword_lab.verbs import inputs
from subword_lab.verbs.output import as_json, plain
from subword_lab.views.html import visible

FOUND = 1  # exit code


def verb(parser: argparse.ArgumentParser) -> inputs.Action:
    """Examine a tokenizer on texts; the exit code is 1 where something is found."""
    inputs.add_tokenizer(parser)
    inputs.add_texts(parser, nargs="*")
    parser.add_argument("--reference", nargs="+", default=[], help=i18n.t("doctor.reference"))
    parser.add_argument("--languages", action="store_true", help=i18n.t("doctor.languages"))
    parser.add_argument("--strict", action="store_true", help=i18n.t("doctor.strict"))
    parser.add_argument("--json", action="store_true", help=i18n.t("verbs.json"))

    def action(arguments: argparse.Namespace) -> int:
        tokenizer = inputs.tokenizer(arguments.tokenizer, arguments.pattern)
        samples = list(inputs.read_texts(arguments))
        references = [text for _, text in inputs.of_paths(arguments.reference, arguments)]
        if arguments.languages:
            samples, references = _languages()
        found = examine(tokenizer, samples, references, chat_template(Path(arguments.tokenizer)))
        if arguments.json:
            print(as_json([asdict(finding) | {"share": finding.share} for finding in found]))
        else:
            print(report(found))
        bad = ("fault", "warning", "note") if arguments.strict else ("fault",)
        return FOUND if any(finding.grade in bad for finding in found) else 0

    return action


def _languages() -> tuple[list[tuple[str, str]], list[str]]:
    """The course's story in every language, beside the English one."""
    codes = [code for code in corpora.languages() if code != "en"]
    samples = [(code, str(corpora.load(f"story/{code}"))) for code in codes]
    return samples, [str(corpora.load("story/en"))] * len(codes)


def chat_template(path: Path) -> str:
    """What renders conversations, from the `tokenizer_config.json` beside a tokenizer."""
    config = (path if path.is_dir() else path.parent) / "tokenizer_config.json"
    if not config.is_file():
        return ""
    try:
        template = json.loads(config.read_text("utf-8")).get("chat_template", "")
    except (ValueError, AttributeError) as error:
        raise ValueError(i18n.t("doctor.bad_config", path=config, error=error)) from None
    return template if isinstance(template, str) else as_json(template)


def report(findings: tuple[Finding, ...]) -> str:
    """All findings in words; one line where there are none."""
    if not findings:
        return i18n.t("doctor.healthy")
    return "\n\n".join(map(said, findings))


class Words(NamedTuple):
    """What a reader is told of a finding."""

    grade: str
    says: str
    examples: tuple[str, ...]
    remedy: str


def words(finding: Finding) -> Words:
    """A finding in the reader's language: what it is, examples, what to do."""
    key = finding.name.replace(" ", "_").replace("▁", "mark")
    numbers = {
        "count": plain(finding.count),
        "total": plain(finding.total),
        "share": f"{finding.share:.2%}",
    }
    examples = []
    for example in finding.examples:
        became = visible(example.became) or i18n.t("doctor.nothing")
        shown = i18n.t(f"doctor.{key}.example", seen=visible(example.seen), became=became)
        times = i18n.t("doctor.times", times=plain(example.times)) if example.times > 1 else ""
        examples.append(f"{shown}{times}")
    return Words(
        i18n.t(f"doctor.grade.{finding.grade}"),
        i18n.t(f"doctor.{key}.says", **numbers),
        tuple(examples),
        i18n.t(f"doctor.{key}.remedy"),
    )


def said(finding: Finding) -> str:
    """A finding as lines of text."""
    grade, says, examples, remedy = words(finding)
    return "\n".join([f"{grade}: {says}", *(f"    {each}" for each in examples), f"  {remedy}"])
