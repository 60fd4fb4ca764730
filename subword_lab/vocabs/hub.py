"""Real vocabularies from the Hugging Face Hub: on the user's command alone, checked by hash."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any


@dataclass(frozen=True, slots=True)
class Published:
    """A vocabulary on the Hub: its repository, its licence, file -> SHA-256 where we know it."""

    repository: str
    licence: str
    files: Mapping[str, str | None]


KNOWN: dict[str, Published] = {
    "bert-base-uncased": Published(
        "google-bert/bert-base-uncased",
        "Apache-2.0",
        {"vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"},
    ),
    "bert-base-cased": Published("google-bert/bert-base-cased", "Apache-2.0", {"vocab.txt": None}),
    "gpt2": Published(
        "openai-community/gpt2",
        "MIT",
        {
            "merges.txt": "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
            "vocab.json": "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
        },
    ),
    "t5-small": Published("google-t5/t5-small", "Apache-2.0", {"tokenizer.json": None}),
    "xlnet-base-cased": Published("xlnet/xlnet-base-cased", "MIT", {"tokenizer.json": None}),
    "albert-base-v2": Published("albert/albert-base-v2", "Apache-2.0", {"tokenizer.json": None}),
    "xlm-roberta-base": Published("FacebookAI/xlm-roberta-base", "MIT", {"tokenizer.json": None}),
}
"""Name -> where it is. The hashes are those of OpenAI's and Google's files."""

WAITING = ".fetching"  # where files stand until they are all there and right
LICENCES = {known.repository: known.licence for known in KNOWN.values()} | {
    name: known.licence for name, known in KNOWN.items()
}


def fetch(name: str, folder: Path, endpoint: str | None = None) -> None:
    """Put the files of a known vocabulary into `folder / name`; what is there and right stays.

    An interrupted download goes on where it was. Raises `KeyError` for an unknown name, `OSError`
    where the Hub cannot be reached, `ValueError` for a file with another hash than it should have.
    """
    if name not in KNOWN:
        raise KeyError(f"{name!r} cannot be fetched by name; known are {', '.join(KNOWN)}")
    known, place, waiting = KNOWN[name], folder / name, folder / WAITING / name
    missing = [file for file, sha256 in known.files.items() if not _is_right(place / file, sha256)]
    if not missing:
        return
    hub = _hub()
    try:
        for file in missing:
            _fetch_one(hub, known, file, waiting, endpoint)
    except _errors(hub) as error:
        reason = str(error).strip().split("\n")[0].rstrip(".")
        where = endpoint or hub.constants.ENDPOINT
        raise OSError(
            f"{name} could not be fetched from {where}: {reason}. Is there a network? Files that "
            f"you have from elsewhere ({', '.join(known.files)}) may be put into {place}"
        ) from error
    place.mkdir(parents=True, exist_ok=True)
    for file in missing:
        os.replace(waiting / file, place / file)
    shutil.rmtree(waiting)


def _fetch_one(
    hub: ModuleType, known: Published, file: str, waiting: Path, endpoint: str | None
) -> None:
    """Fetch one file; asking for its hash first fails at once where there is no network."""
    address = hub.hf_hub_url(known.repository, file, endpoint=endpoint)
    told = hub.get_hf_file_metadata(address, token=False, endpoint=endpoint)
    hub.hf_hub_download(
        known.repository,
        file,
        revision=told.commit_hash,
        local_dir=waiting,
        token=False,
        endpoint=endpoint,
    )
    for wanted in (known.files[file], told.etag):
        seen = _hash_like(wanted, waiting / file)
        if seen and seen != wanted:
            shutil.rmtree(waiting)
            raise ValueError(
                f"{file} of {known.repository} has the hash {seen}, wanted {wanted}; it was "
                f"not kept"
            )


def _hash_like(wanted: str | None, path: Path) -> str | None:
    """The hash of a file in the way another one is given: SHA-256, or Git's SHA-1 of a blob."""
    if not wanted:
        return None
    data = path.read_bytes()
    if len(wanted) == 64:
        return hashlib.sha256(data).hexdigest()
    if len(wanted) == 40:
        return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    return None


def _is_right(path: Path, sha256: str | None) -> bool:
    return path.is_file() and _hash_like(sha256, path) == sha256


def _hub() -> ModuleType:
    try:
        import huggingface_hub
    except ImportError:
        raise OSError(
            "fetching needs huggingface_hub: python -m pip install huggingface_hub"
        ) from None
    return huggingface_hub


def _errors(hub: Any) -> tuple[type[Exception], ...]:
    """What can go wrong on the way: not all of the library's errors are errors of the system."""
    return OSError, hub.errors.HTTPError, hub.errors.EntryNotFoundError
