"""What a text loses on its way through a tokenizer, by name and place.

"Lossless" is a claim about a text and a pipeline. Here it is checked: each cause is looked for at
the station where it happens, and the text is decoded again to see that nothing was overlooked.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, NamedTuple

from subword_lab.spaces import METASPACE, Part, Span

if TYPE_CHECKING:
    from subword_lab.tokenizer import Tokenizer

Placed = tuple[str, Span]  # a character of the normalized text, and where it stands in the text


class Loss(NamedTuple):
    """`lost` is what stands at start..end of the text (code points) and does not come back.

    Names: "normalization" (written another way, or dropped), "extra spaces", "literal ▁" (comes
    back as a space), "unknown" (no piece for it), "spacing" (other white space comes back between
    two words; where there was none, nothing is lost and a space comes in; all of the text if
    nothing else explains what came back).
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
        *_respaced(tokenizer, text, normalized),
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


def _respaced(tokenizer: "Tokenizer", text: str, parts: list[Part]) -> Iterator[Loss]:
    """The white space before each word, and after the last, that the decoder does not give back."""
    if tokenizer.preparation.spaces:  # which are pieces themselves
        return
    chars: list[Placed] = [
        (ch, span)
        for part in map(Part.unbound, parts)
        for ch, span in zip(part.text, part.spans or (), strict=True)
    ]
    done = at = 0  # in the normalized text and in the text
    for end, reach, shown in _words(tokenizer, text):
        begin = done
        while done < len(chars) and chars[done][1][1] <= end:
            done += 1
        spaces = _spaces_before(chars[begin:done], reach)
        if "".join(ch for ch, _ in spaces) != shown[: len(shown) - len(shown.lstrip())]:
            ends = (stop for _, (start, stop) in spaces if text[start:stop].isspace())
            stop = max(ends, default=at)  # a space that was put beside a word has the word's place
            yield Loss("spacing", at, stop, text[at:stop])
        at = end


def _spaces_before(chars: list[Placed], reach: int) -> list[Placed]:
    """The white space at the beginning, up to a place in the text."""
    return list(takewhile(lambda char: char[0].isspace() and char[1][1] <= reach, chars))


def _words(tokenizer: "Tokenizer", text: str) -> Iterator[tuple[int, int, str]]:
    """Where each word ends, how far its white space may reach, what it adds to the decoded text.

    An unknown piece is no white space, whatever it stands for. The end of the text is one more
    word, without a token.
    """
    unk = tokenizer.cutting.unk
    encoding = tokenizer(text, add_special=False)
    stream = tokenizer.decoder()
    tokens = zip(encoding.word_ids, encoding.tokens, encoding.ids, encoding.offsets, strict=True)
    end = 0
    for _, word in groupby(tokens, key=lambda token: token[0]):
        _, pieces, ids, places = zip(*word, strict=True)
        end = max(end, *(stop for _, stop in places))
        reach = places[0][0] if pieces[0] == unk else end
        yield end, reach, "".join(map(stream.feed, ids))
    yield len(text), len(text), stream.flush()
