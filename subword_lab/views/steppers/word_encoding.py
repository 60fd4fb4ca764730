"""Watch a closed vocabulary read a text: known words pass, all others become one piece."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from subword_lab import wordlevel
from subword_lab.i18n import t
from subword_lab.tokenizer import Tokenizer
from subword_lab.views.html import Html, brick, card, dim, in_words, style, visible
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import table

WORDS_SHOWN = 14


@dataclass(frozen=True)
class Shares:
    """Three fractions of a text that has been read up to some word, each as (above, below)."""

    by_token: tuple[int, int]
    by_type: tuple[int, int]
    mixed: tuple[int, int]


def shares(vocab: Collection[str], words: Sequence[str]) -> Shares:
    """Count unknown running words and unknown different words, and mix the two.

    >>> shares({"the", "cat"}, "the cat sat sat mat".split())
    Shares(by_token=(3, 5), by_type=(2, 4), mixed=(2, 5))
    """
    types = set(words)
    unknown = sum(word not in vocab for word in words)
    unknown_types = sum(word not in vocab for word in types)
    tokens = len(words)
    return Shares((unknown, tokens), (unknown_types, len(types)), (unknown_types, tokens))


def word_encoding(tokenizer: Tokenizer, text: str, *, predict: bool = False) -> Stepper:
    """Step through the encoding of a text by a tokenizer of the recipe "word".

    Another text can be typed. `TypeError` if `text` is no string or `tokenizer` no `Tokenizer`;
    `ValueError` for a text without a word and for a tokenizer of another recipe.

    >>> known = Tokenizer.train("word", {"the": 2, "cat": 1})
    >>> print(str(word_encoding(known, "the cat sat")).splitlines()[1])
    Next: “the”. It is in the vocabulary: id 1.
    """
    if not isinstance(tokenizer, Tokenizer):
        raise TypeError(f"word_encoding shows a Tokenizer, not {type(tokenizer).__name__}")
    if not isinstance(tokenizer.model, wordlevel.WordLevelModel):
        raise ValueError("word_encoding shows tokenizers of the recipe 'word' or 'char' only")
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
    model = tokenizer.model
    words = [word.text for word in tokenizer.stages(text).pretokens]
    if not words:
        raise ValueError(t("views_words.no_words"))
    pieces = [wordlevel.encode(model, word)[0] for word in words]

    def draw(at: int) -> Html:
        return _page(_caption(tokenizer, words, pieces, at), words, pieces, at, tokenizer)

    def ask(at: int) -> Question | None:
        if at == len(words):
            return None
        word = words[at]
        question = t("views_words.encoding.question", word=visible(word))
        options = tuple(dict.fromkeys((visible(word), str(model.unk))))
        known = "known" if word in model.vocab else "unknown"
        why = t(f"views_words.encoding.why.{known}", word=visible(word))
        hidden = _page(question, words, pieces, at, tokenizer)
        return Question(question, options, visible(pieces[at]), hidden, (), why)

    size = f"{len(model.vocab):,}"
    return Story(t("views_words.encoding.title", size=size), range(len(words) + 1), draw, ask)


def _caption(tokenizer: Tokenizer, words: Sequence[str], pieces: Sequence[str], at: int) -> str:
    if at == len(words):
        unknown = sum(word not in tokenizer.vocab for word in words)
        return t("views_words.encoding.end", tokens=at, unknown=unknown)
    word, piece = visible(words[at]), pieces[at]
    known = "known" if words[at] in tokenizer.vocab else "unknown"
    return t(
        f"views_words.encoding.next.{known}", word=word, piece=piece, id=tokenizer.vocab.get(piece)
    )


def _page(
    caption: str, words: Sequence[str], pieces: Sequence[str], at: int, tokenizer: Tokenizer
) -> Html:
    first = max(0, at - WORDS_SHOWN)
    drawn = [_column(words[i], pieces[i], tokenizer.vocab[pieces[i]]) for i in range(first, at)]
    if at < len(words):
        drawn.append(_column(words[at]))
    before = dim(t("views_words.training.before")) if first else ""
    told = [
        f"  {t('views_words.encoding.words')} {in_words(words[first : at + 1])}",
        f"  {t('views_words.encoding.pieces')} {in_words(pieces[first:at])}".rstrip(),
    ]
    state = _shares(tokenizer, words[:at])
    key = dim(t("views_words.encoding.key"))
    markup = f"<div>{key}</div><div>{before}{''.join(drawn)}</div>{state.markup}"
    return Html(card(markup), "\n".join([caption, *told, state.text]))


def _column(word: str, piece: str | None = None, id: int | None = None) -> str:
    """A word, and below it what came out; the next word has nothing below it yet."""
    look = style(display="inline-block", vertical_align="top", margin="0 2px 4px 0")
    above = brick(word, "pair" if piece is None else "dim")
    below = "" if piece is None else brick(piece, id=id)
    return f"<div{look}><div>{above}</div><div>{below}</div></div>"


def _shares(tokenizer: Tokenizer, words: Sequence[str]) -> Html:
    """The three fractions so far; none before the first word."""
    found = shares(tokenizer.vocab, words)
    rows = []
    for name in ("by_token", "by_type", "mixed"):
        above, below = getattr(found, name)
        percent = f"{100 * above / below:.1f} %" if below else ""
        rows.append((t(f"views_words.encoding.{name}"), f"{above:,} / {below:,}", percent))
    header = [t(f"views_words.encoding.{name}") for name in ("what", "fraction", "percent")]
    return table(t("views_words.encoding.state"), header, rows)
