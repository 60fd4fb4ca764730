"""`subword-lab compare`: several tokenizers on the same texts, as a table, JSON or one page."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from subword_lab import i18n
from subword_lab.comparing import Row, agreements, compare
from subword_lab.tokenizer import Tokenizer
from subword_lab.verbs import inputs
from subword_lab.verbs.output import as_json, check_place, plain, table, whole
from subword_lab.views.html import escape

SAMPLE = 100_000  # characters on which the places of cuts are compared, in all


def verb(parser: argparse.ArgumentParser) -> inputs.Action:
    """Count tokens, bytes per token, tokens per word; say who loses text, and who cuts alike."""
    inputs.add_tokenizer(parser, several=True)
    inputs.add_texts(parser)
    parser.add_argument("--html", type=Path, metavar="FILE", help=i18n.t("compare.html"))
    parser.add_argument("--json", action="store_true", help=i18n.t("verbs.json"))

    def action(arguments: argparse.Namespace) -> int:
        if arguments.html:
            check_place(arguments.html)
        tokenizers = {
            name: inputs.tokenizer(name, arguments.pattern) for name in arguments.tokenizers
        }
        texts = list(inputs.read_texts(arguments))
        rows = compare(tokenizers, texts)
        alike = agreements(tokenizers, _sample(texts))
        if arguments.html:
            with whole(arguments.html) as file:
                file.write(page(rows, alike, list(tokenizers)).encode())
        if arguments.json:
            print(as_json(as_data(rows, alike)))
        else:
            print(report(rows, alike, tokenizers))
        return 0

    return action


def _sample(texts: Sequence[tuple[str, str]]) -> list[str]:
    """The beginnings of the texts, together not much more than `SAMPLE` characters."""
    return [text[: max(1, SAMPLE // len(texts))] for _, text in texts if text]


Alike = Mapping[tuple[str, str], float | None]


def as_data(rows: Sequence[Row], alike: Alike) -> dict[str, object]:
    """Everything, for JSON."""
    counted = [
        row._asdict() | {"bytes_per_token": row.bytes_per_token, "fertility": row.fertility}
        for row in rows
    ]
    pairs = [{"tokenizers": list(pair), "agreement": share} for pair, share in alike.items()]
    return {"rows": counted, "agreement": pairs}


def report(rows: Sequence[Row], alike: Alike, tokenizers: Mapping[str, Tokenizer]) -> str:
    """Two tables: counts, and the share of places where two tokenizers both cut."""
    counted = table([i18n.texts("compare.columns"), *map(_cells, rows)], right=range(2, 7))
    if len(tokenizers) < 2:
        return counted
    return f"{counted}\n\n{i18n.t('compare.alike')}\n{table(_matrix(alike, list(tokenizers)))}"


def _cells(row: Row) -> list[str]:
    return [
        row.text,
        row.tokenizer,
        plain(row.tokens),
        plain(row.bytes_per_token),
        plain(row.fertility),
        plain(row.unknown),
        i18n.t("compare.yes" if row.survives else "compare.no"),
    ]


def _matrix(alike: Alike, names: Sequence[str]) -> list[list[str]]:
    rows = [["", *names]]
    for first in names:
        shares = (alike.get((first, second), alike.get((second, first), 1.0)) for second in names)
        rows.append([first, *map(plain, shares)])
    return rows


def page(rows: Sequence[Row], alike: Alike, names: Sequence[str]) -> str:
    """One page of HTML that needs nothing else; names from outside are escaped."""
    tables = [([i18n.texts("compare.columns"), *map(_cells, rows)], i18n.t("compare.title"))]
    if len(names) > 1:
        tables.append((_matrix(alike, names), i18n.t("compare.alike")))
    body = "".join(f"<h2>{escape(title)}</h2>{_html_table(cells)}" for cells, title in tables)
    title = escape(i18n.t("compare.title"))
    return _PAGE.format(title=title, body=body, language=i18n.language())


def _html_table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows[1:])
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>
:root {{ color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }}
body {{ max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .3rem .8rem; border-bottom: 1px solid #8888; text-align: left; }}
</style></head><body><h1>{title}</h1>{body}</body></html>
"""
