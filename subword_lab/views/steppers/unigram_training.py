"""Watch Unigram being trained from above: estimate, prune, and again, down to the size wanted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from heapq import nlargest
from math import exp

from subword_lab import unigram
from subword_lab.i18n import t
from subword_lab.trace import record
from subword_lab.unigram import Estimated, Finished, Pruned, Seeded
from subword_lab.unigram.training import Step
from subword_lab.views.html import Html, card, dim, row_of_bricks, style, visible
from subword_lab.views.steppers import unigram_pruning as pruning
from subword_lab.views.steppers import unigram_questions as questions
from subword_lab.views.steppers.unigram_pruning import Pruning
from subword_lab.views.steppers.unigram_words import cut_words
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import Bar, bars, beside, stacked
from subword_lab.views.widgets import LONGEST_TYPED
from subword_lab.views.words import listed, read_words

PIECES_SHOWN = 14
GONE_SHOWN = 30
FEW = 8  # words that are named in the title
ROOM = 8  # pieces beyond characters and the unknown one, where no size is given


@dataclass(frozen=True, eq=False)
class State:
    """The pieces before and after a step, and the losses so far."""

    step: Seeded | Estimated | Finished
    before: Mapping[str, float]
    log_probs: Mapping[str, float]
    losses: tuple[float, ...]

    @property
    def gone(self) -> tuple[str, ...]:
        """The pieces that went with this step."""
        return tuple(piece for piece in self.before if piece not in self.log_probs)

    @property
    def back(self) -> tuple[str, ...]:
        """The pieces that came back with this step."""
        if not self.before:
            return ()
        return tuple(piece for piece in self.log_probs if piece not in self.before)


Moment = State | Pruning


def unigram_training(
    word_counts: Mapping[str, int], vocab_size: int | None = None, *, predict: bool = False
) -> Stepper:
    """Step through Unigram training; other words, with or without counts, can be typed.

    In a round of pruning the pieces go one by one, with what they cost; where there are many, the
    last of them go together. Without `vocab_size` there is room for eight pieces beside the
    characters. Errors are those of `unigram.train`.

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
        ask=story.ask,
        make=retell,
        typed=_typed(word_counts),
        predict=predict,
    )


def _story(word_counts: Mapping[str, int], vocab_size: int | None) -> Story:
    size = vocab_size or len(set("".join(word_counts))) + 1 + ROOM
    moments = list(_moments(record(unigram.train_steps(word_counts, size)).steps))

    characters = set("".join(word_counts))

    def draw(moment: Moment) -> Html:
        told = _tell_pruning if isinstance(moment, Pruning) else _tell_state
        caption, picture = told(moment, word_counts)
        return _page(caption, stacked(picture, _dropped(characters, moment.log_probs)))

    @lru_cache(maxsize=1)  # a step asks more than once
    def ask(moment: Moment) -> Question | None:
        question = _ask(moment, word_counts)
        if question is None:
            return None
        hidden = stacked(question.hidden, _dropped(characters, moment.before or moment.log_probs))
        return replace(question, hidden=_page(question.text, hidden))

    words = listed(word_counts) if len(word_counts) <= FEW else f"{len(word_counts):,}"
    return Story(t("views_unigram.training.title", words=words), moments, draw, ask)


def _tell_pruning(moment: Pruning, word_counts: Mapping[str, int]) -> tuple[str, Html]:
    gone = [_moved(moment)] if len(moment.gone) > 1 else []
    return pruning.caption(moment), stacked(pruning.picture(moment, word_counts), *gone)


def _tell_state(state: State, word_counts: Mapping[str, int]) -> tuple[str, Html]:
    words = cut_words(word_counts, state.log_probs, t("views_unigram.training.words"))
    both = beside(_pieces(state), stacked(words, _losses(state)))
    return _caption(state), stacked(both, _moved(state))


def _dropped(characters: set[str], log_probs: Mapping[str, float]) -> Html:
    """Say what the double borders mean, as long as there can be some."""
    if characters <= log_probs.keys():
        return Html("", "")
    note = t("views_unigram.training.dropped")
    return Html(f"<div>{dim(note)}</div>", note)


def _page(caption: str, picture: Html) -> Html:
    return Html(card(picture.markup), f"{caption}\n{picture.text}")


def _typed(word_counts: Mapping[str, int]) -> str:
    """All words as they could be typed, or the first ones where that would be too much."""
    whole = ", ".join(f"{word} {count}" for word, count in word_counts.items())
    return whole if len(whole) <= LONGEST_TYPED else listed(word_counts)


def _moments(steps: Sequence[Step]) -> Iterator[Moment]:
    before: Mapping[str, float] = {}
    losses: tuple[float, ...] = ()
    for step in steps:
        if isinstance(step, Pruned):
            yield from (within := list(pruning.moments(step, before)))
            before = within[-1].log_probs
            continue
        if isinstance(step, Estimated):
            losses = (*losses, -step.log_likelihood)
        after = dict(step.pieces)
        yield State(step, before, after, losses)
        before = after


def _ask(moment: Moment, word_counts: Mapping[str, int]) -> Question | None:
    if isinstance(moment, Pruning):
        return pruning.ask(moment, word_counts)
    match moment.step:
        case Seeded():
            return questions.first_seed(moment.log_probs, word_counts)
        case Estimated():
            around = (moment.before, moment.log_probs, word_counts)
            return questions.largest_fall(*around) or questions.dropped(*around)
        case Finished():
            return questions.left_out(moment.before, moment.log_probs)


def _caption(state: State) -> str:
    gone, left = len(state.gone), len(state.log_probs)
    match state.step:
        case Seeded():
            return t("views_unigram.training.seeded", count=left)
        case Estimated(round, log_likelihood):
            loss = f"{-log_likelihood:,.2f}"
            return t(
                "views_unigram.training.estimated", round=round, loss=loss, gone=gone, left=left
            )
        case Finished():
            return t("views_unigram.training.finished", left=left)


def _pieces(state: State) -> Html:
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


def _losses(state: State) -> Html:
    if not state.losses:
        return Html("", "")
    last = len(state.losses) - 1
    rows = []
    for at, loss in enumerate(state.losses):
        label = t("views_unigram.training.loss", number=at + 1)
        now = t("views_unigram.training.now") if at == last else ""
        rows.append(Bar(Html(dim(label), label), loss, f"{loss:,.1f}", now, hot=at == last))
    return bars(t("views_unigram.training.losses"), rows)


def _moved(moment: Moment) -> Html:
    """What went in this step, and what came back at the end."""
    parts = []
    if isinstance(moment, State) and moment.back:
        parts.append(_list("views_unigram.training.new", moment.back, "new"))
    if moment.gone:
        parts.append(_list("views_unigram.training.gone", moment.gone, "dim"))
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
