"""A race: one corpus, three criteria, three vocabularies growing apart, and Unigram from above."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from subword_lab import unigram, wordpiece
from subword_lab.i18n import t
from subword_lab.pairs import Merged
from subword_lab.scores import log_likelihood
from subword_lab.ties import Order, tie_order
from subword_lab.trace import record
from subword_lab.views.html import (
    Html,
    brick,
    card,
    dim,
    in_words,
    row_of_bricks,
    style,
    visible,
)
from subword_lab.views.replaying import Replay
from subword_lab.views.scoreboard import Board
from subword_lab.views.steppers.wordpiece_training import named, shown
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import in_sum, ranked, table
from subword_lab.views.words import listed, read_words, word_rows

MERGES = 12
OFFERED = 3  # pairs by each criterion that a learner may choose among
LETTERS = 300  # of different words, all together; Unigram on more would make a step slow


@dataclass(frozen=True)
class Lane:
    """One criterion's run: what it merged, the words after each merge, and how ties are broken."""

    score: str
    states: Replay
    order: Order

    @property
    def steps(self) -> Sequence[Merged]:
        """The merges in order."""
        return self.states.steps

    def pieces(self, at: int) -> set[str]:
        """What it has made after `at` merges."""
        return {step.new for step in self.steps[:at]}

    def board(self, at: int) -> Board:
        """What it chooses among after `at` merges."""
        return Board.of(self.states.go(at), self.order)

    def symbols(self, at: int) -> Mapping[str, int]:
        """The count of every symbol after `at` merges, or after its last one."""
        return self.states.go(min(at, len(self.steps))).symbols


def race(
    word_counts: Mapping[str, int],
    merges: int = MERGES,
    tie_break: str = "smallest_ids",
    *,
    predict: bool = False,
) -> Stepper:
    """Let count, PMI and gain learn from the same words, one merge each per step.

    A piece that not all three have made by then is marked ≠. Beside them stands what Unigram has in
    a vocabulary of that size and not in the one before, if the words are few. Below stands how many
    symbols the text still has, and its log-likelihood. With `predict` the learner says what one of
    them merges, each in its turn. The errors are those of `wordpiece.train`.

    >>> view = race({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> view.next()
    >>> print(str(view).splitlines()[1])
    Made by count: ##ug, by PMI: ##gs, by gain: ##ug. Pieces that all three have: 0 of 1.
    """
    tell = partial(_story, merges=merges, tie_break=tie_break)
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


def _story(word_counts: Mapping[str, int], merges: int, tie_break: str) -> Story:
    words = wordpiece.words_after(word_counts)
    lanes = []
    for score in wordpiece.SCORES:
        steps = wordpiece.train_steps(word_counts, merges=merges, score=score, tie_break=tie_break)
        trace = record(steps)
        states = Replay(words, trace.steps, in_order=tie_break == "first_seen")
        lanes.append(Lane(score, states, tie_order(tie_break, trace.result.vocab)))
    last = max(len(lane.steps) for lane in lanes)
    kept = _kept(word_counts) if sum(map(len, word_counts)) <= LETTERS else None
    title = t("views_wordpiece.race.title", words=listed(word_counts))
    return Story(title, range(last + 1), partial(_draw, lanes, kept), partial(_ask, lanes, kept))


Kept = Callable[[int], set[str]]  # Unigram's pieces of several letters, if it may have so many


def _kept(word_counts: Mapping[str, int]) -> Kept:
    characters = len(set("".join(word_counts))) + 1  # with the unknown piece

    @cache
    def kept(count: int) -> set[str]:
        if not count:
            return set()
        model = unigram.train(word_counts, characters + count)
        return {piece for piece in model.log_probs if len(piece) > 1}

    return kept


def _draw(lanes: Sequence[Lane], kept: Kept | None, at: int) -> Html:
    shared = set.intersection(*(lane.pieces(at) for lane in lanes))
    rows: list[list[Html | str]] = [
        [str(number + 1), *(_cell(lane, number, shared, number == at - 1) for lane in lanes)]
        for number in range(at)
    ]
    for name, figure in (("symbols", _symbols), ("likelihood", _likelihood)):
        rows.append([t(f"views_wordpiece.race.{name}"), *(figure(lane, at) for lane in lanes)])
    header = [t("views_wordpiece.race.step"), *(named(lane.score) for lane in lanes)]
    if kept:
        header.append(t("views_wordpiece.race.above"))
        for number in range(at):
            rows[number].append(_stays(kept(number + 1) - kept(number)))
        for row in rows[at:]:
            row.append("")
    drawn = table(t("views_wordpiece.race.caption"), header, rows)
    legend = dim(t("views_wordpiece.race.legend"))
    return Html(card(f"{drawn.markup}{legend}"), f"{_caption(lanes, at, shared)}\n{drawn.text}")


def _ask(lanes: Sequence[Lane], kept: Kept | None, at: int) -> Question | None:
    """Ask what one criterion merged in this step, each criterion in its turn."""
    if not at:
        return None  # nothing has been merged yet
    going = [lane for lane in lanes if at <= len(lane.steps)]
    lane = going[(at - 1) % len(going)]
    board = lane.board(at - 1)
    options = _candidates(board, lane.order)
    answer, *tied = board.best[lane.score]
    text = t("views_wordpiece.race.question", score=named(lane.score), step=at)
    words = word_rows(lane.states.words, None, None)
    before = _draw(lanes, kept, at - 1)
    hidden = Html(before.markup + card(words.markup), f"{text}\n{before.text}\n{words.text}")
    value = shown(lane.score, board.values[lane.score][answer])
    why = t("views_wordpiece.race.why", score=named(lane.score), value=value)
    return Question(text, options, in_sum(answer), hidden, tuple(map(in_sum, tied)), why)


def _candidates(board: Board, order: Order) -> tuple[str, ...]:
    """The best pairs of all three criteria."""
    best = {pair for values in board.values.values() for pair in ranked(values, order, OFFERED)}
    return tuple(sorted(map(in_sum, best)))


def _cell(lane: Lane, number: int, shared: set[str], newest: bool) -> Html | str:
    """The piece that one criterion made in one step, and the value it was chosen by."""
    if number >= len(lane.steps):
        return t("views_wordpiece.race.nothing")
    step = lane.steps[number]
    apart = step.new not in shared
    role = "apart" if apart else "new" if newest else "plain"
    value = str(step.count) if step.score is None else f"{step.score:+.2f}"
    sign = " ≠" * apart
    red = f"<span{style(color='bad', font_weight='bold')}>{sign}</span>"
    line = f"<span{style(white_space='nowrap')}>{brick(step.new, role)}{dim(value)}{red}</span>"
    return Html(line, f"{visible(step.new)} {value}{sign}")


def _stays(pieces: set[str]) -> Html | str:
    """What Unigram has room for now, and had not before."""
    if not pieces:
        return t("views_wordpiece.race.nothing")
    shown = sorted(pieces)
    return Html(row_of_bricks(shown), in_words(shown))


def _symbols(lane: Lane, at: int) -> str:
    return str(sum(lane.symbols(at).values()))


def _likelihood(lane: Lane, at: int) -> str:
    return f"{log_likelihood(lane.symbols(at)):.1f}"


def _caption(lanes: Sequence[Lane], at: int, shared: set[str]) -> str:
    if not at:
        return t("views_wordpiece.race.start")
    nothing = t("views_wordpiece.race.nothing")
    made = {
        lane.score: visible(lane.steps[at - 1].new) if at <= len(lane.steps) else nothing
        for lane in lanes
    }
    return t("views_wordpiece.race.made", **made, shared=len(shared), at=at)
