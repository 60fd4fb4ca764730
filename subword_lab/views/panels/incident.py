"""An incident: what a model is fed before and after an upgrade, as ids, for any text."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from subword_lab.i18n import t
from subword_lab.quiz import incidents
from subword_lab.text import check_text
from subword_lab.views.html import Html, card, dim, row_of_bricks, visible
from subword_lab.views.widgets import Panel, typed_panel


def incident(name: str, text: str) -> Panel:
    """Draw two id dumps of a text, one under the other; another text can be typed.

    What is not in both is marked. `KeyError` if there is no such incident.
    """
    found = incidents.get(name)
    title = t("views_interview.incident.title", name=name)
    return typed_panel(title, text, lambda typed: dumps(found, typed))


def dumps(found: incidents.Incident, text: str) -> Html:
    """Draw the ids of a text before and after."""
    check_text(text)
    before, after = incidents.dump(found.before, text), incidents.dump(found.after, text)
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    shared = [range(b.a, b.a + b.size) for b in blocks], [range(b.b, b.b + b.size) for b in blocks]
    rows = [
        _ids(t(f"views_interview.incident.{when}", count=len(ids)), ids, kept)
        for when, ids, kept in zip(("before", "after"), (before, after), shared, strict=True)
    ]
    caption = t("views_interview.incident.caption", name=found.name, text=visible(text))
    markup = dim(caption) + "".join(row.markup for row in rows)
    return Html(card(markup), "\n".join([caption, *(row.text for row in rows)]))


def _ids(caption: str, ids: Sequence[int], kept: Sequence[range]) -> Html:
    """One dump; ids that the other one does not have stand in brackets."""
    same = [any(at in block for block in kept) for at in range(len(ids))]
    shown = [str(i) if known else f"[{i}]" for i, known in zip(ids, same, strict=True)]
    roles = ["plain" if known else "new" for known in same]
    text = f"{caption}: {' '.join(shown)}"
    return Html(f"<div>{dim(caption)}</div><div>{row_of_bricks(shown, roles)}</div>", text)
