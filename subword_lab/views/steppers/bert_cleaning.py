"""Watch BERT clean a text, one rule at a time, down to the words that WordPiece then cuts."""

from dataclasses import dataclass
from functools import partial

from subword_lab import text as texts
from subword_lab.i18n import t
from subword_lab.recipes.merging import bert_normalizer
from subword_lab.views.html import Html, card, dim, row_of_bricks, visible
from subword_lab.views.lines import marked_line, with_length
from subword_lab.views.stepping import Question, Stepper, Story, stepper


@dataclass(frozen=True)
class Stage:
    """A text after one rule; `rule` is "given", a normalization step or "bert", the splitter."""

    rule: str
    before: str
    after: str


def bert_cleaning(text: str, lowercase: bool = True, *, predict: bool = False) -> Stepper:
    r"""Step through BERT's normalizer and splitter; the learner can type another text.

    With `lowercase` False the text keeps its accents and capitals, as in the cased models. With
    `predict` the learner says what a rule leaves, or how many words there are at the end.
    `TypeError` or `ValueError` for what is no text, as in `text.normalize`.

    >>> view = bert_cleaning("Café\t京都!")
    >>> print(view.story.draw(view.story.frames[-1]).text.splitlines()[-1])
      cafe | 京 | 都 | !
    """
    story = _story(lowercase, text)
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=partial(_story, lowercase),
        typed=text.replace("\n", " "),
        predict=predict,
    )


def _story(lowercase: bool, text: str) -> Story:
    stages = [Stage("given", text, text)]
    for rule in bert_normalizer(strip_accents=lowercase, lowercase=lowercase):
        before = stages[-1].after
        stages.append(Stage(rule, before, texts.normalize(before, (rule,))))
    stages.append(Stage("bert", stages[-1].after, stages[-1].after))
    return Story(t("views_wordpiece.cleaning.title"), stages, _draw, _ask)


def _draw(stage: Stage) -> Html:
    said = t(f"views_wordpiece.cleaning.{stage.rule}")
    if stage.rule == "bert":
        words = [word.text for word in texts.pretokenize(stage.after, "bert")]
        shown = Html(row_of_bricks(words), " | ".join(map(visible, words)))
    else:
        shown = marked_line(stage.after, _changed(stage))
    same = "" if _acts(stage) else t("views_wordpiece.cleaning.unchanged")
    caption = f"{said} {same}".strip()
    before = (
        f"<div>{dim(t('views_wordpiece.cleaning.before'))}</div>{marked_line(stage.before).markup}"
    )
    after = f"<div>{dim(t('views_wordpiece.cleaning.after'))}</div><div>{shown.markup}</div>"
    first = stage.rule == "given"
    return Html(card(f"{'' if first else before}{after}"), f"{caption}\n  {shown.text}")


def _ask(stage: Stage) -> Question | None:
    """Ask what a rule leaves of the text; at the end, how many words the splitter makes."""
    if stage.rule == "given":
        return None
    if stage.rule == "bert":
        return _how_many_words(stage)
    rules = ("bert_clean", "bert_cjk", "strip_accents", "lowercase")
    results = {stage.before, *(texts.normalize(stage.before, (rule,)) for rule in rules)}
    options = tuple(map(with_length, sorted(results)))
    text = t("views_wordpiece.cleaning.question", rule=t(f"views_wordpiece.cleaning.{stage.rule}"))
    return Question(text, options, with_length(stage.after), _unchanged(text, stage))


def _how_many_words(stage: Stage) -> Question:
    """The right number among those of rougher ways to split: at spaces, or into characters."""
    words = len(texts.pretokenize(stage.after, "bert"))
    letters = sum(not ch.isspace() for ch in stage.after)
    numbers = sorted({words, len(stage.after.split()), words + 1, letters})
    text = t("views_wordpiece.cleaning.how_many")
    return Question(text, tuple(map(str, numbers)), str(words), _unchanged(text, stage))


def _unchanged(text: str, stage: Stage) -> Html:
    """The text before a rule, as the page of a prediction."""
    before = marked_line(stage.before)
    return Html(card(before.markup), f"{text}\n  {before.text}")


def _acts(stage: Stage) -> bool:
    return stage.rule in ("given", "bert") or stage.before != stage.after


def _changed(stage: Stage) -> set[int]:
    """Where the result has a character that did not stand at its place before."""
    if stage.rule == "given":
        return set()
    spans = texts.align(stage.before, (stage.rule,)).spans
    changed = set()
    for at, (start, end) in enumerate(spans):
        if end - start != 1 or stage.before[start] != stage.after[at]:
            changed.add(at)
    return changed
