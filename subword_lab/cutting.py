"""One word through any model: which pieces, and which part of the word each one covers.

The algorithms differ in what they give for a symbol they do not know; here that becomes one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import NamedTuple

from subword_lab import bpe, unigram, wordpiece
from subword_lab.bpe import BpeModel
from subword_lab.unigram import UnigramModel
from subword_lab.wordlevel import WordLevelModel
from subword_lab.wordpiece import WordPieceModel

BYTE_PIECES = tuple(f"<0x{byte:02X}>" for byte in range(256))
Model = WordLevelModel | BpeModel | WordPieceModel | UnigramModel


class Cut(NamedTuple):
    """A piece of the vocabulary and the symbols start..end of the word that it covers."""

    piece: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Cutting:
    """How words are cut, beside what the model itself knows.

    A symbol that the model does not know is spelled with `<0xNN>` pieces (`byte_fallback`), or else
    becomes `unk`; with `fuse` a run of them becomes a single `unk` (SentencePiece). Where there is
    neither, encoding is a `KeyError`.
    With `whole_words` a word that is a piece is not cut at all, whatever the merges say (tiktoken;
    `ignore_merges` of Hugging Face `tokenizers`).
    With `together` the words of a text are cut as one by a Unigram model, in single precision
    (SentencePiece): of two cuts that are nearly as good, what stands before may choose.
    """

    unk: str | None = None
    fuse: bool = False
    byte_fallback: bool = False
    whole_words: bool = False
    together: bool = False


def ordinary(model: Model, special: frozenset[str]) -> Model:
    """The model as ordinary text meets it: without special tokens, so that no text can forge one.

    Merges and pieces that spell a special token are left out; unknown symbols stay as they are,
    for `cut` to deal with.
    """
    vocab = {piece: id for piece, id in model.vocab.items() if piece not in special}
    match model:
        case BpeModel():
            merges = [(left, right) for left, right in model.merges if left + right not in special]
            ranks = {piece: r for piece, r in model.piece_ranks.items() if piece not in special}
            return replace(model, vocab=vocab, merges=merges, piece_ranks=ranks, unk=None)
        case UnigramModel():
            scores = {p: score for p, score in model.log_probs.items() if p not in special}
            entries = {p: id for p, id in vocab.items() if p in scores}
            unk = {} if model.unk is None else {model.unk: model.vocab[model.unk]}
            return replace(model, vocab={**unk, **entries}, log_probs=scores)
        case WordLevelModel():
            return replace(model, vocab=vocab, unk=None)
        case WordPieceModel():
            return replace(model, vocab=vocab)


def cut(model: Model, word: str, cutting: Cutting) -> tuple[Cut, ...]:
    """Encode one word with an `ordinary` model and say what each piece covers.

    >>> model = BpeModel({"<unk>": 0, "a": 1, "b": 2, "ab": 3}, [("a", "b")])
    >>> [tuple(each) for each in cut(model, "abx", Cutting("<unk>"))]
    [('ab', 0, 2), ('<unk>', 2, 3)]

    Raises `KeyError` for a symbol that nothing stands for.
    """
    if cutting.whole_words and word in model.vocab:
        return (Cut(word, 0, len(word)),)
    cuts = _cuts(model, word)
    if isinstance(model, WordPieceModel):
        return tuple(cuts)
    return tuple(_known(cuts, model, word, cutting))


def lay(model: Model, word: str, pieces: Sequence[str], cutting: Cutting) -> tuple[Cut, ...]:
    """What `cut` gives where the model has chosen these pieces."""
    return tuple(_known(_side_by_side(pieces, len(word)), model, word, cutting))


@singledispatch
def _cuts(model: Model, word: str) -> list[Cut]:
    raise TypeError(f"no way to encode with a {type(model).__name__}")


@_cuts.register
def _(model: WordLevelModel, word: str) -> list[Cut]:
    return [Cut(word, 0, len(word))]


@_cuts.register
def _(model: BpeModel, word: str) -> list[Cut]:
    return _side_by_side(bpe.encode(model, word), len(word))


@_cuts.register
def _(model: UnigramModel, word: str) -> list[Cut]:
    return _side_by_side(unigram.encode(model, word), len(word))


@_cuts.register
def _(model: WordPieceModel, word: str) -> list[Cut]:
    pieces = wordpiece.encode(model, word)
    if pieces == (model.unk,):
        return [Cut(model.unk, 0, len(word))]
    bare = [pieces[0], *(piece.removeprefix(model.prefix) for piece in pieces[1:])]
    places = _side_by_side(bare, len(word))
    return [cut._replace(piece=piece) for cut, piece in zip(places, pieces, strict=True)]


def _side_by_side(pieces: Sequence[str], size: int) -> list[Cut]:
    """Pieces that spell the word from left to right; an end-of-word mark covers nothing."""
    cuts, at = [], 0
    for piece in pieces:
        end = min(at + len(piece), size)
        cuts.append(Cut(piece, at, end))
        at = end
    return cuts


def _known(cuts: list[Cut], model: Model, word: str, cutting: Cutting) -> Iterator[Cut]:
    """Replace what is not in the vocabulary."""
    pending: Cut | None = None  # a run of unknown symbols that becomes one piece
    for cut in cuts:
        known = cut.piece in model.vocab
        if pending and (known or not cutting.fuse):
            yield pending
            pending = None
        if known:
            yield cut
        elif cutting.byte_fallback:
            spelled = word[cut.start : cut.end].encode()
            yield from (Cut(BYTE_PIECES[byte], cut.start, cut.end) for byte in spelled)
        elif cutting.unk is not None:
            pending = Cut(cutting.unk, pending.start if pending else cut.start, cut.end)
        else:
            raise KeyError(_nothing_stands_for(cut.piece, word))
    if pending:
        yield pending


def _nothing_stands_for(piece: str, word: str) -> str:
    return (
        f"{piece!r} in {word!r} is not in the vocabulary and there is no unknown token; train with "
        'unk="<unk>" or byte_fallback=True, or by the recipe "byte_bpe", which knows every text'
    )
