"""What a file cannot say: a tokenizer beside the one that its file gives back."""

from subword_lab.formats.checked import short
from subword_lab.tokenizer import Tokenizer


def check_pipeline(tokenizer: Tokenizer, again: Tokenizer, file: str) -> None:
    """Raise a `ValueError` that names the first part of the way from text to text that differs.

    Ids are `check_ids`' matter; scores and merges are the writer's.
    """
    wanted, got = _parts(tokenizer), _parts(again)
    for name, value in wanted.items():
        if value != got[name]:
            raise ValueError(
                f"{file} cannot express the {name} {short(value)}; "
                f"whoever reads the file takes {short(got[name])}"
            )
    specials = {token.text: token for token in again.special_tokens}
    for token in tokenizer.special_tokens:
        there = specials.pop(token.text, None)
        if there is None or there.matching != token.matching or _flags(there) != _flags(token):
            raise ValueError(f"{file} cannot express the special token {token}, read as {there}")
    if specials:
        raise ValueError(f"{file} cannot express that {min(specials)!r} is no special token")


def check_ids(tokenizer: Tokenizer, again: Tokenizer, file: str) -> None:
    """Raise a `ValueError` that names the first piece whose id would differ."""
    for piece, token_id in tokenizer.vocab.items():
        if again.vocab.get(piece) != token_id:
            raise ValueError(
                f"{file} cannot express that {piece!r} has the id {token_id}; "
                f"it would be {again.vocab.get(piece)}"
            )
    if len(again.vocab) > len(tokenizer.vocab):
        more = next(piece for piece in again.vocab if piece not in tokenizer.vocab)
        raise ValueError(f"{file} cannot do without the piece {more!r}")


def _parts(tokenizer: Tokenizer) -> dict[str, object]:
    model, preparation, cutting = tokenizer.model, tokenizer.preparation, tokenizer.cutting
    return {
        "model": type(model).__name__,
        "normalization": preparation.normalizer,
        "pre-tokenizer": preparation.pretokenizers,
        "treatment of spaces": preparation.spaces,
        "setting byte_level": preparation.byte_level,
        "setting add_prefix_space": preparation.add_prefix_space,
        "end-of-word mark": getattr(model, "end_of_word", None),
        "continuation prefix": getattr(model, "prefix", None),
        "longest word": getattr(model, "max_chars", None),
        "unknown token": cutting.unk,
        "setting fuse": cutting.fuse,
        "setting byte_fallback": cutting.byte_fallback,
        "setting whole_words": cutting.whole_words,
        "decoder": tokenizer.decoding,
        "template": tokenizer.template,
    }


def _flags(token: object) -> tuple[bool, ...]:
    return tuple(getattr(token, name) for name in ("lstrip", "rstrip", "single_word", "normalized"))
