"""Merges found by their pair, and pieces found by their joined string: when both are the same.

Hugging Face and subword-nmt look a pair up: ("ab", "c") is a merge or is not. tiktoken and
SentencePiece join any two neighbors whose joined string is a piece. Trained models nearly always
give the same pieces either way. They do if the last step to each piece, spelled alone, is its merge
and no step before it has a later rank: what stands between two borders that no merge crosses does
not depend on what stands outside, so no other two neighbors that make the piece can ever meet.
"""

from collections.abc import Iterable

from subword_lab.bpe import BpeModel, Joined, encode_steps


def piece_ranks(model: BpeModel, pieces: Iterable[str], file: str) -> dict[str, int]:
    """The rank of each of `pieces` that is longer than a symbol, to be looked up joined.

    Raises `ValueError` where looking up pairs gives other pieces.

    >>> vocab = {"a": 0, "b": 1, "ab": 2, "abb": 3}
    >>> piece_ranks(BpeModel(vocab, [("a", "b"), ("ab", "b")]), vocab, "the file")
    {'ab': 0, 'abb': 1}
    >>> piece_ranks(BpeModel(vocab, [("a", "b")]), vocab, "the file")
    Traceback (most recent call last):
    ...
    ValueError: the file joins neighbors whenever they spell a piece, and here no merge makes 'abb'
    """
    long = [piece for piece in pieces if len(piece) > 1]
    if model.lookup == "joined":
        return {piece: model.joined_ranks[piece] for piece in long if piece in model.joined_ranks}
    makers: dict[str, tuple[str, str]] = {}
    for left, right in model.ranks:
        if makers.setdefault(left + right, (left, right)) != (left, right):
            raise ValueError(
                f"{file} joins neighbors whenever they spell a piece, and here two merges make "
                f"{left + right!r}, each with its own rank"
            )
    for piece in long:
        if piece not in makers:
            raise ValueError(
                f"{file} joins neighbors whenever they spell a piece, and here no merge makes "
                f"{piece!r}"
            )
        _check_last_step(model, makers[piece], file)
    return {piece: model.ranks[makers[piece]] for piece in long}


def _check_last_step(model: BpeModel, merge: tuple[str, str], file: str) -> None:
    steps = list(encode_steps(model, "".join(merge)))
    last: Joined | None = steps[-1] if steps else None
    if last is None or (last.left, last.right) != merge or max(s.rank for s in steps) > last.rank:
        raise ValueError(
            f"{file} joins neighbors whenever they spell a piece, and {''.join(merge)!r} is not "
            f"spelled by the merge of {merge[0]!r} and {merge[1]!r}"
        )
