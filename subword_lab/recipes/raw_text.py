"""The recipes that read raw text, with ▁ for each space: Unigram and SentencePiece."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from subword_lab.cutting import BYTE_PIECES, Cutting, Model
from subword_lab.decoding import Decoder, Drop
from subword_lab.encoding import Template
from subword_lab.fast import unigram_training
from subword_lab.preparation import MARKED_WORDS, Preparation
from subword_lab.recipes.job import Job, special
from subword_lab.recipes.joined_score import by_joined_score
from subword_lab.recipes.lines import read
from subword_lab.recipes.piece_rules import PieceRules
from subword_lab.spaces import METASPACE, Spaces
from subword_lab.special import SpecialToken
from subword_lab.tokenizer import Tokenizer
from subword_lab.unigram.model import bonus

UNK = "<unk>"
CONTROLS = ("<s>", "</s>")
SENTENCE = Template(
    single=(("<s>", 0), ("$A", 0), ("</s>", 0)),
    pair=(("<s>", 0), ("$A", 0), ("</s>", 0), ("$B", 1), ("</s>", 1)),
)
NORMALIZATIONS: dict[str, tuple[str, ...]] = {
    "identity": (),
    "nfkc": ("nfkc",),
    "nmt_nfkc": ("nmt_nfkc",),
}


def unigram(
    job: Job,
    *,
    unk: str = "<unk>",
    normalization: str = "identity",
    shrink: float = 0.75,
    em_rounds: int = 2,
    seed_size: int = 1_000_000,
    max_piece_length: int = 16,
    character_coverage: float = 1.0,
) -> Tokenizer:
    """A Unigram model on words that begin with ▁. Special tokens: `<unk>`.

    Each round of training keeps a share `shrink` of the pieces after `em_rounds` steps of EM.
    """
    preparation = Preparation(normalizer_of(normalization), (MARKED_WORDS,), Spaces())
    names = job.names(unk)
    model = unigram_training.train(
        job.count(preparation, special(names)),
        _size(job, "unigram"),
        special_tokens=names,
        unk=unk,
        shrink=shrink,
        em_rounds=em_rounds,
        seed_size=seed_size,
        max_piece_length=max_piece_length,
        character_coverage=character_coverage,
    )
    return Tokenizer(
        "unigram",
        preparation,
        model,
        Decoder("metaspace", drop="one"),
        special(names),
        Cutting(unk, fuse=True),
    )


def sentencepiece(
    job: Job,
    *,
    model: Literal["unigram", "bpe"] = "unigram",
    byte_fallback: bool = False,
    add_dummy_prefix: bool = True,
    normalization: str = "nmt_nfkc",
    remove_extra_whitespaces: bool = True,
    user_defined_symbols: Sequence[str] = (),
    character_coverage: float = 1.0,
    shrink: float = 0.75,
    em_rounds: int = 2,
    seed_size: int = 1_000_000,
    max_piece_length: int = 16,
    split_by_unicode_script: bool = True,
    split_by_number: bool = True,
    split_by_whitespace: bool = True,
    split_digits: bool = False,
    allow_whitespace_only_pieces: bool = False,
) -> Tokenizer:
    """SentencePiece: raw text in, `<unk> <s> </s>` and any `special_tokens` as control symbols.

    Control symbols never match text; `user_defined_symbols` always do. Ids: `<unk>`, control
    symbols, user-defined symbols, byte pieces, then the model's own. What a text loses on the way
    is told by `Tokenizer.losses`. With model="bpe", `merges` may be given. For the last five
    options see `PieceRules`. Raises `ValueError` for unknown names.
    """
    rules = PieceRules(
        max_piece_length,
        split_by_unicode_script,
        split_by_number,
        split_by_whitespace,
        split_digits,
        allow_whitespace_only_pieces,
    )
    preparation = Preparation(
        normalizer_of(normalization),
        (rules.words,),
        Spaces(
            "text" if add_dummy_prefix else "never",
            collapse=remove_extra_whitespaces,
            rematch=True,
            rejoin=model == "unigram",
        ),
    )
    controls = tuple(dict.fromkeys((UNK, *CONTROLS, *job.names(None))))
    tokens = (*special(controls, "never"), *_user_defined(user_defined_symbols, controls))
    bytes_ = special(BYTE_PIECES if byte_fallback else (), first_id=len(tokens))
    first_pieces = tuple(token.text for token in (*tokens, *bytes_))
    lines = read(job, preparation, (*tokens, *bytes_), rules, character_coverage)
    if model == "unigram":
        unigrams = unigram_training.train(
            lines.words,
            _size(job, "sentencepiece"),
            special_tokens=first_pieces,
            unk=UNK,
            shrink=shrink,
            em_rounds=em_rounds,
            seed_size=seed_size,
            max_piece_length=max_piece_length,
            line_ends=lines.line_ends,
            counted_twice=lines.counted_twice,
            allowed=rules.allow,
            summed=lines.summed,
        )
        symbols = {symbol: bonus(symbol) for symbol in user_defined_symbols}
        trained: Model = replace(unigrams, log_probs=unigrams.log_probs | symbols)
    elif model == "bpe":
        trained = by_joined_score(lines.words, job, first_pieces, rules)
    else:
        raise ValueError(f"model is 'unigram' or 'bpe', got {model!r}")
    if METASPACE not in trained.vocab:  # unknown, and a run of unknown symbols is one token
        preparation = replace(preparation, pretokenizers=())
    drop: Drop = "all" if remove_extra_whitespaces else "one" if add_dummy_prefix else "none"
    return Tokenizer(
        "sentencepiece",
        preparation,
        trained,
        Decoder("metaspace", drop=drop, byte_pieces=byte_fallback),
        tokens,
        Cutting(UNK, fuse=True, byte_fallback=byte_fallback, together=model == "unigram"),
        SENTENCE,
    )


def _user_defined(symbols: Sequence[str], controls: Sequence[str]) -> tuple[SpecialToken, ...]:
    names = Job("", special_tokens=symbols)
    for name in names.special_tokens:
        if name in controls:
            raise ValueError(f"{name!r} cannot be a user-defined and a control symbol at once")
    return special(names.special_tokens, "always", first_id=len(controls))


def _size(job: Job, recipe: str) -> int:
    size = job.without_merges(recipe)
    if size is None:
        raise ValueError(f'the recipe "{recipe}" wants a vocab_size')
    return size


def normalizer_of(normalization: str) -> tuple[str, ...]:
    """The steps of a normalization by SentencePiece's name for it.

    Raises `ValueError` for an unknown name.

    >>> normalizer_of("nmt_nfkc"), normalizer_of("identity")
    (('nmt_nfkc',), ())
    """
    if normalization not in NORMALIZATIONS:
        raise ValueError(
            f"unknown normalization {normalization!r}; known are {', '.join(NORMALIZATIONS)}"
        )
    return NORMALIZATIONS[normalization]
