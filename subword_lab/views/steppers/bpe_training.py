"""Watch BPE being trained, or predict every merge."""

from collections.abc import Callable, Mapping
from functools import partial

from subword_lab import bpe
from subword_lab.i18n import t
from subword_lab.ties import Pair, tie_order
from subword_lab.trace import record
from subword_lab.views.html import Html, card, visible
from subword_lab.views.replaying import Replay
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import beside, in_sum, pair_bars, pair_list, ranked
from subword_lab.views.words import listed, read_words, word_rows

MERGES = 50  # where the caller does not say; toy corpora end earlier
OPTIONS_SHOWN = 30


def bpe_training(
    word_counts: Mapping[str, int],
    merges: int | None = None,
    tie_break: str = "smallest_ids",
    end_of_word: bpe.EndOfWord = None,
    *,
    predict: bool = False,
    read: Callable[[str], Mapping[str, int]] = read_words,
    name: Callable[[str], str] = str,
) -> Stepper:
    """Step through BPE training: words as bricks, pairs with counts, ties marked.

    `merges` is how many to show at most, 50 by default; with `predict` the learner says which pair
    is merged before it is shown. `read` makes word counts of a text that is typed, `name`
    writes a word as it would be typed. The other parameters and the errors are those of
    `bpe.train`.

    >>> corpus = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> view = bpe_training(corpus)
    >>> print(str(view).splitlines()[1])
    Next: u + g, seen 20 times.
    """
    tell = partial(_story, merges=MERGES if merges is None else merges, tie_break=tie_break,
                   end_of_word=end_of_word, name=name)  # fmt: skip
    story = tell(word_counts)
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=lambda typed: tell(read(typed)),
        typed=_named(word_counts, name),
        predict=predict,
    )


def _story(
    word_counts: Mapping[str, int],
    merges: int,
    tie_break: str,
    end_of_word: bpe.EndOfWord,
    name: Callable[[str], str],
) -> Story:
    steps = bpe.train_steps(
        word_counts, merges=merges, tie_break=tie_break, end_of_word=end_of_word
    )
    trace = record(steps)
    words = bpe.words_after(word_counts, (), end_of_word)
    states = Replay(words, trace.steps, in_order=tie_break == "first_seen")
    order = tie_order(tie_break, trace.result.vocab)

    def draw(at: int) -> Html:
        counts, chosen = states.go(at).counts, _chosen(states, at)
        words = word_rows(states.words, _new(states, at), chosen)
        return _page(_caption(states, at), beside(words, pair_bars(counts, order, chosen)))

    def ask(at: int) -> Question | None:
        chosen = _chosen(states, at)
        if chosen is None:
            return None
        counts = states.go(at).counts
        best = counts[chosen]
        options = sorted(ranked(counts, order, OPTIONS_SHOWN))
        words = word_rows(states.words, _new(states, at), None)
        text = t("views.bpe_training.question")
        return Question(
            text,
            tuple(map(in_sum, options)),
            in_sum(chosen),
            _page(text, beside(words, pair_list(counts))),
            tuple(in_sum(pair) for pair in options if counts[pair] == best and pair != chosen),
            t("views.bpe_training.why", times=_times(best)),
        )

    title = t("views.bpe_training.title", words=_named(word_counts, name))
    return Story(title, range(len(states)), draw, ask)


def _named(word_counts: Mapping[str, int], name: Callable[[str], str]) -> str:
    return listed({name(word): count for word, count in word_counts.items()})


def _chosen(states: Replay, at: int) -> Pair | None:
    return (states.steps[at].left, states.steps[at].right) if at < len(states.steps) else None


def _new(states: Replay, at: int) -> str | None:
    return states.steps[at - 1].new if at else None


def _caption(states: Replay, at: int) -> str:
    made = t("views.bpe_training.made", new=visible(states.steps[at - 1].new)) + " " if at else ""
    if at == len(states.steps):
        return made + t(f"views.bpe_training.{'stop' if states.go(at).counts else 'done'}")
    step = states.steps[at]
    pair = in_sum((step.left, step.right))
    tied = t("views.bpe_training.tied", count=len(step.tied)) if step.tied else ""
    following = t("views.bpe_training.next", pair=pair, times=_times(step.count))
    return f"{made}{following} {tied}".rstrip()


def _times(count: int) -> str:
    return t("views.bpe_training.once" if count == 1 else "views.bpe_training.times", count=count)


def _page(caption: str, picture: Html) -> Html:
    return Html(card(picture.markup), f"{caption}\n{picture.text}")
