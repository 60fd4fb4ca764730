"""Encoding a word, longest match first, and decoding pieces to text."""

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from subword_lab.text.checks import check_kind, check_text
from subword_lab.trace import drain
from subword_lab.wordpiece.model import WordPieceModel


@dataclass(frozen=True, slots=True)
class Matched:
    """An encoding step: `piece` is the longest that fits at `start`; it ends before `end`."""

    start: int
    end: int
    piece: str


@dataclass(frozen=True, slots=True)
class FellBack:
    """An encoding step: no piece fits at `start`, so the whole word is unknown."""

    start: int


def encode_steps(
    model: WordPieceModel, word: str
) -> Generator[Matched | FellBack, None, tuple[str, ...]]:
    """Encode one word, one `Matched` or `FellBack` step at a time; see `encode`."""
    check_kind(model, "model", WordPieceModel, "wordpiece.train makes one")
    check_text(word, "a word")
    if len(word) > model.max_chars:
        yield FellBack(0)
        return (model.unk,)
    pieces: list[str] = []
    start = 0
    while start < len(word):
        mark = model.prefix if start else ""
        for end in range(min(len(word), start + model.longest), start, -1):
            piece = mark + word[start:end]
            if piece in model.vocab:
                break
        else:
            yield FellBack(start)
            return (model.unk,)
        pieces.append(piece)
        yield Matched(start, end, piece)
        start = end
    return tuple(pieces)


def encode(model: WordPieceModel, word: str) -> tuple[str, ...]:
    """Encode one word: take the longest piece that fits, go on behind it.

    Where nothing fits the whole word is `model.unk`, without a partial result; so is a word of more
    than `model.max_chars` characters. The merges play no part. `TypeError` for what is no word.

    >>> model = WordPieceModel.from_vocab(["[UNK]", "un", "##h", "##hug", "##s"])
    >>> encode(model, "unhugs"), encode(model, "unhugged")
    (('un', '##hug', '##s'), ('[UNK]',))
    """
    return drain(encode_steps(model, word))


def decode(model: WordPieceModel, pieces: Iterable[str]) -> str:
    """Write pieces as text: those with the mark go on with the word, others begin a new one.

    Where the words of the original stood without space between them (``don't``), that is not known
    any more.

    >>> decode(WordPieceModel({}), ["un", "##hug", "is", "play", "##ing"])
    'unhug is playing'
    """
    return " ".join(pieces).replace(" " + model.prefix, "")
