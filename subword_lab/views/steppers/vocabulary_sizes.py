"""Watch one text while the vocabulary grows: fewer and fewer tokens, a larger and larger table."""

from collections.abc import Sequence
from functools import partial

from subword_lab import house, metrics
from subword_lab.i18n import t
from subword_lab.resizing import first_entries
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, card, in_words, row_of_bricks
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import Bar, bars, beside

SIZES = (256, 300, 400, 600, 1_000, 1_500, 2_000, 3_000, 4_000)
DIM = 768  # numbers in one row of the table; BERT-base and the smallest GPT-2 have as many


def vocabulary_sizes(text: str, sizes: Sequence[int] = SIZES, *, predict: bool = False) -> Stepper:
    """Step through the sizes of the course's byte-level vocabulary; another text can be typed.

    `ValueError` for sizes that do not grow from 256 or more, `TypeError` if `text` is no string.

    >>> print(str(vocabulary_sizes("the letter")).splitlines()[1])
    256 entries: 10 tokens, one for each byte.
    """
    if list(sizes) != sorted(set(sizes)):
        raise ValueError(f"the sizes must grow; got {list(sizes)}")
    large = house.tokenizer("byte_bpe", sizes[-1])
    tell = partial(_story, [first_entries(large, size) for size in sizes])
    story = tell(text)
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=tell,
        typed=text,
        predict=predict,
    )


def _story(tokenizers: Sequence[Tokenizer], text: str) -> Story:
    sizes = [tokenizer.vocab_size for tokenizer in tokenizers]
    cuts = [tokenizer.tokenize(text) for tokenizer in tokenizers]
    counts = [len(cut) for cut in cuts]

    def draw(at: int) -> Html:
        known = set(tokenizers[at - 1].vocab) if at else set(cuts[0])
        roles = ["plain" if piece in known else "new" for piece in cuts[at]]
        caption = _caption(sizes, counts, at)
        state = _bars(sizes[: at + 1], counts)
        markup = f"<div>{row_of_bricks(cuts[at], roles)}</div>{state.markup}"
        return Html(card(markup), f"{caption}\n  {in_words(cuts[at])}\n{state.text}")

    def ask(at: int) -> Question:
        question = t("views_production.sizes.question", size=f"{sizes[at]:,}")
        hidden = _bars(sizes[:at], counts)
        picture = Html(card(f"<div>{hidden.markup}</div>"), f"{question}\n{hidden.text}")
        return Question(question, _options(text, counts, at), str(counts[at]), picture)

    return Story(t("views_production.sizes.title"), range(len(sizes)), draw, ask)


def _caption(sizes: Sequence[int], counts: Sequence[int], at: int) -> str:
    if at == 0 and sizes[0] == 256:
        return t("views_production.sizes.bytes", count=counts[0])
    size, count = f"{sizes[at]:,}", counts[at]
    if at == 0:
        return t("views_production.sizes.first", size=size, count=count)
    if counts[at - 1] == count:
        return t("views_production.sizes.same", size=size, count=count)
    return t("views_production.sizes.fewer", size=size, count=count, before=counts[at - 1])


def _bars(sizes: Sequence[int], counts: Sequence[int]) -> Html:
    """Two growing lists of bars: the tokens of the text, and the numbers in the table."""
    rows, cells = [], []
    for at, size in enumerate(sizes):
        label, hot = Html(f"{size:,}", f"{size:,}"), at == len(sizes) - 1
        rows.append(Bar(label, counts[at], str(counts[at]), hot=hot))
        table = metrics.embedding_parameters(size, DIM)
        cells.append(Bar(label, table, f"{table:,}", hot=hot))
    return beside(
        bars(t("views_production.sizes.tokens"), rows),
        bars(t("views_production.sizes.table", dim=DIM), cells),
    )


def _options(text: str, counts: Sequence[int], at: int) -> tuple[str, ...]:
    """The right number among those that are guessed."""
    before = counts[at - 1]
    guesses = {before, before // 2, before * 3 // 4} if at else {len(text), len(text.split())}
    offered = {counts[at], *(guess for guess in guesses if guess > 0)}
    return tuple(str(number) for number in sorted(offered | {counts[at] + 1}))
