"""The capstone: settings go in, a verdict on hidden lines comes out, beside three rivals."""

import ipywidgets

from subword_lab import contest, progress
from subword_lab.contest import Verdict
from subword_lab.i18n import t
from subword_lab.views.html import Html, card, escape
from subword_lab.views.tables import Bar, bars, beside
from subword_lab.views.widgets import NAMED, Panel, button, heading, message, plainly, row, spoken
from subword_lab.views.working import Task, Working

KEPT = 4  # entries beside the rivals
MEASURES = ("score", "bytes", "premium", "round_trip")


def capstone(seed: int = 1) -> Panel:
    """Train an entry within the budget and judge it by the hidden lines of a seed.

    A setting is chosen from a list or typed; the seed can be changed, and the lines with it.
    """
    title = t("views_production.capstone.title", budget=f"{contest.BUDGET:,}")
    entered: list[str] = []
    chosen, typed = _settings()
    seeds = ipywidgets.BoundedIntText(
        seed, 1, 9_999, description=t("views_production.capstone.seed"), layout={"width": "160px"}
    )
    shown, said, working = ipywidgets.HTML(), ipywidgets.HTML(), Working()

    def picture() -> Html:
        return _picture(int(seeds.value), entered)

    def show(_: object = None) -> None:
        shown.value = spoken(picture(), title)

    def enter() -> None:
        entry, seed = " ".join(typed.value.split()), int(seeds.value)

        def judged(verdict: Verdict) -> None:
            entered[:] = [*(each for each in entered if each != entry), entry][-KEPT:]
            say(_comment(verdict, seed), "ok")
            progress.record("entered", "contest", entry=entry, score=round(verdict.score, 4))
            show()

        task = Task(
            t("views_production.capstone.working", entry=entry),
            judge,
            lambda report: contest.judge(contest.enter(entry), seed),
            judged,
            failed=lambda error: say(plainly(error), "bad"),
            stopped=lambda: say(t("views.working.stopped"), "dim"),
        )
        if not working.busy:
            say(task.name)
            working.start(task)

    def say(line: str, tone: str = "hot") -> None:
        said.value = message(line, tone)

    seeds.observe(show, "value")
    judge = button(
        t("views_production.capstone.judge"), t("views_production.capstone.judge_tip"), enter, True
    )
    show()
    controls = row(typed, seeds, judge, working.box)
    children = [ipywidgets.HTML(heading(title)), chosen, controls, said, shown]
    return Panel(children, picture)


def _settings() -> tuple[ipywidgets.Dropdown, ipywidgets.Text]:
    """A list of entries, and the line in which the chosen one can be changed."""
    chosen = ipywidgets.Dropdown(
        options=contest.EXAMPLES,
        description=t("views_production.capstone.settings"),
        layout={"width": "auto", "max_width": "100%"},
        style=NAMED,
    )
    typed = ipywidgets.Text(
        contest.EXAMPLES[0],
        description=t("views_production.capstone.line"),
        layout={"width": "auto", "min_width": "320px", "flex": "1 1 320px"},
        style=NAMED,
    )
    chosen.observe(lambda _: setattr(typed, "value", chosen.value), "value")
    return chosen, typed


def _comment(verdict: Verdict, seed: int) -> str:
    """One sentence: who pays most, and which rivals are behind."""
    behind = [name for name, each in contest.rivals(seed).items() if each.score < verdict.score]
    names = ", ".join(map(_name, behind)) or t("views_production.capstone.nobody")
    return t(
        "views_production.capstone.comment",
        language=t(f"views_bytes.language.{verdict.worst}"),
        premium=f"{verdict.premium:.2f}",
        score=f"{verdict.score:.2f}",
        names=names,
    )


def _name(rival: str) -> str:
    return t(f"views_production.capstone.rival.{rival}")


def _picture(seed: int, entered: list[str]) -> Html:
    verdicts = {_name(name): verdict for name, verdict in contest.rivals(seed).items()}
    own = {entry: contest.judge(contest.enter(entry), seed) for entry in entered}
    parts = [_measure(measure, {**verdicts, **own}, set(own)) for measure in MEASURES]
    drawn = beside(*parts)
    return Html(card(drawn.markup), drawn.text)


def _measure(measure: str, verdicts: dict[str, Verdict], own: set[str]) -> Html:
    rows = []
    for name, verdict in verdicts.items():
        value, shown = _value(measure, verdict)
        rows.append(Bar(Html(escape(name), name), value, shown, hot=name in own))
    return bars(t(f"views_production.capstone.{measure}"), rows)


def _value(measure: str, verdict: Verdict) -> tuple[float, str]:
    match measure:
        case "bytes":
            return verdict.bytes_per_token, f"{verdict.bytes_per_token:.2f}"
        case "premium":
            language = t(f"views_bytes.language.{verdict.worst}")
            return verdict.premium, f"{verdict.premium:.2f} × ({language})"
        case "round_trip":
            return verdict.round_trip, f"{verdict.round_trip:.0%}"
        case _:
            return verdict.score, f"{verdict.score:.2f}"
