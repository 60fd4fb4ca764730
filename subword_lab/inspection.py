"""What a vocabulary is made of: kinds of pieces, scripts, longest pieces, policies."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from subword_lab.doctor.findings import Finding
from subword_lab.doctor.patient import CONTROL, Patient, bare, named, surface
from subword_lab.doctor.texts import script_of
from subword_lab.doctor.vocabulary import unreachable
from subword_lab.tokenizer import Tokenizer

LONGEST = 10  # pieces that are named
SPACES = ("a b", "a  b", "a    b", "\tb", "a\nb", "a\n\nb", " a")
NUMBERS = {"one by one": (1, 1, 1, 1), "threes from the left": (3, 1), "twos": (2, 2)}


@dataclass(frozen=True, slots=True)
class Inspection:
    """A vocabulary in numbers; counts are pieces.

    `kinds` and `scripts` count all pieces and those with letters. `digits` names how numbers are
    cut: "one by one", "threes from the left", "twos", "as learned" or "not at all" (no digits).
    `spaces` maps texts with white space to their pieces. `unreachable` are the doctor's findings.
    `never_used` holds the pieces that the texts given do not use, in id order; None without texts.
    """

    model: str
    size: int
    kinds: dict[str, int]
    scripts: dict[str, int]
    longest: tuple[str, ...]
    digits: str
    spaces: dict[str, tuple[str, ...]]
    unreachable: tuple[Finding, ...]
    never_used: tuple[str, ...] | None


def inspect(tokenizer: Tokenizer, samples: Sequence[str | tuple[str, str]] = ()) -> Inspection:
    """Look into the vocabulary of a tokenizer, and at what of it `samples` use.

    >>> seen = inspect(Tokenizer.train("byte_bpe", "low lower lowest", merges=3))
    >>> seen.kinds["alphabet"], seen.kinds["word start"], seen.longest[0], seen.digits
    (256, 1, 'Ġlow', 'one by one')

    Raises `TypeError` for samples in one str.
    """
    if isinstance(samples, str):
        raise TypeError("inspect takes a list of texts; put one text in a list: [text]")
    patient = Patient(tokenizer, named(samples))
    kinds = Counter(kind(tokenizer, piece) for piece in tokenizer.vocab)
    texts = {piece: surface(tokenizer, piece) or "" for piece in patient.pieces}
    scripts = Counter(script for text in texts.values() if (script := script_of(text)))
    return Inspection(
        type(tokenizer.model).__name__.removesuffix("Model"),
        tokenizer.vocab_size,
        dict(kinds.most_common()),
        dict(scripts.most_common()),
        tuple(sorted(texts, key=lambda piece: -len(texts[piece]))[:LONGEST]),
        _digits(tokenizer),
        {text: _pieces(tokenizer, text) for text in SPACES},
        tuple(unreachable(patient)),
        _never_used(patient) if samples else None,
    )


def kind(tokenizer: Tokenizer, piece: str) -> str:
    """What sort of thing a piece is.

    >>> tok = Tokenizer.train("wordpiece", "low lower", merges=2)
    >>> [kind(tok, piece) for piece in ("[UNK]", "##w", "lo", "##er")]
    ['special', 'alphabet', 'word start', 'inside a word']
    """
    if CONTROL.fullmatch(piece) or any(piece == token.text for token in tokenizer.special_tokens):
        return "special"
    if len(bare(tokenizer, piece)) <= 1:
        return "alphabet"
    if tokenizer.cutting.byte_fallback and piece.startswith("<0x"):
        return "byte"
    if (text := surface(tokenizer, piece)) is None:
        return "part of a character"
    core = text.strip()
    if not core:
        return "white space"
    if core.isnumeric():
        return "digits"
    if not any(ch.isalnum() for ch in core):
        return "punctuation"
    if not all(ch.isalpha() or ch in "'’" for ch in core):
        return "mixed"
    return "word start" if _starts_word(tokenizer, piece, text) else "inside a word"


def _starts_word(tokenizer: Tokenizer, piece: str, text: str) -> bool:
    if prefix := getattr(tokenizer.model, "prefix", ""):
        return not piece.startswith(prefix)
    return text != text.lstrip()


def _pieces(tokenizer: Tokenizer, text: str) -> tuple[str, ...]:
    try:
        return tuple(tokenizer.tokenize(text))
    except KeyError:
        return ()


def _digits(tokenizer: Tokenizer) -> str:
    shapes = set()
    for number in ("1234", "5071", "9999", "8346"):
        try:
            places = tokenizer.encode_offsets(number)
        except KeyError:
            return "not at all"
        if tokenizer.cutting.unk and tokenizer.token_to_id(tokenizer.cutting.unk) in {
            place[0] for place in places
        }:
            return "not at all"
        shapes.add(tuple(end - start for _, start, end in places if start < end))
    for name, shape in NUMBERS.items():
        if shapes == {shape}:
            return name
    return "as learned"


def _never_used(patient: Patient) -> tuple[str, ...]:
    vocab = patient.tokenizer.vocab
    return tuple(piece for piece in patient.pieces if not patient.used[vocab[piece]])
