"""Watch byte-level BPE from characters to ids: code points, bytes, chunks, merges by rank."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from subword_lab import bpe
from subword_lab.i18n import t
from subword_lab.text import from_printable
from subword_lab.tokenizer import Tokenizer
from subword_lab.trace import record
from subword_lab.views.html import Html, bricks, card, dim, in_words, row_of_bricks, style, visible
from subword_lab.views.pictures.characters import COLUMNS, character_table, counted, hexadecimal
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import in_sum
from subword_lab.views.vocabularies import menu, vocabulary

CHUNKS_AROUND = 6  # chunks shown on each side of the one that is being merged
PIECES_AROUND = 20  # pieces shown on each side of a merge


@dataclass(frozen=True)
class _Chunk:
    """A chunk in the printable alphabet, the merges inside it, and its pieces at the end."""

    text: str
    steps: tuple[bpe.Joined, ...]
    pieces: tuple[str, ...]

    def starts(self, at: int) -> list[int]:
        """Where its pieces begin after `at` merges."""
        joined = {step.at + len(step.left) for step in self.steps[:at]}
        return [start for start in range(len(self.text)) if start not in joined]

    def pieces_after(self, at: int) -> list[str]:
        """Its pieces after `at` merges."""
        borders = [*self.starts(at), len(self.text)]
        return [self.text[start:end] for start, end in pairwise(borders)]


@dataclass(frozen=True)
class _Merging:
    """Merge number `at` of chunk number `chunk` is about to be done."""

    chunk: int
    at: int


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
    model: bpe.BpeModel = tokenizer.model
    chunks = [_chunk(model, word.text) for word in tokenizer.stages(text).pretokens]
    merges = [_Merging(i, at) for i, chunk in enumerate(chunks) for at in range(len(chunk.steps))]
    frames: list[_Frame] = [*COLUMNS, "chunks", *merges, "ids"]

    def draw(frame: _Frame) -> Html:
        if isinstance(frame, _Merging):
            return _merging(chunks, frame)
        if frame == "chunks":
            return _page(t("views_bytes.encoding.chunks", count=len(chunks)), _uncut(chunks))
        if frame == "ids":
            return _ids(tokenizer, text)
        shown = character_table(text, COLUMNS.index(frame) + 1)
        return Html(shown.markup, f"{t(f'views_bytes.encoding.{frame}')}\n{shown.text}")

    def ask(frame: _Frame) -> Question | None:
        if isinstance(frame, _Merging):
            return _which_pair(model, chunks, frame)
        return _how_many_bytes(text) if frame == "character" else None

    return Story(t("views_bytes.encoding.title", text=visible(text)), frames, draw, ask)


def _chunk(model: bpe.BpeModel, text: str) -> _Chunk:
    trace = record(bpe.encode_steps(model, text))
    return _Chunk(text, trace.steps, trace.result)


# Pictures ----------------------------------------------------------------------------------------


def _page(caption: str, picture: Html) -> Html:
    return Html(card(picture.markup), f"{caption}\n{picture.text}")


def _uncut(chunks: Sequence[_Chunk]) -> Html:
    shown = chunks[: 4 * CHUNKS_AROUND]
    return _side_by_side([_group(chunk, chunk.text[: 2 * PIECES_AROUND], ()) for chunk in shown])


def _group(chunk: _Chunk, pieces: Sequence[str], roles: Sequence[str]) -> Html:
    """One chunk: some of its pieces on a line of their own, its text under them."""
    look = style(
        display="inline-block",
        vertical_align="top",
        border_bottom="2px solid #828a93",
        margin="2px 10px 6px 0",
        padding="0 2px",
    )
    text = visible(from_printable(chunk.text).decode()[:PIECES_AROUND])
    below = f"<div>{dim(text)}</div>"
    return Html(f"<div{look}>{row_of_bricks(pieces, roles)}{below}</div>", in_words(pieces))


def _side_by_side(groups: Sequence[Html]) -> Html:
    drawn = " ".join(group.markup for group in groups)
    return Html(f"<div>{drawn}</div>", "\n".join(f"  {group.text}" for group in groups))


def _merging(chunks: Sequence[_Chunk], frame: _Merging) -> Html:
    """The chunks around the one that is being merged, and the merge to come."""
    step = chunks[frame.chunk].steps[frame.at]
    data = from_printable(step.new)
    caption = t(
        "views_bytes.encoding.merge",
        pair=in_sum((step.left, step.right)),
        rank=step.rank,
        bytes=hexadecimal(data),
        text=_as_text(data),
    )
    return _page(caption, _around(chunks, frame, step))


def _around(chunks: Sequence[_Chunk], frame: _Merging, step: bpe.Joined | None) -> Html:
    """The chunk that is being merged with its neighbors; `step` stands out, if given."""
    first = max(0, frame.chunk - CHUNKS_AROUND)
    groups = []
    for number, chunk in enumerate(chunks[first : frame.chunk + CHUNKS_AROUND + 1], first):
        if number == frame.chunk:
            pieces, roles = _marked(chunk, frame.at, step)
        else:
            whole = chunk.pieces if number < frame.chunk else tuple(chunk.text)
            pieces = list(whole[: 2 * PIECES_AROUND])
            roles = ["dim"] * len(pieces)
        groups.append(_group(chunk, pieces, roles))
    return _side_by_side(groups)


def _marked(chunk: _Chunk, at: int, step: bpe.Joined | None) -> tuple[list[str], list[str]]:
    """The pieces near the merge to come, and how each is drawn."""
    starts, pieces = chunk.starts(at), chunk.pieces_after(at)
    made = chunk.steps[at - 1].at if at else None
    roles = ["new" if start == made else "plain" for start in starts]
    here = starts.index(chunk.steps[at].at)
    if step is not None:
        roles[here : here + 2] = ["pair", "pair"]
    near = slice(max(0, here - PIECES_AROUND), here + PIECES_AROUND)
    return pieces[near], roles[near]


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
    return Html(shown.markup, f"{caption}\n{shown.text}")


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


def _which_pair(model: bpe.BpeModel, chunks: Sequence[_Chunk], frame: _Merging) -> Question | None:
    chunk = chunks[frame.chunk]
    step = chunk.steps[frame.at]
    pairs = pairwise(chunk.pieces_after(frame.at))
    options = {in_sum(pair) for pair in pairs if model.rank(*pair) is not None}
    if len(options) < 2:
        return None
    asked = t("views_bytes.encoding.which_pair")
    return Question(
        asked,
        tuple(sorted(options)),
        in_sum((step.left, step.right)),
        _page(asked, _around(chunks, frame, None)),
        why=t("views_bytes.encoding.why", rank=step.rank),
    )
