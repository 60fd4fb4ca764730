"""What the vocabulary holds: pieces no text can reach, pieces no text uses, digits."""

from collections.abc import Iterator
from dataclasses import replace

from subword_lab import wordpiece
from subword_lab.bpe import BpeModel
from subword_lab.bpe.model import END_OF_WORD
from subword_lab.cutting import cut
from subword_lab.doctor.findings import SHOWN, Example, Finding, Grade
from subword_lab.doctor.patient import Patient, bare, surface
from subword_lab.wordpiece import WordPieceModel

ENOUGH = 20  # tokens of text for each piece before "never used" means anything


def unreachable(patient: Patient) -> Iterator[Finding]:
    """Pieces that the model cuts, that normalization rewrites, or that the splitter cuts first."""
    by_model, by_normalizer, by_splitter = [], [], []
    for piece in patient.pieces:
        if (cuts := alone(patient, piece)) != (piece,):
            by_model.append(Example(piece, "|".join(cuts)))
        elif (text := surface(patient.tokenizer, piece)) and not _arrives(patient, piece, text):
            normalized = patient.tokenizer.stages(text).normalized
            if bare(patient.tokenizer, piece) in normalized.replace(" ", "▁") or text in normalized:
                words = (w.text for w in patient.tokenizer.preparation.words(text))
                by_splitter.append(Example(piece, "|".join(words)))
            else:
                by_normalizer.append(Example(piece, normalized))
    total = len(patient.pieces)
    for name, found in (
        ("unreachable", by_model),
        ("normalized away", by_normalizer),
        ("splitter", by_splitter),
    ):
        if found:
            grade: Grade = "fault" if len(found) > total / 100 else "note"
            yield Finding(name, grade, len(found), total, tuple(found[:SHOWN]))


def alone(patient: Patient, piece: str) -> tuple[str, ...]:
    """What the model makes of the text of a piece, in the best place that a word has for it."""
    model, symbols = patient.tokenizer.ordinary_model, bare(patient.tokenizer, piece)
    match model:
        case WordPieceModel(prefix=prefix) if prefix and piece.startswith(prefix):
            return _continued(model, piece, symbols)
        case BpeModel(end_of_word=mark) if mark and not piece.endswith(END_OF_WORD):
            model = replace(model, end_of_word=None)  # as inside a longer word
    return tuple(each.piece for each in cut(model, symbols, patient.tokenizer.cutting))


def _continued(model: WordPieceModel, piece: str, symbols: str) -> tuple[str, ...]:
    """The longest match takes the whole rest of a word; some first letter must leave it alone."""
    cuts: tuple[str, ...] = ()
    for first in (known for known in model.vocab if len(known) == 1):
        cuts = wordpiece.encode(model, first + symbols)
        if cuts[1:] == (piece,):
            return (piece,)
    return cuts


def _arrives(patient: Patient, piece: str, text: str) -> bool:
    """Whether the piece is inside one word of some text, as the model will be given it.

    Beside letters: " I'" is inside " I'm", and a line end with what follows inside ".\n//".
    """
    symbols, prepare = bare(patient.tokenizer, piece), patient.tokenizer.preparation.words
    return any(
        symbols in word.text
        for context in (text, f"a{text}", f"{text}a", f"a{text}a", f"{text}m", f".{text}")
        for word in prepare(context)
    )


def unused(patient: Patient) -> Iterator[Finding]:
    """Pieces the texts never use, nor any longer piece they use: learned from other text.

    Said only where the texts are long enough. Such pieces are candidates for glitch tokens: a model
    trained on texts like these never sees them. Source: Land and Bartolo 2024, "Fishing for
    Magikarp".
    """
    tokenizer = patient.tokenizer
    if patient.used.total() < ENOUGH * tokenizer.vocab_size:
        return
    used = "\0".join(tokenizer.id_to_token(each) for each in patient.used)
    vocab = tokenizer.vocab
    left = [p for p in patient.pieces if not patient.used[vocab[p]] and p not in used]
    if left:
        shown = sorted(left, key=lambda piece: -len(piece))[:SHOWN]
        found = tuple(Example(piece, "", 0) for piece in shown)
        yield Finding("never used", "warning", len(left), len(patient.pieces), found)


def digits(patient: Patient) -> Iterator[Finding]:
    """Numbers of one length that are cut in different ways."""
    for size in (2, 3, 4):
        shapes: dict[tuple[int, ...], str] = {}
        for number in range(10 ** (size - 1), 10**size, 1 if size < 4 else 7):
            try:
                pieces = _pieces_of(patient, str(number))
            except KeyError:
                return  # no digits: another check says so
            shapes.setdefault(tuple(map(len, pieces)), "|".join(pieces))
        if len(shapes) > 1:
            found = tuple(Example(s.replace("|", ""), s) for s in list(shapes.values())[:SHOWN])
            yield Finding("uneven digits", "warning", len(shapes), size, found)
            return


def _pieces_of(patient: Patient, number: str) -> list[str]:
    """The digits in each token."""
    places = patient.tokenizer.encode_offsets(number)
    return [number[start:end] for _, start, end in places if start < end]
