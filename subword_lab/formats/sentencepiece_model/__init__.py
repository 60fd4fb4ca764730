"""SentencePiece's `.model` files, read without the library.

Three of its four model types become ours: Unigram, BPE that joins by the score of the joined
string, and characters, which are BPE without merges. Whole-word models are refused. Control symbols
never match text, user-defined symbols always do (in a Unigram model they are pieces with so good a
score that they nearly always do), unused pieces keep their ids and are not used.
"""

import re
from pathlib import Path

from subword_lab.bpe import BpeModel
from subword_lab.cutting import Cutting, Model
from subword_lab.decoding import Decoder, Drop
from subword_lab.encoding import Template
from subword_lab.formats.checked import read_bytes
from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.formats.sentencepiece_model.proto import Kind, ModelFile, parse
from subword_lab.preparation import MARKED_WORDS, Preparation
from subword_lab.spaces import METASPACE, Prefix, Spaces
from subword_lab.special import Matching, SpecialToken
from subword_lab.tokenizer import Tokenizer
from subword_lab.unigram import UnigramModel
from subword_lab.unigram.model import bonus

UNIGRAM, BPE, WORD, CHAR = 1, 2, 3, 4
RUNS = "▁*[^▁]+|▁+"
"""Cut where a ▁ follows something else: pieces that do not cross this border are not touched."""
MATCHING: dict[Kind, Matching] = {
    Kind.UNKNOWN: "never",
    Kind.CONTROL: "never",
    Kind.USER_DEFINED: "always",
}


def load(path: Path) -> Tokenizer:
    """Read a file; `ValueError` names the file and what is wrong with it."""
    try:
        return from_file(parse(read_bytes(path)))
    except ValueError as error:
        raise ValueError(f"{path.name} is no SentencePiece model: {error}") from error


def from_file(file: ModelFile) -> Tokenizer:
    """A tokenizer from what a model file says."""
    if not file.escape_whitespaces:
        raise ValueError("escape_whitespaces=false is not supported: spaces have to become ▁")
    vocab = {piece.text: token_id for token_id, piece in enumerate(file.pieces)}
    if len(vocab) < len(file.pieces):
        raise ValueError("a piece is in it twice")
    unknown = [piece.text for piece in file.pieces if piece.kind == Kind.UNKNOWN]
    if len(unknown) != 1:
        raise ValueError(f"it has {len(unknown)} unknown pieces, wanted one")
    return Tokenizer(
        "sentencepiece",
        _preparation(file),
        _model(file, vocab, unknown[0]),
        Decoder("metaspace", "", False, _drop(file), file.byte_fallback, file.unk_surface),
        tuple(
            SpecialToken(piece.text, token_id, MATCHING[piece.kind])
            for token_id, piece in enumerate(file.pieces)
            if piece.kind in MATCHING
        ),
        Cutting(
            unknown[0],
            fuse=True,
            byte_fallback=file.byte_fallback,
            together=file.model_type == UNIGRAM,
        ),
        _template(file),
    )


def _model(file: ModelFile, vocab: dict[str, int], unk: str) -> Model:
    normal = {piece.text: piece.score for piece in file.pieces if piece.kind == Kind.NORMAL}
    if file.model_type == UNIGRAM:
        symbols = (piece.text for piece in file.pieces if piece.kind == Kind.USER_DEFINED)
        return UnigramModel(vocab, normal | {text: bonus(text) for text in symbols}, unk)
    if file.model_type == BPE:
        if any(piece.kind == Kind.UNUSED for piece in file.pieces):
            raise ValueError("unused pieces in a BPE model are not supported")
        # pieces with equal scores share a rank, so that the leftmost is joined first
        ranks = {score: rank for rank, score in enumerate(sorted({*normal.values()}, reverse=True))}
        joined = {text: ranks[score] for text, score in normal.items() if len(text) > 1}
        return BpeModel(vocab, [], lookup="joined", piece_ranks=joined)
    if file.model_type == CHAR:
        return BpeModel(vocab, [])
    kind = "word" if file.model_type == WORD else file.model_type
    raise ValueError(f"the model type {kind} is not supported; unigram, bpe and char are")


def _preparation(file: ModelFile) -> Preparation:
    table = file.precompiled_charsmap
    here: Prefix = "end" if file.treat_whitespace_as_suffix else "text"
    prefix: Prefix = here if file.add_dummy_prefix else "never"
    return Preparation(
        (Charsmap.parse(table),) if table else (),
        (_cut(file),),
        Spaces(
            prefix,
            collapse=file.remove_extra_whitespaces,
            rematch=True,
            rejoin=file.model_type == UNIGRAM,
        ),
    )


def _cut(file: ModelFile) -> str:
    """The finest pre-tokens that no piece crosses: they are looked up once and remembered."""
    kinds = {Kind.NORMAL, Kind.USER_DEFINED} if file.model_type == UNIGRAM else {Kind.NORMAL}
    texts = {piece.text for piece in file.pieces if piece.kind in kinds}
    if METASPACE not in texts or any(re.search("[^▁]▁", text) for text in texts):
        return "none"
    return RUNS if any(METASPACE in text[1:] for text in texts) else MARKED_WORDS


def _drop(file: ModelFile) -> Drop:
    if file.remove_extra_whitespaces:
        return "all"
    return "one" if file.add_dummy_prefix else "none"


def _template(file: ModelFile) -> Template:
    """What `add_special` adds: the pieces for beginning and end, where the model has them.

    A model file does not say whether its users add both, one or none; this is the library's
    `add_bos=True, add_eos=True`. Like the library it looks for their names and not their ids.
    """
    controls = {piece.text for piece in file.pieces if piece.kind == Kind.CONTROL}
    begin, end = (
        ((name, 0),) if name in controls else ()
        for name in (file.bos_piece or "<s>", file.eos_piece or "</s>")
    )
    single = (*begin, ("$A", 0), *end)
    return Template(single, (*single, ("$B", 1), *((text, 1) for text, _ in end)))
