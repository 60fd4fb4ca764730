"""An `Encoding` as a table: one line for each token, with all that a model is fed."""

from collections.abc import Sequence

from subword_lab.encoding import Encoding
from subword_lab.i18n import t
from subword_lab.views.html import Html, brick, card, visible
from subword_lab.views.tables import table


def encoding_table(
    encoding: Encoding, text: str | None = None, labels: Sequence[str | None] | None = None
) -> Html:
    """Draw tokens, ids, type ids, attention mask, offsets and word ids.

    With `text` each offset also shows what it covers there; give it for a single text. `labels`
    are one for each token, None where there is none. `ValueError` if their number differs.

    >>> print(encoding_table(Encoding([5], ["hi"], [0], [1], [(0, 2)], [0]), "Hi!"))
    One line for each token:
      token  id  type id  mask  offsets   word
      hi     5   0        1     0–2 = Hi  0
    """
    if labels is not None and len(labels) != len(encoding):
        raise ValueError(f"{len(encoding)} tokens but {len(labels)} labels; give one for each")
    names = ["token", "id", "type_id", "mask", "offsets", "word"]
    names += ["label"] if labels is not None else []
    rows = []
    for at, token in enumerate(encoding.tokens):
        word = encoding.word_ids[at]
        row: list[Html | str] = [
            Html(brick(token), visible(token)),
            str(encoding.ids[at]),
            str(encoding.type_ids[at]),
            str(encoding.attention_mask[at]),
            _place(encoding.offsets[at], word, text),
            _or_dash(word),
        ]
        rows.append([*row, _or_dash(labels[at])] if labels is not None else row)
    header = [t(f"views_wordpiece.table.{name}") for name in names]
    drawn = table(t("views_wordpiece.table.caption"), header, rows)
    return Html(card(drawn.markup), drawn.text)


def _place(offsets: tuple[int, int], word: int | None, text: str | None) -> str:
    start, end = offsets
    covered = "" if text is None or word is None else f" = {visible(text[start:end])}"
    return f"{start}–{end}{covered}"


def _or_dash(value: object) -> str:
    return "–" if value is None else str(value)
