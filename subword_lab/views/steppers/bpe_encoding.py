"""Watch BPE encode a word: of the merges that apply, the one learned first is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from subword_lab import bpe
from subword_lab.i18n import t
from subword_lab.ties import Pair
from subword_lab.trace import record
from subword_lab.views.html import Html, bricks, card, dim, in_words, row_of_bricks, visible
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import in_sum, pair_label, table


@dataclass(frozen=True)
class _State:
    """A word on its way: each symbol with its place, the last step taken and the one to come."""

    symbols: tuple[tuple[int, str], ...]
    done: bpe.Joined | None
    next: bpe.Joined | None

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(symbol for _, symbol in self.symbols)


def bpe_encoding(model: bpe.BpeModel, word: str, *, predict: bool = False) -> Stepper:
    """Step through the encoding of a word, merge by merge, by rank; any other word can be typed.

    `TypeError` if `word` is no string.

    >>> model = bpe.train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, merges=3)
    >>> print(str(bpe_encoding(model, "hugs")).splitlines()[1])
    Next: u + g, rank 0, the lowest of all that apply.
    """
    story = _story(model, word)
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=lambda typed: _story(model, typed.strip()),
        typed=word,
        predict=predict,
    )


def _story(model: bpe.BpeModel, word: str) -> Story:
    trace = record(bpe.encode_steps(model, word))

    def draw(state: _State) -> Html:
        return _page(_caption(state), [_word(state), _applying(model, state, trace.result)])

    def ask(state: _State) -> Question | None:
        if state.next is None:
            return None
        text = t("views.bpe_encoding.question")
        options = dict.fromkeys(in_sum(pair) for _, pair in _ranked(model, state))
        hidden = _page(text, [_word(state, ahead=False), _rules(model, state)])
        answer = in_sum((state.next.left, state.next.right))
        why = t("views.bpe_encoding.why", rank=state.next.rank)
        return Question(text, tuple(sorted(options)), answer, hidden, (), why)

    title = t("views.bpe_encoding.title", word=visible(word))
    return Story(title, _states(model, word, trace.steps), draw, ask)


def _states(model: bpe.BpeModel, word: str, steps: Sequence[bpe.Joined]) -> list[_State]:
    symbols = tuple(enumerate(bpe.spell(word, model.end_of_word)))
    states = []
    for done, following in pairwise((None, *steps, None)):
        if done is not None:
            symbols = _join(symbols, done)
        states.append(_State(symbols, done, following))
    return states


def _join(symbols: tuple[tuple[int, str], ...], step: bpe.Joined) -> tuple[tuple[int, str], ...]:
    index = [at for at, _ in symbols].index(step.at)
    return (*symbols[:index], (step.at, step.new), *symbols[index + 2 :])


def _ranked(model: bpe.BpeModel, state: _State) -> list[tuple[int, Pair]]:
    """The merges that apply now, the lowest rank first."""
    pairs = dict.fromkeys(pairwise(state.pieces))
    ranks = ((model.rank(*pair), pair) for pair in pairs)
    return sorted((rank, pair) for rank, pair in ranks if rank is not None)


def _word(state: _State, ahead: bool = True) -> Html:
    marked = ["plain"] * len(state.symbols)
    for index, (at, _) in enumerate(state.symbols):
        if state.done and at == state.done.at:
            marked[index] = "new"
        if ahead and state.next and at == state.next.at:
            marked[index : index + 2] = ["pair", "pair"]
            break
    return Html(f"<div>{row_of_bricks(state.pieces, marked)}</div>", in_words(state.pieces))


def _applying(model: bpe.BpeModel, state: _State, pieces: tuple[str, ...]) -> Html:
    """The table of merges that apply, or the pieces at the end."""
    if state.next is None:
        ids = [model.vocab[piece] for piece in pieces if piece in model.vocab]
        shown = bricks(pieces, ids if len(ids) == len(pieces) else None)
        caption = t("views.bpe_encoding.result")
        return Html(dim(caption) + shown.markup, f"{caption}: {shown.text}")
    chosen = (state.next.left, state.next.right)
    rows = [
        (
            pair_label(pair, pair == chosen),
            str(rank),
            t("views.pairs.next") if pair == chosen else "",
        )
        for rank, pair in _ranked(model, state)
    ]
    header = (t("views.bpe_encoding.pair"), t("views.bpe_encoding.rank"), "")
    return table(t("views.bpe_encoding.applying"), header, rows)


def _rules(model: bpe.BpeModel, state: _State) -> Html:
    """The model's merges that concern the symbols now there, in the order they were learned."""
    there = set(state.pieces)
    merges = [(str(r), pair_label(p)) for r, p in enumerate(model.merges) if there.issuperset(p)]
    header = (t("views.bpe_encoding.rank"), t("views.bpe_encoding.pair"))
    return table(t("views.bpe_encoding.rules"), header, merges)


def _caption(state: _State) -> str:
    made = t("views.bpe_encoding.made", new=visible(state.done.new)) + " " if state.done else ""
    if state.next is None:
        return made + t("views.bpe_encoding.end")
    pair = in_sum((state.next.left, state.next.right))
    return made + t("views.bpe_encoding.next", pair=pair, rank=state.next.rank)


def _page(caption: str, parts: list[Html]) -> Html:
    markup = "".join(part.markup for part in parts)
    return Html(card(markup), "\n".join([caption, *(part.text for part in parts)]))
