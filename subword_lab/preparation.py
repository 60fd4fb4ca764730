"""From text to the words a model cuts: special tokens, normalizing, spaces, pre-tokens."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import regex

from subword_lab.normalizer import NormalizerStep, align, normalize
from subword_lab.spaces import Part, Spaces, Span, start_of
from subword_lab.special import SpecialToken, split
from subword_lab.text import PRETOKENIZERS, PreToken, pretokenize, to_printable
from subword_lab.text.forms import hull
from subword_lab.text.pretokenize import check_pattern

MARKED_WORDS = "▁[^▁]*|[^▁]+"
"""Cut in front of each ▁: no piece crosses a space."""


@dataclass(frozen=True, slots=True)
class Matches:
    """A pre-tokenizer that keeps the matches of a pattern and drops what lies between them."""

    pattern: str

    def cut(self, text: str) -> list[PreToken]:
        """The matches in `text`.

        >>> [piece.text for piece in Matches(r"\\w+").cut("to be")]
        ['to', 'be']
        """
        matched = regex.finditer(self.pattern, text, timeout=TIMEOUT)
        try:
            return [PreToken(match[0], *match.span()) for match in matched if match[0]]
        except TimeoutError:
            raise ValueError(f"the pattern {self.pattern!r} ran longer than {TIMEOUT} s") from None


PreTokenizer = str | Matches
TIMEOUT = 10.0  # seconds; patterns come from files, too


class Word(NamedTuple):
    """What the model is given: `spans[i]` is where symbol i of `text` stands in the original.

    The symbols are characters, or for byte-level models the bytes in GPT-2's printable alphabet.
    `spans` is None where nobody asked for offsets. `token` is set for a special token.
    """

    text: str
    spans: Sequence[Span] | None
    token: SpecialToken | None = None

    def place(self, start: int, end: int) -> Span:
        """Where its symbols start..end stand in the original; no symbols have an empty place."""
        if self.spans is None:
            raise ValueError("this word was made without offsets; ask for words(..., offsets=True)")
        if start == end:
            at = self.spans[start - 1][1] if start else self.spans[0][0]
            return at, at
        return hull(self.spans[start:end])


@dataclass(frozen=True, slots=True)
class Preparation:
    """All that happens to a text before a model sees it.

    `normalizer` holds steps in order; `pretokenizers` holds names or patterns for
    `text.pretokenize`, each of which cuts what the one before left; `spaces` says how white space
    becomes ▁ (None: it does not); `byte_level` spells words in bytes; `add_prefix_space` puts a
    space in front of text that has none. Raises `ValueError` for an unknown pre-tokenizer.
    """

    normalizer: tuple[NormalizerStep, ...] = ()
    pretokenizers: tuple[PreTokenizer, ...] = ()
    spaces: Spaces | None = None
    byte_level: bool = False
    add_prefix_space: bool = False

    def __post_init__(self) -> None:
        for how in self.pretokenizers:
            if not isinstance(how, Matches) and how not in PRETOKENIZERS:
                check_pattern(how)

    def words(
        self, text: str, tokens: Collection[SpecialToken] = (), *, offsets: bool = False
    ) -> Iterator[Word]:
        """The words of `text`, special `tokens` among them; with `offsets` they have places."""
        return self.cut(self.parts(text, tokens, offsets=offsets))

    def cut(self, parts: Iterable[Part]) -> Iterator[Word]:
        """The words of normalized parts: the second half of `words`."""
        for part in parts:
            if part.token:
                yield Word(part.text, part.spans, part.token)
                continue
            for piece in self._cut(part.text):
                spans = part.spans and part.spans[piece.start : piece.end]
                yield self._spelled(piece.text, spans)

    def parts(
        self, text: str, tokens: Collection[SpecialToken] = (), *, offsets: bool = False
    ) -> list[Part]:
        """The normalized text, cut at special tokens and not yet into words."""
        parts = []
        for segment in split(text, [token for token in tokens if not token.normalized]):
            if segment.token:
                span = ((segment.start, segment.end),) if offsets else None
                parts.append(Part(segment.text, span, segment.token))
            else:
                part = self._normalized(segment.text, segment.start, offsets)
                parts.extend(map(self._prefixed, self._split_again(part, tokens)))
        if self.spaces is None:
            return parts
        marked = self.spaces.mark(parts)
        if self.spaces.rejoin:
            return _rematched(marked, ())
        return _rematched(marked, tokens) if self.spaces.rematch and tokens else marked

    def _split_again(self, part: Part, tokens: Collection[SpecialToken]) -> Iterator[Part]:
        """Find the special tokens that are looked for in normalized text."""
        later = {token.id: token for token in tokens if token.normalized}
        seen = [
            replace(each, text=normalize(each.text, self.normalizer)) for each in later.values()
        ]
        for piece in _split_at(part, seen):
            yield piece._replace(token=piece.token and later[piece.token.id])

    def _prefixed(self, part: Part) -> Part:
        if not self.add_prefix_space or part.token or part.text.startswith(" "):
            return part
        start = start_of(part)
        return Part(f" {part.text}", start and (*start, *(part.spans or ())))

    def _cut(self, text: str) -> list[PreToken]:
        pieces = [PreToken(text, 0, len(text))]
        for how in self.pretokenizers:
            pieces = [
                PreToken(inner.text, piece.start + inner.start, piece.start + inner.end)
                for piece in pieces
                for inner in (
                    how.cut(piece.text)
                    if isinstance(how, Matches)
                    else pretokenize(piece.text, how)
                )
            ]
        return pieces

    def _normalized(self, text: str, shift: int, offsets: bool) -> Part:
        spans: tuple[Span, ...] | None = None
        if offsets:
            aligned = align(text, self.normalizer)
            spans = tuple((start + shift, end + shift) for start, end in aligned.spans)
        text = aligned.text if offsets else normalize(text, self.normalizer)
        return Part(text, spans)

    def _spelled(self, text: str, spans: Sequence[Span] | None) -> Word:
        if not self.byte_level:
            return Word(text, spans)
        printable = to_printable(text.encode())
        if spans is not None and len(printable) > len(text):
            spans = [
                span for ch, span in zip(text, spans, strict=True) for _ in range(len(ch.encode()))
            ]
        return Word(printable, spans)


def _split_at(part: Part, tokens: Collection[SpecialToken]) -> Iterator[Part]:
    """Cut an ordinary part at the special tokens in it."""
    if part.token:
        yield part
        return
    for segment in split(part.text, tokens):
        spans = part.spans and part.spans[segment.start : segment.end]
        if segment.token:
            spans = spans and (hull(spans),)
        yield Part(segment.text, spans, segment.token)


def _rematched(parts: Sequence[Part], tokens: Collection[SpecialToken]) -> list[Part]:
    """Put the parts together again and look for the special tokens anew."""
    whole = [part.unbound() for part in parts]
    spans = tuple(span for part in whole for span in part.spans or ())
    text = "".join(part.text for part in whole)
    return list(_split_at(Part(text, spans or None), tokens))
