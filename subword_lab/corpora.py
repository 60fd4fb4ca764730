"""The course's own texts and toy word counts, by name.

A text is a file under `data/`. A folder's name stands for all its files, joined in order of name:

- `english`: six registers, more than 100 kB, the corpus that lessons train on;
- `story`: one short story in twenty-one languages, a sentence a line, so that lines correspond;
- `code`: small Python programs;
- `marks`: emoji, combining marks, joiners and other characters that are harder than they look.

A toy is a handful of words with their counts, small enough to do by hand.
"""

from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_TOYS: dict[str, dict[str, int]] = {
    # Hugging Face LLM course, chapter 6: the corpus of its BPE, WordPiece and Unigram sections.
    "hug": {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5},
    # Sennrich, Haddow and Birch (2016), listing 1.
    "low": {"low": 5, "lower": 2, "newest": 6, "widest": 3},
    # The same paper's figure 1, each word once.
    "sennrich": {"low": 1, "lowest": 1, "newer": 1, "wider": 1},
    "low_demo": {"low": 4, "lower": 1},
    # Five sentences about a pianist and a field, counted.
    "pianist": {
        "the": 4,
        "pianist": 2,
        "plays": 1,
        "playing": 1,
        "field": 1,
        "play": 1,
        "piano": 1,
        "she": 1,
        "is": 2,
        "running": 1,
        "happy": 1,
    },
}


def names() -> tuple[str, ...]:
    """Return every name that `load` knows: toys first, then folders and their files.

    >>> names()[:3]
    ('hug', 'low', 'low_demo')
    >>> "english/news" in names()
    True
    """
    return (*sorted(_TOYS), *sorted(_files()))


def languages() -> tuple[str, ...]:
    """Return the language codes of the parallel story, in alphabetical order.

    >>> [code for code in languages() if code.startswith("e")]
    ['el', 'en', 'es']
    """
    return tuple(name.removeprefix("story/") for name in sorted(_files()) if "story/" in name)


def load(name: str) -> str | dict[str, int]:
    r"""Return a text as a string, or a toy as a new dictionary from word to count.

    Texts end with a newline and use no other line end. Raises `KeyError` for a name that is not
    in `names()`, and `TypeError` for a name that is not a string.

    >>> load("low")
    {'low': 5, 'lower': 2, 'newest': 6, 'widest': 3}
    >>> load("story/en").splitlines()[0]
    'The Letter in the Rain'
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a corpus is a str, not {type(name).__name__}")
    if name in _TOYS:
        return dict(_TOYS[name])
    if name not in _files():
        raise KeyError(_unknown(name))
    return "\n".join(file.read_text(encoding="utf-8") for file in _files()[name])


@cache
def _files() -> dict[str, tuple[Traversable, ...]]:
    """Map each text's name to its files: `english` to all six, `english/news` to one."""
    found: dict[str, tuple[Traversable, ...]] = {}
    for folder in (files("subword_lab") / "data").iterdir():
        if not folder.is_dir():
            continue
        texts = sorted(folder.iterdir(), key=lambda file: file.name)
        found[folder.name] = tuple(texts)
        for file in texts:
            found[f"{folder.name}/{file.name.removesuffix('.txt')}"] = (file,)
    return found


def _unknown(name: str) -> str:
    """Say that `name` is no corpus, and which names are near it."""
    near = get_close_matches(name, names(), n=3, cutoff=0.4)
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"no corpus is named {name!r}{hint} (corpora.names() lists them all)"
