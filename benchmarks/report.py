"""Write RESULTS.md from the results of all commands.

.venv/bin/python benchmarks/report.py
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from race import Growth, Row
from results import Result, load_all
from targets import Target, Verdict, verdicts

FRAME = Path(__file__).with_name("results_frame.md")
PAGE = Path(__file__).with_name("RESULTS.md")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(load_all()), encoding="utf-8")
    print(PAGE)


def page(measured: Sequence[Result]) -> str:
    """The whole page."""
    rows = [each for each in measured if isinstance(each, Row)]
    growths = [each for each in measured if isinstance(each, Growth)]
    judged = list(verdicts(rows))
    return FRAME.read_text("utf-8").format(
        targets=target_table(judged),
        obstacles=obstacles(rows),
        rows=row_table(rows),
        growth=growth_table(growths),
        machines=machines(rows),
    )


def target_table(judged: Iterable[Verdict]) -> str:
    """What was wanted and what was measured."""
    header = ("work", "text", "against", "at least", "aim", "measured", "spread", "")
    return table(header, map(_target_line, judged))


def _target_line(verdict: Verdict) -> list[str]:
    target = verdict.target
    low_high = map(lambda value: amount(target, value), verdict.spread or ())
    return [
        f"{target.work}{', peak memory' if target.of_peak else ''}",
        verdict.row.text if verdict.row else target.text,
        target.peer or "–",
        amount(target, target.least),
        amount(target, target.aim),
        f"**{amount(target, verdict.measured) or '–'}**",
        "–".join(low_high),
        verdict.outcome,
    ]


def amount(target: Target, value: float | None) -> str:
    """A figure in the unit of its target; nothing where there is none.

    >>> from targets import TARGETS
    >>> amount(TARGETS[0], 5.04), amount(TARGETS[-1], 0.0123), amount(TARGETS[0], None)
    ('5.04x', '12.3 ms', '')
    """
    if value is None:
        return ""
    if target.of_peak:
        return f"{value / 1e9:.2g} GB"
    return f"{value:.3g}x" if target.peer else f"{1000 * value:.3g} ms"


def obstacles(rows: Iterable[Row]) -> str:
    """What the rows' notes say stands in the way."""
    noted = [f"- **{row.work}** ({row.text}): {row.note}" for row in rows if row.note]
    return "\n".join(noted) or "Nothing was noted."


def row_table(rows: Iterable[Row]) -> str:
    """All rows: medians, ratios to us, peak memory."""
    header = ("work", "text", "contestant", "CPU s", "of ours", "peak MB", "runs", "measured on")
    return table(header, (line for row in rows for line in _row_lines(row)))


def _row_lines(row: Row) -> Iterable[list[str]]:
    for name, runs in row.seconds.items():
        first = name == row.ours
        yield [
            row.work if first else "",
            row.text if first else "",
            name,
            f"{row.median(name):.3g}",
            "" if first else f"{row.ratio(name):.2f}",
            f"{row.peak[name] / 1e6:.0f}" if name in row.peak else "",
            str(len(runs)),
            row.when if first else "",
        ]


def growth_table(growths: Iterable[Growth]) -> str:
    """Exponents: 1 is linear, 2 quadratic."""
    header = ("work", "against", "sizes", "contestant", "CPU s", "exponent")
    return table(header, (line for each in growths for line in _growth_lines(each)))


def _growth_lines(growth: Growth) -> Iterable[list[str]]:
    for at, (name, seconds) in enumerate(growth.seconds.items()):
        yield [
            growth.work if at == 0 else "",
            growth.against if at == 0 else "",
            ", ".join(f"{size:,}" for size in growth.sizes) if at == 0 else "",
            name,
            ", ".join(f"{each:.3g}" for each in seconds),
            f"{growth.exponent(name):.2f}",
        ]


def machines(rows: Iterable[Row]) -> str:
    """Each machine once, with its versions and the load while it measured."""
    loads: dict[str, list[float]] = {}
    for row in rows:
        known = dict(row.machine)
        load = float(known.pop("load", "0"))
        loads.setdefault(", ".join(f"{name} {known[name]}" for name in known), []).append(load)
    return "\n".join(
        f"- {named}; load {min(seen):.1f} to {max(seen):.1f}" for named, seen in loads.items()
    )


def table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    ruled = [header, ["---"] * len(header), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in ruled)


if __name__ == "__main__":
    main()
