"""A playground: any text, under all recipes and every real vocabulary of this machine."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

import ipywidgets

from subword_lab import house, vocabs
from subword_lab.i18n import t
from subword_lab.text import check_text
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, card
from subword_lab.views.pictures.measured import measured
from subword_lab.views.vocabularies import vocabulary
from subword_lab.views.widgets import NAMED, Panel, heading, message, plainly, row, spoken
from subword_lab.views.working import Task, Working

LONGEST = 2_000  # characters; what comes after them is not cut, and that is said
TICKED = ("bpe", "byte_bpe", "wordpiece", "sentencepiece")


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be ticked: `load` gives the tokenizer, `about` says where it is from."""

    name: str
    about: str
    load: Callable[[], Tokenizer]
    ticked: bool = False


def playground(text: str | None = None, own: Mapping[str, Tokenizer] | None = None) -> Panel:
    """Show how the ticked tokenizers cut a text while it is typed, with counts and losses.

    To choose from are those in `own`, the house recipes, and the real vocabularies found here. Own
    ones and four recipes are ticked first; another is loaded when it is ticked. `TypeError` if
    `text` is no string or `own` maps no names to tokenizers.
    """
    bench = _Bench(check_text(t("views_playground.text") if text is None else text))
    courses = [*_own({} if own is None else own), *_recipes()]
    title = ipywidgets.HTML(heading(t("views_playground.title"), t("views_playground.below")))
    lists = [bench.offer("course", courses), bench.offer("real", _real())]
    bench.show()
    work = bench.working.box
    children = [title, bench.typed, *lists, row(bench.ids), work, bench.said, bench.shown]
    return Panel(children, bench.picture)


@dataclass
class _Bench:
    """The controls, and the tokenizers that were loaded so far."""

    text: str
    boxes: dict[Choice, ipywidgets.Checkbox] = field(default_factory=dict)
    loaded: dict[Choice, Tokenizer] = field(default_factory=dict)
    loading: Choice | None = None
    working: Working = field(default_factory=Working)
    shown: ipywidgets.HTML = field(default_factory=ipywidgets.HTML)
    said: ipywidgets.HTML = field(default_factory=ipywidgets.HTML)

    def __post_init__(self) -> None:
        self.typed = ipywidgets.Textarea(
            self.text,
            description=t("views.stepper.typed"),
            rows=3,
            layout={"width": "auto"},
            style=NAMED,
        )
        self.ids = _checkbox(t("views_playground.ids"), t("views_playground.ids_tip"))
        for control in (self.typed, self.ids):
            control.observe(lambda _: self.show(), "value")

    def offer(self, kind: str, choices: Iterable[Choice]) -> ipywidgets.Widget:
        """Make a line of boxes to tick; a name that is taken is not offered again."""
        added = []
        for choice in choices:
            if choice.name not in {each.name for each in self.boxes}:
                box = self.boxes[choice] = _checkbox(choice.name, choice.about, choice.ticked)
                if choice.ticked:
                    self.loaded[choice] = choice.load()
                box.observe(partial(self._tick, choice), "value")
                added.append(box)
        label = t(f"views_playground.{kind if added else 'none'}")
        return row(ipywidgets.Label(label), *added)

    def _tick(self, choice: Choice, _: object) -> None:
        """Show what is ticked; what is not loaded yet is loaded first, one after the other."""
        if choice is self.loading and not self.boxes[choice].value:
            self.working.stop()
        self.show()
        self._load_next()

    def _load_next(self) -> None:
        waiting = (each for each, box in self.boxes.items() if box.value)
        choice = next((each for each in waiting if each not in self.loaded), None)
        if choice is None or self.loading:
            return
        self.loading = choice
        name = t("views_playground.loading", name=choice.name)
        self.said.value = message(name)
        self.working.start(
            Task(
                name,
                self.boxes[choice],
                lambda report: _ready(choice, self.typed.value[:LONGEST]),
                partial(self._loaded, choice),
                partial(self._dropped, choice),
                partial(self._dropped, choice),
            )
        )

    def _loaded(self, choice: Choice, tokenizer: Tokenizer) -> None:
        self.loaded[choice], self.loading = tokenizer, None
        self.show()
        self._load_next()

    def _dropped(self, choice: Choice, error: Exception | None = None) -> None:
        """Take the tick away: it cannot be loaded, or Stop was pressed."""
        self.loading = None
        self.boxes[choice].value = False
        if error is not None:
            why = t("views_playground.cannot", name=choice.name, error=plainly(error))
            self.said.value = message(why, "bad")

    def show(self) -> None:
        """Draw what is ticked and typed."""
        self.shown.value = spoken(self.picture(), t("views_playground.title"))
        if self.loading:
            return  # what is being loaded stays in sight
        left = len(self.typed.value) - LONGEST
        numbers = {"most": f"{LONGEST:,}", "left": f"{left:,}"}
        self.said.value = message(t("views_playground.cut", **numbers) if left > 0 else "", "dim")

    def picture(self) -> Html:
        """The present state: the ticked ones on the text."""
        ticked = {
            each.name: self.loaded[each]
            for each, box in self.boxes.items()
            if box.value and each in self.loaded
        }
        if ticked:
            return measured(ticked, self.typed.value[:LONGEST], self.ids.value)
        nothing = t("views_playground.nothing")
        return Html(card(nothing), nothing)


def _checkbox(name: str, about: str, ticked: bool = False) -> ipywidgets.Checkbox:
    layout = {"width": "auto", "margin": "0 8px 0 0"}
    return ipywidgets.Checkbox(ticked, description=name, tooltip=about, indent=False, layout=layout)


def _ready(choice: Choice, text: str) -> Tokenizer:
    """Load a tokenizer, and let it build the tables that it makes for its first text."""
    tokenizer = choice.load()
    measured({choice.name: tokenizer}, text, False)
    return tokenizer


def _own(tokenizers: Mapping[str, Tokenizer]) -> Iterable[Choice]:
    if not isinstance(tokenizers, Mapping):
        raise TypeError(f"own must map names to tokenizers; got a {type(tokenizers).__name__}")
    for name, tokenizer in tokenizers.items():
        if not isinstance(tokenizer, Tokenizer):
            kind = type(tokenizer).__name__
            raise TypeError(f"own must map names to tokenizers; got a {kind} for {name!r}")
        about = t("views_playground.about_own")
        yield Choice(name, about, partial(_given, tokenizer), ticked=True)


def _given(tokenizer: Tokenizer) -> Tokenizer:
    return tokenizer


def _recipes() -> Iterable[Choice]:
    about = t("views_playground.about_course", size=f"{house.VOCAB_SIZE:,}")
    for recipe in house.RECIPES:
        name = t(f"cuttings.recipe.{recipe}")
        yield Choice(name, about, partial(house.tokenizer, recipe), recipe in TICKED)


def _real() -> Iterable[Choice]:
    for found in vocabs.available():
        size = f"{found.size_bytes / 1e6:.1f}"
        about = t("views_playground.about_real", where=found.where, size=size)
        yield Choice(found.name, about, partial(vocabulary, found.name))
