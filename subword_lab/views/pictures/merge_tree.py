"""The tree of merges inside a word: what each piece was made of."""

from dataclasses import dataclass

from subword_lab import bpe
from subword_lab.i18n import t
from subword_lab.trace import record
from subword_lab.views.html import Html, brick, card, dim, style, visible


@dataclass(frozen=True)
class _Node:
    """A symbol; one that was merged has two parts and the rank of the merge."""

    piece: str
    rank: int | None = None
    parts: tuple["_Node", ...] = ()


def merge_tree(model: bpe.BpeModel, word: str) -> Html:
    """Draw what a word is made of: its pieces on top, below each the two parts it was merged from.

    `TypeError` if `word` is no string.

    >>> model = bpe.train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, merges=3)
    >>> merge_tree(model, "hugs")
    hugs: 2 pieces, 2 merges
      hug (rank 2)
        h
        ug (rank 0)
          u
          g
      s
    """
    steps = record(bpe.encode_steps(model, word)).steps
    nodes = dict(enumerate(map(_Node, bpe.spell(word, model.end_of_word))))
    for step in steps:
        right = nodes.pop(min(at for at in nodes if at > step.at))
        nodes[step.at] = _Node(step.new, step.rank, (nodes[step.at], right))
    roots = [nodes[at] for at in sorted(nodes)]
    caption = t(
        "views.merge_tree.caption", word=visible(word), pieces=len(roots), merges=len(steps)
    )
    row = style(margin_top="6px")
    markup = f"{dim(caption)}<div{row}>{''.join(map(_draw, roots))}</div>"
    return Html(
        card(markup), "\n".join([caption, *(line for root in roots for line in _lines(root, 1))])
    )


def _draw(node: _Node) -> str:
    """Draw a node above its parts; the line over the parts shows what belongs together."""
    around = style(display="inline-block", text_align="center", vertical_align="top")
    if node.rank is None:
        return f"<div{around}>{brick(node.piece)}</div>"
    under = style(border_top="2px solid #828a93", margin="2px 5px 0 2px", padding="2px 2px 0")
    below = "".join(map(_draw, node.parts))
    rank = dim(t("views.merge_tree.rank", rank=node.rank))
    return (
        f"<div{around}><div>{brick(node.piece, 'new')}</div><div>{rank}</div>"
        f"<div{under}>{below}</div></div>"
    )


def _lines(node: _Node, depth: int) -> list[str]:
    rank = "" if node.rank is None else f" ({t('views.merge_tree.rank', rank=node.rank)})"
    line = f"{'  ' * depth}{visible(node.piece)}{rank}"
    return [line, *(inner for part in node.parts for inner in _lines(part, depth + 1))]
