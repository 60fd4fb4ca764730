"""Watch SentencePiece's BPE cut a word: neighbors are joined by the score of the joined text."""

from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from subword_lab import bpe
from subword_lab.i18n import t
from subword_lab.trace import record
from subword_lab.views.html import Html, brick, bricks, card, in_words, row_of_bricks, visible
from subword_lab.views.stepping import Question, Stepper, Story, stepper
from subword_lab.views.tables import table

NO_SCORE = "–"


@dataclass(frozen=True)
class Moment:
    """A word on its way: its pieces, the place where two are joined next (None: the end)."""

    pieces: tuple[str, ...]
    at: int | None

    @property
    def joined(self) -> tuple[str, ...]:
        """What each piece and its right neighbor would make."""
        return tuple(left + right for left, right in pairwise(self.pieces))


def score_encoding(model: bpe.BpeModel, word: str, *, predict: bool = False) -> Stepper:
    """Step through the encoding of a word by the score of the joined text; others can be typed.

    The score of a piece is minus its rank, as SentencePiece stores it: 0, -1, -2, … `ValueError` if
    the model looks merges up by pair. `TypeError` if `word` is no string.

    >>> ranks = {"cd": 0, "bcd": 1, "abc": 2, "abcd": 3}
    >>> vocab = {piece: id for id, piece in enumerate([*"abcd", *ranks])}
    >>> model = bpe.BpeModel(vocab, [], lookup="joined", piece_ranks=ranks)
    >>> print(str(score_encoding(model, "abcd")).splitlines()[1])
    Join c and d: cd has the highest score, 0.
    """
    if model.lookup != "joined":
        raise ValueError("this model looks merges up by pair; use bpe_encoding, or lookup='joined'")
    tell = partial(_story, model)
    story = tell(word)
    return stepper(
        story.frames,
        story.draw,
        story.title,
        ask=story.ask,
        make=lambda typed: tell(typed.strip().replace(" ", "▁")),
        typed=word,
        predict=predict,
    )


def _story(model: bpe.BpeModel, word: str) -> Story:
    title = t("views_sentencepiece.score.title", word=visible(word))
    return Story(title, moments(model, word), partial(_draw, model), partial(_ask, model))


def moments(model: bpe.BpeModel, word: str) -> list[Moment]:
    """The word before each join, and at the end."""
    symbols = dict(enumerate(bpe.spell(word, model.end_of_word)))
    found = []
    for step in record(bpe.encode_steps(model, word)).steps:
        found.append(Moment(tuple(symbols.values()), list(symbols).index(step.at)))
        del symbols[min(at for at in symbols if at > step.at)]
        symbols[step.at] = step.new
    return [*found, Moment(tuple(symbols.values()), None)]


def _score(model: bpe.BpeModel, joined: str) -> str:
    rank = model.joined_ranks.get(joined)
    return NO_SCORE if rank is None else f"{-rank}"


def _draw(model: bpe.BpeModel, moment: Moment) -> Html:
    roles = ["plain"] * len(moment.pieces)
    if moment.at is None:
        ids = [model.vocab[piece] for piece in moment.pieces if piece in model.vocab]
        known = len(ids) == len(moment.pieces)
        line = Html(
            row_of_bricks(moment.pieces, ids=ids if known else ()),
            bricks(moment.pieces, ids if known else None).text,
        )
        return _page(t("views_sentencepiece.score.end"), line)
    roles[moment.at : moment.at + 2] = ["pair", "pair"]
    line = Html(row_of_bricks(moment.pieces, roles), in_words(moment.pieces))
    left, right = moment.pieces[moment.at : moment.at + 2]
    caption = t(
        "views_sentencepiece.score.next",
        left=visible(left),
        right=visible(right),
        joined=visible(left + right),
        score=_score(model, left + right),
    )
    return _page(caption, line, _candidates(model, moment, moment.at))


def _candidates(model: bpe.BpeModel, moment: Moment, chosen: int | None) -> Html:
    """What neighbors would make, from left to right, with scores; the chosen one set off."""
    rows = []
    for at, joined in enumerate(moment.joined):
        hot = at == chosen
        mark = t("views_sentencepiece.score.highest") if hot else ""
        label = Html(brick(joined, "pair" if hot else "plain"), visible(joined))
        rows.append((label, _score(model, joined), mark))
    header = (t("views_sentencepiece.score.joined"), t("views_sentencepiece.score.score"), "")
    return table(t("views_sentencepiece.score.candidates"), header, rows)


def _ask(model: bpe.BpeModel, moment: Moment) -> Question | None:
    if moment.at is None:
        return None
    text = t("views_sentencepiece.score.question")
    answer = moment.joined[moment.at]
    options = tuple(dict.fromkeys(j for j in moment.joined if _score(model, j) != NO_SCORE))
    line = Html(row_of_bricks(moment.pieces), in_words(moment.pieces))
    hidden = _page(text, line, _known(model, moment))
    why = t("views_sentencepiece.score.why", score=_score(model, answer))
    return Question(text, options, answer, hidden, (), why)


def _known(model: bpe.BpeModel, moment: Moment) -> Html:
    """The scores of all pieces in this word: what is needed to find the answer."""
    word = "".join(moment.pieces)
    inside = [piece for piece in model.joined_ranks if piece in word]
    rows = [(Html(brick(piece), visible(piece)), _score(model, piece)) for piece in sorted(inside)]
    header = (t("views_sentencepiece.score.piece"), t("views_sentencepiece.score.score"))
    return table(t("views_sentencepiece.score.inside"), header, rows)


def _page(caption: str, *parts: Html) -> Html:
    markup = "".join(f"<div>{part.markup}</div>" for part in parts)
    text = "\n".join([caption, *(f"  {parts[0].text}", *(part.text for part in parts[1:]))])
    return Html(card(markup), text)
