"""The "model" part of tokenizer.json: BPE, WordPiece, WordLevel, Unigram."""

from sys import float_info
from typing import Any

from subword_lab.bpe import END_OF_WORD, BpeModel
from subword_lab.cutting import Cutting, Model
from subword_lab.formats.checked import field, string_list, unsupported, vocabulary
from subword_lab.unigram import UnigramModel
from subword_lab.wordlevel import WordLevelModel
from subword_lab.wordpiece import WordPieceModel


def write(model: Model, cutting: Cutting, vocab: dict[str, int]) -> dict[str, Any]:
    """The JSON of a model; raises `ValueError` for what the format has no words for.

    `tokenizers` numbers added tokens on from the model's last id, so that where ids have gaps the
    model's part has to name special tokens, too.
    """
    known = model.vocab if list(vocab.values()) == list(range(len(vocab))) else vocab
    match model:
        case BpeModel():
            return _write_bpe(model, cutting, known)
        case WordPieceModel():
            return {
                "type": "WordPiece",
                "unk_token": model.unk,
                "continuing_subword_prefix": model.prefix,
                "max_input_chars_per_word": model.max_chars,
                "vocab": known,
            }
        case WordLevelModel():
            if model.unk is None:
                raise ValueError("tokenizer.json's WordLevel needs an unknown token")
            return {"type": "WordLevel", "vocab": known, "unk_token": model.unk}
        case UnigramModel():
            return _write_unigram(model, cutting, vocab)


def _write_bpe(model: BpeModel, cutting: Cutting, vocab: dict[str, int]) -> dict[str, Any]:
    if model.end_of_word == "separate":
        raise ValueError(
            'tokenizer.json cannot express end_of_word="separate", a mark of its own; '
            'train with end_of_word="glued"'
        )
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": cutting.unk,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": END_OF_WORD if model.end_of_word else None,
        "fuse_unk": cutting.fuse,
        "byte_fallback": cutting.byte_fallback,
        "ignore_merges": cutting.whole_words,
        "vocab": vocab,
        "merges": [list(pair) for pair in pair_merges(model)],
    }


def pair_merges(model: BpeModel) -> list[tuple[str, str]]:
    """Merges to be looked up by pair.

    Where the model looks up the joined string, every way to make a piece of two others becomes a
    merge, in the order of the pieces' ranks. Source: how `tokenizers` converts SentencePiece BPE.

    >>> model = BpeModel({"a": 0, "b": 1, "ab": 2, "ba": 3, "aba": 4}, [], lookup="joined",
    ...                  piece_ranks={"ab": 0, "ba": 1, "aba": 2})
    >>> pair_merges(model)
    [('a', 'b'), ('b', 'a'), ('a', 'ba'), ('ab', 'a')]
    """
    if model.lookup == "pair":
        return list(model.merges)
    by_rank = sorted(model.joined_ranks, key=model.joined_ranks.__getitem__)
    return [
        (piece[:at], piece[at:])
        for piece in by_rank
        for at in range(1, len(piece))
        if piece[:at] in model.vocab and piece[at:] in model.vocab
    ]


def _write_unigram(model: UnigramModel, cutting: Cutting, vocab: dict[str, int]) -> dict[str, Any]:
    if list(vocab.values()) != list(range(len(vocab))):
        raise ValueError("tokenizer.json lists a Unigram vocabulary by id, so ids need no gaps")
    return {
        "type": "Unigram",
        "unk_id": None if model.unk is None else vocab[model.unk],
        # the bonus of a SentencePiece symbol is no probability and of no use there
        "vocab": [[piece, min(0.0, model.log_probs.get(piece, 0.0))] for piece in vocab],
        "byte_fallback": cutting.byte_fallback,
    }


def read(node: dict[str, Any], special: frozenset[str]) -> tuple[Model, Cutting]:
    """The model and how it cuts words. Raises `ValueError` for what is not known here."""
    kind = node.get("type") or _guess(node)
    if kind == "BPE":
        return _read_bpe(node)
    if kind == "WordPiece":
        unk = field(node, "unk_token", str)
        model = WordPieceModel(
            vocabulary(node.get("vocab")),
            [],
            unk,
            field(node, "continuing_subword_prefix", str, "##"),
            field(node, "max_input_chars_per_word", int, 100),
        )
        return _with_unk(model, unk), Cutting(unk)
    if kind == "WordLevel":
        unk = field(node, "unk_token", str)
        return WordLevelModel(vocabulary(node.get("vocab")), unk), Cutting(unk)
    if kind == "Unigram":
        return _read_unigram(node, special)
    raise unsupported("the model", kind, "BPE, WordPiece, WordLevel, Unigram")


def _guess(node: dict[str, Any]) -> str | None:
    """Files of early versions do not name the type."""
    if "merges" in node:
        return "BPE"
    return "Unigram" if isinstance(node.get("vocab"), list) else None


def _with_unk(model: WordPieceModel, unk: str) -> WordPieceModel:
    if unk not in model.vocab:
        raise ValueError(f"the unknown token {unk!r} is not in the vocabulary")
    return model


def _read_bpe(node: dict[str, Any]) -> tuple[Model, Cutting]:
    if field(node, "continuing_subword_prefix", str, ""):
        raise unsupported("the BPE setting continuing_subword_prefix", node, "none")
    if field(node, "dropout", float, 0.0):
        raise unsupported("the BPE setting dropout", node["dropout"], "none")
    suffix = field(node, "end_of_word_suffix", str, "")
    if suffix not in ("", END_OF_WORD):
        raise unsupported("the BPE setting end_of_word_suffix", suffix, f"{END_OF_WORD} and none")
    vocab = vocabulary(node.get("vocab"))
    unk = field(node, "unk_token", str, "") or None
    if unk is not None and unk not in vocab:
        raise ValueError(f"the unknown token {unk!r} is not in the vocabulary")
    merges = [_merge(entry, at, vocab) for at, entry in enumerate(field(node, "merges", list))]
    flags = ("fuse_unk", "byte_fallback", "ignore_merges")
    rules = Cutting(unk, *(field(node, name, bool, False) for name in flags))
    return BpeModel(vocab, merges, "glued" if suffix else None, unk), rules


def _merge(entry: object, at: int, vocab: dict[str, int]) -> tuple[str, str]:
    parts = entry.split(" ") if isinstance(entry, str) else string_list(entry, f"merge {at}")
    if len(parts) != 2:
        raise ValueError(f"merge {at} is {entry!r}, wanted two pieces")
    left, right = parts
    for piece in (left, right, left + right):
        if piece not in vocab:
            raise ValueError(f"merge {at} is {entry!r}, but {piece!r} is not in the vocabulary")
    return left, right


def _read_unigram(node: dict[str, Any], special: frozenset[str]) -> tuple[Model, Cutting]:
    rows = field(node, "vocab", list)
    scores: dict[str, float] = {}
    for at, row in enumerate(rows):
        match row:
            case [str(piece), int() | float() as score] if piece and abs(score) <= float_info.max:
                if piece in scores:
                    raise ValueError(f"the piece {piece!r} is in the vocabulary twice")
                scores[piece] = float(score)
            case _:
                raise ValueError(f"piece {at} is {row!r}, wanted [piece, score]")
    vocab = {piece: at for at, piece in enumerate(scores)}
    unk_id = field(node, "unk_id", int, -1)
    if not -1 <= unk_id < len(rows):
        raise ValueError(f"unk_id is {unk_id}, but there are {len(rows)} pieces")
    unk = rows[unk_id][0] if unk_id >= 0 else None
    # subtle: `tokenizers` would find a special token in text by its score; here none is forged
    ordinary = {p: score for p, score in scores.items() if p not in special and p != unk}
    fallback = field(node, "byte_fallback", bool, False)
    return UnigramModel(vocab, ordinary, unk), Cutting(unk, fuse=True, byte_fallback=fallback)
