"""The panel of an exercise: prompt, controls, buttons, and what is said to the answer."""

from typing import Any

import ipywidgets

from subword_lab import exercises, progress
from subword_lab.exercises import Exercise
from subword_lab.i18n import t
from subword_lab.views.html import Html, card, escape, style
from subword_lab.views.palette import MONO, live
from subword_lab.views.panels.controls import Controls, controls
from subword_lab.views.panels.feedback import hint_picture, report_picture
from subword_lab.views.widgets import Panel, button, heading, message, row

LONGEST_TO_PASTE = 1_000  # characters; a longer answer is not shown as code


def exercise(id: str) -> Panel:
    """Make the panel of an exercise; the last answer comes back after a restart.

    An exercise that wants a function is answered in a cell, so its panel has hints only.
    `KeyError` if there is no such exercise.
    """
    task = exercises.get(id)
    feedback = ipywidgets.HTML()
    help_button = button(
        t("views.exercise.hint"),
        t("views.exercise.hint_tip"),
        lambda: _say(feedback, hint_picture(exercises.hint(id))),
    )
    given = controls(task.form) if task.form is not None else None
    top = ipywidgets.HTML(heading(task.title, _worth(task)) + live(_prompt(task)))
    if given is None:
        return Panel([top, row(help_button), feedback], lambda: _still(task, ""))
    submit = button(
        t("views.exercise.submit"),
        t("views.exercise.submit_tip"),
        lambda: _submit(task, given, feedback),
        main=True,
    )
    _restore(task, given, feedback)
    children = [top, given.box, row(submit, help_button), feedback]
    return Panel(children, lambda: _still(task, given.text))


def _submit(task: Exercise, given: Controls, feedback: ipywidgets.HTML) -> None:
    answer = given.read()
    report = exercises.check(task.id, answer)
    if report.outcome == "not_attempted":
        feedback.value = message(t("views.exercise.nothing_chosen"), "dim")
        return
    progress.answers.save(task.lesson, task.id, answer)
    _say(feedback, report_picture(report))
    if len(repr(answer)) <= LONGEST_TO_PASTE:
        feedback.value += live(_line_to_paste(task, answer))


def _line_to_paste(task: Exercise, answer: Any) -> str:
    """The answer as a line of code: it can stand in the answer cell instead of the panel."""
    name = task.id.replace("-", "_")
    code = f"<code{style(font_family=MONO)}>{escape(f'{name} = {answer!r}')}</code>"
    said = escape(t("views.exercise.paste"))
    return f"<div{style(color='dim', font_size='12px', margin_top='4px')}>{said} {code}</div>"


def _restore(task: Exercise, given: Controls, feedback: ipywidgets.HTML) -> None:
    answer = progress.answers.load(task.lesson, task.id)
    if answer is None:
        return
    try:
        given.write(answer)
    except (TypeError, ValueError, AttributeError):  # kept by another version of the exercise
        return
    feedback.value = message(t("views.exercise.restored"), "dim")


def _say(feedback: ipywidgets.HTML, picture: Html) -> None:
    feedback.value = live(f'<div role="status" aria-live="polite">{picture.markup}</div>')


def _worth(task: Exercise) -> str:
    return t("views.exercise.points", points=task.points)


def _prompt(task: Exercise) -> str:
    """The task in words; what stands behind an empty line is a listing."""
    look = style(color="fg", white_space="pre-wrap", margin="4px 0")
    said, _, listing = task.prompt.partition("\n\n")
    code = f"<code{style(font_family=MONO)}>\n\n{escape(listing)}</code>" if listing else ""
    return f"<div{look}>{escape(said)}{code}</div>"


def _still(task: Exercise, offered: str) -> Html:
    title = f"{task.title} ({_worth(task)})"
    bold = style(font_weight="bold")
    pre = style(color="fg", background_color="bg", margin="0")
    below = f"<pre{pre}>{escape(offered)}</pre>" if offered else ""
    markup = card(f"<div{bold}>{escape(title)}</div>{_prompt(task)}{below}")
    return Html(markup, "\n".join(filter(None, [title, task.prompt, offered])))
