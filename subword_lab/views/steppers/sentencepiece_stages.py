"""Watch a text go through SentencePiece and come back, with everything named that is lost."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from subword_lab.i18n import t
from subword_lab.losses import Loss
from subword_lab.text import normalize
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, bricks, card, in_words, row_of_bricks, visible
from subword_lab.views.lines import loss_name, marked_line, with_length
from subword_lab.views.stepping import Question, Stepper, Story, stepper
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


def sentencepiece_stages(tokenizer: Tokenizer, text: str, *, predict: bool = False) -> Stepper:
    """Step from a raw text to ids and back; the learner can type another text.

    What is lost is struck out in the text and named. With `predict` the learner says first what
    comes out at a station. `tokenizer` is one that writes spaces as ▁:
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
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=tell,
        typed=text,
        predict=predict,
    )


def _story(tokenizer: Tokenizer, text: str) -> Story:
    journey = travel(tokenizer, text)
    title = t("views_sentencepiece.stages.title", text=visible(text))
    return Story(title, range(len(STATIONS)), partial(_draw, journey), partial(_ask, journey))


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
    return _page(" ".join(_caption(journey, names[-1])), pictures)


def _page(caption: str, pictures: Mapping[str, Html]) -> Html:
    rows = [(t(f"views_sentencepiece.station.{name}"), shown) for name, shown in pictures.items()]
    header = (t("views_sentencepiece.stages.station"), t("views_sentencepiece.stages.now"))
    page = table(t("views_sentencepiece.stages.caption"), header, rows)
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


# Questions ---------------------------------------------------------------------------------------


def _ask(journey: Journey, at: int) -> Question | None:
    """Ask what comes out at a station; where all guesses are the same there is nothing to ask."""
    station = list(STATIONS)[at]
    if station not in GUESSES:
        return None
    answer, *others = GUESSES[station](journey)
    options = dict.fromkeys([answer, *others])
    text = t(f"views_sentencepiece.question.{station}")
    before = {name: STATIONS[name](journey) for name in list(STATIONS)[:at]}
    why = fate(journey.losses) if station == "back" else ""
    shortest_first = tuple(sorted(options, key=lambda each: (len(each), each)))
    return Question(text, shortest_first, answer, _page(text, before), why=why)


# For each station that asks: the answer, then what might be thought instead.


def _ways_to_normalize(journey: Journey) -> Iterator[str]:
    yield with_length(journey.normalized)
    yield with_length(journey.text)
    for steps in (("nfkc",), ("nfkc", "lowercase"), ("nfkc", "strip_accents")):
        yield with_length(normalize(journey.text, steps))


def _ways_to_mark(journey: Journey) -> Iterator[str]:
    yield visible(journey.marked)
    for spaced in (journey.normalized, " ".join(journey.normalized.split())):
        marked = visible(spaced.replace(" ", "▁"))
        yield from (marked, f"▁{marked}", f"{marked}▁")


def _ways_to_cut(journey: Journey) -> Iterator[str]:
    pieces = len(journey.pieces)
    words, characters = len(journey.words), len(journey.marked)
    yield from map(str, (pieces, words, pieces + 1, (pieces + characters) // 2, characters))


def _ways_back(journey: Journey) -> Iterator[str]:
    spaces_once = " ".join(journey.normalized.split())
    for text in (journey.back, journey.text, journey.normalized, spaces_once, journey.marked):
        yield with_length(text)


GUESSES: dict[str, Callable[[Journey], Iterator[str]]] = {
    "normalized": _ways_to_normalize,
    "marked": _ways_to_mark,
    "pieces": _ways_to_cut,
    "back": _ways_back,
}
