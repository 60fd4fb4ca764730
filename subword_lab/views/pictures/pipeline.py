"""A text on its way through a tokenizer, station by station, with what was lost marked."""

from itertools import groupby

from subword_lab.i18n import t
from subword_lab.losses import Loss
from subword_lab.tokenizer import Stages, Tokenizer
from subword_lab.views.html import Html, card, escape, in_words, row_of_bricks, style, visible
from subword_lab.views.palette import LIGHT, MONO
from subword_lab.views.tables import table
from subword_lab.views.widgets import Panel, typed_panel

PIECES_SHOWN = 120


def pipeline(tokenizer: Tokenizer, text: str) -> Panel:
    """Show text, normalized text, pre-tokens, pieces, ids and decoded text; another can be typed.

    `KeyError` if a character has no token, `TypeError` if `text` is no string.

    >>> from subword_lab import Tokenizer
    >>> tok = Tokenizer.train("wordpiece", "hug pug pun bun hugs", merges=4)
    >>> print(str(pipeline(tok, "Hugs!")).splitlines()[-1])
    Lost: 'H' (normalization), spacing, '!' (unknown).
    """
    return typed_panel(
        t("views.pipeline.title", recipe=tokenizer.recipe),
        text,
        lambda typed: picture(tokenizer, typed),
    )


def picture(tokenizer: Tokenizer, text: str) -> Html:
    """Draw the stations of one text, one under the other."""
    stages = tokenizer.stages(text)
    decoded = tokenizer.decode(stages.ids)
    losses = tokenizer.losses(text)
    rows = [
        (_name("text"), _with_losses(text, losses)),
        (_name("normalized"), _line(stages.normalized)),
        (_name("pretokens"), _pretokens(stages)),
        (_name("pieces"), _pieces(stages)),
        (_name("ids"), _line(" ".join(map(str, stages.ids[:PIECES_SHOWN])), plain=True)),
        (_name("decoded"), _line(decoded)),
    ]
    header = (_name("station"), _name("value"))
    drawn = table(t("views.pipeline.caption"), header, rows)
    verdict = _verdict(text, decoded, losses)
    return Html(card(drawn.markup + verdict.markup), f"{drawn.text}\n{verdict.text}")


def _name(station: str) -> str:
    return t(f"views.pipeline.{station}")


def _line(text: str, plain: bool = False) -> Html:
    shown = text if plain else visible(text)
    look = style(font_family=MONO, overflow_wrap="anywhere", white_space="pre-wrap")
    return Html(f"<span{look}>{escape(shown)}</span>", shown)


def _pretokens(stages: Stages) -> Html:
    words = [word.text for word in stages.pretokens[:PIECES_SHOWN]]
    return Html(row_of_bricks(words, ["dim"] * len(words)), in_words(words))


def _pieces(stages: Stages) -> Html:
    """The pieces, a little room between the groups of two pre-tokens."""
    room = f"<span{style(margin_right='10px')}></span>"
    groups = stages.pieces[:PIECES_SHOWN]
    return Html(room.join(map(row_of_bricks, groups)), " || ".join(map(in_words, groups)))


def _with_losses(text: str, losses: tuple[Loss, ...]) -> Html:
    """The text with every lost place set off; in words, lost places stand in double brackets."""
    lost = {place for loss in losses for place in range(loss.start, loss.end)}
    look = style(background_color="badbg", color="fg", border_bottom=f"2px solid {LIGHT['bad']}")
    markup, words = "", ""
    for is_lost, places in groupby(range(len(text)), key=lost.__contains__):
        run = visible("".join(text[place] for place in places))
        markup += f"<span{look}>{escape(run)}</span>" if is_lost else escape(run)
        words += f"⟦{run}⟧" if is_lost else run
    around = style(font_family=MONO, overflow_wrap="anywhere")
    return Html(f"<span{around}>{markup}</span>", words)


def _verdict(text: str, decoded: str, losses: tuple[Loss, ...]) -> Html:
    if text == decoded:
        said, tone = t("views.pipeline.lossless"), "ok"
    else:
        named = ", ".join(map(_named, losses))
        said, tone = t("views.pipeline.lost", losses=named), "bad"
    look = style(border_left=f"4px solid {LIGHT[tone]}", background_color=f"{tone}bg", color="fg",
                 padding="4px 12px", margin="6px 0 0")  # fmt: skip
    return Html(f"<div{look}>{escape(said)}</div>", said)


def _named(loss: Loss) -> str:
    """What was lost and by which cause; where a space came in, nothing of the text was."""
    return f"'{visible(loss.lost)}' ({loss.name})" if loss.lost else loss.name
