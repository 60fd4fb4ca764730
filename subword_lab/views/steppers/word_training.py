"""Watch a vocabulary of whole words grow, word by word, and the embedding table with it."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from subword_lab import metrics
from subword_lab.i18n import t
from subword_lab.text import pretokenize
from subword_lab.views.html import Html, card, escape, in_words, row_of_bricks, style, visible
from subword_lab.views.html import dim as dim_text
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import beside, table

DIM = 768  # numbers in one embedding vector; BERT-base and the smallest GPT-2 have as many
WORDS_SHOWN = 24
_WIDE, _HIGH = 250, 130  # pixels of the growth curve


def word_training(text: str, dim: int = DIM, *, predict: bool = False) -> Stepper:
    """Step through a text word by word: is the next word new? Another text can be typed.

    `dim` is the length of an embedding vector. `TypeError` if `text` is no string, `ValueError`
    for a text without a word.

    >>> view = word_training("the cat sat on the mat")
    >>> print(str(view).splitlines()[1])
    Next: “the”. It is new: the vocabulary grows to 1.
    """
    tell = partial(_story, dim=dim)
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


def _story(text: str, dim: int) -> Story:
    words = [word.text for word in pretokenize(text, "bert")]
    if not words:
        raise ValueError(t("views_words.no_words"))
    sizes = different_words(words)

    def draw(at: int) -> Html:
        bricks, numbers = _bricks(words, sizes, at), _numbers(words, at, dim)
        still = beside(numbers, _strip(sizes, at, dim))
        moving = beside(numbers, _joined(_curve(sizes, at), _strip(sizes, at, dim)))
        text = f"{_caption(words, sizes, at)}\n{bricks.text}\n{still.text}"
        return Html(card(bricks.markup + still.markup), text, card(bricks.markup + moving.markup))

    def ask(at: int) -> Question | None:
        if at == len(words):
            return None
        question = t("views_words.training.question", word=visible(words[at]))
        options = tuple(t(f"views_words.training.{name}") for name in ("is_new", "is_known"))
        answer = options[0 if sizes[at + 1] > sizes[at] else 1]
        read = words[:at].count(words[at])
        why = t("views_words.training.why", count=read)
        bricks = _bricks(words, sizes, at, hidden=True)
        return Question(question, options, answer, bricks_page(question, bricks), (), why)

    title = t("views_words.training.title", count=len(words))
    return Story(title, range(len(words) + 1), draw, ask)


def different_words(words: Sequence[str]) -> list[int]:
    """How many different words there are after 0, 1, 2 … running words.

    >>> different_words(["the", "cat", "the"])
    [0, 1, 2, 2]
    """
    first = {word: at for at, word in reversed(list(enumerate(words)))}
    return list(accumulate((at == first[word] for at, word in enumerate(words)), initial=0))


def bricks_page(caption: str, bricks: Html) -> Html:
    """Words alone, as the page of a prediction."""
    return Html(card(bricks.markup), f"{caption}\n{bricks.text}")


def _caption(words: Sequence[str], sizes: Sequence[int], at: int) -> str:
    if at == len(words):
        return t("views_words.training.end", tokens=at, types=sizes[at])
    word = visible(words[at])
    if sizes[at + 1] > sizes[at]:
        return t("views_words.training.next_new", word=word, size=sizes[at + 1])
    return t("views_words.training.next_known", word=word, size=sizes[at])


def _bricks(words: Sequence[str], sizes: Sequence[int], at: int, hidden: bool = False) -> Html:
    """The last words read, new ones set off, and the next one."""
    first = max(0, at - WORDS_SHOWN)
    shown = list(words[first : at + 1])
    roles = ["new" if sizes[i + 1] > sizes[i] else "plain" for i in range(first, at)]
    if at < len(words):
        roles.append("pair")
    before = t("views_words.training.before") + " " if first else ""
    key = dim_text(t("views_words.training.key"))
    return Html(
        f"<div>{key}</div><div>{dim_text(before)}{row_of_bricks(shown, roles)}</div>",
        f"  {before}{in_words(shown)}",
    )


def _numbers(words: Sequence[str], at: int, dim: int) -> Html:
    counts = Counter(words[:at])
    once = sum(count == 1 for count in counts.values())
    size = len(counts)
    cells = metrics.embedding_parameters(size, dim)
    rows = [
        (t("views_words.training.tokens"), f"{at:,}"),
        (t("views_words.training.types"), f"{size:,}"),
        (t("views_words.training.once"), f"{once:,}"),
        (t("views_words.training.cells", size=f"{size:,}", dim=dim), f"{cells:,}"),
    ]
    header = (t("views_words.training.what"), t("views_words.training.number"))
    return table(t("views_words.training.state"), header, rows)


def _joined(*pictures: Html) -> Html:
    """Small pictures in one row, as narrow as they are."""
    around, one = style(display="flex", column_gap="22px"), style(max_width="270px")
    inner = "".join(f"<div{one}>{picture.markup}</div>" for picture in pictures)
    return Html(f"<div{around}>{inner}</div>", "\n".join(picture.text for picture in pictures))


def _strip(sizes: Sequence[int], at: int, dim: int) -> Html:
    """The embedding table: a row for each different word, so it gets longer."""
    look = style(
        width="90px",
        height=f"{max(2, round(_HIGH * sizes[at] / sizes[-1]))}px",
        background_color="hotbg",
        border="2px solid #0072b2",
    )
    caption = t("views_words.training.table", size=f"{sizes[at]:,}", dim=dim)
    return Html(f"{dim_text(caption)}<div{look}></div>", caption)


def _curve(sizes: Sequence[int], at: int) -> Html:
    """Different words against running words so far, as a line; only inside a widget."""
    last = len(sizes) - 1
    seen = [*range(0, at, max(1, last // 300)), at]
    points = " ".join(f"{_WIDE * i / last:.1f},{_HIGH * (1 - sizes[i] / last):.1f}" for i in seen)
    line = style(fill="none", stroke="hot", stroke_width="2.5")
    edge = style(fill="none", stroke="edge", stroke_width="1")
    dashed = style(stroke="dim", stroke_width="1", stroke_dasharray="5 4")
    caption = t("views_words.training.curve")
    drawn = (
        f'<svg viewBox="-4 -4 {_WIDE + 8} {_HIGH + 8}" width="{_WIDE + 8}" height="{_HIGH + 8}" '
        f'role="img" aria-label="{escape(caption)}">'
        f'<line x1="0" y1="{_HIGH}" x2="{_WIDE}" y2="0"{dashed}/>'
        f'<polyline points="0,0 0,{_HIGH} {_WIDE},{_HIGH}"{edge}/>'
        f'<polyline points="{points}"{line}/></svg>'
    )
    return Html(f"{dim_text(caption)}<div>{drawn}</div>", caption)
