"""One text under several tokenizers: how long, how honest, how alike, and the pieces themselves."""

from collections.abc import Mapping
from itertools import groupby

from subword_lab.comparing import agreement, compare
from subword_lab.i18n import t
from subword_lab.losses import Loss
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import (
    Html,
    bricks,
    card,
    dim,
    escape,
    in_words,
    row_of_bricks,
    style,
    visible,
)
from subword_lab.views.lines import loss_name
from subword_lab.views.tables import stacked, table

PIECES_SHOWN = 120
LOST_SHOWN = 3  # places of one kind
LONGEST_LOST = 12  # characters of one place


def measured(tokenizers: Mapping[str, Tokenizer], text: str, ids: bool = False) -> Html:
    """Draw a table of numbers, and under it a row of bricks for each tokenizer.

    Agreement is the share of the cuts that a tokenizer has in common with the first one (see
    `comparing.agreement`). A tokenizer that cannot encode the text has the reason for its bricks.

    >>> corpus = "hug pug pun bun hugs hug"
    >>> each = {name: Tokenizer.train(name, corpus, 15) for name in ("bpe", "wordpiece")}
    >>> print(measured(each, "hugs mug"))
    One text: 8 characters, 8 bytes in UTF-8:
      tokenizer  tokens  bytes per token  comes back                  cuts like bpe
      bpe        3       2.67             ✗ spacing (␣), unknown (m)  100 %
      wordpiece  3       2.67             ✗ unknown (mug)             50 %
    bpe: hugs | <unk> | ug
    wordpiece: hug | ##s | [UNK]
    """
    first = next(iter(tokenizers), "")
    header = [t(f"views_playground.{name}") for name in ("name", "tokens", "bytes", "back")]
    header.append(t("views_playground.alike", first=first))
    numbers = [_numbers(name, tokenizers, text) for name in tokenizers]
    caption = t("views_playground.caption", characters=len(text), bytes=len(text.encode()))
    rows = [_row(name, tokenizer, text, ids) for name, tokenizer in tokenizers.items()]
    drawn = stacked(table(caption, header, numbers), *rows)
    return Html(card(drawn.markup), drawn.text)


def _numbers(name: str, tokenizers: Mapping[str, Tokenizer], text: str) -> list[Html | str]:
    tokenizer, first = tokenizers[name], next(iter(tokenizers.values()))
    (row,) = compare({name: tokenizer}, [(name, text)])
    if row.tokens is None:
        return [name, "–", "–", _crossed(t("views_playground.refused")), "–"]
    each = "–" if row.bytes_per_token is None else f"{row.bytes_per_token:.2f}"
    back = _right() if row.survives else _fate(tokenizer, text)
    return [name, str(row.tokens), each, back, _alike(first, tokenizer, text)]


def _alike(first: Tokenizer, other: Tokenizer, text: str) -> str:
    try:
        return f"{100 * agreement(first, other, [text]):.0f} %"
    except KeyError:  # the first cannot encode it
        return "–"


def _right() -> Html:
    return Html(f"<span{style(color='ok', font_weight='bold')}>✓</span>", "✓")


def _fate(tokenizer: Tokenizer, text: str) -> Html:
    """The names of what is lost, each with the first places."""
    losses = sorted(tokenizer.losses(text), key=lambda loss: loss.name)
    kinds = groupby(losses, key=loss_name)
    return _crossed(", ".join(f"{name} ({_places(list(each))})" for name, each in kinds))


def _places(losses: list[Loss]) -> str:
    shown = list(dict.fromkeys(_shortened(loss.lost) for loss in losses))
    return " ".join(shown[:LOST_SHOWN]) + " …" * (len(shown) > LOST_SHOWN)


def _shortened(lost: str) -> str:
    if not lost:
        return "+␣"  # nothing stood there, and a space comes in
    return visible(lost[:LONGEST_LOST]) + "…" * (len(lost) > LONGEST_LOST)


def _crossed(said: str) -> Html:
    mark = f"<span{style(color='bad', font_weight='bold')}>✗</span>"
    return Html(f"{mark} {escape(said)}", f"✗ {said}")


def _row(name: str, tokenizer: Tokenizer, text: str, ids: bool) -> Html:
    """The name over the bricks; many pieces are cut off with a word."""
    title = f"<div{style(margin='8px 0 0 0', font_weight='bold')}>{escape(name)}</div>"
    try:
        pieces = tokenizer.tokenize(text)
    except KeyError as error:  # a character without a token
        return Html(f"{title}{dim(str(error.args[0]))}", f"{name}: {error.args[0]}")
    shown = pieces[:PIECES_SHOWN]
    numbers = tokenizer.encode(text)[:PIECES_SHOWN] if ids else []
    more = len(pieces) - len(shown)
    rest = f" {t('views_playground.more', count=more)}" if more else ""
    said = bricks(shown, numbers).text if ids else in_words(shown)
    drawn = f"{title}<div>{row_of_bricks(shown, ids=numbers)}{dim(rest)}</div>"
    return Html(drawn, f"{name}: {said}{rest}")
