"""Watch a text go through SentencePiece and come back, with everything named that is lost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from subword_lab.i18n import t
from subword_lab.losses import Loss
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, bricks, card, in_words, row_of_bricks, visible
from subword_lab.views.lines import loss_name, marked_line
from subword_lab.views.stepping import Stepper, Story, stepper
from subword_lab.views.tables import table


@dataclass(frozen=True)
class Journey:
    """What a text is at each station, and what does not come back."""

    text: str
    normalized: str
    rewritten: frozenset[int]  # places in `normalized` that were written another way before
    marked: str
    words: tuple[str, ...]
    pieces: tuple[str, ...]
    ids: tuple[int, ...]
    back: str
    losses: tuple[Loss, ...]


def sentencepiece_stages(tokenizer: Tokenizer, text: str) -> Stepper:
    """Step from a raw text to ids and back; the learner can type another text.

    What is lost is struck out in the text and named. `tokenizer` is one that writes spaces as ▁:
    `ValueError` for another. `TypeError` or `ValueError` for what is no text.

    >>> tok = Tokenizer.train("sentencepiece", "one two three two one", vocab_size=30)
    >>> print(sentencepiece_stages(tok, "two  ①").story.draw(6).text.splitlines()[0])
    Back to text: ▁ becomes a space, the dummy prefix goes. Lost: extra spaces ␣, normalization ①, \
unknown ①.
    """
    if tokenizer.preparation.spaces is None:
        raise ValueError(
            f"{tokenizer!r} does not write spaces as ▁; train one by the recipe 'sentencepiece'"
        )
    tell = partial(_story, tokenizer)
    story = tell(text)
    return stepper(story.frames, story.draw, story.title, make=tell, typed=text)


def _story(tokenizer: Tokenizer, text: str) -> Story:
    journey = travel(tokenizer, text)
    title = t("views_sentencepiece.stages.title", text=visible(text))
    return Story(title, range(len(STATIONS)), partial(_draw, journey))


def travel(tokenizer: Tokenizer, text: str) -> Journey:
    """Take a text through all stations."""
    stages = tokenizer.stages(text)
    unmarked = replace(tokenizer.preparation, spaces=None, add_prefix_space=False)
    aligned = unmarked.parts(text, offsets=True)
    normalized = "".join(part.text for part in aligned)
    spans = [span for part in aligned for span in part.spans or ()]
    changed = (at for at, (start, end) in enumerate(spans) if text[start:end] != normalized[at])
    return Journey(
        text=text,
        normalized=normalized,
        rewritten=frozenset(changed),
        marked=stages.normalized,
        words=tuple(word.text for word in stages.pretokens),
        pieces=tuple(piece for group in stages.pieces for piece in group),
        ids=stages.ids,
        back=tokenizer.decode(stages.ids),
        losses=tokenizer.losses(text),
    )


# One picture for each station --------------------------------------------------------------------


def _text(journey: Journey) -> Html:
    return marked_line(journey.text)


def _normalized(journey: Journey) -> Html:
    return marked_line(journey.normalized, journey.rewritten)


def _marked(journey: Journey) -> Html:
    places = {at for at, ch in enumerate(journey.marked) if ch == "▁"}
    return marked_line(journey.marked, places)


def _words(journey: Journey) -> Html:
    return Html(row_of_bricks(journey.words), in_words(journey.words))


def _pieces(journey: Journey) -> Html:
    return Html(row_of_bricks(journey.pieces), in_words(journey.pieces))


def _ids(journey: Journey) -> Html:
    text = bricks(journey.pieces, journey.ids).text
    return Html(row_of_bricks(journey.pieces, ids=journey.ids), text)


def _back(journey: Journey) -> Html:
    return marked_line(journey.back)


STATIONS: dict[str, Callable[[Journey], Html]] = {
    "text": _text,
    "normalized": _normalized,
    "marked": _marked,
    "words": _words,
    "pieces": _pieces,
    "ids": _ids,
    "back": _back,
}


def _draw(journey: Journey, at: int) -> Html:
    names = list(STATIONS)[: at + 1]
    pictures = {name: STATIONS[name](journey) for name in names}
    if names[-1] == "back":
        lost = {place for loss in journey.losses for place in range(loss.start, loss.end)}
        pictures["text"] = marked_line(journey.text, lost, "lost")
    rows = [(t(f"views_sentencepiece.station.{name}"), pictures[name]) for name in names]
    header = (t("views_sentencepiece.stages.station"), t("views_sentencepiece.stages.now"))
    page = table(t("views_sentencepiece.stages.caption"), header, rows)
    caption = " ".join(_caption(journey, names[-1]))
    return Html(card(page.markup), f"{caption}\n{page.text}")


def _caption(journey: Journey, station: str) -> Iterator[str]:
    yield t(f"views_sentencepiece.said.{station}")
    if station == "normalized" and not journey.rewritten and journey.text == journey.normalized:
        yield t("views_sentencepiece.stages.nothing_changes")
    if station == "back":
        yield fate(journey.losses)


def fate(losses: tuple[Loss, ...]) -> str:
    """Say in one sentence what does not come back."""
    if not losses:
        return t("views_sentencepiece.stages.all_back")
    named = ", ".join(f"{loss_name(loss)} {visible(loss.lost)}" for loss in losses)
    return t("views_sentencepiece.stages.lost", losses=named)
