"""Texts of several kinds, cut by one tokenizer, beside what cutting at spaces gives."""

from collections.abc import Mapping

from subword_lab.i18n import t
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, card, dim, in_words, row_of_bricks, style


def side_by_side(texts: Mapping[str, str], tokenizer: Tokenizer) -> Html:
    """Draw each text cut into pieces, with the number of words that spaces give.

    `texts` maps a name to a text. `TypeError` for what is no mapping of names to texts.

    >>> tok = Tokenizer.train("sentencepiece", "to be to be", vocab_size=12, model="bpe")
    >>> print(side_by_side({"English": "to be"}, tok))
    English · words at spaces: 2 · pieces: 2
      ▁to | ▁be
    """
    if not isinstance(texts, Mapping):
        raise TypeError(f"texts must map names to texts; got a {type(texts).__name__}")
    parts = [_cut(name, text, tokenizer) for name, text in texts.items()]
    return Html(
        card("".join(part.markup for part in parts)), "\n".join(part.text for part in parts)
    )


def _cut(name: str, text: str, tokenizer: Tokenizer) -> Html:
    pieces = tokenizer.tokenize(text)
    said = t(
        "views_sentencepiece.side.said", name=name, words=len(text.split()), pieces=len(pieces)
    )
    room = style(margin="6px 0 10px 0")
    drawn = f"<div{room}>{dim(said)}<div>{row_of_bricks(pieces)}</div></div>"
    return Html(drawn, f"{said}\n  {in_words(pieces)}")
