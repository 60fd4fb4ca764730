"""Write a SentencePiece `.model`: what `from_file` reads, the other way round.

Scores are kept in 32 bits, as SentencePiece has them. A template is not in the file: who reads it
adds the pieces for beginning and end, or none.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from subword_lab.bpe import BpeModel
from subword_lab.cutting import BYTE_PIECES
from subword_lab.encoding import PLAIN
from subword_lab.formats.drafts import publish
from subword_lab.formats.faithful import check_ids, check_pipeline
from subword_lab.formats.joined import piece_ranks
from subword_lab.formats.sentencepiece_model import BPE, CHAR, RUNS, UNIGRAM, load
from subword_lab.formats.sentencepiece_model.charsmap import Charsmap
from subword_lab.formats.sentencepiece_model.proto import Kind, ModelFile, Piece, dump
from subword_lab.formats.sentencepiece_model.rule_table import nmt_nfkc_table
from subword_lab.normalizer import NormalizerStep
from subword_lab.preparation import MARKED_WORDS, Preparation, PreTokenizer
from subword_lab.special import SpecialToken
from subword_lab.tokenizer import Tokenizer
from subword_lab.unigram import UnigramModel

WHAT = "a SentencePiece model"


def save(tokenizer: Tokenizer, path: Path) -> None:
    """Write the file; `ValueError` for what it cannot express."""
    data = dump(to_file(tokenizer))
    publish(
        {path.name: data}, path.parent, lambda drafts: _check(tokenizer, load(drafts / path.name))
    )


def to_file(tokenizer: Tokenizer) -> ModelFile:
    """What the model file of a tokenizer says."""
    model, spaces = tokenizer.model, tokenizer.preparation.spaces
    if not isinstance(model, UnigramModel | BpeModel) or not spaces:
        raise ValueError(f"{WHAT} is Unigram or BPE with ▁ for spaces, this is {tokenizer!r}")
    vocab = tokenizer.vocab
    if list(vocab.values()) != list(range(len(vocab))):
        raise ValueError(f"{WHAT} lists its pieces by id, so ids need to be 0, 1, 2, …")
    unk = tokenizer.cutting.unk
    if unk is None:
        raise ValueError(f"{WHAT} needs an unknown piece; train with unk='<unk>'")
    name, table = _table(tokenizer.preparation.normalizer)
    model_type, score = _scores(tokenizer)
    kinds = _kinds(tokenizer, unk)
    begin, end = _marks(tokenizer)
    return ModelFile(
        tuple(Piece(text, score(text), kinds[text]) for text in vocab),
        model_type,
        tokenizer.cutting.byte_fallback,
        unk_id=vocab[unk],
        bos_id=vocab.get(begin, -1),
        eos_id=vocab.get(end, -1),
        unk_surface=_shown(tokenizer, unk),
        unk_piece=unk,
        bos_piece=begin,
        eos_piece=end,
        normalization=name,
        precompiled_charsmap=table,
        add_dummy_prefix=spaces.prefix != "never",
        treat_whitespace_as_suffix=spaces.prefix == "end",
        remove_extra_whitespaces=spaces.collapse,
    )


def _table(steps: tuple[NormalizerStep, ...]) -> tuple[str, bytes]:
    """The name of a normalization and its table."""
    match steps:
        case ():
            return "identity", b""
        case ("nmt_nfkc",):
            return "nmt_nfkc", nmt_nfkc_table().dump()
        case (Charsmap() as table,):
            return "user_defined", table.dump()
    raise ValueError(
        f"{WHAT} cannot express the normalization {steps!r}: it has a table of replacements, which "
        f"sorts no marks and takes no second step; train with 'nmt_nfkc' or 'identity'"
    )


def _kinds(tokenizer: Tokenizer, unk: str) -> dict[str, Kind]:
    """What each piece is for."""
    kinds = dict.fromkeys(tokenizer.vocab, Kind.NORMAL)
    if isinstance(tokenizer.model, UnigramModel):
        unused = tokenizer.vocab.keys() - tokenizer.model.log_probs.keys()
        kinds |= dict.fromkeys(unused, Kind.UNUSED)
    if tokenizer.cutting.byte_fallback:
        kinds |= dict.fromkeys(BYTE_PIECES, Kind.BYTE)
    for token in tokenizer.special_tokens:
        kinds[token.text] = Kind.USER_DEFINED if token.matching == "always" else Kind.CONTROL
    return kinds | {unk: Kind.UNKNOWN}


def _scores(tokenizer: Tokenizer) -> tuple[int, Callable[[str], float]]:
    """The type of the model, and the score of a piece: a logarithm, or a rank below zero."""
    model = tokenizer.model
    if isinstance(model, UnigramModel):
        return UNIGRAM, lambda piece: model.log_probs.get(piece, 0.0)
    if not isinstance(model, BpeModel):
        raise TypeError(f"no scores for a {type(model).__name__}")
    apart = {*BYTE_PIECES, *(token.text for token in tokenizer.special_tokens)}
    ordinary = [piece for piece in tokenizer.vocab if piece not in apart]
    ranks = piece_ranks(model, ordinary, WHAT)
    if not ranks:
        return CHAR, lambda piece: 0.0
    single = (piece for piece in ordinary if piece not in ranks)
    last = max(ranks.values())
    ranks |= {piece: rank for rank, piece in enumerate(single, start=last + 1)}
    return BPE, lambda piece: float(-ranks.get(piece, 0))


def _marks(tokenizer: Tokenizer) -> tuple[str, str]:
    """The pieces for beginning and end: the template's, else those of the usual names."""
    single = [name for name, _ in tokenizer.template.single]
    at = single.index("$A") if "$A" in single else 0
    begin, end = single[:at], single[at + 1 :]
    return (begin or ["<s>"])[-1], (end or ["</s>"])[0]


def _shown(tokenizer: Tokenizer, unk: str) -> str:
    """How the unknown piece shows in decoded text."""
    hidden = any(t.text == unk and t.matching == "never" for t in tokenizer.special_tokens)
    return tokenizer.decoding.unknown if hidden else unk


def _check(tokenizer: Tokenizer, again: Tokenizer) -> None:
    check_ids(tokenizer, again, WHAT)
    preparation = replace(
        tokenizer.preparation,
        normalizer=again.preparation.normalizer,  # `_table` made it
        pretokenizers=_pretokenizers(tokenizer.preparation, again),
        spaces=tokenizer.preparation.spaces
        and replace(tokenizer.preparation.spaces, rematch=True, rejoin=_is_unigram(tokenizer)),
    )
    alike = replace(
        tokenizer,
        preparation=preparation,
        cutting=replace(tokenizer.cutting, together=_is_unigram(tokenizer)),
        decoding=replace(tokenizer.decoding, unknown=again.decoding.unknown),
        special_tokens=tuple(_as_unknown(t, tokenizer) for t in tokenizer.special_tokens),
        template=again.template if tokenizer.template == PLAIN else tokenizer.template,
    )
    check_pipeline(alike, again, WHAT)


def _is_unigram(tokenizer: Tokenizer) -> bool:
    return isinstance(tokenizer.model, UnigramModel)


def _pretokenizers(ours: Preparation, again: Tokenizer) -> tuple[PreTokenizer, ...]:
    """Those of the file, where ours cut at no other place that a piece could cross."""
    theirs = again.preparation.pretokenizers
    never_crossed: dict[tuple[PreTokenizer, ...], bool] = {
        (): True,
        ("none",): True,
        (RUNS,): theirs != ("none",),
        (MARKED_WORDS,): theirs == (MARKED_WORDS,),
    }
    return theirs if never_crossed.get(ours.pretokenizers) else ours.pretokenizers


def _as_unknown(token: SpecialToken, tokenizer: Tokenizer) -> SpecialToken:
    """The unknown piece may be "allowed" with us; text never matches it there."""
    return replace(token, matching="never") if token.text == tokenizer.cutting.unk else token
