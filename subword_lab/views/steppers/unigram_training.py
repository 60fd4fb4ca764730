"""Watch Unigram being trained from above: estimate, prune, and again, down to the size wanted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import nlargest
from math import exp

from subword_lab import unigram
from subword_lab.i18n import t
from subword_lab.trace import record
from subword_lab.unigram import Estimated, Finished, Pruned, Seeded, UnigramModel
from subword_lab.unigram.training import Step
from subword_lab.views.html import Html, card, dim, in_words, row_of_bricks, style, visible
from subword_lab.views.stepping import Stepper, Story, stepper
from subword_lab.views.tables import Bar, bars, beside, stacked
from subword_lab.views.widgets import LONGEST_TYPED
from subword_lab.views.words import listed, read_words

PIECES_SHOWN = 14
WORDS_SHOWN = 12
GONE_SHOWN = 30
FEW = 8  # words that are named in the title
ROOM = 8  # pieces beyond characters and the unknown one, where no size is given


@dataclass(frozen=True)
class _State:
    """The pieces after a step, those that went with it or came back, and the losses so far."""

    step: Step
    log_probs: dict[str, float]
    gone: tuple[str, ...]
    back: tuple[str, ...]
    losses: tuple[float, ...]


def unigram_training(word_counts: Mapping[str, int], vocab_size: int | None = None) -> Stepper:
    """Step through Unigram training; other words, with or without counts, can be typed.

    Without `vocab_size` there is room for eight pieces beside the characters. Errors are those of
    `unigram.train`.

    >>> view = unigram_training({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, 10)
    >>> print(str(view).splitlines()[1])
    Seeds: 17 pieces. Each starts with a share of count × length.
    """
    tell = partial(_story, vocab_size=vocab_size)
    story = tell(word_counts)

    def retell(typed: str) -> Story:
        words = read_words(typed)
        room = vocab_size is not None and vocab_size > len(set("".join(words)))
        return _story(words, vocab_size if room else None)

    return stepper(
        story.frames,
        story.draw,
        story.title,
        make=retell,
        typed=_typed(word_counts),
    )


def _story(word_counts: Mapping[str, int], vocab_size: int | None) -> Story:
    size = vocab_size or len(set("".join(word_counts))) + 1 + ROOM
    states = _states(record(unigram.train_steps(word_counts, size)).steps)

    def draw(state: _State) -> Html:
        caption = _caption(state)
        left, right = _pieces(state), stacked(_words(state, word_counts), _losses(state))
        picture = stacked(beside(left, right), _moved(state))
        return Html(card(picture.markup), f"{caption}\n{picture.text}")

    words = listed(word_counts) if len(word_counts) <= FEW else f"{len(word_counts):,}"
    return Story(t("views_unigram.training.title", words=words), states, draw)


def _typed(word_counts: Mapping[str, int]) -> str:
    """All words as they could be typed, or the first ones where that would be too much."""
    whole = ", ".join(f"{word} {count}" for word, count in word_counts.items())
    return whole if len(whole) <= LONGEST_TYPED else listed(word_counts)


def _states(steps: Sequence[Step]) -> list[_State]:
    states: list[_State] = []
    before: dict[str, float] = {}
    losses: tuple[float, ...] = ()
    for step in steps:
        if isinstance(step, Pruned):
            after = {piece: log for piece, log in before.items() if piece not in step.removed}
        else:
            after = dict(step.pieces)
        if isinstance(step, Estimated):
            losses = (*losses, -step.log_likelihood)
        gone = tuple(piece for piece in before if piece not in after)
        back = tuple(piece for piece in after if before and piece not in before)
        states.append(_State(step, after, gone, back, losses))
        before = after
    return states


def _caption(state: _State) -> str:
    gone, left = len(state.gone), len(state.log_probs)
    match state.step:
        case Seeded():
            return t("views_unigram.training.seeded", count=left)
        case Estimated(round, log_likelihood):
            loss = f"{-log_likelihood:,.2f}"
            return t(
                "views_unigram.training.estimated", round=round, loss=loss, gone=gone, left=left
            )
        case Pruned(round):
            return t("views_unigram.training.pruned", round=round, gone=gone, left=left)
        case Finished():
            return t("views_unigram.training.finished", left=left)


def _pieces(state: _State) -> Html:
    least = min(nlargest(PIECES_SHOWN, state.log_probs.values()))
    first = (item for item in state.log_probs.items() if item[1] >= least)
    rows = []
    for piece, log_prob in sorted(first, key=lambda item: (-item[1], item[0]))[:PIECES_SHOWN]:
        role = "new" if piece in state.back else "plain"
        label = Html(row_of_bricks([piece], [role]), visible(piece))
        rows.append(Bar(label, exp(log_prob), f"{exp(log_prob):.4f}"))
    shown = bars(t("views_unigram.training.pieces"), rows)
    if len(state.log_probs) <= PIECES_SHOWN:
        return shown
    more = t("views.more", count=len(state.log_probs) - PIECES_SHOWN)
    return stacked(shown, Html(f"<div>{dim(more)}</div>", f"  {more}"))


def _words(state: _State, word_counts: Mapping[str, int]) -> Html:
    """The words as the pieces of this step cut them."""
    unknown = next(iter(state.log_probs))  # any piece: it only lets dropped characters pass
    ids = {piece: at for at, piece in enumerate(state.log_probs)}
    model = UnigramModel(ids, state.log_probs, unknown)
    number = style(display="inline-block", width="46px", text_align="right", color="dim",
                   font_size="12px", margin_right="12px")  # fmt: skip
    rows, lines = [], []
    for word, count in list(word_counts.items())[:WORDS_SHOWN]:
        pieces = unigram.encode(model, word)
        roles = ["plain" if piece in model.log_probs else "unknown" for piece in pieces]
        rows.append(f"<div><span{number}>{count} ×</span>{row_of_bricks(pieces, roles)}</div>")
        lines.append(f"  {count} × {in_words(pieces)}")
    if len(word_counts) > WORDS_SHOWN:
        more = t("views.more", count=len(word_counts) - WORDS_SHOWN)
        rows.append(f"<div>{dim(more)}</div>")
        lines.append(f"  {more}")
    caption = t("views_unigram.training.words")
    return Html(f"{dim(caption)}{''.join(rows)}", "\n".join([f"{caption}:", *lines]))


def _losses(state: _State) -> Html:
    if not state.losses:
        return Html("", "")
    last = len(state.losses) - 1
    rows = []
    for at, loss in enumerate(state.losses):
        label = t("views_unigram.training.loss", number=at + 1)
        now = t("views_unigram.training.now") if at == last else ""
        rows.append(Bar(Html(dim(label), label), loss, f"{loss:,.1f}", now, hot=at == last))
    return bars(t("views_unigram.training.losses"), rows)


def _moved(state: _State) -> Html:
    """What went in this step, and what came back at the end."""
    parts = [_list("views_unigram.training.new", state.back, "new")] if state.back else []
    if state.gone:
        parts.append(_list("views_unigram.training.gone", state.gone, "dim"))
    elif isinstance(state.step, Pruned):
        said = t("views_unigram.training.nothing_gone")
        parts.append(Html(f"<div>{dim(said)}</div>", said))
    return stacked(*parts)


def _list(key: str, pieces: Sequence[str], role: str) -> Html:
    shown = pieces[:GONE_SHOWN]
    more = len(pieces) - len(shown)
    rest = f" {t('views.more', count=more)}" if more else ""
    caption = f"{t(key)} ({len(pieces)})"
    drawn = row_of_bricks(shown, [role] * len(shown))
    line = style(margin_top="6px")
    return Html(
        f"<div{line}>{dim(caption)}</div><div>{drawn}{dim(rest)}</div>",
        f"{caption}: {', '.join(map(visible, shown))}{rest}",
    )
