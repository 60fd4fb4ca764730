"""Watch byte-level BPE from characters to ids: code points, bytes, chunks, merges by rank."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from subword_lab import bpe
from subword_lab.i18n import t
from subword_lab.text import from_printable
from subword_lab.ties import Pair
from subword_lab.tokenizer import Tokenizer
from subword_lab.trace import record
from subword_lab.views.html import Html, bricks, card, dim, in_words, row_of_bricks, style, visible
from subword_lab.views.pictures.characters import COLUMNS, character_table, counted, hexadecimal
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import in_sum
from subword_lab.views.vocabularies import menu, vocabulary

CHUNKS_AROUND = 6  # chunks shown on each side of the one that is being merged


@dataclass(frozen=True)
class _Merging:
    """Inside chunk number `chunk`: the steps done so far, and the one to come."""

    chunk: int
    done: tuple[bpe.Joined, ...]
    next: bpe.Joined | None


_Frame = str | _Merging  # a column of the character table, "chunks", a merge, "ids"


def byte_stepper(text: str, predict: bool = False) -> Stepper:
    """Step from characters to the ids of a byte-level vocabulary; any other text can be typed.

    The vocabulary is GPT-2's real one, or another that can be chosen from those on this machine;
    the stored picture is the same on all of them. `TypeError` if `text` is no string.

    >>> print(str(byte_stepper("é")).splitlines()[0])
    Characters: 1, bytes: 2:
    """

    def tell(typed: str) -> Story:
        return _story(vocabulary(chosen.value), typed)

    chosen = menu(lambda: view.retell())
    story = tell(text)
    view = stepper(
        story.frames, story.draw, story.title, ask=story.ask, make=tell, typed=text, predict=predict
    )
    view.children = (view.children[0], chosen, *view.children[1:])
    view.still = lambda: character_table(view.typed.value)
    return view


def _story(tokenizer: Tokenizer, text: str) -> Story:
    chunks = [word.text for word in tokenizer.stages(text).pretokens]
    model: bpe.BpeModel = tokenizer.model
    frames = [*COLUMNS, "chunks", *_merges(model, chunks), "ids"]

    def draw(frame: _Frame) -> Html:
        if isinstance(frame, _Merging):
            return _merging(model, chunks, frame)
        if frame == "chunks":
            return _page(t("views_bytes.encoding.chunks", count=len(chunks)), _all(chunks))
        if frame == "ids":
            return _ids(tokenizer, text)
        shown = character_table(text, COLUMNS.index(frame) + 1)
        return Html(shown.markup, f"{t(f'views_bytes.encoding.{frame}')}\n{shown.text}")

    def ask(frame: _Frame) -> Question | None:
        if frame == "character":
            return _how_many_bytes(text)
        return _which_pair(model, chunks, frame) if isinstance(frame, _Merging) else None

    return Story(t("views_bytes.encoding.title", text=visible(text)), frames, draw, ask)


def _merges(model: bpe.BpeModel, chunks: Sequence[str]) -> list[_Merging]:
    frames = []
    for number, chunk in enumerate(chunks):
        steps = record(bpe.encode_steps(model, chunk)).steps
        frames += [_Merging(number, steps[:at], step) for at, step in enumerate(steps)]
    return frames


# Pictures ----------------------------------------------------------------------------------------


def _page(caption: str, picture: Html) -> Html:
    return Html(card(dim(caption) + picture.markup), f"{caption}\n{picture.text}")


def _all(chunks: Sequence[str]) -> Html:
    drawn = " ".join(_group(tuple(chunk), ()) for chunk in chunks)
    return Html(f"<div>{drawn}</div>", "\n".join(f"  {in_words(chunk)}" for chunk in chunks))


def _group(pieces: Sequence[str], roles: Sequence[str]) -> str:
    """One chunk: its pieces inside a frame of their own, which no merge crosses."""
    frame = style(
        display="inline-block",
        border_bottom="2px solid #828a93",
        margin="2px 10px 6px 0",
        padding="0 2px",
    )
    return f"<span{frame}>{row_of_bricks(pieces, roles)}</span>"


def _merging(model: bpe.BpeModel, chunks: Sequence[str], frame: _Merging) -> Html:
    """The chunks around the one that is being merged, and the merge to come."""
    step = frame.next
    data = from_printable(step.new)
    caption = t(
        "views_bytes.encoding.merge",
        pair=in_sum((step.left, step.right)),
        rank=step.rank,
        bytes=hexadecimal(data),
        text=_as_text(data),
    )
    return _page(caption, _row(model, chunks, frame, step))


def _row(
    model: bpe.BpeModel, chunks: Sequence[str], frame: _Merging, step: bpe.Joined | None
) -> Html:
    first = max(0, frame.chunk - CHUNKS_AROUND)
    drawn, texts = [], []
    for number in range(first, min(len(chunks), frame.chunk + CHUNKS_AROUND + 1)):
        pieces, roles = _state(model, chunks[number], frame, number, step)
        drawn.append(_group(pieces, roles))
        texts.append(in_words(pieces))
    return Html(f"<div>{' '.join(drawn)}</div>", "\n".join(f"  {text}" for text in texts))


def _state(
    model: bpe.BpeModel, chunk: str, frame: _Merging, number: int, step: bpe.Joined | None
) -> tuple[tuple[str, ...], list[str]]:
    """The pieces of a chunk at this frame, and how each is drawn."""
    if number != frame.chunk:
        pieces = bpe.encode(model, chunk) if number < frame.chunk else tuple(chunk)
        return pieces, ["dim"] * len(pieces)
    pieces = bpe.symbols_after(chunk, frame.done)
    starts = [sum(map(len, pieces[:at])) for at in range(len(pieces))]
    made = {frame.done[-1].at} if frame.done else set()
    roles = ["new" if start in made else "plain" for start in starts]
    if step is not None:
        at = starts.index(step.at)
        roles[at : at + 2] = ["pair", "pair"]
    return pieces, roles


def _as_text(data: bytes) -> str:
    """The characters of some bytes, or that they are none yet."""
    try:
        return visible(data.decode())
    except UnicodeDecodeError:
        return t("views_bytes.encoding.partial")


def _ids(tokenizer: Tokenizer, text: str) -> Html:
    pieces, ids = tokenizer.tokenize(text), tokenizer.encode(text)
    shown = bricks(pieces, ids)
    caption = t("views_bytes.encoding.ids", tokens=len(ids), counted=counted(text))
    return Html(card(dim(caption)) + shown.markup, f"{caption}\n{shown.text}")


# Questions ---------------------------------------------------------------------------------------


def _how_many_bytes(text: str) -> Question:
    size = len(text.encode())
    numbers = sorted({len(text), size, 2 * len(text), 3 * len(text), 4 * len(text)})
    return Question(
        t("views_bytes.encoding.how_many"),
        tuple(map(str, numbers)),
        str(size),
        _without_count(text),
        why=counted(text),
    )


def _without_count(text: str) -> Html:
    asked = t("views_bytes.encoding.how_many")
    return _page(asked, Html(row_of_bricks(text), in_words(text)))


def _which_pair(model: bpe.BpeModel, chunks: Sequence[str], frame: _Merging) -> Question | None:
    pieces = bpe.symbols_after(chunks[frame.chunk], frame.done)
    options: dict[str, Pair] = {
        in_sum(pair): pair for pair in pairwise(pieces) if model.rank(*pair) is not None
    }
    if len(options) < 2:
        return None
    asked = t("views_bytes.encoding.which_pair")
    return Question(
        asked,
        tuple(sorted(options)),
        in_sum((frame.next.left, frame.next.right)),
        _page(asked, _row(model, chunks, frame, None)),
        why=t("views_bytes.encoding.why", rank=frame.next.rank),
    )
