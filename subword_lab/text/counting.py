"""From a corpus to documents, and from documents to word counts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from subword_lab.text.checks import check_counts, check_text
from subword_lab.text.normalize import normalize
from subword_lab.text.pretokenize import pretokenize

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
    if isinstance(corpus, Mapping):
        raise TypeError("a mapping holds word counts, not documents: give it to count_words")
    if isinstance(corpus, str | Path | bytes | bytearray | memoryview):
        return iter([_document(corpus, "corpus")])
    if not isinstance(corpus, Iterable):
        raise TypeError(
            "a corpus is a str, a Path, an iterable of documents or a mapping from word to count, "
            f"not {type(corpus).__name__}"
        )
    return (_document(item, f"document {i} of the corpus") for i, item in enumerate(corpus))


def _document(source: object, what: str) -> str:
    if not isinstance(source, Path):
        return check_text(source, what)
    try:
        return source.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{source} is not UTF-8: {error.reason} at byte {error.start}. "
            "Read it with the right encoding and give the text"
        ) from error


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
    if engine != "local" or client is not None:
        raise ValueError(
            f"unknown engine {engine!r} with client {client!r}: this version counts with "
            'engine="local" and client=None; others come with optional extras'
        )
    if isinstance(corpus, Mapping):
        return check_counts(corpus)
    counts: Counter[str] = Counter()
    for document in documents(corpus):
        chunks = pretokenize(normalize(document, normalizer), pretokenizer)
        counts.update(chunk.text for chunk in chunks)
    return dict(counts)
