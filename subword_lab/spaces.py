"""White space as SentencePiece treats it: a visible ▁ that is part of the pieces."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from subword_lab.special import SpecialToken
from subword_lab.text.forms import hull

METASPACE = "▁"
Span = tuple[int, int]
Prefix = Literal["never", "text", "first", "always", "end"]


class Part(NamedTuple):
    """A stretch of prepared text: `spans[i]` is where its character i stands in the original.

    `spans` is None where nobody asked for offsets. Where `token` is set, the part is that special
    token and has one span.
    """

    text: str
    spans: tuple[Span, ...] | None
    token: SpecialToken | None = None

    def unbound(self) -> "Part":
        """The part as ordinary text: every character of a special token has the token's span."""
        spans = self.spans if self.token is None else self.spans and self.spans * len(self.text)
        return Part(self.text, spans)


@dataclass(frozen=True, slots=True)
class Spaces:
    """Write each space as ▁, after an optional clean-up and an optional dummy prefix.

    - `collapse`: spaces at both ends go, a run inside becomes one (`remove_extra_whitespaces`).
    - `prefix`: where one more ▁ is put in front: "text" at its very start (SentencePiece's
      `add_dummy_prefix`), "first" only if no special token stands there, "always" before each
      ordinary part, "never"; or behind the text, "end" (`treat_whitespace_as_suffix`). An empty
      text gets none.
    - `doubled`: whether the prefix is put before a text that has a ▁ there already (SentencePiece
      does, Hugging Face's `Metaspace` does not).
    - `rematch`: whether user-defined symbols are looked for once more in the marked text, where one
      with a ▁ in it can stand for a space (SentencePiece).
    - `rejoin`: whether they become ordinary text again, for a model that knows them as pieces
      (SentencePiece's Unigram); what they keep is that they are not normalized.

    Source: `normalizer.cc` of SentencePiece; `Metaspace` of Hugging Face `tokenizers`.
    """

    prefix: Prefix = "text"
    collapse: bool = False
    doubled: bool = True
    rematch: bool = False
    rejoin: bool = False

    def mark(self, parts: Sequence[Part]) -> list[Part]:
        """Do it to the parts of one text, special tokens left as they are.

        >>> [part.text for part in Spaces(collapse=True).mark([Part("  to  be ", None)])]
        ['▁to▁be']
        """
        parts = _collapse(parts) if self.collapse else list(parts)
        if not any(part.text for part in parts):
            return []
        marked = [
            part if part.token else part._replace(text=part.text.replace(" ", METASPACE))
            for part in parts
        ]
        if self.prefix == "end":
            end = _end_of(marked[-1])
            return _suffixed(_strip_end(marked) if self.collapse else marked, end)
        if self.prefix == "always":
            marked = [part if part.token else self._prefixed(part) for part in marked]
        elif self.prefix != "never" and not marked[0].token:
            marked[0] = self._prefixed(marked[0])
        elif self.prefix == "text":
            marked.insert(0, Part(METASPACE, start_of(marked[0])))
        return _strip_end(marked) if self.collapse else marked

    def _prefixed(self, part: Part) -> Part:
        if not self.doubled and part.text.startswith(METASPACE):
            return part
        start = start_of(part)
        return Part(METASPACE + part.text, start and (*start, *(part.spans or ())))


def start_of(part: Part) -> tuple[Span, ...] | None:
    """The empty span in front of a part: the dummy prefix stands for no character."""
    if not part.spans:
        return part.spans
    start, _ = hull(part.spans)  # marks may have changed places
    return ((start, start),)


def _end_of(part: Part) -> tuple[Span, ...] | None:
    """The empty span behind a part."""
    return part.spans and ((hull(part.spans)[1],) * 2,)


def _suffixed(parts: Sequence[Part], end: tuple[Span, ...] | None) -> list[Part]:
    """The parts with one more ▁ behind them."""
    if not parts or parts[-1].token:
        return [*parts, Part(METASPACE, end)]
    *before, last = parts
    return [*before, Part(last.text + METASPACE, end and (*(last.spans or ()), *end))]


def _collapse(parts: Sequence[Part]) -> list[Part]:
    """Drop every space that follows a space or nothing; drop parts that hold nothing else."""
    collapsed: list[Part] = []
    after_space = True
    for part in parts:
        if not part.token:
            part = _cut_out(part, [run.span() for run in _extra(after_space).finditer(part.text)])
        if part.text:
            collapsed.append(part)
            after_space = not part.token and part.text.endswith(" ")
    return collapsed


def _extra(after_space: bool) -> re.Pattern[str]:
    return re.compile("^ +|(?<= ) +" if after_space else "(?<= ) +")


def _cut_out(part: Part, holes: Sequence[Span]) -> Part:
    """The part without the characters in the holes."""
    if not holes:
        return part
    edges = [0, *(edge for hole in holes for edge in hole), len(part.text)]
    kept = [slice(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    spans = part.spans and tuple(span for piece in kept for span in part.spans[piece])
    return Part("".join(part.text[piece] for piece in kept), spans)


def _strip_end(parts: list[Part]) -> list[Part]:
    """Drop every ▁ at the very end, a literal one too, even out of a symbol (SentencePiece)."""
    while parts:
        last = parts.pop()
        text = last.text.rstrip(METASPACE)
        if text == last.text:
            return [*parts, last]
        if text:
            spans = last.unbound().spans
            return [*parts, Part(text, spans and spans[: len(text)])]
    return parts
