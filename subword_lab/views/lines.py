"""A line of text with some of its characters set off, every space and hidden character visible."""

from collections.abc import Collection

from subword_lab.i18n import t
from subword_lab.losses import Loss
from subword_lab.views.html import Html, escape, style, visible
from subword_lab.views.palette import MONO

_LOOKS = {  # what a role does to a character: never by color alone
    "new": {"background_color": "newbg", "border_bottom": "2px solid #8a5a00"},
    "lost": {
        "background_color": "badbg",
        "border_bottom": "2px solid #b0400a",
        "text_decoration": "line-through",
    },
}


def marked_line(text: str, places: Collection[int] = (), role: str = "new") -> Html:
    """Draw a text; the characters at these places are "new" or "lost". The text twin has no marks.

    >>> marked_line("a b", {1}, "lost")
    a␣b
    """
    look = style(color="fg", **_LOOKS[role])
    parts = (
        f"<span{look}>{escape(visible(ch))}</span>" if at in places else escape(visible(ch))
        for at, ch in enumerate(text)
    )
    box = style(font_family=MONO, padding="3px 0", overflow_wrap="anywhere")
    return Html(f"<div{box}>{''.join(parts)}</div>", visible(text))


def with_length(text: str) -> str:
    """A text with its length in code points: in a list, ﬁ and fi may look the same.

    >>> with_length("a b")
    'a␣b (3 characters)'
    """
    return t("views.with_length", text=visible(text), count=len(text))


def loss_name(loss: Loss) -> str:
    """The name of a kind of loss in the reader's language."""
    key = loss.name.replace(" ▁", "_mark").replace(" ", "_")
    return t(f"views_sentencepiece.loss.{key}")
