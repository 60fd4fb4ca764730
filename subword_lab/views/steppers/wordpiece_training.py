"""Watch WordPiece being trained: every pair under the three criteria, side by side."""

from collections.abc import Mapping
from functools import partial

from subword_lab import wordpiece
from subword_lab.i18n import t
from subword_lab.ties import Order, Pair, tie_order
from subword_lab.trace import record
from subword_lab.views.html import Html, card, dim, style, visible
from subword_lab.views.replaying import Replay
from subword_lab.views.scoreboard import MOST, Board
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import (
    beside,
    in_sum,
    pair_label,
    pair_list,
    ranked,
    table,
)
from subword_lab.views.words import listed, read_words, word_rows

MERGES = 50  # where the caller does not say; toy corpora end earlier


def wordpiece_training(
    word_counts: Mapping[str, int],
    merges: int | None = None,
    score: str = "count",
    tie_break: str = "smallest_ids",
    *,
    predict: bool = False,
) -> Stepper:
    """Step through WordPiece training by one criterion, with the choices of all three in sight.

    `score` is "count", "pmi" or "gain"; `merges` is how many to show at most, 50 by default. The
    other parameters and the errors are those of `wordpiece.train`.

    >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> view = wordpiece_training(corpus)
    >>> print(str(view).splitlines()[1])
    Merged next, by count: ##u + ##g. PMI would take ##g + ##s. Gain would take ##u + ##g.
    """
    tell = partial(_story, merges=MERGES if merges is None else merges, score=score,
                   tie_break=tie_break)  # fmt: skip
    story = tell(word_counts)
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=lambda typed: tell(read_words(typed)),
        typed=listed(word_counts),
        predict=predict,
    )


def _story(word_counts: Mapping[str, int], merges: int, score: str, tie_break: str) -> Story:
    steps = wordpiece.train_steps(word_counts, merges=merges, score=score, tie_break=tie_break)
    trace = record(steps)
    words = wordpiece.words_after(word_counts)
    states = Replay(words, trace.steps, in_order=tie_break == "first_seen")
    order = tie_order(tie_break, trace.result.vocab)

    def draw(at: int) -> Html:
        board = Board.of(states.go(at), order)
        last = at == len(trace.steps)
        chosen = None if last else board.best[score][0]
        words = word_rows(states.words, trace.steps[at - 1].new if at else None, chosen)
        caption = _made(states, at) + (_end(board) if last else _next(board, score))
        return _page(
            caption, beside(words, score_table(board, score, order, chosen, len(states.counts)))
        )

    def ask(at: int) -> Question | None:
        if at == len(trace.steps):
            return None
        board = Board.of(states.go(at), order)
        answer, *tied = board.best[score]
        options = sorted(ranked(board.values[score], order, MOST))
        text = t("views_wordpiece.training.question", score=named(score))
        words = word_rows(states.words, trace.steps[at - 1].new if at else None, None)
        hidden = beside(words, pair_list(states.counts))
        value = shown(score, board.values[score][answer])
        return Question(
            text,
            tuple(map(in_sum, options)),
            in_sum(answer),
            _page(text, hidden),
            tuple(map(in_sum, tied)),
            t("views_wordpiece.training.why", value=value),
        )

    title = t("views_wordpiece.training.title", score=named(score), words=listed(word_counts))
    return Story(title, range(len(states)), draw, ask)


def named(score: str) -> str:
    """The criterion's name as learners read it."""
    return t(f"views_wordpiece.score.{score}")


def shown(score: str, value: float) -> str:
    """A value as the table writes it.

    >>> shown("count", 10), shown("pmi", 1.0986)
    ('10', '+1.10')
    """
    return str(value) if score == "count" else f"{value:+.2f}"


def score_table(board: Board, score: str, order: Order, chosen: Pair | None, total: int) -> Html:
    """Draw pairs with count, PMI and gain; the best of each column is marked, and its ties.

    The rows go by the criterion that merges; the favorites of the others are shown in any case.
    `total` is how many pairs there are.
    """
    rows = board.rows(score, order) if board.values else []
    lines = [
        [pair_label(pair, pair == chosen), *(_cell(board, name, pair) for name in wordpiece.SCORES)]
        for pair in rows
    ]
    header = [t("views_wordpiece.training.pair"), *map(named, wordpiece.SCORES)]
    drawn = table(t("views_wordpiece.training.caption"), header, lines)
    rest = total - len(rows)
    more = f"\n  {t('views.more', count=rest)}" if rest else ""
    return Html(f"{drawn.markup}<div>{dim(more.strip())}</div>", drawn.text + more)


def _cell(board: Board, score: str, pair: Pair) -> Html:
    value, best = shown(score, board.values[score][pair]), board.best[score]
    if pair not in best:
        return Html(f"<span{style(color='fg')}>{value}</span>", value)
    first = pair == best[0]
    mark = t("views_wordpiece.training.best" if first else "views_wordpiece.training.tied")
    look = style(color="hot" if first else "tie", font_weight="bold")
    return Html(f"<span{look}>{value} {mark}</span>", f"{value} {mark}")


def _made(states: Replay, at: int) -> str:
    return (
        t("views_wordpiece.training.made", new=visible(states.steps[at - 1].new)) + " "
        if at
        else ""
    )


def _next(board: Board, score: str) -> str:
    first = t(
        "views_wordpiece.training.next", score=named(score), pair=in_sum(board.best[score][0])
    )
    others = (name for name in wordpiece.SCORES if name != score)
    rest = (
        t(f"views_wordpiece.training.other.{name}", pair=in_sum(board.best[name][0]))
        for name in others
    )
    return " ".join([first, *rest])


def _end(board: Board) -> str:
    return t(f"views_wordpiece.training.{'stop' if board.values else 'done'}")


def _page(caption: str, picture: Html) -> Html:
    return Html(card(picture.markup), f"{caption}\n{picture.text}")
