"""From text to the words a model cuts: special tokens, normalizing, spaces, pre-tokens."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from subword_lab.normalizer import NormalizerStep, align, normalize
from subword_lab.spaces import Part, Spaces, Span
from subword_lab.special import SpecialToken, split
from subword_lab.text import pretokenize, to_printable

MARKED_WORDS = "▁[^▁]*|[^▁]+"
"""Cut in front of each ▁: no piece crosses a space."""


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
        covered = self.spans[start:end]
        return min(first for first, _ in covered), max(last for _, last in covered)


@dataclass(frozen=True, slots=True)
class Preparation:
    """All that happens to a text before a model sees it.

    `normalizer` holds steps, `pretokenizer` is a name or pattern of `text.pretokenize`, `spaces`
    says how white space becomes ▁ (None: it does not), `byte_level` spells words in bytes,
    `add_prefix_space` puts a space in front of text that has none.
    """

    normalizer: tuple[NormalizerStep, ...] = ()
    pretokenizer: str = "none"
    spaces: Spaces | None = None
    byte_level: bool = False
    add_prefix_space: bool = False

    def words(
        self, text: str, tokens: Collection[SpecialToken] = (), *, offsets: bool = False
    ) -> Iterator[Word]:
        """The words of `text`, special `tokens` among them; with `offsets` they have places."""
        for part in self.parts(text, tokens, offsets=offsets):
            if part.token:
                yield Word(part.text, part.spans, part.token)
                continue
            for piece in pretokenize(part.text, self.pretokenizer):
                spans = part.spans and part.spans[piece.start : piece.end]
                yield self._spelled(piece.text, spans)

    def parts(
        self, text: str, tokens: Collection[SpecialToken] = (), *, offsets: bool = False
    ) -> list[Part]:
        """The normalized text, cut at special tokens and not yet into words."""
        parts = [
            Part(segment.text, ((segment.start, segment.end),) if offsets else None, segment.token)
            if segment.token
            else self._normalized(segment.text, segment.start, offsets)
            for segment in split(text, tokens)
        ]
        parts = [part for part in parts if part.text]
        return self.spaces.mark(parts) if self.spaces else parts

    def _normalized(self, text: str, shift: int, offsets: bool) -> Part:
        if offsets:
            aligned = align(text, self.normalizer)
            text, spans = aligned.text, [(s + shift, e + shift) for s, e in aligned.spans]
        else:
            text, spans = normalize(text, self.normalizer), None
        if self.add_prefix_space and not text.startswith(" "):
            text = f" {text}"
            spans = spans and [(spans[0][0], spans[0][0]), *spans]
        return Part(text, spans and tuple(spans))

    def _spelled(self, text: str, spans: Sequence[Span] | None) -> Word:
        if not self.byte_level:
            return Word(text, spans)
        printable = to_printable(text.encode())
        if spans is not None and len(printable) > len(text):
            spans = [
                span for ch, span in zip(text, spans, strict=True) for _ in range(len(ch.encode()))
            ]
        return Word(printable, spans)
