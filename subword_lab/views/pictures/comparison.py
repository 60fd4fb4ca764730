"""One text under several tokenizers: who cuts how, and how many tokens it takes."""

from collections.abc import Mapping

from subword_lab import metrics
from subword_lab.i18n import t
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, card, in_words, row_of_bricks
from subword_lab.views.tables import table
from subword_lab.views.widgets import Panel, plainly, typed_panel

PIECES_SHOWN = 80


def compare(tokenizers: Mapping[str, Tokenizer], text: str) -> Panel:
    """Show how each tokenizer cuts a text, with the number of tokens; another text can be typed.

    `tokenizers` maps names to tokenizers; one that cannot encode the text is shown with the reason.
    `TypeError` for another type, `ValueError` for none.

    >>> from subword_lab import Tokenizer
    >>> corpus = "hug pug pun bun hugs hug"
    >>> names = ("char", "bpe", "wordpiece")
    >>> compare({name: Tokenizer.train(name, corpus, vocab_size=15) for name in names}, "hugs")
    One text, several tokenizers:
      tokenizer  tokens  bytes per token  pieces
      char       4       1.00             h | u | g | s
      bpe        1       4.00             hugs
      wordpiece  2       2.00             hug | ##s
    """
    if not isinstance(tokenizers, Mapping):
        raise TypeError(f"tokenizers must map names to tokenizers; got {type(tokenizers).__name__}")
    if not tokenizers:
        raise ValueError("there is nothing to compare: give at least one tokenizer")
    return typed_panel(t("views.compare.title"), text, lambda typed: picture(tokenizers, typed))


def picture(tokenizers: Mapping[str, Tokenizer], text: str) -> Html:
    """Draw one row for each tokenizer: name, number of tokens, bytes per token, pieces."""
    rows = [(name, *_measured(tokenizer, text)) for name, tokenizer in tokenizers.items()]
    header = [t(f"views.compare.{name}") for name in ("name", "tokens", "bytes", "pieces")]
    drawn = table(t("views.compare.caption"), header, rows)
    return Html(card(drawn.markup), drawn.text)


def _measured(tokenizer: Tokenizer, text: str) -> tuple[str, str, Html | str]:
    try:
        tokens = len(tokenizer.encode(text))
    except KeyError as error:  # a character without a token
        return "–", "–", plainly(error)
    pieces = tokenizer.tokenize(text)
    rest = f" … +{len(pieces) - PIECES_SHOWN}" if len(pieces) > PIECES_SHOWN else ""
    shown = pieces[:PIECES_SHOWN]
    drawn = Html(row_of_bricks(shown) + rest, in_words(shown) + rest)
    each = f"{metrics.bytes_per_token(tokenizer, text):.2f}" if tokens else "–"
    return str(tokens), each, drawn
