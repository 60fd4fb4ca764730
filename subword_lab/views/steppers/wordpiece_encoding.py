"""Watch longest match: a window that begins with the whole rest and shrinks until a piece fits."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from subword_lab import wordpiece
from subword_lab.i18n import t
from subword_lab.trace import record
from subword_lab.views.html import (
    Html,
    brick,
    card,
    dim,
    escape,
    in_words,
    row_of_bricks,
    style,
    visible,
)
from subword_lab.views.palette import MONO
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.wordpiece import Matched, WordPieceModel


@dataclass(frozen=True)
class Moment:
    """One look at the word: `pieces` are found, the window is start..end.

    `kind` is "begin" (nothing tried here yet), "miss", "hit", "unknown", "long" or "done".
    """

    kind: str
    pieces: tuple[str, ...]
    start: int
    end: int


def wordpiece_encoding(model: WordPieceModel, word: str, *, predict: bool = False) -> Stepper:
    """Step through the cutting of one word by longest match, or into ``[UNK]``.

    The learner can type another word. `TypeError`: `word` is not a str.

    >>> model = WordPieceModel.from_vocab(["[UNK]", "h", "hu", "##g", "##s"])
    >>> view = wordpiece_encoding(model, "hugs")
    >>> for _ in range(3): view.next()
    >>> print(str(view).splitlines()[1])
    hu is in the vocabulary: the longest piece that fits here.
    """
    tell = partial(_story, model)
    story = tell(word)
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=lambda typed: tell(typed.strip()),
        typed=word,
        predict=predict,
    )


def _story(model: WordPieceModel, word: str) -> Story:
    moments = _moments(model, word)
    title = t("views_wordpiece.encoding.title", word=visible(word))
    return Story(title, moments, partial(_draw, model, word), partial(_ask, model, word, moments))


def _moments(model: WordPieceModel, word: str) -> list[Moment]:
    """Every window that is tried, from the recorded steps: what fits and what does not."""
    trace = record(wordpiece.encode_steps(model, word))
    if len(word) > model.max_chars:
        return [Moment("long", (), 0, 0), Moment("done", trace.result, len(word), len(word))]
    moments: list[Moment] = []
    pieces: tuple[str, ...] = ()
    for step in trace.steps:
        longest = min(len(word), step.start + model.longest)
        moments.append(Moment("begin", pieces, step.start, longest))
        stop = step.end if isinstance(step, Matched) else step.start
        moments += [Moment("miss", pieces, step.start, end) for end in range(longest, stop, -1)]
        if isinstance(step, Matched):
            pieces = (*pieces, step.piece)
            moments.append(Moment("hit", pieces, step.start, step.end))
        else:
            moments.append(Moment("unknown", pieces, step.start, step.start))
    return [*moments, Moment("done", trace.result, len(word), len(word))]


def _window(model: WordPieceModel, word: str, start: int, end: int) -> str:
    return (model.prefix if start else "") + word[start:end]


def _caption(model: WordPieceModel, word: str, moment: Moment) -> str:
    key = f"views_wordpiece.encoding.{moment.kind}"
    if moment.kind == "done":
        return t(key, pieces=in_words(moment.pieces), count=len(moment.pieces))
    rest = visible(word[moment.start :])
    window = visible(_window(model, word, moment.start, moment.end))
    return t(key, window=window, rest=rest, unk=model.unk, length=len(word), limit=model.max_chars)


def _draw(model: WordPieceModel, word: str, moment: Moment) -> Html:
    caption = _caption(model, word, moment)
    ids = [model.vocab[piece] for piece in moment.pieces if piece in model.vocab]
    numbers = ids if len(ids) == len(moment.pieces) else ()
    roles = ["plain"] * len(moment.pieces)
    if moment.kind == "hit":
        roles[-1] = "new"
    found = row_of_bricks(moment.pieces, roles, numbers) or dim(t("views_wordpiece.encoding.none"))
    word_line = f"<div>{_letters(word, moment)}</div>"
    room = style(min_height="34px")  # so that nothing below it jumps
    tried = f"<div{room}>{_tried(model, word, moment)}</div>"
    pieces = f"<div>{dim(t('views_wordpiece.encoding.found'))} {found}</div>"
    text = f"{caption}\n  {_brackets(word, moment)}\n  {in_words(moment.pieces)}".rstrip()
    return Html(card(f"{word_line}{tried}{pieces}"), text)


_LOOKS = {"miss": ("bad", "badbg"), "hit": ("ok", "okbg"), "begin": ("hot", "hotbg"),
          "unknown": ("bad", "badbg")}  # fmt: skip


def _letters(word: str, moment: Moment) -> str:
    """The word letter by letter: what is done is pale, the window stands out."""
    color, background = _LOOKS.get(moment.kind, ("fg", "bg"))
    end = max(moment.end, moment.start + 1) if moment.kind in _LOOKS else moment.end
    plain = {"font_family": MONO, "font_size": "20px", "padding": "2px 5px"}
    drawn = []
    for at, ch in enumerate(word):
        inside = moment.start <= at < end
        look = {
            "color": color if inside else "dim" if at < moment.start else "fg",
            "background_color": background if inside else "bg",
            "border_bottom": "3px solid #0072b2" if inside else "3px solid #ffffff",
        }
        drawn.append(f"<span{style(**plain, **look)}>{escape(visible(ch))}</span>")
    return "".join(drawn)


def _tried(model: WordPieceModel, word: str, moment: Moment) -> str:
    """The piece that is looked up, and whether it is there."""
    if moment.kind not in ("miss", "hit"):
        return ""
    role = "new" if moment.kind == "hit" else "dim"
    sign = t(f"views_wordpiece.encoding.sign.{moment.kind}")
    look = style(color="ok" if moment.kind == "hit" else "bad", font_weight="bold")
    piece = _window(model, word, moment.start, moment.end)
    return f"{brick(piece, role)} <span{look}>{sign}</span>"


def _brackets(word: str, moment: Moment) -> str:
    """The word with the window in brackets, for those who cannot see colors."""
    if moment.kind in ("done", "long"):
        return visible(word)
    before, inside = word[: moment.start], word[moment.start : moment.end]
    return f"{visible(before)}[{visible(inside)}]{visible(word[max(moment.start, moment.end) :])}"


def _ask(
    model: WordPieceModel, word: str, moments: Sequence[Moment], moment: Moment
) -> Question | None:
    """Ask which piece will be taken, before anything has been tried at this place."""
    if moment.kind != "begin":
        return None
    here = [m for m in moments if m.start == moment.start and m.kind in ("hit", "unknown")]
    ends = range(moment.end, moment.start, -1)
    options = [visible(_window(model, word, moment.start, end)) for end in ends]
    hit = here[0].kind == "hit"
    answer = visible(_window(model, word, moment.start, here[0].end)) if hit else model.unk
    text = t("views_wordpiece.encoding.question")
    picture = _draw(model, word, moment)
    hidden = Html(picture.markup, f"{text}\n{picture.text}")
    why = t(f"views_wordpiece.encoding.why.{here[0].kind}")
    return Question(text, (*options, model.unk), answer, hidden, why=why)
