"""The source of the package inside a lesson: read from the code that runs, so it cannot differ."""

import inspect
import textwrap
from typing import Any

from subword_lab.views.html import Html, card, escape, style
from subword_lab.views.palette import MONO


def show_source(thing: Any) -> Html:
    """Show the source of a function or class of the package.

    `TypeError` for what has no source of its own, such as a number.
    """
    code = textwrap.dedent(inspect.getsource(thing)).rstrip()
    look = style(font_family=MONO, font_size="13px", color="fg", background_color="bg", margin="0")
    return Html(card(f"<pre{look}>{escape(code)}</pre>"), code)
