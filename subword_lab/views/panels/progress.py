"""Where the learner stands: points by lesson, questions, bets, and what to do next."""

import ipywidgets

from subword_lab import exercises, progress
from subword_lab.exercises import LessonStanding
from subword_lab.i18n import t
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
    now = exercises.standing()
    table = bars(t("views.progress.caption"), [_row(lesson) for lesson in now.lessons])
    lines = [*exercises.said(now), *progress.problems()]
    below = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return Html(card(table.markup + below), "\n".join([table.text, *lines]))


def _row(lesson: LessonStanding) -> Bar:
    """One row for a lesson; the bar is the share of its points."""
    label = Html(escape(lesson.lesson), lesson.lesson)
    shown = t("views.progress.points", earned=f"{lesson.earned:g}", total=lesson.points)
    return Bar(label, lesson.earned / lesson.points, shown, hot=lesson.earned == lesson.points)
