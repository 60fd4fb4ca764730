"""Whiteboard mode of a coding round: a prompt and a clock; the check waits until you say *done*."""

import ipywidgets

from subword_lab import exercises, progress
from subword_lab.i18n import t, texts
from subword_lab.views.html import Html, card, escape, style
from subword_lab.views.palette import live
from subword_lab.views.panels.clock import clock
from subword_lab.views.widgets import Panel, button, heading, message, row


def whiteboard(id: str, minutes: int = 20) -> Panel:
    """Show a coding task with a clock; *Done* stops it and says what to say aloud before checking.

    `KeyError` if there is no such exercise.
    """
    task = exercises.get(id)
    running, said = clock(minutes), ipywidgets.HTML()

    def start() -> None:
        running.start()
        said.value = message(t("views_interview.whiteboard.started"), "dim")

    def done() -> None:
        running.stop()
        progress.record("timed", id, seconds=running.seconds)
        points = [f"- {point}" for point in texts("views_interview.whiteboard.aloud")]
        said.value = message("\n".join([t("views_interview.whiteboard.finished"), *points]))

    buttons = (
        button(
            t("views_interview.aloud.start"), t("views_interview.aloud.start_tip"), start, main=True
        ),
        button(
            t("views_interview.whiteboard.done"), t("views_interview.whiteboard.done_tip"), done
        ),
    )
    below = t("views_interview.whiteboard.below", points=task.points, minutes=minutes)
    top = ipywidgets.HTML(heading(task.title, below) + live(_prompt(task.prompt)))
    text = f"{task.title} ({below})\n{task.prompt}"
    bold = style(font_weight="bold")
    markup = card(f"<div{bold}>{escape(f'{task.title} ({below})')}</div>{_prompt(task.prompt)}")
    return Panel([top, row(*buttons, running.box), said], lambda: Html(markup, text))


def _prompt(text: str) -> str:
    look = style(color="fg", white_space="pre-wrap", margin="4px 0")
    return f"<div{look}>{escape(text)}</div>"
