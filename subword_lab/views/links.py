"""Links from a panel to a cell of a lesson."""

from subword_lab.i18n import t
from subword_lab.quiz.proofs import address
from subword_lab.views.html import Html, escape, style


def cell_link(proof: str) -> Html:
    """Link to a cell, such as `"02_bpe/train"`; it opens beside this notebook, in a tab of its own.

    >>> print(cell_link("02_bpe/train"))
    02_bpe.ipynb, cell train
    """
    notebook, _, cell = proof.partition("/")
    said = t("views_interview.link", notebook=f"{notebook}.ipynb", cell=cell)
    look = style(color="hot", text_decoration="underline")
    return Html(
        f'<a href="{escape(address(proof))}" target="_blank"{look}>{escape(said)}</a>', said
    )
