"""Which texts come back from which tokenizer, and what the others lose: the honest table."""

from collections.abc import Iterable, Mapping

from subword_lab.i18n import t
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, card, dim, style
from subword_lab.views.lines import loss_name, marked_line
from subword_lab.views.tables import table


def round_trips(texts: Iterable[str], tokenizers: Mapping[str, Tokenizer]) -> Html:
    """Draw a table of texts against tokenizers, each cell the result of decode(encode(text)).

    `tokenizers` maps the name of a column to a tokenizer. `TypeError` for one string in place of
    several texts.

    >>> tok = Tokenizer.train("sentencepiece", "one two three two one", vocab_size=30)
    >>> print(round_trips(["two", "two  one"], {"default": tok}))
    What comes back after encoding and decoding:
      text      default
      two       ✓
      two␣␣one  ✗ two␣one (extra spaces)
    """
    if isinstance(texts, str):
        raise TypeError(f"texts must be a list of strings; got the string {texts!r}")
    rows = [
        (marked_line(text), *(_fate(tokenizer, text) for tokenizer in tokenizers.values()))
        for text in texts
    ]
    header = (t("views_sentencepiece.trips.text"), *tokenizers)
    page = table(t("views_sentencepiece.trips.caption"), header, rows)
    return Html(card(page.markup), page.text)


def _fate(tokenizer: Tokenizer, text: str) -> Html:
    """A tick, or the text that came back in place of the other, with the names of the losses."""
    losses = tokenizer.losses(text)
    if not losses:
        right = style(color="ok", font_weight="bold")
        return Html(f"<span{right}>✓</span>", "✓")
    back = marked_line(tokenizer.decode(tokenizer.encode(text)))
    names = ", ".join(dict.fromkeys(map(loss_name, losses)))
    wrong = style(color="bad", font_weight="bold")
    side_by_side = style(display="flex", column_gap="6px", align_items="baseline")
    markup = f"<div{side_by_side}><span{wrong}>✗</span>{back.markup}</div>{dim(names)}"
    return Html(markup, f"✗ {back.text} ({names})")
