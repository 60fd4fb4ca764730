"""Subword tokenization from scratch: readable, exact to the production libraries, watchable."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from subword_lab import (
        bpe,
        corpora,
        exercises,
        house,
        lattice,
        metrics,
        pairs,
        progress,
        quiz,
        text,
        trace,
        unigram,
        views,
        vocabs,
        wordpiece,
    )
    from subword_lab.encoding import Encoding
    from subword_lab.tokenizer import Tokenizer

__version__ = "0.1.0"

_MODULES = (
    "bpe",
    "corpora",
    "exercises",
    "house",
    "lattice",
    "metrics",
    "pairs",
    "progress",
    "quiz",
    "text",
    "trace",
    "unigram",
    "views",
    "vocabs",
    "wordpiece",
)
_NAMES = {"Encoding": "subword_lab.encoding", "Tokenizer": "subword_lab.tokenizer"}

__all__ = [
    "Encoding",
    "Tokenizer",
    "bpe",
    "corpora",
    "exercises",
    "house",
    "lattice",
    "metrics",
    "pairs",
    "progress",
    "quiz",
    "text",
    "trace",
    "unigram",
    "views",
    "vocabs",
    "wordpiece",
]


def __getattr__(name: str) -> Any:
    """Import a public module or name on first use, so that `import subword_lab` stays light."""
    if name in _MODULES:
        return import_module(f"subword_lab.{name}")
    if name in _NAMES:
        return getattr(import_module(_NAMES[name]), name)
    raise AttributeError(f"module 'subword_lab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
