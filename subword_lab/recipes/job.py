"""What every recipe is asked for, and how it counts the words it trains on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from subword_lab.decoding import Decoder
from subword_lab.preparation import MARKED_WORDS, Preparation
from subword_lab.spaces import Spaces
from subword_lab.special import Matching, SpecialToken
from subword_lab.text import Corpus, count_words, documents, to_printable
from subword_lab.text.checks import check_tokens, check_whole
from subword_lab.text.counting import sources
from subword_lab.text.fast.chunks import chunks
from subword_lab.text.fast.counting import Counted, count
from subword_lab.text.fast.splitting import SPLITTERS
from subword_lab.text.tally import Tally


@runtime_checkable
class Tallied(Protocol):
    """A corpus that counts its own words, such as `files.Files`."""

    def tally(self, preparation: Preparation, tokens: Sequence[SpecialToken]) -> Tally:
        """The words as this preparation cuts them, special `tokens` being borders."""


@dataclass(frozen=True)
class Job:
    """A training request. `vocab_size` counts everything; `merges` only merges.

    Raises `TypeError` for sizes that are no whole numbers, and as `check_tokens` does.
    """

    corpus: Corpus
    vocab_size: int | None = None
    merges: int | None = None
    special_tokens: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in ("vocab_size", "merges"):
            value = getattr(self, name)
            object.__setattr__(self, name, None if value is None else check_whole(value, name))
        tokens = check_tokens(self.special_tokens, "special_tokens")
        object.__setattr__(self, "special_tokens", tokens)

    def names(self, unk: str | None, default: Sequence[str] = ()) -> tuple[str, ...]:
        """The special tokens to train with: those asked for or `default`, `unk` first if missing.

        >>> Job("", special_tokens=("<pad>",)).names("<unk>")
        ('<unk>', '<pad>')
        """
        wanted = tuple(self.special_tokens or default)
        missing = unk is not None and unk not in wanted
        return check_tokens((unk, *wanted), "special_tokens") if missing else wanted

    def without_merges(self, recipe: str) -> int | None:
        """`vocab_size`, for a model that has no merges to count."""
        if self.merges is not None:
            raise ValueError(f'the recipe "{recipe}" makes no merges; give vocab_size instead')
        return self.vocab_size

    def count(self, preparation: Preparation, tokens: Sequence[SpecialToken]) -> dict[str, int]:
        """Word counts of the corpus as this preparation cuts it, in the order first seen.

        The special `tokens` in the corpus are borders and are not counted. In a mapping each word
        is a small document that occurs so many times.
        """
        if isinstance(self.corpus, Tallied):
            counts = self.corpus.tally(preparation, tokens).as_dict()
        else:
            how = str(preparation.pretokenizers[0])
            counts = self._counted(self._parts(preparation, tokens), how)
        if preparation.byte_level:
            return {to_printable(word.encode()): n for word, n in counts.items()}
        return counts

    def count_bytes(self, preparation: Preparation, tokens: Sequence[SpecialToken]) -> Counted:
        """What `count` counts, as bytes and in arrays."""
        if isinstance(self.corpus, Tallied):
            return self.corpus.tally(preparation, tokens).counted()
        how = str(preparation.pretokenizers[0])
        if how not in SPLITTERS or isinstance(self.corpus, Mapping):
            words = self._counted(self._parts(preparation, tokens), how)
            return Counted([word.encode() for word in words], list(words.values()))
        if tokens or preparation.add_prefix_space:
            return count(chunks(text for text, _ in self._parts(preparation, tokens)), how)
        return count(chunks(sources(self.corpus)), how)

    def prepared(self, preparation: Preparation) -> Iterator[tuple[str, int]]:
        """The documents as this preparation leaves them, uncut, and how often each occurs.

        Nothing comes of an empty one; of one that only becomes empty an empty text does.
        """
        for document, times in self._documents():
            if document:
                yield "".join(part.text for part in preparation.parts(document)), times

    def _documents(self) -> Iterator[tuple[str, int]]:
        if isinstance(self.corpus, Mapping):
            yield from count_words(self.corpus).items()
        else:
            yield from ((document, 1) for document in documents(self.corpus))

    def _parts(
        self, preparation: Preparation, tokens: Sequence[SpecialToken]
    ) -> Iterator[tuple[str, int]]:
        """The ordinary stretches of prepared text, and how often each occurs."""
        in_text = replace(preparation, byte_level=False)
        for document, times in self._documents():
            for part in in_text.parts(document, tokens):
                if not part.token:
                    yield part.text, times

    def _counted(self, parts: Iterable[tuple[str, int]], pretokenizer: str) -> dict[str, int]:
        if not isinstance(self.corpus, Mapping):
            return count_words((text for text, _ in parts), pretokenizer)
        counts: Counter[str] = Counter()
        for text, times in parts:
            for word, n in count_words(text, pretokenizer).items():
                counts[word] += n * times
        return dict(counts)


def special(
    names: Sequence[str], matching: Matching = "allowed", first_id: int = 0
) -> tuple[SpecialToken, ...]:
    """Special tokens with ids in the order given."""
    return tuple(SpecialToken(name, id, matching) for id, name in enumerate(names, first_id))


def pipeline(pretokenizer: str, lowercase: bool, decoder: Decoder) -> tuple[Preparation, Decoder]:
    """How words are cut and joined again: "metaspace" keeps spaces as ▁, others need `decoder`.

    >>> pipeline("metaspace", False, Decoder("words"))[1].joining
    'metaspace'
    """
    steps = ("lowercase",) if lowercase else ()
    if pretokenizer == "metaspace":
        return Preparation(steps, (MARKED_WORDS,), Spaces()), Decoder("metaspace", drop="one")
    return Preparation(steps, (pretokenizer,)), decoder
