"""What a text loses on its way through a tokenizer, by name and place.

"Lossless" is a claim about a text and a pipeline. Here it is checked: each cause is looked for at
the station where it happens, and the text is decoded again to see that nothing was overlooked.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from subword_lab.spaces import METASPACE, Part

if TYPE_CHECKING:
    from subword_lab.tokenizer import Tokenizer


class Loss(NamedTuple):
    """`lost` is what stands at start..end of the text (code points) and does not come back.

    Names: "normalization" (written another way, or dropped), "extra spaces", "literal ▁" (comes
    back as a space), "unknown" (no piece for it), "spacing" (words come back with other spaces).
    """

    name: str
    start: int
    end: int
    lost: str


def losses(tokenizer: "Tokenizer", text: str) -> tuple[Loss, ...]:
    """All losses in the order of the text; empty if it comes back as it was."""
    tokens = [token for token in tokenizer.special_tokens if token.matching == "always"]
    unmarked = replace(tokenizer.preparation, spaces=None, add_prefix_space=False)
    normalized = unmarked.parts(text, tokens, offsets=True)
    found = [
        *_named("normalization", _rewritten(text, normalized), text),
        *_named("literal ▁", _literal(tokenizer, normalized), text),
        *_named("extra spaces", _dropped(tokenizer, text, normalized), text),
        *_named("unknown", _unknown(tokenizer, text), text),
    ]
    if not found and tokenizer.decode(tokenizer.encode(text)) != text:
        found = [Loss("spacing", 0, len(text), text)]
    return tuple(sorted(found, key=lambda loss: (loss.start, loss.end, loss.name)))


def _named(name: str, places: Iterable[int], text: str) -> Iterator[Loss]:
    """Neighboring characters that are lost for the same reason make one loss."""
    numbered = enumerate(sorted(set(places)))
    for _, run in groupby(numbered, key=lambda entry: entry[1] - entry[0]):
        at = [place for _, place in run]
        yield Loss(name, at[0], at[-1] + 1, text[at[0] : at[-1] + 1])


def _rewritten(text: str, parts: list[Part]) -> Iterator[int]:
    """Places whose characters normalization changed or dropped."""
    kept: set[int] = set()
    for part in parts:
        if part.token:
            continue
        by_span = groupby(zip(part.spans or (), part.text, strict=True), key=lambda pair: pair[0])
        for (start, end), group in by_span:
            if text[start:end] == "".join(ch for _, ch in group):
                kept.update(range(start, end))
    whole = {at for part in parts if part.token for at in range(*(part.spans or ((0, 0),))[0])}
    yield from set(range(len(text))) - kept - whole


def _literal(tokenizer: "Tokenizer", parts: list[Part]) -> Iterator[int]:
    """Places of a ▁ that stood in the text and will be read as a space."""
    if tokenizer.preparation.spaces:
        for part in parts:
            spans = part.spans or ()
            for at, ch in enumerate(part.text):
                if ch == METASPACE:
                    yield spans[0][0] + at if part.token else spans[at][0]


def _dropped(tokenizer: "Tokenizer", text: str, parts: list[Part]) -> Iterator[int]:
    """Places of spaces that the treatment of white space removed."""
    spaces = tokenizer.preparation.spaces
    if spaces and spaces.collapse:
        before = _places(parts)
        after = _places(spaces.mark(parts))
        yield from (at for at in before - after if text[at] != METASPACE)


def _places(parts: list[Part]) -> set[int]:
    spans = (span for part in parts for span in part.spans or ())
    return {at for start, end in spans for at in range(start, end)}


def _unknown(tokenizer: "Tokenizer", text: str) -> Iterator[int]:
    unk = tokenizer.cutting.unk
    if unk is not None:
        unk_id = tokenizer.token_to_id(unk)
        for token_id, start, end in tokenizer.encode_offsets(text):
            if token_id == unk_id:
                yield from range(start, end)
