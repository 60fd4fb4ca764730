"""From a corpus to documents, and from documents to word counts."""

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from subword_lab.text.checks import check_counts, check_text, check_utf8
from subword_lab.text.normalize import normalize
from subword_lab.text.patterns import PATTERNS
from subword_lab.text.pretokenize import pretokenize

if TYPE_CHECKING:
    from subword_lab.text.tally import Tally

Corpus = str | Path | Iterable[str | Path] | Mapping[str, int]


def documents(corpus: str | Path | Iterable[str | Path]) -> Iterator[str]:
    """Give the documents of a corpus one by one.

    A `str` is one document, never a path and never cut into lines. A `Path` is one document: a
    UTF-8 file, read as it is (line ends stay; a byte order mark at the start is dropped). Any other
    iterable holds one document per item.

    >>> list(documents("one\\ntwo"))
    ['one\\ntwo']
    >>> list(documents(["one", "two"]))
    ['one', 'two']

    Raises `TypeError` for bytes, for a mapping (it holds words, not documents) and for items that
    are neither `str` nor `Path`; `ValueError` for a file that is not UTF-8 and for lone surrogates.
    """
    return map(_read, sources(corpus))


def sources(corpus: str | Path | Iterable[str | Path]) -> Iterator[str | Path]:
    """The documents of a corpus, a file as its path: it need not be read as a whole.

    >>> list(sources(["one", "two"]))
    ['one', 'two']

    Raises as `documents` does, but for what is in a file.
    """
    if isinstance(corpus, Mapping):
        raise TypeError("a mapping holds word counts, not documents: give it to count_words")
    if isinstance(corpus, str | Path | bytes | bytearray | memoryview):
        return iter([_source(corpus, "corpus")])
    if not isinstance(corpus, Iterable):
        raise TypeError(
            "a corpus is a str, a Path, an iterable of documents or a mapping from word to count, "
            f"not {type(corpus).__name__}"
        )
    return (_source(item, f"document {i} of the corpus") for i, item in enumerate(corpus))


def _source(item: object, what: str) -> str | Path:
    return item if isinstance(item, Path) else check_text(item, what)


def _read(source: str | Path) -> str:
    if isinstance(source, str):
        return source
    return check_utf8(source.read_bytes().removeprefix(BOM_UTF8), source)


def count_words(
    corpus: Corpus,
    pretokenizer: str = "whitespace",
    normalizer: tuple[str, ...] = (),
    engine: str = "local",
    client: Any = None,
) -> dict[str, int]:
    """Count the distinct pre-tokens of a corpus, in the order in which they are first seen.

    Numbers are occurrences over all documents. A mapping from word to count is taken as given: it
    is checked, and neither normalized nor cut.

    >>> count_words("low lower low")
    {'low': 2, 'lower': 1}
    >>> count_words(["Low!", "low"], pretokenizer="bert", normalizer=("lowercase",))
    {'low': 2, '!': 1}
    >>> count_words({"low": 5})
    {'low': 5}

    Raises `TypeError` and `ValueError` as `documents`, `normalize` and `pretokenize` do, and for
    words that are not text or counts that are not whole numbers from 0 up.
    """
    if engine not in ("local", "dask") or (engine == "local" and client is not None):
        raise ValueError(
            f'unknown engine {engine!r} with client {client!r}: there are engine="local" without '
            'a client, and engine="dask" with one'
        )
    if isinstance(corpus, Mapping):
        return check_counts(corpus)
    if engine == "dask":
        return _count_on_dask(corpus, pretokenizer, normalizer, client)
    if pretokenizer in PATTERNS:
        # Loaded here: who counts nothing needs no numpy.
        from subword_lab.text.fast import chunks, counting

        texts = (normalize(each, normalizer) for each in documents(corpus))
        return counting.count(
            chunks.chunks(texts if normalizer else sources(corpus)), pretokenizer
        ).as_dict()
    counts: Counter[str] = Counter()
    for document in documents(corpus):
        pieces = pretokenize(normalize(document, normalizer), pretokenizer)
        counts.update(piece.text for piece in pieces)
    return dict(counts)


def _count_on_dask(
    corpus: Corpus, pretokenizer: str, normalizer: tuple[str, ...], client: Any
) -> dict[str, int]:
    """The same counts, made on a cluster; documents that are files must be readable there."""
    from subword_lab.text import on_dask

    groups = on_dask.together(sources(corpus))
    count = partial(_tally, pretokenizer=pretokenizer, normalizer=normalizer)
    return on_dask.tally(client, count, groups).as_dict()


def _tally(group: list[str | Path], pretokenizer: str, normalizer: tuple[str, ...]) -> "Tally":
    """What `count_words` counts in some documents, as a tally."""
    from subword_lab.text.tally import Tally

    counts = count_words(group, pretokenizer, normalizer)
    return Tally([word.encode() for word in counts], list(counts.values()))
