"""Where the learner stands: points by lesson, questions, bets, and what to do next."""

import ipywidgets

from subword_lab import exercises, progress
from subword_lab.exercises import Exercise
from subword_lab.i18n import t
from subword_lab.progress import Summary
from subword_lab.views.html import Html, card, dim, escape
from subword_lab.views.tables import Bar, bars
from subword_lab.views.widgets import Panel, button, heading, row, spoken


def progress_panel() -> Panel:
    """Show points by lesson, questions answered, bets won, and the next exercise to try.

    The stored picture says only what the panel is for: progress is the learner's own.
    """
    shown = ipywidgets.HTML()

    def refresh() -> None:
        shown.value = spoken(progress_picture(), t("views.progress.title"))

    refresh()
    again = button(t("views.progress.refresh"), t("views.progress.refresh_tip"), refresh)
    title = ipywidgets.HTML(heading(t("views.progress.title")))
    still = t("views.progress.still")
    return Panel([title, shown, row(again)], lambda: Html(card(dim(still)), still))


def progress_picture() -> Html:
    """Draw the progress as it is now."""
    summary = progress.summary()
    bets = progress.bets.all()
    table = bars(t("views.progress.caption"), _rows(summary))
    lines = [
        t("views.progress.answered", right=summary.answered_right, answered=summary.answered),
        t("views.progress.bets", won=sum(bet.won for bet in bets), placed=len(bets)),
        _next(summary),
        progress.notice(),
    ]
    lines = [line for line in lines if line]
    below = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return Html(card(table.markup + below), "\n".join([table.text, *lines]))


def _rows(summary: Summary) -> list[Bar]:
    """One row for each lesson; the bar is the share of its points."""
    rows = []
    for lesson in dict.fromkeys(exercise.lesson for exercise in exercises.all()):
        tasks = exercises.of_lesson(lesson)
        earned = sum(summary.best.get(task.id, 0.0) for task in tasks)
        total = sum(task.points for task in tasks)
        shown = t("views.progress.points", earned=f"{earned:g}", total=total)
        label = Html(escape(lesson), lesson)
        rows.append(Bar(label, earned / total, shown, hot=earned == total))
    return rows


def _next(summary: Summary) -> str:
    waiting = [task for task in exercises.all() if task.id not in summary.passed]
    if not waiting:
        return t("views.progress.all_done")
    task: Exercise = waiting[0]
    return t("views.progress.next", lesson=task.lesson, title=task.title)
